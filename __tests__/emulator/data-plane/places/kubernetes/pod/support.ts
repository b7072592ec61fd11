import {
  dialPod,
  type DialOptions,
  type PodLink,
} from '../../../../../../src/emulator/data-plane/link/dial.ts';
import { createFrameDecoder } from '../../../../../../src/emulator/data-plane/link/decoder.ts';
import { serveWorker } from '../../../../../../src/emulator/data-plane/places/kubernetes/pod/program.ts';
import { createProcesses } from '../../../../../../src/emulator/data-plane/places/process/processes.ts';
import type { Processes } from '../../../../../../src/emulator/ports/processes.ts';
import type { WorkerSpec } from '../../../../../../src/emulator/ports/worker.ts';
import type { Cleanup } from '../../../../agent-server/fixture.ts';

export const TOKEN = 'token-of-the-revision';
export const POD_UID = 'uid-of-the-pod';

type PodOptions = Parameters<typeof serveWorker>[0];

/** Starts an agent pod in this process, with its own worker process and links to it. */
export async function startPod(
  cleanup: Cleanup,
  options: {
    spec: WorkerSpec;
    processes?: Processes;
    print?: (line: string) => void;
    storeCallsOf?: DialOptions['storeCallsOf'];
    answerAgent?: DialOptions['answerAgent'];
    timing?: PodOptions['timing'];
    stuckMs?: number;
    channelTiming?: PodOptions['channelTiming'];
    maxLinks?: number;
    startCertificates?: PodOptions['startCertificates'];
  },
) {
  const { spec, processes = createProcesses({ supervised: false }) } = options;
  const ending = new AbortController();
  const logged: string[] = [];
  const listening = Promise.withResolvers<number>();
  const status = serveWorker(
    {
      settings: { port: 0, token: TOKEN, podUid: POD_UID, stuckMs: options.stuckMs ?? 60_000 },
      host: '127.0.0.1',
      processes,
      print: options.print ?? (() => undefined),
      log: (line) => void logged.push(line),
      ending: ending.signal,
      onReady: listening.resolve,
      timing: options.timing ?? { drainMs: 1_000, stopGraceMs: 1_000 },
      ...(options.channelTiming && { channelTiming: options.channelTiming }),
      ...(options.maxLinks !== undefined && { maxLinks: options.maxLinks }),
      ...(options.startCertificates && { startCertificates: options.startCertificates }),
    },
    spec,
  );
  status.then(() => listening.reject(new Error(logged.join('\n'))), listening.reject);
  cleanup.add(async () => {
    ending.abort();
    await status.catch(() => undefined);
  });
  const port = await listening.promise;
  const url = `http://127.0.0.1:${port}`;
  const links: PodLink[] = [];
  const decoder = createFrameDecoder();
  cleanup.add(async () => {
    for (const link of links) link.close();
    await decoder.close();
  });
  return {
    url,
    logged,
    status,
    end: () => ending.abort(),
    /** Opens the link of another replica. */
    async link(change: Partial<DialOptions> = {}): Promise<PodLink> {
      const link = await dialPod({
        target: { url },
        podName: 'pod-1',
        podUid: POD_UID,
        token: TOKEN,
        deploymentId: spec.deploymentId,
        revisionId: spec.revisionId,
        storeCallsOf: options.storeCallsOf ?? (() => () => Promise.resolve({ ok: true, found: [] })),
        answerAgent:
          options.answerAgent ?? (() => Promise.reject(new Error('this link has no handler for requests'))),
        warn: () => undefined,
        signal: new AbortController().signal,
        decoder,
        ...(options.channelTiming && { timing: options.channelTiming }),
        ...change,
      });
      links.push(link);
      return link;
    },
  };
}
