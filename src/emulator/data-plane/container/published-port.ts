import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessEnd } from '../../ports/processes.ts';
import type { ContainerRun, PodContext } from './container-run.ts';

/** How long an engine may take to begin a container, in milliseconds. */
export const CREATE_MS = 60_000;
const LOOK_AGAIN_MS = 100;

/** What became of a container that was to be given a port of this machine. */
export type PublishedPort =
  | { kind: 'port'; port: number }
  | { kind: 'ended'; end: ProcessEnd }
  | { kind: 'late' }
  | { kind: 'aborted' };

/** Asks for the port of this machine that leads to a container's, until the container is there. */
export async function waitForPublishedPort(
  { engine }: PodContext,
  run: ContainerRun,
  port: number,
  signal: AbortSignal,
): Promise<PublishedPort> {
  let ended: ProcessEnd | undefined;
  void run.process.ended.then((end) => {
    ended = end;
  });
  const until = performance.now() + CREATE_MS;
  for (;;) {
    const { ok, stdout } = await engine.run(['port', run.name, `${port}/tcp`], { signal });
    const given = Number(/:(\d+)\s*$/m.exec(stdout)?.[1]);
    if (signal.aborted) return { kind: 'aborted' };
    if (ended !== undefined) return { kind: 'ended', end: ended };
    if (ok && given > 0) return { kind: 'port', port: given };
    if (performance.now() > until) return { kind: 'late' };
    await Promise.race([delay(LOOK_AGAIN_MS), run.process.ended]);
  }
}
