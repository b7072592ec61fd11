import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createCertificateAuthority } from '../../../../../../harness/credential-proxy/certificate-authority.ts';
import type { CredentialPlugin } from '../../../../../../src/emulator/data-plane/places/kubernetes/api/kubeconfig.ts';
import { SECRETS } from '../../../../../../src/emulator/data-plane/places/kubernetes/api/resources.ts';
import { createProcesses } from '../../../../../../src/emulator/data-plane/places/process/processes.ts';
import type { Processes } from '../../../../../../src/emulator/ports/processes.ts';
import { json, replying, serve } from '../../../../../clients/support.ts';
import { never, object, problemOf, status, testCluster, valueOf } from './support.ts';

const at = { namespace: 'default', name: 'a' };
let folder: string;
let processes: Processes;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ad-test-credentials-'));
  processes = createProcesses();
});
afterEach(async () => {
  await processes.close();
  await rm(folder, { recursive: true });
});

/** Creates a plugin from this JavaScript, where `count` is the number of the plugin's starts, stored in a file. */
function pluginOf(script: string, more: Partial<CredentialPlugin> = {}): CredentialPlugin {
  const counter = JSON.stringify(join(folder, 'starts'));
  const prelude = `
    const fs = require('node:fs');
    fs.appendFileSync(${counter}, 'x');
    const count = fs.readFileSync(${counter}, 'utf8').length;
    const give = (status) => console.log(JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status }, null, 2));
  `;
  return {
    apiVersion: 'client.authentication.k8s.io/v1',
    command: process.execPath,
    args: ['-e', prelude + script],
    env: {},
    installHint: undefined,
    provideClusterInfo: false,
    ...more,
  };
}

const starts = async () => (await readFile(join(folder, 'starts'), 'utf8')).length;

function withPlugin(url: URL, plugin: CredentialPlugin, env: Record<string, string> = {}) {
  return testCluster(url, { processes, env, home: folder, access: { token: undefined, plugin } });
}

