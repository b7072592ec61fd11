import { setTimeout as delay } from 'node:timers/promises';
import { isTransient, type StoreError } from './store-errors.ts';

/** How often it is tried again, in milliseconds of real time: room comes from outside. */
const TRY_AGAIN_MS = 500;

export interface RetryOptions {
  /** Aborted when it is not to be waited any longer. */
  signal?: AbortSignal;
  /** Called once, when it has to wait; may make room itself. */
  onWait?: (error: StoreError) => void | Promise<void>;
  /** How long it waits, in milliseconds; default: for ever. */
  timeoutMs?: number;
}

/**
 * Does `work` until it does not fail for want of room on the disk, or of a database that is away: for what must be kept
 * and has no client to send it again. Every other failure is passed on, and so is the last one when the wait is over.
 */
export async function retryTransient<T>(work: () => Promise<T>, wait: RetryOptions = {}): Promise<T> {
  const { signal, onWait, timeoutMs: patienceMs = Number.POSITIVE_INFINITY } = wait;
  const since = performance.now();
  for (let waited = false; ; waited = true) {
    try {
      return await work();
    } catch (error) {
      const over = signal?.aborted === true || performance.now() - since >= patienceMs;
      if (!isTransient(error) || over) throw error;
      if (!waited) await onWait?.(error);
      await delay(TRY_AGAIN_MS, undefined, signal ? { signal } : {}).catch(() => undefined);
    }
  }
}
