import type { CheckpointPage } from '../../ports/store.ts';
import type { StoreAnswer, StoreCall } from '../../ports/store-calls.ts';

type ItemCall = Extract<StoreCall, { op: 'items' }>;

/** The worker's requests to the emulator's store, one answer each. */
export interface StoreCalls {
  /** @throws Error named as the emulator named it, for example `StaleRunError` when the run is no longer current. */
  checkpoints(call: Exclude<StoreCall, ItemCall>): Promise<CheckpointPage>;
  /** Gives one answer for each operation. @throws Error when the emulator refuses one: then none is applied. */
  items(operations: ItemCall['operations']): Promise<unknown[]>;
  resolve(id: number, answer: StoreAnswer): void;
}

type Answered = Extract<StoreAnswer, { ok: true }>;

export function createStoreCalls(send: (id: number, call: StoreCall) => void): StoreCalls {
  const waiting = new Map<number, PromiseWithResolvers<Answered>>();
  let last = 0;
  const call = (request: StoreCall): Promise<Answered> => {
    last += 1;
    const pending = Promise.withResolvers<Answered>();
    waiting.set(last, pending);
    send(last, request);
    return pending.promise;
  };
  return {
    async checkpoints(request) {
      const answer = await call(request);
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
