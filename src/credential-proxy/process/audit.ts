import { closeSync, type Stats, writeSync } from 'node:fs';
import { openForWriting, PlainFileError } from '../../os/plain-file.ts';
import type { AuditEntry } from '../messages.ts';

interface AuditSinks {
  /**
   * Returns a function that appends whole lines to the audit file and returns false if they are lost. Returns null if
   * no file is used.
   */
  file(): ((text: string) => boolean) | null;
  /**
   * Returns a function that sends entries to the process that started the proxy and then calls `done`. Returns null
   * if that process does not listen.
   */
  owner(): ((entries: AuditEntry[], done: () => void) => void) | null;
  /** Counts lines that did not reach the file or the process that started the proxy. */
  lost(target: 'file' | 'owner', lines: number): void;
  /** Calls `work` in the next turn of the event loop, as `setImmediate` does. */
  later(work: () => void): void;
}

/** Collects audit entries and writes them in batches. */
interface AuditLog {
  add(entry: AuditEntry): void;
  /** Writes the pending entries at once. */
  flush(): void;
}

/**
 * Maximum number of entries that wait to be sent to the process that started the proxy. Further entries are written
 * only to the file.
 */
const MAX_PENDING_AT_OWNER = 20_000;

/**
 * Creates an audit log that writes at most once per turn of the event loop, because many requests may end in the same
 * turn.
 */
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

/** A file to which lines are appended. Only the file's owner can read it. */
export interface AuditFile {
  /** Appends a text and returns whether it was written. A full disk loses and counts lines, but fails no requests. */
  readonly append: (text: string) => boolean;
  close(): void;
}

/**
 * Opens or creates the file with mode 0600. Others may be able to write to its folder, so links are not followed, and
 * only a private regular file of the current user is accepted. Throws the file system's error or `PlainFileError`.
 */
export function openAuditFile(path: string): AuditFile {
  const { descriptor: file, stats } = openForWriting(path, { append: true, isLinkAllowed: false });
  try {
    refuseUnlessOurs(stats);
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
  // Windows has neither user IDs nor file modes.
  if (process.getuid === undefined) return;
  if (uid !== process.getuid()) throw new PlainFileError('ERR_NOT_PRIVATE', 'belongs to another user');
  if ((mode & 0o077) !== 0)
    throw new PlainFileError('ERR_NOT_PRIVATE', 'is open to other users: its mode must be 0600');
}
