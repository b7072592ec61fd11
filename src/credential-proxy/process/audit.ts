import { closeSync, constants, fstatSync, openSync, type Stats, writeSync } from 'node:fs';
import type { AuditEntry } from '../messages.ts';

interface AuditSinks {
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
interface AuditLog {
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

/** A file that lines are appended to, for the eyes of its owner only. */
export interface AuditFile {
  /** Whether it could be written: a full disk loses lines, which are counted, and stops no request. */
  readonly append: (text: string) => boolean;
  close(): void;
}

/** Why a file that is there is not written to; no value is in it. */
export class AuditFileError extends Error {}

/**
 * Opens or makes the file with mode 0600. A link is not followed, and what is no plain file of ours, or open to others,
 * is refused: its name may lie in a folder that others can write to. Throws the file system's error, or a refusal.
 */
export function openAuditFile(path: string): AuditFile {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows knows neither of the last two.
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
