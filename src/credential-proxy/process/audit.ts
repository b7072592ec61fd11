import { closeSync, type Stats, writeSync } from 'node:fs';
import { openForWriting, PlainFileError } from '../../os/plain-file.ts';
import type { AuditEntry } from '../messages.ts';

interface AuditSinks {
  /**
   * Returns a function that appends whole lines to the audit file, and that returns false if the lines are lost.
   * Returns null if no file is used.
   */
  file(): ((text: string) => boolean) | null;
  /**
   * Returns a function that sends entries to the process that started the proxy, and that then calls `done`. Returns
   * null if the process that started the proxy does not listen for audit entries.
   */
  owner(): ((entries: AuditEntry[], done: () => void) => void) | null;
  /** Counts audit entries that did not reach the file or the process that started the proxy. */
  lost(target: 'file' | 'owner', lines: number): void;
  /** Calls `work` in the next turn of the event loop, in the same way as `setImmediate`. */
  later(work: () => void): void;
}

/** Collects audit entries and writes them in batches. */
interface AuditLog {
  add(entry: AuditEntry): void;
  /** Writes the pending entries immediately. */
  flush(): void;
}

/**
 * Maximum number of entries that wait to be sent to the process that started the proxy. Entries above the maximum are
 * written only to the audit file.
 */
const MAX_PENDING_AT_OWNER = 20_000;

/**
 * Creates an audit log that writes at most once per turn of the event loop, because many requests can end in the same
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

/** A file that lines are appended to, and that only its owner can read. */
export interface AuditFile {
  /**
   * Appends a string and returns whether it was written. With a full disk, lines are lost and counted, but no requests
   * fail.
   */
  readonly append: (text: string) => boolean;
  close(): void;
}

/**
 * Opens or creates the file with mode 0600. Other users might be able to write to the file's folder, so links are not
 * followed, and only a private regular file of the current user is accepted. Throws the file system's error, or
 * `PlainFileError` if the file is not acceptable.
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
