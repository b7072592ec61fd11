import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCertificateAuthority } from '../../harness/credential-proxy/certificate-authority.ts';
import { type Recorder, startRecorder, headerValues } from '../../harness/credential-proxy/recorder.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';

// Tests an emulator, its proxy and a bubblewrap sandbox, each in a process: where the secrets are, and which requests
// are sent after the proxy is killed. These tests require bubblewrap and curl (.ci/engine installs them).

/** Loopback address that programs reach only through their proxy. */
const ADDRESS = '127.0.0.2';
const random = (): string => randomBytes(24).toString('base64url');
const secrets = { workspace: random(), opaque: random(), replaced: random() };
const SPELLINGS = Object.entries(secrets).flatMap(([name, value]) => [
  [name, value],
  [`${name} in base64`, Buffer.from(value).toString('base64')],
  [`${name} in hexadecimal`, Buffer.from(value).toString('hex')],
]);
const found = (text: string): (string | undefined)[] =>
  SPELLINGS.filter(([, spelling]) => text.includes(spelling ?? '')).map(([name]) => name);

let folder: string;
let upstream: Recorder;
let emulator: EmulatorHandle;
/** All response texts and log lines. */
const reported: string[] = [];

const start = (): Promise<EmulatorHandle> =>
  startEmulator({
    dataDir: path.join(folder, 'data'),
    sandboxIsolation: 'namespaces',
    sandboxNetworks: [`${ADDRESS}/32`],
    sandboxRoots: path.join(folder, 'roots.pem'),
    onLog: (line) => reported.push(line),
  });
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandbox-secrets-'));
  const authority = await createCertificateAuthority('upstream of sandboxes');
  await writeFile(path.join(folder, 'roots.pem'), authority.caPem);
  upstream = await startRecorder(await authority.issue([ADDRESS]), ADDRESS);
  emulator = await start();
});
afterAll(async () => {
  await emulator.stop();
  await upstream.stop();
  await rm(folder, { recursive: true, force: true });
});

async function call(method: string, target: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await emulator.api(method, new URL(target, emulator.urls.sandboxes).href, body);
  reported.push(JSON.stringify(answer.body));
  if (answer.status >= 300)
    throw new Error(`${method} ${target} answered ${answer.status}: ${reported.at(-1)}`);
  return answer.body as Record<string, unknown>;
}
async function run(command: string): Promise<Record<string, unknown>> {
  const box = await call('GET', '/v2/sandboxes/boxes/desk');
  return call('POST', `${String(box['dataplane_url'])}/execute`, { command, timeout: 60 });
}
const curl = (target: string): Promise<Record<string, unknown>> =>
  run(`curl -sS --max-time 30 https://${ADDRESS}:${upstream.port}${target}`);
async function proxyPid(): Promise<number> {
  const { sandboxes } = await call('GET', '/_local/health');
  return Number((sandboxes as Record<string, unknown>)['proxy_pid']);
}
const ready = async (): Promise<void> => {
  while ((await call('GET', '/v2/sandboxes/boxes/desk/status'))['status'] !== 'ready') {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe('a box, its credential proxy and the emulator', () => {
  test('send secrets to the upstream server', async () => {
    await call('POST', '/api/v1/workspaces/current/secrets', [{ key: 'HUB', value: secrets.replaced }]);
    await call('PUT', '/api/v1/workspaces/current/secrets/HUB', { value: secrets.workspace });
    const headers = [
      { name: 'Authorization', type: 'workspace_secret', value: 'Bearer {HUB}' },
      { name: 'X-Api-Key', type: 'opaque', value: secrets.opaque },
    ];
    const rules = [{ name: 'hub', match_hosts: [`${ADDRESS}:${upstream.port}`], headers }];
    await call('POST', '/v2/sandboxes/boxes', {
      name: 'desk',
      wait_for_ready: true,
      proxy_config: { rules },
    });
    upstream.answer('/echo', (socket, request) => {
      const value = headerValues(request, 'authorization').join();
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${value.length}\r\n\r\n${value}`,
      );
    });
    expect(await curl('/x')).toMatchObject({ exit_code: 0 });
    expect(await curl('/echo')).toMatchObject({
      exit_code: 0,
      stdout: expect.stringMatching(/^Bearer \*+$/),
    });
    expect(found(upstream.bytes().toString('latin1'))).toEqual(['workspace', 'opaque']);
  });

  test('reveal the secrets neither to a program in the box nor in the process list', async () => {
    const inside = await run(
      'env; cat /proc/*/environ /proc/*/cmdline 2>/dev/null | tr "\\0" "\\n"; cat /etc/*-release',
    );
    expect(String(inside['stdout'])).toContain('HTTPS_PROXY=');
    expect(found(String(inside['stdout']))).toEqual([]);
    expect(found(processList())).toEqual([]);
  });

  test('abort a request if the proxy is killed, and continue with the next proxy', async () => {
    upstream.answer('/half', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
    upstream.clear();
    const half = curl('/half');
    while (upstream.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const pid = await proxyPid();
    process.kill(pid, 'SIGKILL');
    const broken = await half;
    expect(broken['exit_code']).toBeGreaterThan(0);
    await ready();
    expect(await proxyPid()).not.toBe(pid);
    expect(await curl('/x')).toMatchObject({ exit_code: 0, stdout: '{"ok":true}' });
    // Each request that reached the upstream had its credential.
    expect(upstream.requests.map((one) => headerValues(one, 'x-api-key'))).toEqual([
      [secrets.opaque],
      [secrets.opaque],
    ]);
  });

  test('restore the secrets after a restart, and store them only in encrypted form', async () => {
    reported.push(JSON.stringify(await emulator.journal()), JSON.stringify(await emulator.snapshot()));
    await call('GET', '/_local/health');
    await emulator.stop();
    expect(found(await everyFile(path.join(folder, 'data')))).toEqual([]);
    emulator = await start();
    await ready();
    upstream.clear();
    expect(await curl('/x')).toMatchObject({ exit_code: 0 });
    expect(upstream.requests.map((one) => headerValues(one, 'authorization'))).toEqual([
      [`Bearer ${secrets.workspace}`],
    ]);
    expect(found(await everyFile(path.join(folder, 'data')))).toEqual([]);
  });

  test('reveal the secrets in no response, log, journal, snapshot or metric', async () => {
    await call('GET', '/v2/sandboxes/boxes');
    reported.push(emulator.log());
    expect(reported.join('').length).toBeGreaterThan(2_000);
    expect(found(reported.join('\n'))).toEqual([]);
  });
});

/** Returns the command lines and environments of all readable processes. */
function processList(): string {
  const read = (file: string): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      // The process has ended, or belongs to another user.
      return '';
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => [read(`/proc/${pid}/cmdline`), read(`/proc/${pid}/environ`)]).join('\n');
}

/** Returns the bytes of all files below a folder. */
async function everyFile(below: string): Promise<string> {
  const entries = await readdir(below, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(1);
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(path.join(parentPath, name), 'latin1')),
  );
  return texts.join('\n');
}
