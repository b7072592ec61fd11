import { closeSync, constants, fstatSync, openSync, type Stats, writeSync } from 'node:fs';
import type { AuditEntry } from '../messages.ts';

interface AuditSinks {
  /** Appends whole lines; false when they are lost. Null when there is no file. */
  file(): ((text: string) => boolean) | null;
  /** Sends entries to the owner, and calls `done` once they are sent. Null when the owner does not listen. */
  owner(): ((entries: AuditEntry[], done: () => void) => void) | null;
  /** Counts lines that did not reach the sink. */
  lost(target: 'file' | 'owner', lines: number): void;
  /** Defers work, as `setImmediate` does. */
  later(work: () => void): void;
}

/** Takes audit entries one by one and writes them in batches. */
interface AuditLog {
  add(entry: AuditEntry): void;
  /** Writes what is pending, at once. */
  flush(): void;
}

/** Entries pending for a slow owner beyond which it loses some; the file gets all of them. */
const MAX_PENDING_AT_OWNER = 20_000;

/** An audit log that makes one write per turn of the event loop: thousands of requests may end in a second. */
export function createAuditLog(targets: AuditSinks): AuditLog {
  let waiting: AuditEntry[] = [];
  let atOwner = 0;

  const toOwner = (entries: AuditEntry[]): void => {
    const send = targets.owner();
    if (send === null) return;
    if (atOwner + entries.length > MAX_PENDING_AT_OWNER) {
      targets.lost('owner', entries.length);
      return;
    }
    atOwner += entries.length;
    send(entries, () => {
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

/** A file that lines are appended to, readable by its owner only. */
export interface AuditFile {
  /** Whether the text was written: a full disk loses lines, which are counted, and fails no request. */
  readonly append: (text: string) => boolean;
  close(): void;
}

/** Why an existing file is not written to. */
export class AuditFileError extends Error {}

/**
 * Opens or creates the file with mode 0600. Links are not followed, and anything but a private plain file of our own is
 * refused: it may lie in a folder that others can write to. Throws the file system's error, or `AuditFileError`.
 */
export function openAuditFile(path: string): AuditFile {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows has neither of the last two.
  const flags = O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
  const file = openSync(path, flags, 0o600);
  try {
    refuseUnlessOurs(fstatSync(file));
  } catch (error) {
    closeSync(file);
    throw error;
  }
  let open = true;
  return {
    append(text) {
      if (!open) return false;
      try {
        const bytes = Buffer.from(text);
        for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
        return true;
      } catch {
        return false;
      }
    },
    close() {
      if (open) closeSync(file);
      open = false;
    },
  };
}

function refuseUnlessOurs({ mode, uid }: Stats): void {
  if ((mode & constants.S_IFMT) !== constants.S_IFREG) throw new AuditFileError('it is not a plain file');
  // Windows has neither users nor modes of this kind.
  if (process.getuid === undefined) return;
  if (uid !== process.getuid()) throw new AuditFileError('it belongs to another user');
  if ((mode & 0o077) !== 0) throw new AuditFileError('others may read or write it: its mode has to be 0600');
}
