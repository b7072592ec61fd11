import { messagesOfState } from '../../../src/contract/messages.ts';
import { type ChatMessage, chatMessages } from '../logic/chat-messages.ts';
import { type Fork, forksOf, pathToStep, type Timeline } from '../logic/thread-steps.ts';
import { inspect } from './api.ts';
import { readWholeState } from './step-state.ts';

interface StoredValues {
  values?: unknown;
}

/** Reads the state of a thread at a step, only once per step, because that state never changes. */
export interface BranchReader {
  /** Returns the messages at a step. */
  messagesAt(step: string): Promise<readonly ChatMessage[]>;
  /**
   * Returns the forks between the first step and `step`, keyed by the position of the first message that differs
   * between the branches.
   */
  forks(step: string, timeline: Timeline): Promise<Map<number, Fork>>;
  /**
   * Searches the steps up to `tip` for a message. Returns the first step that contains the message and the step before
   * it, or `undefined` if no step contains the message.
   */
  stepsAround(
    message: string,
    tip: string,
    timeline: Timeline,
  ): Promise<{ before: string | null; first: string } | undefined>;
  /** Reads a message with its complete texts, from the state at a step or from the newest state. */
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
    // A failed request is not cached, so that a later call sends the request again.
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
      // Messages are only appended, so all steps after the first step with the message also contain the message.
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
