import type { RunRow, ThreadRow } from '../../ports/store.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { type WakeSignal, createWakeSignal } from './bell.ts';
import { type RunSubscription, subscribeToRun } from './follow.ts';
import { toStreamedRun } from './streamed-run.ts';

/** Somebody who reads whatever runs on a thread. */
export interface ThreadSubscription {
  /** Resolves when nothing is missed of what comes then. */
  ready: Promise<void>;
  text: AsyncGenerator<string>;
  wake: WakeSignal['wake'];
  stop(): void;
}

/**
 * The events of the run at work on a thread from now on, and those of every run after it, until nobody reads or the thread is
 * gone. Each run
 * begins with `metadata`; there is no `end`, and there are no ids: they count within one run.
 */
export function subscribeToThread(
  deps: AgentServerDependencies,
  thread: Pick<ThreadRow, 'id' | 'deploymentId'>,
): ThreadSubscription {
  const { id: threadId, deploymentId } = thread;
  const bell = createWakeSignal();
  const coming: { run: RunRow; follower: RunSubscription; after: Promise<number> }[] = [];
  let current: RunSubscription | undefined;
  let known: string | undefined;
  let joining = true;

  const stopListening = deps.executor.streams.subscribeToThread(threadId, (run) => {
    // Another attempt of a run goes on in the same stream.
    if (run.id === known) return;
    known = run.id;
    // From this moment, so that nothing of it is missed.
    const follower = subscribeToRun(deps, run.id);
    const after = joining ? follower.position() : Promise.resolve(-1);
    // Thrown where it is waited for; that may be later, or never.
    after.catch(() => undefined);
    coming.push({ run, follower, after });
    bell.wake('events');
  });
  joining = false;
  const ready = (coming[0]?.after ?? Promise.resolve()).then(() => undefined);

  async function* read(): AsyncGenerator<string> {
    for (;;) {
      const next = coming.shift();
      if (next === undefined) {
        const rang = await bell.next();
        if (rang.has('over')) return;
        if (rang.has('pause')) {
          if (!(await deps.store.threads.get(deploymentId, threadId))) return;
          yield '';
        }
        continue;
      }
      current = next.follower;
      try {
        const how = { after: await next.after, joined: true, wanted: undefined, last: false };
        for await (const text of current.read(toStreamedRun(next.run), how)) {
          yield text.replaceAll(/^id: \d+\n/gm, '');
        }
      } finally {
        current.stop();
        current = undefined;
      }
    }
  }

  return {
    ready,
    text: read(),
    wake(what) {
      bell.wake(what);
      current?.signal.wake(what);
    },
    stop() {
      stopListening();
      for (const { follower } of coming) follower.stop();
      current?.stop();
    },
  };
}
