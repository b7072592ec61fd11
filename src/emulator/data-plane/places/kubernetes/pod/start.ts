import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { realClock } from '../../../../../clients/clock.ts';
import { openArtifact } from '../../../artifacts/fetch-artifact.ts';
import { createPlaneClient } from '../../../artifacts/plane-client.ts';
import type { Environment } from '../../../environment.ts';
import { createPodLogSender } from '../../../pod-logs/log-sender.ts';
import { createProcesses } from '../../process/processes.ts';
import { startCertificateRenewal } from './certificate.ts';
import { type AgentPodOptions, runAgentPod } from './program.ts';
import type { PodSettings } from './variables.ts';

export interface AgentStart {
  deploymentId: string;
  settings: PodSettings;
  /** Folder where the revision is unpacked (default: `/data` if it is writable, or else a temporary folder). */
  dataDir: string | undefined;
  env: Environment;
  /** Writes text to the standard output of the container. */
  print: (text: string) => void;
  ending: AbortSignal;
}

const DATA = '/data';
/** Maximum milliseconds for which an ending pod sends the rest of its output. */
const FLUSH_MS = 5_000;

/** Runs this process as an agent pod, and returns its exit status. */
export async function startAgentPod(start: AgentStart): Promise<number> {
  const { deploymentId, settings, env, print, ending } = start;
  const closing = new AbortController();
  const output = createPodLogSender({
    plane: createPlaneClient({
      ...settings,
      path: `/_pods/${settings.revisionId}`,
      purpose: 'store the log',
      signal: closing.signal,
      // A line about each attempt would be another line to send.
      log: () => undefined,
    }),
    pod: settings.podUid,
    run: randomUUID(),
    now: Date.now,
    print,
    signal: closing.signal,
  });
  const log = (line: string) => output.write(`agent: ${line}`);
  const { folder, remove } = await scratchFolder(start.dataDir, 'agent-pod-');
  // No supervisor is needed, because a container ends all its processes when its first process exits.
  const processes = createProcesses({ supervised: false });
  try {
    return await runAgentPod({
      deploymentId,
      settings,
      processes,
      log,
      ending,
      openArtifact: (signal) => openArtifact({ ...settings, root: folder, signal, log }),
      startCertificates: createCertificates(settings, log),
      machine: { env, platform: process.platform, nodeFolder: dirname(process.execPath) },
      print: (line) => output.write(line),
    });
  } finally {
    await processes.close();
    await output.flush(FLUSH_MS);
    closing.abort();
    await remove();
  }
}

/** Returns the function that gets the certificates of this pod from the control plane. */
function createCertificates(
  settings: Pick<PodSettings, 'planeUrl' | 'token' | 'revisionId'>,
  log: (line: string) => void,
): NonNullable<AgentPodOptions['startCertificates']> {
  return (use, signal) => {
    const path = `/_pods/${settings.revisionId}/certificate`;
    const plane = createPlaneClient({ ...settings, path, purpose: 'sign a certificate', signal, log });
    const request = (text: string) => plane.json('', { method: 'POST', body: { json: { request: text } } });
    return startCertificateRenewal({ request, use, log, clock: realClock, signal });
  };
}

/**
 * Returns the folder for files that a pod unpacks and creates: `given`, `/data`, or a temporary folder. `remove`
 * deletes the folder if it is temporary.
 */
export async function scratchFolder(
  given: string | undefined,
  prefix: string,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const keep = () => Promise.resolve();
  if (given !== undefined) return { folder: await realpath(given), remove: keep };
  const isWritable = await access(DATA, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (isWritable) return { folder: DATA, remove: keep };
  const folder = await mkdtemp(join(await realpath(tmpdir()), prefix));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
