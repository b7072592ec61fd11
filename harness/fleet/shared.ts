import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmulatorHandle, type EmulatorOptions, startEmulator } from '../emulator.ts';
import { type PostgresServer, startPostgres } from '../postgres/index.ts';

/** One PostgreSQL database, and emulators that share it, each with a data directory of its own. */
export interface SharedDatabase {
  /** For whatever the emulators are to work with: repositories, files their builds write. */
  readonly folder: string;
  readonly server: PostgresServer;
  readonly url: string;
  /** Starts an emulator; the same name again is the same data directory. */
  start(name: string, more?: EmulatorOptions): Promise<EmulatorHandle>;
  /** Where the emulator of this name keeps its data. */
  dataDir(name: string): string;
  /** Ends every emulator that still runs, and the server. */
  close(): Promise<void>;
}

/** Opens a database with nothing in it. `server`: one that runs already, and goes on. */
export async function openShared(
  options: EmulatorOptions = {},
  server?: PostgresServer,
): Promise<SharedDatabase> {
  const own = server ?? (await startPostgres());
  const folder = await mkdtemp(path.join(tmpdir(), 'shared-'));
  const url = await own.freshDatabase();
  const keyringFile = path.join(folder, 'keyring');
  await writeFile(keyringFile, `v1:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
  const running = new Set<EmulatorHandle>();
  const dataDir = (name: string) => path.join(folder, 'data', name);
  await mkdir(path.join(folder, 'data'));
  return {
    folder,
    server: own,
    url,
    dataDir,
    async start(name, more = {}) {
      const emulator = await startEmulator({
        databaseUrl: url,
        keyringFile,
        apiKey: 'a-key-for-all-of-them',
        dataDir: dataDir(name),
        readyWithinMs: 60_000,
        ...options,
        ...more,
      });
      running.add(emulator);
      void emulator.ended.then(() => running.delete(emulator));
      return emulator;
    },
    async close() {
      await Promise.all([...running].map((one) => one.kill()));
      if (server === undefined) await own.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
