import { setInterval } from 'node:timers';
import type { StreamedRun } from './streamed-run.ts';
import type { AgentServerDeps } from '../deps.ts';
import type { RunEnd } from '../run-ends.ts';
import { type Bell, createBell } from './bell.ts';
import { type Reading, readRun } from './read-run.ts';

/** Below what clients that watch for silence, and proxies, put up with. */
const HEARTBEAT_MS = 5_000;

/** Somebody who follows one run. */
export interface Follower {
  bell: Bell;
  /**
   * The place after which this reader begins who comes now. Resolves when the run, if it is at work, tells all that it does
   * from then on: whoever is answered after it misses nothing.
   */
  now(): Promise<number>;
  read(run: StreamedRun, how: Pick<Reading, 'after' | 'joined' | 'wanted' | 'last'>): AsyncGenerator<string>;
  stop(): void;
}

/** Follows a run, which need not exist yet: nothing of it is missed that comes after `now`. `stop` it in any case. */
export function followRun(deps: AgentServerDeps, runId: string): Follower {
  const { store, executor, clock } = deps;
  const bell = createBell();
  let ended: RunEnd | undefined;
  const watch = executor.watch(runId);
  void watch.end.then((end) => {
    ended = end;
    bell.ring('end');
  });
  const listening = executor.streams.listen(runId, () => bell.ring('events'));
  return {
    bell,
    async now() {
      await listening.heard;
      return store.runStreams.lastId(runId);
    },
    read(run, how) {
      let feedback: Promise<string | undefined> | undefined;
      return readRun({
        ...how,
        store,
        run,
        bell,
        ended: () => ended,
        feedback: () => (feedback ??= feedbackOf(deps, run)),
        now: () => clock.now(),
      });
    },
    stop() {
      listening.stop();
      watch.stop();
    },
  };
}

/** Rings for who waits: now and then, and when there is nobody to read for. Gives what ends it. */
export function ringInTime(
  { heartbeatMs = HEARTBEAT_MS }: Pick<AgentServerDeps, 'heartbeatMs'>,
  signal: AbortSignal,
  ring: Bell['ring'],
): () => void {
  const timer = setInterval(() => ring('pause'), heartbeatMs);
  const over = () => ring('over');
  signal.addEventListener('abort', over, { once: true });
  return () => {
    clearInterval(timer);
    signal.removeEventListener('abort', over);
  };
}

/** JSON text of a run's feedback URLs; undefined when it has none, or none could be made. */
async function feedbackOf(deps: AgentServerDeps, run: StreamedRun): Promise<string | undefined> {
  const urls = run.feedbackKeys && deps.feedback ? await deps.feedback(run.id, run.feedbackKeys) : {};
  return Object.keys(urls).length === 0 ? undefined : JSON.stringify(urls);
}
