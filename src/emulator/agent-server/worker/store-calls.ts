import type { StoreAnswer, StoredCheckpoint } from './commands.ts';
import type { StoreCall } from './reports.ts';

/** The worker's way to the emulator's store: one question, one answer. */
export interface StoreCalls {
  /** @throws Error named as the emulator named it, for example `StaleRunError` when the run is no longer current. */
  ask(call: StoreCall): Promise<StoredCheckpoint[]>;
  /** Hands in the emulator's answer. */
  settle(id: number, answer: StoreAnswer): void;
}

/** Numbers the questions and pairs each answer with its question. */
export function createStoreCalls(send: (id: number, call: StoreCall) => void): StoreCalls {
  const waiting = new Map<number, PromiseWithResolvers<StoredCheckpoint[]>>();
  let last = 0;
  return {
    ask(call) {
      last += 1;
      const pending = Promise.withResolvers<StoredCheckpoint[]>();
      waiting.set(last, pending);
      send(last, call);
      return pending.promise;
    },
    settle(id, answer) {
      const pending = waiting.get(id);
      waiting.delete(id);
      if (answer.ok) {
        pending?.resolve(answer.found);
        return;
      }
      const failure = new Error(answer.message);
      failure.name = answer.error;
      pending?.reject(failure);
    },
  };
}
