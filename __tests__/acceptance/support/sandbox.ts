import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@jest/globals';
import { createCertificateAuthority } from '../../../harness/credential-proxy/certificate-authority.ts';
import type { ReceivedRequest } from '../../../harness/credential-proxy/signature-verifier.ts';
import { pushEvent } from '../../../harness/events.ts';
import { findLeaks } from '../../../harness/runner/leaks.ts';
import { runAction } from '../../../harness/runner/run-action.ts';
import type { ActionRun, RunActionOptions } from '../../../harness/runner/types.ts';
import { SANDBOX_OUTPUTS } from '../../../src/action/sandbox/report.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
export const SANDBOX_YML = path.join(ROOT, 'sandbox/action.yml');
/** Path of the proxy program in this bundle. */
export const PROXY = path.join(ROOT, 'dist/credential-proxy.js');
/** Key that the host requires. */
export const KEY = 'sk-value-of-the-model-key-77';
export const sandboxEvent = pushEvent({ branch: 'main', before: 'a'.repeat(40), after: 'd'.repeat(40) });

/** Loopback address that is not excluded from proxies by default. */
const HOST = '127.0.0.2';

/** A host with its own CA that responds with the credential that it received. */
export interface Upstream {
  readonly port: number;
  /** Requests as `METHOD path credential`, in order. */
  readonly seen: string[];
  /** Requests with their bodies, in order. */
  readonly received: ReceivedRequest[];
  readonly caFile: string;
  /** Folder for files of the test. */
  readonly folder: string;
  /** Rules that send the key to the host's paths below `/v1/`, and deny all other requests. */
  readonly rules: string;
  /** Inputs with which `mode: runner` can reach the host. */
  inputs(isolation: string): Record<string, string>;
  /**
   * Returns a shell command that requests a path of the host, with this Node or another Node, and prints the response.
   */
  asking(at: string, node?: string): string;
  close(): Promise<void>;
}

export async function startUpstream(): Promise<Upstream> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-deploy-sandbox-test-'));
  const authority = await createCertificateAuthority('CA of the upstream');
  const caFile = path.join(folder, 'upstream-ca.pem');
  await writeFile(caFile, authority.caPem);
  const seen: string[] = [];
  const received: ReceivedRequest[] = [];
  const server = createServer(await authority.issue([HOST]), (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', rawHeaders } = request;
      received.push({ method, url, rawHeaders, body: Buffer.concat(chunks) });
      response.setHeader('content-type', 'text/plain');
      response.end(`you sent ${request.headers.authorization ?? 'nothing'}`);
    });
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const rules = `rules:
  - name: model
    match_hosts: ['${HOST}:${port}']
    match_paths: [/v1/*]
    headers:
      - { name: Authorization, type: workspace_secret, value: 'Bearer {MODEL_KEY}' }
access_control: { allow_list: ['${HOST}:${port}'] }`;
  const program = (at: string) =>
    `fetch('https://${HOST}:${port}${at}').then((r) => r.text()).then(console.log, (e) => { console.log('failed', e.cause ?? e); process.exit(9); })`;
  return {
    port,
    seen,
    received,
    caFile,
    folder,
    rules,
    inputs: (isolation) => ({
      mode: 'runner',
      'proxy-config': rules,
      'private-networks': `${HOST}/32`,
      'ca-file': caFile,
      isolation,
    }),
    asking: (at, node = process.execPath) => `'${node}' -e "${program(at)}"`,
    async close() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs the built sandbox action with the key in the environment, and checks the invariants of every run. */
export async function runSandbox(
  options: Partial<RunActionOptions>,
  secrets: readonly string[] = [KEY],
): Promise<ActionRun> {
  const run = await runAction({
    actionYml: SANDBOX_YML,
    event: sandboxEvent,
    ...options,
    env: { MODEL_KEY: KEY, ...options.env },
  });
  expect(findLeaks(run, secrets)).toEqual([]);
  expect(run.maskViolations).toEqual([]);
  expect(run.deprecatedCommands).toEqual([]);
  if (run.post !== null)
    expect(run.post).toMatchObject({ outcome: 'success', exitCode: 0, leftRunning: false });
  if (run.main?.endedBy === null) {
    const reported = Object.keys(run.outputs).filter((name) => name !== 'proxy-url');
    expect(reported).toEqual(SANDBOX_OUTPUTS.filter((name) => name !== 'proxy-url'));
  }
  return run;
}

/** Returns the processes of this machine whose command line contains a string. */
export async function processesWith(text: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map(async (pid) => [pid, await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')] as const),
  );
  return lines.filter(([, line]) => line.includes(text)).map(([pid]) => pid);
}

/** Returns the folder of a run's files. */
export function folderOf({ state }: ActionRun): string {
  const { folder } = JSON.parse(state['agent-deploy-sandbox'] ?? '{}') as { folder: string };
  expect(folder).toMatch(/agent-deploy-/);
  return folder;
}
