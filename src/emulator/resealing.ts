import { setTimeout as pause } from 'node:timers/promises';
import { errorMessage } from '../os/errors.ts';
import type { Store } from './ports/store.ts';

/** Number of values that one transaction re-encrypts. `BATCH` is small, so that other writers wait only briefly. */
const BATCH = 50;
/** Maximum share of time that the re-encryption takes, from 0 to 1. */
const SHARE = 0.2;
const LINE_EVERY_MS = 5_000;
/** Maximum number of rows that a log line lists. */
const NAMED = 5;

/** Re-encrypts values in the background after a rotation of the keyring, and logs its progress. */
export interface Resealing {
  /** Stops the re-encryption after the current batch. The next start of the emulator continues the re-encryption. */
  close(): Promise<void>;
  /** Resolves once the re-encryption is complete or stopped. */
  readonly done: Promise<void>;
}

export function startResealing(store: Pick<Store, 'reseal'>, log: (line: string) => void): Resealing {
  const stop = new AbortController();
  const done = run(store, log, stop.signal).catch((error: unknown) => {
    if (stop.signal.aborted) return;
    const reason = errorMessage(error);
    log(`keyring: re-encryption has stopped, and resumes after the next start: ${reason}`);
  });
  return {
    done,
    async close() {
      stop.abort();
      await done;
    },
  };
}

async function run(
  store: Pick<Store, 'reseal'>,
  log: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let lastLogged: number | undefined;
  let began = performance.now();
  let last: { resealed: number; removed: number; unreadable: readonly string[] } | undefined;
  for await (const progress of store.reseal(BATCH)) {
    last = progress;
    const now = performance.now();
    if (lastLogged === undefined || now - lastLogged > LINE_EVERY_MS) {
      log(
        `keyring: ${progress.resealed} values were re-encrypted with the newest keys; ${progress.remaining} remain`,
      );
      lastLogged = now;
    }
    await pause(Math.max(1, ((now - began) * (1 - SHARE)) / SHARE), undefined, { signal });
    began = performance.now();
  }
  if (last === undefined) return;
  log(`keyring: ${last.resealed} values were re-encrypted, and ${last.removed} older keys were removed`);
  if (last.unreadable.length === 0) return;
  const named = last.unreadable.slice(0, NAMED).join('; ');
  const more = last.unreadable.length > NAMED ? `; and ${last.unreadable.length - NAMED} more` : '';
  log(
    `keyring: ${last.unreadable.length} values cannot be decrypted (altered, or moved from another record) and keep their key: ${named}${more}. Set the values again, or delete their records`,
  );
}
