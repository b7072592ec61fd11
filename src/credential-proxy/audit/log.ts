import type { AuditEntry } from '../audit-entry.ts';

export interface AuditSinks {
  /** Takes whole lines; false = they are lost. Null = there is no file. */
  file(): ((text: string) => boolean) | null;
  /** Tells the owner; `done` when it has been handed on. Null = nobody listens. */
  owner(): ((entries: AuditEntry[], done: () => void) => void) | null;
  /** So many lines did not reach the target. */
  lost(target: 'file' | 'owner', lines: number): void;
  /** Calls back when the work at hand is done, such as `setImmediate`. */
  later(work: () => void): void;
}

/** Takes audit entries as they come and hands them on in batches. */
export interface AuditLog {
  add(entry: AuditEntry): void;
  /** Hands on what waits, at once. */
  flush(): void;
}

/** An owner that does not keep up loses entries rather than have us keep them all; the file has each of them. */
const WAITING_AT_OWNER = 20_000;

/** One write for the entries of one turn of the event loop: thousands may end in a second. */
export function createAuditLog(targets: AuditSinks): AuditLog {
  let waiting: AuditEntry[] = [];
  let atOwner = 0;

  const toOwner = (entries: AuditEntry[]): void => {
    const tell = targets.owner();
    if (tell === null) return;
    if (atOwner + entries.length > WAITING_AT_OWNER) {
      targets.lost('owner', entries.length);
      return;
    }
    atOwner += entries.length;
    tell(entries, () => {
      atOwner -= entries.length;
    });
  };

  const flush = (): void => {
    if (waiting.length === 0) return;
    const entries = waiting;
    waiting = [];
    const append = targets.file();
    if (append !== null) {
      const written = append(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      if (!written) targets.lost('file', entries.length);
    }
    toOwner(entries);
  };

  return {
    flush,
    add(entry) {
      waiting.push(entry);
      if (waiting.length === 1) targets.later(flush);
    },
  };
}
