import type { CheckpointPage } from '../../ports/store.ts';
import type { StoreAnswer, StoreCall } from '../../ports/store-calls.ts';

type ItemCall = Extract<StoreCall, { op: 'items' }>;

/** The worker's requests to the emulator's store, one answer each. */
export interface StoreCalls {
  /** @throws StaleRunError when the run is no longer current; any other Error has the name that the emulator gave it. */
  checkpoints(call: Exclude<StoreCall, ItemCall>): Promise<CheckpointPage>;
  /** Gives one answer for each operation. @throws Error when the emulator refuses one: then none is applied. */
  items(operations: ItemCall['operations']): Promise<unknown[]>;
  resolve(id: number, answer: StoreAnswer): void;
}

type Answered = Extract<StoreAnswer, { ok: true }>;

/** The refusal of a write whose run was cancelled, rolled back or started again elsewhere. */
export class StaleRunError extends Error {
  override readonly name = 'StaleRunError';
}

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
      pending?.reject(refusal(answer));
    },
  };
}

function refusal({ error, message }: Extract<StoreAnswer, { ok: false }>): Error {
  if (error === 'StaleRunError') return new StaleRunError(message);
  const failure = new Error(message);
  failure.name = error;
  return failure;
}
