import type { RunRow, ThreadRow } from '../../seams/store.ts';
import type { AgentServerDeps } from '../deps.ts';
import { type Bell, createBell } from './bell.ts';
import { type Follower, followRun } from './follow.ts';
import { streamedRun } from './streamed-run.ts';

/** Somebody who reads whatever runs on a thread. */
export interface ThreadReading {
  /** Resolves when nothing is missed of what comes then. */
  ready: Promise<void>;
  text: AsyncGenerator<string>;
  ring: Bell['ring'];
  stop(): void;
}

/**
 * The events of the run at work on a thread from now on, and those of every run after it, until nobody reads or the thread is
 * gone. Each run
 * begins with `metadata`; there is no `end`, and there are no ids: they count within one run.
 */
export function readThread(
  deps: AgentServerDeps,
  thread: Pick<ThreadRow, 'id' | 'deploymentId'>,
): ThreadReading {
  const { id: threadId, deploymentId } = thread;
  const bell = createBell();
  const coming: { run: RunRow; follower: Follower; after: Promise<number> }[] = [];
  let current: Follower | undefined;
  let known: string | undefined;
  let joining = true;

  const stopListening = deps.executor.streams.listenThread(threadId, (run) => {
    // Another attempt of a run goes on in the same stream.
    if (run.id === known) return;
    known = run.id;
    // From this moment, so that nothing of it is missed.
    const follower = followRun(deps, run.id);
    const after = joining ? follower.now() : Promise.resolve(-1);
    // Thrown where it is waited for; that may be later, or never.
    after.catch(() => undefined);
    coming.push({ run, follower, after });
    bell.ring('events');
  });
  joining = false;
  const ready = (coming[0]?.after ?? Promise.resolve()).then(() => undefined);

  async function* read(): AsyncGenerator<string> {
    for (;;) {
      const next = coming.shift();
      if (next === undefined) {
        const rang = await bell.heard();
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
        for await (const text of current.read(streamedRun(next.run), how)) {
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
    ring(what) {
      bell.ring(what);
      current?.bell.ring(what);
    },
    stop() {
      stopListening();
      for (const { follower } of coming) follower.stop();
      current?.stop();
    },
  };
}