describe('the exec plugin of a kubeconfig', () => {
  test('runs once for concurrent requests, which share its token', async () => {
    await using server = await serve(replying(200, object('a')));
    await using cluster = withPlugin(server.url, pluginOf(`give({ token: 'token-' + count });`));
    const answers = await Promise.all([1, 2, 3].map(() => cluster.get(SECRETS, at, never)));
    for (const answer of answers) valueOf(answer);
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array.from({ length: 3 }, () => 'Bearer token-1'),
    );
    expect(await starts()).toBe(1);
  });

  test('is started again when its token expires', async () => {
    await using server = await serve(replying(200, object('a')));
    // The test's clock starts at 2026-01-01.
    const plugin = pluginOf(
      `give({ token: 'token-' + count, expirationTimestamp: '2026-01-01T01:00:00Z' });`,
    );
    await using cluster = withPlugin(server.url, plugin);
    valueOf(await cluster.get(SECRETS, at, never));
    valueOf(await cluster.get(SECRETS, at, never));
    await cluster.clock.sleep(3_600_000);
    valueOf(await cluster.get(SECRETS, at, never));
    expect(server.requests.map(({ headers }) => headers.authorization?.slice(-1))).toEqual(['1', '1', '2']);
  });

  test('is started again when the cluster rejects its token, but not in a loop', async () => {
    await using server = await serve((_request, response) =>
      server.requests.length === 1
        ? json(response, 200, object('a'))
        : json(response, 401, status(401, 'Unauthorized', 'Unauthorized')),
    );
    await using cluster = withPlugin(server.url, pluginOf(`give({ token: 'token-' + count });`));
    valueOf(await cluster.get(SECRETS, at, never));
    await cluster.clock.sleep(60_000);
    for (let request = 0; request < 3; request += 1) {
      expect(problemOf(await cluster.get(SECRETS, at, never)).kind).toBe('unauthorized');
    }
    expect(server.requests.map(({ headers }) => headers.authorization?.slice(-1)).join('')).toBe('11222');
    expect(await starts()).toBe(2);
  });

  test("gets its own variables, the cluster's data on request, and no search path of npm", async () => {
    const script = `
      const { spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
      give({ token: [process.env.PROFILE, process.env.GIVEN, spec.interactive, spec.cluster.server, fs.realpathSync(process.cwd()) === fs.realpathSync(${JSON.stringify(folder)})].join(',') });
    `;
    await using server = await serve(replying(200, object('a')));
    const plugin = pluginOf(script, { env: { PROFILE: 'agents' }, provideClusterInfo: true });
    await using cluster = withPlugin(server.url, plugin, { GIVEN: 'yes' });
    valueOf(await cluster.get(SECRETS, at, never));
    const base = server.url.href.replace(/\/$/, '');
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer agents,yes,false,${base},true`);
  });

  test.each([
    [
      'fails',
      `console.error('no session: log in'); process.exit(3);`,
      'ended with exit code 3: no session: log in',
    ],
    ['prints text of another kind', `console.log('hello');`, 'did not print an ExecCredential object'],
    ['prints nothing', `give({});`, 'printed neither a token nor a certificate'],
  ])('causes an error without any request to the cluster if the plugin %s', async (_name, script, words) => {
    await using server = await serve(replying(200, object('a')));
    await using cluster = withPlugin(server.url, pluginOf(script, { installHint: 'Install the tool.' }));
    const problem = problemOf(await cluster.get(SECRETS, at, never));
    expect(problem).toMatchObject({
      kind: 'credentials',
      message: expect.stringContaining(words),
      hint: 'Install the tool.',
    });
    expect(server.requests).toHaveLength(0);
  });

  test('is never searched for in relative folders of the search path', async () => {
    await using server = await serve(replying(200, object('a')));
    await writeFile(join(folder, 'login'), '#!/bin/sh\n', { mode: 0o755 });
    const plugin = pluginOf('', { command: 'login', args: [] });
    await using cluster = withPlugin(server.url, plugin, { PATH: 'bin', GITHUB_WORKSPACE: folder });
    expect(problemOf(await cluster.get(SECRETS, at, never)).message).toContain('was not found on PATH');
    await using other = withPlugin(server.url, plugin, { PATH: folder, GITHUB_WORKSPACE: folder });
    expect(problemOf(await other.get(SECRETS, at, never)).message).toContain('was not found on PATH');
  });
});

describe('the TLS certificates for a cluster', () => {
  /** Starts a server that trusts only clients of the authority, and responds with the client's name. */
  async function serveTls() {
    const authority = await createCertificateAuthority('a cluster of a test');
    const identity = await authority.issue(['kubernetes.example.org']);
    const server = createServer(
      { ...identity, ca: authority.caPem, requestCert: true, rejectUnauthorized: false },
      (request, response) => {
        const peer = (request.socket as TLSSocket).getPeerCertificate();
        json(response, 200, object(peer.subjectaltname ?? 'none'));
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
      authority,
      url: new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`),
      [Symbol.asyncDispose]: async () => {
        const closed = new Promise((resolve) => server.close(resolve));
        server.closeAllConnections();
        await closed;
      },
    };
  }
  const text = (value: string) => ({ kind: 'text' as const, text: value });

  test('can be configured for the client and the cluster in the kubeconfig', async () => {
    await using server = await serveTls();
    const client = await server.authority.issue(['plane.example.org']);
    await using cluster = testCluster(server.url, {
      access: {
        ca: text(server.authority.caPem),
        serverName: 'kubernetes.example.org',
        certificate: { cert: text(client.cert), key: text(client.key) },
      },
    });
    const { metadata } = valueOf(await cluster.get(SECRETS, at, never));
    expect(metadata.name).toBe('DNS:plane.example.org');
  });

  test('are used as soon as they are renewed in their files', async () => {
    await using server = await serveTls();
    const [certFile, keyFile] = [join(folder, 'cert'), join(folder, 'key')];
    const renew = async (name: string) => {
      const { cert, key } = await server.authority.issue([name]);
      await writeFile(certFile, cert);
      await writeFile(keyFile, key);
    };
    await renew('first.example.org');
    await using cluster = testCluster(server.url, {
      access: {
        ca: text(server.authority.caPem),
        serverName: 'kubernetes.example.org',
        certificate: { cert: { kind: 'file', file: certFile }, key: { kind: 'file', file: keyFile } },
      },
    });
    valueOf(await cluster.get(SECRETS, at, never));
    await renew('second.example.org');
    await cluster.clock.sleep(60_000);
    const { metadata } = valueOf(await cluster.get(SECRETS, at, never));
    expect(metadata.name).toBe('DNS:second.example.org');
  });

  test.each<[string, object]>([
    ['from an unknown authority', { serverName: 'kubernetes.example.org' }],
    ['for another name', { serverName: 'other.example.org', isTrusted: true }],
  ])("are rejected before any request if the cluster's certificate is %s", async (_name, given) => {
    await using server = await serveTls();
    const { isTrusted, ...access } = { isTrusted: false, ...given };
    await using cluster = testCluster(server.url, {
      access: { ...access, ...(isTrusted && { ca: text(server.authority.caPem) }) },
    });
    const problem = problemOf(await cluster.get(SECRETS, at, never));
    expect(problem).toMatchObject({ kind: 'unavailable', hint: expect.stringContaining('is not trusted') });
  });

  test('are not verified if the kubeconfig disables verification', async () => {
    await using server = await serveTls();
    await using cluster = testCluster(server.url, { access: { insecure: true } });
    valueOf(await cluster.get(SECRETS, at, never));
  });

  test.each([
    ['have invalid content', () => Promise.resolve({ cert: 'no certificate', key: 'secret key' })],
    [
      'do not belong together',
      async () => {
        const authority = await createCertificateAuthority('another one');
        const [one, other] = [
          await authority.issue(['a.example.org']),
          await authority.issue(['b.example.org']),
        ];
        return { cert: one.cert, key: other.key };
      },
    ],
  ])('cause an error that contains no part of the key if they %s', async (_name, make) => {
    await using server = await serveTls();
    const { cert, key } = await make();
    await using cluster = testCluster(server.url, {
      access: { insecure: true, certificate: { cert: text(cert), key: text(key) } },
    });
    const problem = problemOf(await cluster.get(SECRETS, at, never));
    expect(problem).toMatchObject({
      kind: 'credentials',
      hint: expect.stringContaining('are in PEM format'),
    });
    expect(JSON.stringify(problem)).not.toContain(key.slice(0, 10));
  });
});
