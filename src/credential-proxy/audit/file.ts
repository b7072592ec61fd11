import { closeSync, constants, fchmodSync, fstatSync, openSync, writeSync } from 'node:fs';

/** A file that lines are appended to, for the eyes of its owner only. */
export interface AuditFile {
  /** Whether it could be written: a full disk loses lines, which are counted, and stops no request. */
  append(text: string): boolean;
  close(): void;
}

/**
 * Opens or makes the file with mode 0600. A link is not followed, and what is no plain file is refused: its name may
 * lie in a folder that others can write to. Throws the file system's error.
 */
export function openAuditFile(path: string): AuditFile {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  // Windows knows neither of the last two.
  const flags = O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
  const file = openSync(path, flags, 0o600);
  try {
    if (!fstatSync(file).isFile()) throw new Error(`The audit file ${path} is not a plain file.`);
    // It may have been there, with another mode.
    fchmodSync(file, 0o600);
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
