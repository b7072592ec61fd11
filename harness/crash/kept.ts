import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
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
const Run = z.object({
  id: z.string(),
  thread_id: z.string(),
  status: z.string(),
  kwargs_json: z.string(),
});

export interface KeptRevision {
  id: string;
  deploymentId: string;
  seq: number;
  status: string;
  /** What tells its request apart from every other (see `ledger.ts`). */
  marker: string;
  /** Every status it was in, in order. */
  history: string[];
  /** Whether what a build makes of it lies whole beside the data. */
  built: boolean;
}
export interface KeptRun {
  id: string;
  threadId: string;
  status: string;
  say: string | undefined;
}
/** What a data directory holds, read without the product. */
export interface Kept {
  deployments: z.infer<typeof Deployment>[];
  revisions: KeptRevision[];
  threads: string[];
  runs: KeptRun[];
  /** Process groups written down as running. */
  processes: number[];
  /** What SQLite itself finds wrong with the file. */
  damage: string[];
}

/**
 * Reads a data directory that nobody has open as a copy of it, so that what a killed process left stays as it was.
 * Undefined: there is no data file in it yet, or nothing in that.
 */
export async function readKept(dataDir: string): Promise<Kept | undefined> {
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

function read(database: DatabaseSync, isBuilt: (revisionId: string) => boolean): Kept | undefined {
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
    threads: rows('select id from threads order by ordinal').map((row) => String(row['id'])),
    runs: rows('select * from runs order by ordinal').map((row) => toRun(Run.parse(row))),
    processes: rows('select pid from processes').map((row) => Number(row['pid'])),
    damage,
  };
}

const Config = z.looseObject({ image_uri: z.string().nullish(), repo_ref: z.string().nullish() });
const History = z.array(z.looseObject({ status: z.string() }));
const Kwargs = z.looseObject({ input: z.looseObject({ say: z.string().optional() }).nullish() });

function toRevision(row: z.infer<typeof Revision>, built: boolean): KeptRevision {
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

function toRun(row: z.infer<typeof Run>): KeptRun {
  const say = Kwargs.parse(JSON.parse(row.kwargs_json)).input?.say;
  return { id: row.id, threadId: row.thread_id, status: row.status, say };
}
