import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';

/** An emulator with many deployments. */
export interface Populated {
  emulator: EmulatorHandle;
  stop(): Promise<void>;
}

/** Returns the name of the deployment with this number, from 1. */
export const nameOf = (number: number): string => `support-agent-${String(number).padStart(6, '0')}`;

/**
 * Creates one deployment through the API, stops the emulator, copies the rows of the deployment in the data file, and
 * starts the emulator again. The deployments are not active, because a machine has too few ports.
 */
export async function populate(count: number): Promise<Populated> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-many-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const maker = await startEmulator({ runtime: 'stub', dataDir });
    const id = await make(maker);
    await maker.stop();
    copy(path.join(dataDir, 'emulator.sqlite'), id, count);
    const emulator = await startEmulator({ runtime: 'stub', dataDir });
    return {
      emulator,
      async stop() {
        await emulator.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function make(emulator: EmulatorHandle): Promise<string> {
  const { status, body } = await emulator.api('POST', '/v2/deployments', {
    name: 'the-original',
    source: 'external_docker',
    source_config: { resource_spec: { cpu: 1, memory_mb: 1024 } },
    source_revision_config: { image_uri: 'registry.example/team/support-agent:4.2.0' },
    secrets: [],
  });
  if (status !== 201) throw new Error(`POST /v2/deployments answered ${status}`);
  const { id } = body as { id: string };
  for (;;) {
    const { body: now } = await emulator.api('GET', `/v2/deployments/${id}`);
    if ((now as { active_revision_id: string | null }).active_revision_id !== null) return id;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Copies the rows without generated columns, and deletes the original. */
function copy(file: string, original: string, count: number): void {
  const database = new DatabaseSync(file);
  const uuid = (kind: number) => `printf('%08x-0000-4000-8000-%012x', ${kind}, number)`;
  const name = `printf('support-agent-%06d', number)`;
  const [deployment, revision, project] = [uuid(1), uuid(2), uuid(3)];
  const tables = {
    projects: { id: project, name },
    deployments: {
      id: deployment,
      name,
      latest_revision_id: revision,
      active_revision_id: 'null',
      project_id: project,
      port: 'null',
    },
    revisions: { id: revision, deployment_id: deployment },
  };
  const isOriginal = {
    projects: `name = 'the-original'`,
    deployments: `id = '${original}'`,
    revisions: `deployment_id = '${original}'`,
  };
  database.exec(`pragma foreign_keys = on; pragma synchronous = off; begin;
    create temp table numbers as
      with recursive counted(number) as (select 1 union all select number + 1 from counted where number < ${count})
      select number from counted`);
  for (const [table, changed] of Object.entries(tables)) {
    const columns = database
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map((column) => String(column['name']))
      .filter((column) => column !== 'ordinal');
    const values = columns.map((column) => (changed as Record<string, string>)[column] ?? `old.${column}`);
    database.exec(`insert into ${table} (${columns.join(', ')})
      select ${values.join(', ')} from numbers, (select * from ${table} where ${isOriginal[table as keyof typeof tables]}) as old
      order by number`);
  }
  for (const table of ['deployments', 'projects'] as const) {
    database.exec(`delete from ${table} where ${isOriginal[table]}`);
  }
  database.exec('commit; pragma wal_checkpoint(truncate)');
  database.close();
}
