import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { openPlainFile, readPlainText, WRITTEN_MAX_BYTES } from '../../os/plain-file.ts';

/** A stored dashboard session, whose key cannot be derived from the stored hash. */
export interface StoredSession {
  /** Hash of the session's key and the origin of the page. */
  hash: string;
  /** Real time of the sign-in in epoch milliseconds. */
  created_at_ms: number;
  used_at_ms: number;
}

/** Stores sessions across restarts of the emulator. */
export interface SessionFile {
  /** Sessions that the file contained when it was opened. */
  readonly sessions: readonly StoredSession[];
  /**
   * Replaces the stored sessions. Errors are reported and not thrown, because a session is valid even without the file.
   */
  save(sessions: readonly StoredSession[]): void;
  /** Waits for the last save. */
  close(): Promise<void>;
}

const NAME = 'dashboard-sessions.json';

const Stored = z.strictObject({
  version: z.literal(1),
  origin: z.string(),
  sessions: z
    .array(
      z.strictObject({
        hash: z.string().regex(/^[0-9a-f]{64}$/),
        created_at_ms: z.number(),
        used_at_ms: z.number(),
      }),
    )
    .max(1_000),
});

/**
 * Opens the file of sessions in a data folder. The file is ignored, and later replaced, if another user owns the file,
 * other users can read or write it, it is not a regular file, its content is invalid, or it belongs to another origin.
 */
export async function openSessionFile({
  dataDir,
  origin,
  log,
}: {
  dataDir: string;
  origin: string;
  log: (line: string) => void;
}): Promise<SessionFile> {
  const file = join(dataDir, NAME);
  let saving = Promise.resolve();
  let next: readonly StoredSession[] | undefined;
  const write = async () => {
    const sessions = next;
    next = undefined;
    if (sessions === undefined) return;
    const draft = join(dirname(file), `.${NAME}.${randomUUID()}`);
    try {
      const text = JSON.stringify({ version: 1, origin, sessions });
      await writeFile(draft, text, { flag: 'wx', mode: 0o600 });
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      log(`sessions of the dashboard could not be stored, so they end with this process: ${String(error)}`);
    }
  };
  return {
    sessions: await readSessions(file, origin).catch(() => []),
    save(sessions) {
      next = sessions;
      saving = saving.then(write);
    },
    close: () => saving,
  };
}

async function readSessions(file: string, origin: string): Promise<StoredSession[]> {
  const handle = await openPlainFile(file, { isLinkAllowed: false });
  try {
    const { uid, mode } = await handle.stat();
    const own = process.getuid?.();
    // On Windows, which has neither user IDs nor permission bits, the data folder is below the user's profile.
    if (own !== undefined && (uid !== own || (mode & 0o077) !== 0)) return [];
  } finally {
    await handle.close();
  }
  const parsed = Stored.parse(JSON.parse(await readPlainText(file, { maxBytes: WRITTEN_MAX_BYTES })));
  return parsed.origin === origin ? parsed.sessions : [];
}
