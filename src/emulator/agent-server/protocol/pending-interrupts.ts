import { isJsonObject } from '../../../contract/json-safety.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { createWakeSignal } from '../streams/stream-reader.ts';

interface PendingInterrupts {
  ids: ReadonlySet<string>;
  /** True if the thread has an active or pending run. */
  isBusy: boolean;
  /** ID of the assistant of the thread's last run. */
  assistantId: string | undefined;
}

type ReadPendingInterrupts = (
  thread: { deploymentId: string; threadId: string; signal: AbortSignal },
  options: { timeoutMs: number; isEnough?: (ids: ReadonlySet<string>) => boolean },
) => Promise<PendingInterrupts>;

/**
 * Creates the function that returns the pending interrupts of a thread. While a run is active, the function waits until
 * the run has ended or `isEnough` accepts the interrupts, but at most `timeoutMs` milliseconds. The wait is necessary
 * because an event reports an interrupt before the thread contains the interrupt.
 */
export function createPendingInterruptsReader({
  store,
  executor,
  clock,
}: Pick<AgentServerDependencies, 'store' | 'executor' | 'clock'>): ReadPendingInterrupts {
  return async ({ deploymentId, threadId, signal }, { timeoutMs, isEnough = () => false }) => {
    const read = async () => {
      const thread = await store.threads.head(deploymentId, threadId);
      const assistantId = thread?.metadata['assistant_id'];
      return {
        ids: interruptIds(thread?.interrupts),
        isBusy: thread?.status === 'busy',
        assistantId: typeof assistantId === 'string' ? assistantId : undefined,
      };
    };
    const now = await read();
    if (!now.isBusy || timeoutMs === 0) return now;
    const done = new AbortController();
    const wake = createWakeSignal();
    let late = false;
    const timeout = () => {
      late = true;
      wake.wake('abort');
    };
    clock.sleep(timeoutMs, AbortSignal.any([done.signal, signal])).then(timeout, timeout);
    const runs = executor.streams.subscribeToThread(
      { deploymentId, threadId },
      () => undefined,
      () => wake.wake('end'),
    );
    try {
      for (;;) {
        const pending = await read();
        if (!pending.isBusy || isEnough(pending.ids) || late) return pending;
        await wake.next();
      }
    } finally {
      done.abort();
      runs.stop();
    }
  };
}

/** Returns the IDs of a thread's interrupts. `interrupts` is keyed by task. */
function interruptIds(interrupts: Record<string, unknown> | undefined): Set<string> {
  const all = Object.values(interrupts ?? {}).flat();
  return new Set(
    all.flatMap((one) => (isJsonObject(one) && typeof one['id'] === 'string' ? [one['id']] : [])),
  );
}
