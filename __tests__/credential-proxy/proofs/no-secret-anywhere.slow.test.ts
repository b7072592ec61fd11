import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { sendRequest, requestTunnel, openTunnel } from '../../../harness/credential-proxy/client.ts';
import {
  type Rig,
  type RigSandbox,
  rule,
  SECRETS,
  secretHeader,
  startRig,
} from '../../../harness/credential-proxy/rig.ts';
import { headerValues } from '../../../harness/credential-proxy/recorder.ts';
import { startProxy } from '../../../src/credential-proxy/owner/start-proxy.ts';
import type { AuditEntry } from '../../../src/credential-proxy/messages.ts';
import type { CredentialProxy } from '../../../src/credential-proxy/port.ts';
import { awsSigning, hmacSigning } from '../signing/support.ts';
import { hashOf, newToken, pushOf, secretRule } from '../support.ts';

// The secrets are generated during the test, so no file of the repository contains them.
const bearer = newToken().token;
const key = newToken().token;
const refusedValue = newToken().token;
const password = newToken().token;
const queried = newToken().token;
const awsKey = newToken().token;
const awsToken = newToken().token;
const hmacKey = newToken().token;
const { token, tokenHash } = newToken();
const wrongToken = newToken().token;

const SPELLINGS: [string, string][] = Object.entries({
  bearer,
  key,
  refusedValue,
  password,
  queried,
  awsKey,
  awsToken,
  hmacKey,
  token,
  wrongToken,
  rigAuthorization: SECRETS.authorization.slice('Bearer '.length),
}).flatMap(([name, value]): [string, string][] => [
  [name, value],
  [`${name} in base64`, Buffer.from(value).toString('base64').replace(/=+$/, '').slice(0, -1)],
  [`${name} in hexadecimal`, Buffer.from(value).toString('hex')],
]);

const found = (text: string): string[] =>
  SPELLINGS.filter(([, spelling]) => text.includes(spelling)).map(([name]) => name);

let rig: Rig;
let folder: string;
const proxies: CredentialProxy[] = [];
beforeAll(async () => {
  rig = await startRig();
  folder = await mkdtemp(join(tmpdir(), 'no-secret-'));
});
afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.stop()));
});
afterAll(async () => {
  await rig.stop();
  await rm(folder, { recursive: true, force: true });
});

const request = (path: string, ...lines: string[]): string =>
  [`GET ${path} HTTP/1.1`, 'Host: api.test', ...lines, '', ''].join('\r\n');

