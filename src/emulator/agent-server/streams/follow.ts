import { setInterval } from 'node:timers';
import type { StreamedRun } from './streamed-run.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import type { RunResult } from '../run-ends.ts';
import { type WakeSignal, createWakeSignal } from './bell.ts';
import { type ReadRunOptions, readRunEvents } from './read-run.ts';

/** Below what clients that watch for silence, and proxies, put up with. */
const HEARTBEAT_MS = 5_000;

/** Somebody who follows one run. */
export interface RunSubscription {
  signal: WakeSignal;
  /**
   * The place after which this reader begins who comes now. Resolves when the run, if it is at work, tells all that it does
   * from then on: whoever is answered after it misses nothing.
   */
  position(): Promise<number>;
  read(
    run: StreamedRun,
    how: Pick<ReadRunOptions, 'after' | 'joined' | 'wanted' | 'last'>,
  ): AsyncGenerator<string>;
  stop(): void;
}

/** Follows a run, which need not exist yet: nothing of it is missed that comes after `now`. `stop` it in any case. */
export function subscribeToRun(deps: AgentServerDependencies, runId: string): RunSubscription {
  const { store, executor, clock } = deps;
  const bell = createWakeSignal();
  let ended: RunResult | undefined;
  const watch = executor.watch(runId);
  void watch.result.then((end) => {
    ended = end;
    bell.wake('end');
  });
  const listening = executor.streams.subscribe(runId, () => bell.wake('events'));
  return {
    signal: bell,
    async position() {
      await listening.heard;
      return store.runStreams.lastId(runId);
    },
    read(run, how) {
      let feedback: Promise<string | undefined> | undefined;
      return readRunEvents({
        ...how,
        store,
        run,
        signal: bell,
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
export function wakePeriodically(
  { heartbeatMs = HEARTBEAT_MS }: Pick<AgentServerDependencies, 'heartbeatMs'>,
  signal: AbortSignal,
  ring: WakeSignal['wake'],
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
async function feedbackOf(deps: AgentServerDependencies, run: StreamedRun): Promise<string | undefined> {
  const urls = run.feedbackKeys && deps.feedback ? await deps.feedback(run.id, run.feedbackKeys) : {};
  return Object.keys(urls).length === 0 ? undefined : JSON.stringify(urls);
}
