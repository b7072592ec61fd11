import { closeSync, constants, fstatSync, openSync, type Stats, writeSync } from 'node:fs';

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
