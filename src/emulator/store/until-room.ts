import { setTimeout as delay } from 'node:timers/promises';
import { StoreError } from './errors.ts';

/** How often it is tried again, in milliseconds of real time: room comes from outside. */
const TRY_AGAIN_MS = 500;

/** Whether a write was refused for want of room on the disk, and nothing else is wrong. */
export function isDiskFull(error: unknown): error is StoreError {
  return error instanceof StoreError && error.code === 'full';
}

/**
 * Does `work` until it does not fail for want of room on the disk: for what must be kept and has nobody to send it again.
 * `onWait` is called once, when it has to wait. Every other failure is passed on, and so is the last one for want of
 * room when `signal` is aborted meanwhile.
 */
export async function untilRoom<T>(
  work: () => Promise<T>,
  options: { signal?: AbortSignal; onWait?: () => void } = {},
): Promise<T> {
  for (let waited = false; ; waited = true) {
    try {
      return await work();
    } catch (error) {
      if (!isDiskFull(error) || options.signal?.aborted) throw error;
      if (!waited) options.onWait?.();
      await delay(TRY_AGAIN_MS, undefined, options.signal ? { signal: options.signal } : {}).catch(
        () => undefined,
      );
    }
  }
}
