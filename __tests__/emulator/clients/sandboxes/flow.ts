// oxlint-disable jest/no-export -- two tiers run these, at levels of isolation of their own
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type * as Sandboxes from 'langsmith/sandbox';
import { verifyAwsSignature } from '../../../../harness/credential-proxy/signature-verifier.ts';
import { type EmulatorHandle, startEmulator } from '../../../../harness/emulator.ts';
import { startUpstream, type Upstream } from './upstream.ts';

const TOKEN = 'the-workspace-token-77ab';
const OPAQUE = 'the-opaque-token-31cd';
const AWS_KEY = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'the-secret-access-key-58e2',
  sessionToken: 'the-session-token-90c7',
};

/** The module that the client's package exports. */
export type SandboxModule = typeof Sandboxes;

/**
 * Runs the hosted service's own, unmodified sandbox client against real boxes of this isolation level. `load` returns
 * the client's module, by default of the pinned version. `program` is the emulator's program, by default the sources.
 */
export function describeOfficialClient(
  level: 'namespaces' | 'process',
  load: () => Promise<SandboxModule> = () => import('langsmith/sandbox'),
  program?: () => string,
): void {
  describe(`the official sandbox client, with boxes at isolation level ${level}`, () => {
    let sdk: SandboxModule;
    let folder: string;
    let upstream: Upstream;
    let emulator: EmulatorHandle;
    let client: Sandboxes.SandboxClient;
    let box: Sandboxes.Sandbox;
    let serviceToken = '';
    beforeAll(async () => {
      sdk = await load();
      folder = await mkdtemp(path.join(tmpdir(), 'official-sandboxes-'));
      upstream = await startUpstream();
      await writeFile(path.join(folder, 'roots.pem'), upstream.caPem);
      emulator = await startEmulator({
        ...(program && { program: program() }),
        dataDir: path.join(folder, 'data'),
        sandboxIsolation: level,
        sandboxNetworks: ['127.0.0.2/32'],
        sandboxRoots: path.join(folder, 'roots.pem'),
      });
      await emulator.api('POST', '/api/v1/workspaces/current/secrets', [{ key: 'HUB', value: TOKEN }]);
      client = new sdk.SandboxClient({
        apiEndpoint: `${emulator.urls.sandboxes}/v2/sandboxes`,
        apiKey: emulator.apiKey,
        maxRetries: 0,
      });
      box = await client.createSandbox({
        name: 'work',
        proxyConfig: sdk.proxyConfig({ rules: [rule('Bearer '), opaqueRule()] }),
        timeout: 60,
      });
    });
    afterAll(async () => {
      await emulator.stop();
      await upstream.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const rule = (prefix: string) => ({
      name: 'hub',
      match_hosts: [upstream.host],
      match_paths: ['/repos/*'],
      headers: [
        { ...sdk.workspaceSecret('HUB'), name: 'Authorization', value: `${prefix}{HUB}` },
        { name: 'X-Kind', type: 'plaintext' as const, value: 'robot' },
      ],
    });
    const opaqueRule = () => ({
      name: 'private',
      match_hosts: [upstream.host],
      match_paths: ['/private/*'],
      headers: [{ ...sdk.opaqueSecret(OPAQUE), name: 'Authorization' }],
    });
    /** The box has its own Node, because the machine's Node may be too old to use proxies. */
    const node = level === 'namespaces' ? '/run/box/bin/node' : process.execPath;
    /** Requests a URL of the upstream from inside the box. */
    const fetched = async (target: string, from = box) => {
      const program = `fetch(process.argv[1]).then(async (a) => console.log(a.status, await a.text())).catch((e) => console.log('failed', e.cause?.code))`;
      const { stdout, stderr } = await from.run(`${node} -e ${JSON.stringify(program)} ${target}`);
      return (stdout + stderr).trim();
    };

    test('creates a ready sandbox, finds it, and lists it', async () => {
      expect(box).toMatchObject({ name: 'work', status: 'ready' });
      expect((await client.getSandbox('work')).id).toBe(box.id);
      expect((await client.listSandboxes()).map(({ name }) => name)).toEqual(['work']);
      expect(await client.getSandboxStatus('work')).toMatchObject({ status: 'ready' });
      await expect(client.createSandbox({ name: 'work' })).rejects.toThrow('already');
      await expect(client.getSandbox('none')).rejects.toBeInstanceOf(sdk.LangSmithResourceNotFoundError);
      await expect(client.createSandbox({ name: 'a b' })).rejects.toThrow();
    });

    test('runs programs with output, exit code, variables, folder and time limit', async () => {
      const ran = await box.run('pwd; echo "$GREETING"; echo problem >&2; exit 3', {
        runConfig: { work_dir: '/tmp', env_vars: { GREETING: 'héllo' } },
      });
      expect(ran).toEqual({ stdout: '/tmp\nhéllo\n', stderr: 'problem\n', exit_code: 3 });
      await expect(box.run('sleep 30', { timeout: 1 })).rejects.toThrow('exceeded its time limit');
    });

    test("streams a program's output, sends it input, reconnects to it and kills it", async () => {
      const pieces: string[] = [];
      const streamed = await box.run('for i in 1 2 3; do echo line $i; done', {
        onStdout: (data) => pieces.push(data),
      });
      expect([pieces.join(''), streamed.exit_code]).toEqual(['line 1\nline 2\nline 3\n', 0]);
      const cat = await box.run('read line; echo "got $line"; read end; echo done', {
        wait: false,
        closeInput: false,
      });
      cat.sendInput('something\n');
      const again = await box.reconnect(cat.commandId ?? '');
      for await (const { data } of again) if (data.includes('got')) again.sendInput('\n');
      expect(await again.result).toMatchObject({ stdout: 'got something\ndone\n', exit_code: 0 });
      const endless = await box.run('sleep 60', { wait: false });
      endless.kill();
      expect((await endless.result).exit_code).not.toBe(0);
    });

    test('writes, reads and lists files in the sandbox', async () => {
      const bytes = new Uint8Array(300_000).map((_, index) => index % 251);
      await box.write('kept/data.bin', bytes);
      expect(await box.read('kept/data.bin')).toEqual(bytes);
      const stat = await box.stat('kept/data.bin');
      expect(stat.size_bytes).toBe(bytes.length);
      const part = await box.readRange('kept/data.bin', {
        start: 100,
        end: 199,
        ...(stat.etag === undefined ? {} : { ifRange: stat.etag }),
      });
      expect(part).toMatchObject({ start: 100, partial: true, total_bytes: bytes.length });
      expect(part.content).toEqual(bytes.slice(100, 200));
      const seen = await box.run('wc -c < kept/data.bin');
      expect(seen.stdout.trim()).toBe('300000');
      await expect(box.read('none')).rejects.toBeInstanceOf(sdk.LangSmithResourceNotFoundError);
    });

    test('runs programs that reach an API without having its API key', async () => {
      const before = upstream.seen.length;
      // The upstream repeats the credential, which is masked with the same number of characters.
      expect(await fetched(`${upstream.url}/repos/a`)).toBe(
        `200 GET /repos/a as Bearer ${'*'.repeat(TOKEN.length)}`,
      );
      expect(upstream.seen.at(-1)).toMatchObject({ authorization: `Bearer ${TOKEN}`, 'x-kind': 'robot' });
      expect(await fetched(`${upstream.url}/private/a`)).toContain('200 GET /private/a');
      expect(upstream.seen.at(-1)?.['authorization']).toBe(OPAQUE);
      expect(await fetched(`${upstream.url}/elsewhere`)).toBe('200 GET /elsewhere as anonymous');
      expect(upstream.seen).toHaveLength(before + 3);
      const { stdout } = await box.run('env; cat /proc/self/environ');
      expect(stdout).not.toContain(TOKEN);
      expect(stdout).not.toContain(OPAQUE);
      expect(stdout).toContain('HTTPS_PROXY=');
    });

    // docs/credential-proxy/signing.md#replaced
    test('runs programs whose requests the proxy signs with a key that the sandbox does not have', async () => {
      await emulator.api('POST', '/api/v1/workspaces/current/secrets', [
        { key: 'AWS_SECRET_ACCESS_KEY', value: AWS_KEY.secretAccessKey },
        { key: 'AWS_SESSION_TOKEN', value: AWS_KEY.sessionToken },
      ]);
      const aws = {
        access_key_id: AWS_KEY.accessKeyId,
        secret_access_key: '{AWS_SECRET_ACCESS_KEY}',
        session_token: '{AWS_SESSION_TOKEN}',
        region: 'eu-central-1',
        service: 's3',
      };
      const signed = {
        name: 'signed',
        match_hosts: [upstream.host],
        match_paths: ['/bucket/*'],
        sign: { aws },
      };
      const created = await emulator.api('POST', '/v2/sandboxes/boxes', {
        name: 'signing',
        wait_for_ready: true,
        proxy_config: { rules: [signed] },
      });
      expect(created.status).toBe(201);
      const signing = await client.getSandbox('signing');
      const program = `const [url] = process.argv.slice(1); const authorization = 'AWS4-HMAC-SHA256 ' + process.env.AWS_ACCESS_KEY_ID; fetch(url, { method: 'PUT', body: 'content', headers: { authorization, 'x-amz-meta-a': 'b' } }).then(async (a) => console.log(a.status, await a.text()))`;
      const put = async (target: string) =>
        await signing.run(`${node} -e ${JSON.stringify(program)} ${upstream.url}${target}`);
      const { stdout } = await put('/bucket/a%20b?x-id=PutObject');
      expect(stdout).toMatch(
        /^200 PUT \/bucket\/a%20b\?x-id=PutObject as AWS4-HMAC-SHA256 .*Signature=\*{64}$/m,
      );
      const request = upstream.received.at(-1);
      if (request === undefined) throw new Error('no request');
      expect(request.body.toString()).toBe('content');
      expect(verifyAwsSignature(request, AWS_KEY, new Date())).toMatchObject({
        kind: 'valid',
        region: 'eu-central-1',
        service: 's3',
      });
      // Another path has no rule, so the program's own header is forwarded, which contains no key.
      await put('/other');
      expect(upstream.seen.at(-1)?.['authorization']).toBe('AWS4-HMAC-SHA256 signed-by-the-credential-proxy');
      await signing.delete();
    });

    // docs/departures/sandboxes.md#sandboxes-service-urls
    test('reaches a server in the sandbox by a service URL', async () => {
      const program = `require('http').createServer((q, s) => s.end(q.url + JSON.stringify(q.headers))).listen(0, '127.0.0.1', function () { console.log('port', this.address().port) })`;
      const server = await box.run(`exec ${node} -e ${JSON.stringify(program)}`, { wait: false });
      const chunks = server[Symbol.asyncIterator]();
      const first = await chunks.next();
      const port = Number(/port (\d+)/.exec(first.done === true ? '' : first.value.data)?.[1]);
      const service = await client.serviceUrl('work', { port, expiresInSeconds: 3_600 });
      if (!(service instanceof sdk.ServiceUrl)) throw new Error('it has no token');
      serviceToken = await service.token();
      const answer = await service.fetch('/a?b=c', { headers: { 'x-api-key': emulator.apiKey } });
      const text = await answer.text();
      expect([answer.status, text.startsWith('/a?b=c{')]).toEqual([200, true]);
      for (const secret of [serviceToken, emulator.apiKey]) expect(text).not.toContain(secret);
      server.kill();
      while ((await chunks.next()).done !== true) continue;
      const silent = await service.fetch('/');
      expect(silent.status).toBe(502);
      expect(await silent.text()).toContain(`Nothing listens on port ${port}`);
      await expect(client.serviceUrl('work', { port, access: 'workspace' })).rejects.toThrow(
        sdk.LangSmithValidationError,
      );
    });

    test('changes proxy rules immediately, and keeps opaque values of an unchanged configuration', async () => {
      const read = (await emulator.api('GET', '/v2/sandboxes/boxes/work')).body as { proxy_config: never };
      expect(JSON.stringify(read)).not.toContain(OPAQUE);
      await client.updateSandbox('work', { proxyConfig: read.proxy_config });
      await fetched(`${upstream.url}/private/b`);
      expect(upstream.seen.at(-1)?.['authorization']).toBe(OPAQUE);
      await client.updateSandbox('work', {
        proxyConfig: sdk.proxyConfig({ rules: [rule('token '), opaqueRule()] }),
      });
      await fetched(`${upstream.url}/repos/b`);
      expect(upstream.seen.at(-1)?.['authorization']).toBe(`token ${TOKEN}`);
      const unknown = {
        ...rule(''),
        headers: [{ ...sdk.workspaceSecret('MISSING'), name: 'Authorization' }],
      };
      await expect(
        client.updateSandbox('work', { proxyConfig: sdk.proxyConfig({ rules: [unknown] }) }),
      ).rejects.toThrow(sdk.LangSmithValidationError);
      const renamed = await client.updateSandbox('work', 'renamed');
      expect(renamed.id).toBe(box.id);
      await client.createSandbox({ name: 'work', waitForReady: false });
      await expect(client.updateSandbox('renamed', 'work')).rejects.toBeInstanceOf(
        sdk.LangSmithResourceNameConflictError,
      );
      await client.deleteSandbox('work');
      box = await client.updateSandbox('renamed', 'work');
    });

    test('stops the sandbox, and starts it again with its files, directly or by a command', async () => {
      await box.stop();
      await expect(
        client.updateSandbox('work', { proxyConfig: sdk.proxyConfig({ rules: [rule('')] }) }),
      ).rejects.toBeInstanceOf(sdk.LangSmithSandboxNotReadyError);
      await box.start();
      expect((await box.run('wc -c < kept/data.bin')).stdout.trim()).toBe('300000');
      await fetched(`${upstream.url}/repos/c`);
      expect(upstream.seen.at(-1)?.['authorization']).toBe(`token ${TOKEN}`);
      await box.stop();
      expect((await box.run('echo awake')).stdout).toBe('awake\n');
    });

    test('takes a snapshot of the sandbox, and creates another sandbox from the snapshot', async () => {
      const snapshot = await box.captureSnapshot('base');
      expect(await client.listSnapshots()).toMatchObject([
        { id: snapshot.id, name: 'base', status: 'ready' },
      ]);
      const copy = await client.createSandbox(snapshot.id, { name: 'copy', timeout: 60 });
      expect((await copy.run('wc -c < kept/data.bin')).stdout.trim()).toBe('300000');
      // The copy has no rules, and therefore no credentials.
      expect(await fetched(`${upstream.url}/repos/d`, copy)).not.toContain('Bearer');
      await copy.delete();
      await client.deleteSnapshot(snapshot.id);
    });

    test('still works after the proxy was killed, because a new proxy gets the configuration first', async () => {
      const health = (await emulator.api('GET', `${emulator.urls.admin}/health`)).body as {
        sandboxes: { proxy_pid: number };
      };
      process.kill(health.sandboxes.proxy_pid, 'SIGKILL');
      await emulatorSaw(() => emulator.log().includes('the credential proxy ended'));
      expect(await fetched(`${upstream.url}/repos/e`)).toContain('200 GET /repos/e');
      expect(upstream.seen.at(-1)?.['authorization']).toBe(`token ${TOKEN}`);
    });

    test('deletes the sandbox without leaving any secret behind', async () => {
      const journal = JSON.stringify(await emulator.journal());
      const snapshot = JSON.stringify((await emulator.api('GET', `${emulator.urls.admin}/snapshot`)).body);
      await box.delete();
      await expect(client.getSandbox('work')).rejects.toBeInstanceOf(sdk.LangSmithResourceNotFoundError);
      expect(await readdir(path.join(folder, 'data', 'sandboxes'))).toEqual([]);
      const files = await readdir(path.join(folder, 'data'), { recursive: true, withFileTypes: true });
      const kept = await Promise.all(
        files
          .filter((file) => file.isFile())
          .map((file) => readFile(path.join(file.parentPath, file.name), 'latin1')),
      );
      expect(kept.length).toBeGreaterThan(0);
      expect(serviceToken).not.toBe('');
      const { secretAccessKey, sessionToken } = AWS_KEY;
      for (const secret of [TOKEN, OPAQUE, serviceToken, secretAccessKey, sessionToken]) {
        for (const [what, text] of Object.entries({
          journal,
          snapshot,
          log: emulator.log(),
          kept: kept.join('\n'),
        })) {
          expect([what, text.includes(secret)]).toEqual([what, false]);
        }
      }
    });
  });
}

async function emulatorSaw(look: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !look(); tries += 1) await delay(20);
  expect(look()).toBe(true);
}
