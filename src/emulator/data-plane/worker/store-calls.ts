import type { CheckpointPage } from '../../ports/store.ts';
import type { StoreAnswer, StoreCall } from '../../ports/store-calls.ts';

type ItemCall = Extract<StoreCall, { op: 'items' }>;

/** The worker's way to the emulator's store: one question, one answer. */
export interface StoreCalls {
  /** @throws Error named as the emulator named it, for example `StaleRunError` when the run is no longer current. */
  checkpoints(call: Exclude<StoreCall, ItemCall>): Promise<CheckpointPage>;
  /** Gives one answer for each operation. @throws Error when the emulator refuses one: then none is done. */
  items(operations: ItemCall['operations']): Promise<unknown[]>;
  /** Hands in the emulator's answer. */
  resolve(id: number, answer: StoreAnswer): void;
}

type Answered = Extract<StoreAnswer, { ok: true }>;

/** Numbers the questions and pairs each answer with its question. */
export function createStoreCalls(send: (id: number, call: StoreCall) => void): StoreCalls {
  const waiting = new Map<number, PromiseWithResolvers<Answered>>();
  let last = 0;
  const call = (question: StoreCall): Promise<Answered> => {
    last += 1;
    const pending = Promise.withResolvers<Answered>();
    waiting.set(last, pending);
    send(last, question);
    return pending.promise;
  };
  return {
    async checkpoints(question) {
      const answer = await call(question);
      return 'found' in answer ? { found: answer.found, next: answer.next } : { found: [], next: undefined };
    },
    async items(operations) {
      const answer = await call({ op: 'items', operations });
      return 'answers' in answer ? answer.answers : [];
    },
    resolve(id, answer) {
      const pending = waiting.get(id);
      waiting.delete(id);
      if (answer.ok) {
        pending?.resolve(answer);
        return;
      }
      const failure = new Error(answer.message);
      failure.name = answer.error;
      pending?.reject(failure);
    },
  };
}
