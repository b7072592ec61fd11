import { messagesOfState } from '../../../src/contract/messages.ts';
import { type ChatMessage, chatMessages } from '../logic/chat-messages.ts';
import { type Fork, forksOf, pathToStep, type Timeline } from '../logic/thread-steps.ts';
import { inspect } from './api.ts';
import { readWholeState } from './step-state.ts';

interface StoredValues {
  values?: unknown;
}

/** Reads states of a thread at its steps. States of steps never change, so each is read once. */
export interface BranchReader {
  /** Returns the messages at a step. */
  messagesAt(step: string): Promise<readonly ChatMessage[]>;
  /** Returns the forks on the way to a step, keyed by the position of the first message that differs. */
  forks(step: string, timeline: Timeline): Promise<Map<number, Fork>>;
  /**
   * Returns the last step before a message and the first step with it, on the way to `tip`. Returns `undefined` if no
   * step contains the message.
   */
  stepsAround(
    message: string,
    tip: string,
    timeline: Timeline,
  ): Promise<{ before: string | null; first: string } | undefined>;
  /** Reads a message with complete texts, from the newest state or the state at a step. */
  wholeMessage(step: string, index: number): Promise<unknown>;
}

/** Creates a reader for the thread at `path`, such as `/d/<id>/threads/<thread>`. */
export function createBranchReader(path: string): BranchReader {
  const known = new Map<string, Promise<readonly ChatMessage[]>>();
  const messagesAt = (step: string): Promise<readonly ChatMessage[]> => {
    const found = known.get(step);
    if (found !== undefined) return found;
    const loading = inspect
      .get<StoredValues>(`${path}/state/${step}`, { select: 'values' })
      .then(({ values }) => chatMessages(messagesOfState(values)));
    known.set(step, loading);
    // A failed read is tried again.
    loading.catch(() => known.delete(step));
    return loading;
  };
  return {
    messagesAt,
    async forks(step, timeline) {
      const found = forksOf(step, timeline);
      const positions = await Promise.all(found.map(async (fork) => (await messagesAt(fork.step)).length));
      return new Map(found.map((fork, index) => [positions[index] ?? 0, fork]));
    },
    async stepsAround(message, tip, timeline) {
      const path = pathToStep(tip, timeline);
      const has = async (index: number): Promise<boolean> => {
        const step = path[index];
        return step !== undefined && (await messagesAt(step)).some(({ id }) => id === message);
      };
      let [low, high] = [0, path.length - 1];
      if (high < 0 || !(await has(high))) return undefined;
      // Messages are only appended, so all steps from the first step with the message contain it.
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (await has(middle)) high = middle;
        else low = middle + 1;
      }
      const first = path[low];
      return first === undefined ? undefined : { before: path[low - 1] ?? null, first };
    },
    async wholeMessage(step, index) {
      return messagesOfState(await readWholeState(path, step))[index];
    },
  };
}
