import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ThreadList, ThreadState, ThreadSummary } from '../../../src/contract/dashboard/threads.ts';
import { errorText, read } from './api.ts';
import { connection, requests } from './store.ts';

/** Milliseconds between two requests for the list while one of its threads is running. */
const RUNNING_MS = 1_000;
/** Delay in milliseconds between a request to an agent and the request for the list. */
const SETTLED_MS = 150;

export interface LiveThreads {
  threads: Signal<readonly ThreadSummary[] | null>;
  counts: Signal<ThreadList['counts'] | null>;
  /** Offset of the next page, or null if all threads are loaded. */
  next: Signal<number | null>;
  searched: Signal<number>;
  problem: Signal<string>;
  /** Reads the next page. */
  more(): Promise<void>;
}

/** Number of newest requests that are searched for the last request to an agent. */
const SEARCHED = 20;

/**
 * Returns the number of the last request to an agent. Components pass the value of a signal, so that each new request
 * renders the component again.
 */
function lastAgentRequest(_version: number): number {
  const { rows } = requests;
  const newest = rows.slice(Math.max(rows.size - SEARCHED, 0));
  return newest.findLast(({ surface }) => surface === 'agent-server')?.seq ?? 0;
}

/**
 * Keeps a list of threads current. Reads the list again after requests to agents and, while a thread runs, every
 * second. An idle page sends no requests. A change of `changes` also makes the hook read the list again.
 */
export function useThreadList(
  filter: { deployment?: string; state?: ThreadState | undefined; text?: string },
  changes: readonly unknown[] = [],
): LiveThreads {
  const { deployment = '', state = '', text = '' } = filter;
  const threads = useSignal<readonly ThreadSummary[] | null>(null);
  const counts = useSignal<ThreadList['counts'] | null>(null);
  const next = useSignal<number | null>(null);
  const searched = useSignal(0);
  const problem = useSignal('');
  const round = useSignal(0);
  const query = { deployment_id: deployment, state, text };
  const key = JSON.stringify(query);
  const shownKey = useRef(key);
  shownKey.current = key;

  const load = async (): Promise<void> => {
    const own = round.peek() + 1;
    round.value = own;
    try {
      const shown = Math.min(Math.max(threads.peek()?.length ?? 0, 100), 200);
      const page = await read<ThreadList>('/threads', { ...query, limit: shown });
      if (round.peek() !== own) return;
      const rest = (threads.peek() ?? []).slice(shown);
      const ids = new Set(page.threads.map(({ thread_id: id }) => id));
      const isLonger = rest.length > 0 && page.next !== null;
      threads.value = isLonger
        ? [...page.threads, ...rest.filter(({ thread_id: id }) => !ids.has(id))]
        : page.threads;
      if (!isLonger) next.value = page.next;
      counts.value = page.counts;
      searched.value = page.searched;
      problem.value = '';
    } catch (error) {
      if (round.peek() === own) problem.value = errorText(error);
    }
  };
  useEffect(() => {
    threads.value = null;
    next.value = null;
  }, [deployment, state, text]);
  const isLive = connection.value.kind === 'live';
  const isRunning = threads.value?.some((one) => one.state === 'running') === true;
  const lastRequest = lastAgentRequest(requests.version.value);
  useEffect(() => {
    void load();
  }, [deployment, state, text, isLive, ...changes]);
  useEffect(() => {
    if (threads.peek() === null) return undefined;
    const timer = setTimeout(() => void load(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [lastRequest]);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void load();
    }, RUNNING_MS);
    return () => clearInterval(timer);
  }, [isRunning, deployment, state, text]);
  return {
    threads,
    counts,
    next,
    searched,
    problem,
    async more() {
      const offset = next.peek();
      if (offset === null) return;
      const page = await read<ThreadList>('/threads', { ...query, limit: 200, offset });
      // Drops the page if the filter has changed, or if the list was read again and now has another length.
      if (shownKey.current !== key || next.peek() !== offset) return;
      const ids = new Set(threads.peek()?.map(({ thread_id: id }) => id));
      threads.value = [
        ...(threads.peek() ?? []),
        ...page.threads.filter(({ thread_id: id }) => !ids.has(id)),
      ];
      next.value = page.next;
      searched.value += page.searched;
    },
  };
}
