import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

const Deployment = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  active_revision_id: z.string().nullable(),
  port: z.number().nullable(),
});
const Revision = z.object({
  id: z.string(),
  deployment_id: z.string(),
  seq: z.number(),
  status: z.string(),
  config_json: z.string(),
  history_json: z.string(),
});
export interface StoredRevision {
  id: string;
  deploymentId: string;
  seq: number;
  status: string;
  /** Marker of the request for the revision (see `ledger.ts`). */
  marker: string;
  /** All statuses that the revision had, in order. */
  history: string[];
  /** True if the data directory contains a complete build of the revision. */
  built: boolean;
}
/** Content of a data directory, read without the emulator's code. */
export interface StoredState {
  deployments: z.infer<typeof Deployment>[];
  revisions: StoredRevision[];
  /** IDs of process groups that the data directory records as running. */
  processes: number[];
  /** Problems that SQLite finds in the data file. */
  damage: string[];
}

/**
 * Reads a data directory that no emulator uses. Reads a copy, so that the files of the killed process stay unchanged.
 * Returns `undefined` if the data file is missing or empty.
 */
export async function readStoredState(dataDir: string): Promise<StoredState | undefined> {
  const copy = await mkdtemp(path.join(tmpdir(), 'crash-kept-'));
  try {
    const file = path.join(copy, 'emulator.sqlite');
    for (const end of ['', '-wal', '-journal']) {
      await copyFile(path.join(dataDir, `emulator.sqlite${end}`), `${file}${end}`).catch(() => undefined);
    }
    const database = new DatabaseSync(file);
    try {
      const built = (id: string) => existsSync(path.join(dataDir, 'revisions', id, 'artifact.json'));
      return read(database, built);
    } finally {
      database.close();
    }
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

function read(database: DatabaseSync, isBuilt: (revisionId: string) => boolean): StoredState | undefined {
  const rows = (sql: string) => database.prepare(sql).all();
  const tables = rows('select name from sqlite_schema').map((row) => String(row['name']));
  if (!tables.includes('revisions')) return undefined;
  const damage = [...rows('pragma integrity_check'), ...rows('pragma foreign_key_check')]
    .map((row) => JSON.stringify(row))
    .filter((row) => row !== '{"integrity_check":"ok"}');
  return {
    deployments: rows('select * from deployments order by ordinal').map((row) => Deployment.parse(row)),
    revisions: rows('select * from revisions order by ordinal')
      .map((row) => Revision.parse(row))
      .map((row) => toRevision(row, isBuilt(row.id))),
    processes: rows('select pid from processes').map((row) => Number(row['pid'])),
    damage,
  };
}

const Config = z.looseObject({ image_uri: z.string().nullish(), repo_ref: z.string().nullish() });
const History = z.array(z.looseObject({ status: z.string() }));

function toRevision(row: z.infer<typeof Revision>, built: boolean): StoredRevision {
  const config = Config.parse(JSON.parse(row.config_json));
  return {
    id: row.id,
    deploymentId: row.deployment_id,
    seq: row.seq,
    status: row.status,
    marker: config.image_uri ?? config.repo_ref ?? '',
    history: History.parse(JSON.parse(row.history_json)).map(({ status }) => status),
    built,
  };
}

/** Returns the relative paths of all files below a folder, without following links. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/**
 * Returns the files below a folder that contain one of these strings in plain text, each with the index of the string.
 */
export async function findPlaintext(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesBelow(folder)) {
    const bytes = await readFile(path.join(folder, file)).catch(() => Buffer.alloc(0));
    for (const [index, text] of texts.entries()) {
      if (bytes.includes(text)) found.push(`the file ${file} contains secret ${index + 1} in clear text`);
    }
  }
  return found;
}

/** Matches the names at the top level of a data directory. */
const TOP = /^(emulator\.sqlite(-wal|-shm|\.lock)?|keyring|git|revisions|modules)$/;
/** Matches names that unfinished work leaves behind: drafts, scratch files, git's locks and partly received packs. */
const LITTER = /(\.new|\.index|\.lock|-journal)$|^keyring\.|\/(tmp_|incoming-)/;

/**
 * Returns the files in the data directory of a stopped emulator that no later start needs. `revisions` are the IDs of
 * the revisions whose files may be needed.
 */
export async function findLeftovers(dataDir: string, revisions: ReadonlySet<string>): Promise<string[]> {
  const top = await readdir(dataDir);
  const stored = await readdir(path.join(dataDir, 'revisions')).catch(() => []);
  const kept = await readdir(path.join(dataDir, 'modules')).catch(() => []);
  const hollow = await Promise.all(
    kept.map(async (key) => ((await readdir(path.join(dataDir, 'modules', key))).length === 0 ? [key] : [])),
  );
  const files = (await filesBelow(dataDir)).filter(
    (file) =>
      LITTER.test(file) &&
      file !== 'emulator.sqlite.lock' &&
      !file.includes('/checkout/') &&
      !file.startsWith('modules/'),
  );
  return [
    ...top
      .filter((name) => !TOP.test(name))
      .map((name) => `the data directory contains the unexpected entry ${name}`),
    ...stored
      .filter((id) => !revisions.has(id))
      .map((id) => `revisions/${id} belongs to a revision that needs no files`),
    ...hollow.flat().map((key) => `modules/${key} is empty`),
    ...files.map((file) => `the incomplete file ${file} remains`),
  ];
}