/** Uses every function of a proxy, once successfully and once with an error. */
async function useEverything(proxy: CredentialProxy, reported: string[]): Promise<void> {
  const rules = [
    rule(
      'api',
      ['api.test'],
      [secretHeader('Authorization', `Bearer ${bearer}`), secretHeader('X-Api-Key', key)],
    ),
    {
      ...rule('aws', ['a.svc.test'], []),
      sign: awsSigning({
        secretAccessKey: awsKey,
        sessionToken: awsToken,
        region: 'us-east-1',
        service: 's3',
      }),
    },
    {
      ...rule('hmac', ['a.b.svc.test'], []),
      sign: hmacSigning({ secret: hmacKey }),
    },
    rule('bad', ['expired.test', 'wrong-name.test', 'self-signed.test'], [secretHeader('X-Api-Key', key)]),
  ];
  const good = pushOf({ sandboxId: 'main', tokenHash, rules, extraRoots: [rig.ca.caPem] });
  const answer = await proxy.push(good);
  if (answer.kind === 'refused') throw new Error(JSON.stringify(answer));
  reported.push(JSON.stringify(answer));
  const sandbox: RigSandbox = { id: 'main', token, caPem: answer.caPem };
  const { port } = proxy.address;

  for (const wrong of [
    { rules: [secretRule({ secret: `${refusedValue}\n` })] },
    { rules: [secretRule({ secret: refusedValue, matchHosts: ['*'] })] },
    {
      rules: [
        secretRule({ sign: awsSigning({ accessKeyId: refusedValue + '/', secretAccessKey: refusedValue }) }),
      ],
    },
    { rules: [secretRule({ sign: hmacSigning({ secret: refusedValue, secretEncoding: 'hex' }) })] },
    { rules: [secretRule({ header: { name: `X ${refusedValue}` } })] },
    { upstreamProxy: `socks5://user:${password}@proxy.test` },
    { extraRoots: [refusedValue] },
    { tokenHash: refusedValue },
  ]) {
    reported.push(JSON.stringify(await proxy.push(pushOf({ sandboxId: 'main', revision: 2, ...wrong }))));
  }

  const echo = (value: string): string =>
    `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nX-Echo: ${value}\r\nContent-Length: ${value.length}\r\n\r\n${value}`;
  rig.upstream.answer('/echo', (socket, seen) => {
    socket.write(echo(headerValues(seen, 'authorization').join()));
  });
  rig.upstream.answer('/echo-all', (socket, seen) => {
    const values = ['authorization', 'x-amz-security-token', 'x-signature'].flatMap((name) =>
      headerValues(seen, name),
    );
    socket.write(echo(values.join()));
  });
  rig.upstream.answer('/break', (socket) => socket.destroy());
  rig.upstream.answer('/nonsense', 'no HTTP at all\r\n\r\n');
  const paths = [`/x?token=${queried}`, '/echo', '/break', '/nonsense'];
  for (const path of paths) {
    const tunnel = await openTunnel(port, sandbox, 'api.test:443');
    const { head, text } = await sendRequest(tunnel, request(path, `Authorization: Bearer ${wrongToken}`));
    reported.push(head.text, text);
    tunnel.destroy();
  }
  for (const [host, name] of [
    ['a.svc.test', 'Authorization'],
    ['a.b.svc.test', 'X-Signature'],
  ]) {
    const tunnel = await openTunnel(port, sandbox, `${host}:443`);
    const own = `${name}: ${wrongToken}\r\n`;
    const { head, text } = await sendRequest(tunnel, `GET /echo-all HTTP/1.1\r\nHost: ${host}\r\n${own}\r\n`);
    reported.push(head.text, text);
    tunnel.destroy();
  }
  for (const host of ['expired.test', 'wrong-name.test', 'self-signed.test']) {
    const tunnel = await openTunnel(port, sandbox, `${host}:443`);
    const { head, text } = await sendRequest(tunnel, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    reported.push(head.text, text);
    tunnel.destroy();
  }
  const asked: [RigSandbox, string][] = [
    [{ ...sandbox, token: wrongToken }, 'api.test:443'],
    [sandbox, 'unknown.test:443'],
    [sandbox, '10.0.0.1:443'],
    [sandbox, `${queried}@api.test:443`],
  ];
  for (const [as, authority] of asked) {
    const { connection, head } = await requestTunnel(port, as, authority);
    reported.push(head?.text ?? '', connection.take().toString('latin1'));
    connection.destroy();
  }
  for (const url of [`https://api.test/x?token=${queried}`, `https://u:${queried}@api.test/`, queried]) {
    reported.push(JSON.stringify(await proxy.explain('main', url)));
  }
  reported.push(await proxy.metrics());
}

describe('the secrets of a credential proxy', () => {
  // docs/credential-proxy/process.md#secrets
  // docs/credential-proxy/process.md#every-tests-secrets
  test('appear only in upstream requests, not in responses, audit, metrics, files or the process list', async () => {
    const auditFile = join(folder, 'audit.jsonl');
    const proxy = await startProxy({ entry: rig.network.entry, auditFile, port: 0 });
    proxies.push(proxy);
    const entries: AuditEntry[] = [];
    proxy.onAudit((entry) => entries.push(entry));
    const reported: string[] = [];
    await useEverything(proxy, reported);

    // The search itself works, because it finds the secrets in the bytes that the upstream received.
    expect(found(rig.upstream.bytes().toString('latin1'))).toEqual(
      expect.arrayContaining(['bearer', 'key', 'awsToken']),
    );
    expect(reported.join('')).toMatch(/\*{20}/);
    // The signatures are masked too.
    expect(reported.join('')).toMatch(new RegExp(`Signature=\\*{64},\\*{${awsToken.length}}`));
    expect(reported.join('')).toMatch(/X-Echo: \*{64}\r/);

    expect(found(reported.join('\n'))).toEqual([]);
    const audit = await readFile(auditFile, 'utf8');
    expect(audit.trim().split('\n').length).toBeGreaterThan(8);
    expect(entries.length).toBe(audit.trim().split('\n').length);
    expect(found(audit)).toEqual([]);
    expect(found(JSON.stringify(entries))).toEqual([]);
    expect(found(processList())).toEqual([]);
    expect(filesOpenedBy(proxy.pid)).toEqual([auditFile]);

    process.kill(proxy.pid, 'SIGABRT');
    await proxy.ended;
    const last = await proxy.metrics().catch(String);
    expect(last).toContain('SIGABRT');
    expect(found(last)).toEqual([]);
  });

  test('do not appear in the output of a process that ends because of an error with a secret', async () => {
    const entry = join(folder, 'throws.mjs');
    const serve = fileURLToPath(new URL('../../../src/credential-proxy/process/serve.ts', import.meta.url));
    const idle = '{ configChanged() {}, gauges: () => ({}), close: async () => {} }';
    const thrown = `accept(socket) { socket.destroy(); throw Object.assign(new TypeError('value ' + host.sandboxes.current('main').push.rules[0].headers[0].value), { code: 'E_TEST' }); }`;
    await writeFile(
      entry,
      `import { serveProxy } from ${JSON.stringify(serve)};\nserveProxy((host) => ({ ...${idle}, ${thrown} }));\n`,
    );
    const proxy = await startProxy({ entry, auditFile: null, port: 0 });
    proxies.push(proxy);
    await proxy.push(
      pushOf({ sandboxId: 'main', tokenHash: hashOf(token), rules: [secretRule({ secret: bearer })] }),
    );
    connect(proxy.address).on('error', () => undefined);
    expect(await proxy.ended).toEqual({ code: 70, signal: null });
    const words = await proxy.metrics().catch(String);
    expect(words).toContain('exited because of TypeError (E_TEST)');
    expect(words).toContain('throws.mjs:');
    expect(found(words)).toEqual([]);
  });
});

/** Returns the command lines and environments of all readable processes. */
function processList(): string {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids
    .flatMap((pid) =>
      ['cmdline', 'environ'].map((name) => {
        try {
          return readFileSync(`/proc/${pid}/${name}`, 'utf8');
        } catch {
          // The process has ended, or belongs to another user.
          return '';
        }
      }),
    )
    .join('\n');
}

/** Returns the regular files that a process has open. */
function filesOpenedBy(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`)
    .map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
    .filter((target) => target.startsWith('/') && !target.startsWith('/dev/'));
}
