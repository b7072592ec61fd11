import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';

/**
 * Tables whose rows stay, because the schema fills these tables. A start of the emulator writes the rows of all other
 * tables.
 */
const KEPT = ['agent_deploy_migrations', 'name_places'];

/**
 * Writes a compressed data file with all tables and no data. Temporary emulators start with this file, because the
 * creation of the tables takes longer than the rest of a start. `program` is the bundled command line.
 */
export async function writeEmptyStore(program: string, file: string): Promise<void> {
  const folder = await mkdtemp(path.join(path.dirname(program), 'data-'));
  try {
    await startOnce(program, folder);
    const database = new DatabaseSync(path.join(folder, 'emulator.sqlite'));
    try {
      database.exec('pragma foreign_keys = off');
      const tables = database
        .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
        .all();
      for (const { name } of tables) {
        if (!KEPT.includes(String(name))) database.exec(`delete from "${String(name)}"`);
      }
      database.exec('delete from sqlite_sequence');
      const compact = path.join(folder, 'empty.sqlite');
      database.exec(`vacuum into '${compact.replaceAll("'", "''")}'`);
      await writeFile(file, gzipSync(await readFile(compact), { level: 9 }));
    } finally {
      database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts an emulator with this data folder and stops it. */
async function startOnce(program: string, dataDir: string): Promise<void> {
  const args = [program, '--runtime', 'stub', '--port', '0', '--data-dir', dataDir];
  const child = spawn(process.execPath, args, { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = once(child, 'exit');
  const ready = once(createInterface({ input: child.stdout }), 'line').then(() => child.kill('SIGTERM'));
  const [code] = (await Promise.race([ended, ready.then(() => ended)])) as [number | null];
  if (code !== 0) throw new Error(`the bundled emulator does not start:\n${log}`);
}
