import { setTimeout } from 'node:timers/promises';
import type { AgentClient } from './agent.ts';

const PAUSE_MS = 20;

/** What a load loop saw. */
export interface LoadReport {
  requests: number;
  failed: number;
  problems: string[];
  /** Answers' first words, in the order in which they were first seen. */
  versions: string[];
  /** Revisions as /info named them, in the order in which they were first seen. */
  revisions: string[];
}
export interface LoadLoop {
  /** Resolves once the URL answers from `revision` and one more conversation went through; rejects after `withinMs`. */
  sees(revision: string, withinMs: number): Promise<void>;
  stop(): Promise<LoadReport>;
}

/** Keeps talking to an agent from several callers at once until it is stopped. */
export function startLoad(client: AgentClient, callers = 3): LoadLoop {
  const stop = new AbortController();
  let conversations = 0;
  const versions = new Set<string>();
  const revisions = new Set<string>();
  const before = client.counts();
  const waiting = new Set<() => void>();
  const loop = async (step: () => Promise<void>) => {
    while (!stop.signal.aborted) {
      // A failure is counted by the client; the loop goes on, as users do.
      await step().catch(() => {});
      for (const check of waiting) check();
      // A pause between two calls of one caller: the build beside it needs the machine too.
      await setTimeout(PAUSE_MS);
    }
  };
  const loops = [
    ...Array.from({ length: callers }, () =>
      loop(async () => {
        const answer = await client.converse('are you there?');
        conversations += 1;
        versions.add(/^[^:]*/.exec(answer)?.[0] ?? answer);
      }),
    ),
    loop(async () => {
      const revision = await client.revision();
      if (revision !== null) revisions.add(revision);
    }),
  ];
  return {
    sees(revision, withinMs) {
      return new Promise((resolve, reject) => {
        let from: number | null = null;
        const check = () => {
          if (from === null && revisions.has(revision)) from = conversations;
          // Callers in flight may still bring an answer of the old revision: wait for one round of all of them.
          if (from === null || conversations < from + 2 * callers) return;
          settle();
          resolve();
        };
        const timer = globalThis.setTimeout(() => {
          settle();
          reject(new Error(`the URL did not answer from revision ${revision} within ${withinMs} ms`));
        }, withinMs);
        const settle = () => {
          clearTimeout(timer);
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      });
    },
    async stop() {
      stop.abort();
      await Promise.all(loops);
      const after = client.counts();
      return {
        requests: after.requests - before.requests,
        failed: after.failed - before.failed,
        problems: after.problems.slice(before.problems.length),
        versions: [...versions],
        revisions: [...revisions],
      };
    },
  };
}
