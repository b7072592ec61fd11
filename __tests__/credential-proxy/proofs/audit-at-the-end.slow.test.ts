import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sendRequest, openTunnel } from '../../../harness/credential-proxy/client.ts';
import { type Rig, RULES, startRig } from '../../../harness/credential-proxy/rig.ts';
import { startProxy } from '../../../src/credential-proxy/owner/start-proxy.ts';
import { AuditEntry } from '../../../src/credential-proxy/messages.ts';
import type { CredentialProxy } from '../../../src/credential-proxy/port.ts';
import { stopProcess } from '../../../src/os/processes.ts';
import { hashOf, pushOf } from '../support.ts';

const TOKEN = 'token-of-this-test';
const HALF = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf';

let rig: Rig;
let folder: string;
beforeAll(async () => {
  rig = await startRig();
  folder = await mkdtemp(join(tmpdir(), 'audit-end-'));
});
afterAll(async () => {
  await rig.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Leaves one completed request, one active request and one open tunnel. */
async function leaveOpen(proxy: CredentialProxy): Promise<void> {
  const extraRoots = [rig.ca.caPem];
  const answer = await proxy.push(
    pushOf({ sandboxId: 'main', tokenHash: hashOf(TOKEN), rules: RULES, extraRoots }),
  );
  if (answer.kind === 'refused') throw new Error(JSON.stringify(answer));
  const sandbox = { id: 'main', token: TOKEN, caPem: answer.caPem };
  rig.upstream.answer('/repos/half', HALF);
  const { port } = proxy.address;
  const whole = await openTunnel(port, sandbox, 'api.test:443');
  await sendRequest(whole, 'GET /repos/whole HTTP/1.1\r\nHost: api.test\r\n\r\n');
  const half = await openTunnel(port, sandbox, 'api.test:443');
  half.send('GET /repos/half HTTP/1.1\r\nHost: api.test\r\n\r\n');
  await half.head();
  await openTunnel(port, sandbox, 'open.test:443', { ca: rig.ca.caPem });
}

const linesOf = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => AuditEntry.parse(JSON.parse(line)))
    .map(({ decision, host, path }) => `${decision} ${host} ${path ?? ''}`.trim())
    .sort();

const ALL = ['inject api.test /repos/half', 'inject api.test /repos/whole', 'tunnel open.test'];

describe('the audit file at the end of a credential proxy', () => {
  // docs/credential-proxy/process.md#end-what-still-open-line-also-when-proxy
  test('has an entry for each request that was open when the proxy was stopped', async () => {
    const auditFile = join(folder, 'stopped.jsonl');
    const proxy = await startProxy({ entry: rig.network.entry, auditFile, port: 0 });
    await leaveOpen(proxy);
    await proxy.stop();
    expect(await linesOf(auditFile)).toEqual(ALL);
  });

  test('is still written after the proxy was detached, until the proxy ends', async () => {
    const auditFile = join(folder, 'detached.jsonl');
    const proxy = await startProxy({ entry: rig.network.entry, auditFile, port: 0 });
    await leaveOpen(proxy);
    const detached = await proxy.detach();
    expect(await stopProcess(detached, 3_000)).toBe('stopped');
    expect(await linesOf(auditFile)).toEqual(ALL);
  });
});
