import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { SqlDialect } from '../database.ts';
import { errorMessage } from '../errors.ts';
import { isDiskFull, StoreError } from '../../ports/store-errors.ts';
import type { Tables } from '../schema.ts';
import { first } from './0001-first.ts';
import {
  auth,
  instances,
  keyring,
  listenerVersion,
  manyDeployments,
  pushes,
  revisionSettings,
  uploads,
} from './0002-to-0009.ts';
import { languages } from './0016-languages.ts';
import { crons } from './0017-crons.ts';
import { agentSettings } from './0018-agent-settings.ts';
import { ownAuth } from './0019-own-auth.ts';
import { agentTokens } from './0021-agent-tokens.ts';
import { priority } from './0020-priority.ts';
import { replicas } from './0022-replicas.ts';
import { artifacts } from './0023-artifacts.ts';
import { planes } from './0024-planes.ts';
import { sharedRuns } from './0025-shared-runs.ts';
import { builds } from './0026-builds.ts';
import { threadOrder } from './0027-thread-order.ts';
import { pieceSources } from './0028-piece-sources.ts';
import { assistants, feedback, multitask, ownServers, runStreams, sandboxes } from './0010-to-0015.ts';

/**
 * Every change of the schema, in order of name. A published one is never edited: data directories hold it.
 * The last name is the version of the data.
 */
export function migrations(dialect: SqlDialect): Record<string, Migration> {
  return {
    '0001_first': { up: (db) => first(db, dialect) },
    '0002_pushes': { up: (db) => pushes(db, dialect) },
    '0003_many_deployments': { up: (db) => manyDeployments(db, dialect) },
    '0004_uploads': { up: (db) => uploads(db, dialect) },
    '0005_auth': { up: (db) => auth(db, dialect) },
    '0006_keyring': { up: (db) => keyring(db, dialect) },
    '0007_instances': { up: (db) => instances(db, dialect) },
    '0008_listener_version': { up: (db) => listenerVersion(db) },
    '0009_revision_settings': { up: revisionSettings },
    '0010_run_streams': { up: (db) => runStreams(db, dialect) },
    '0011_assistants': { up: (db) => assistants(db, dialect) },
    '0012_multitask': { up: (db) => multitask(db, dialect) },
    '0013_feedback': { up: (db) => feedback(db, dialect) },
    '0014_own_servers': { up: (db) => ownServers(db, dialect) },
    '0015_sandboxes': { up: (db) => sandboxes(db, dialect) },
    '0016_languages': { up: (db) => languages(db, dialect) },
    '0017_crons': { up: (db) => crons(db, dialect) },
    '0018_agent_settings': { up: (db) => agentSettings(db, dialect) },
    '0019_own_auth': { up: (db) => ownAuth(db, dialect) },
    '0020_priority': { up: (db) => priority(db, dialect) },
    '0021_agent_tokens': { up: (db) => agentTokens(db) },
    '0022_replicas': { up: replicas },
    '0023_artifacts': { up: (db) => artifacts(db, dialect) },
    '0024_planes': { up: (db) => planes(db, dialect) },
    '0025_shared_runs': { up: (db) => sharedRuns(db, dialect) },
    '0026_builds': { up: (db) => builds(db, dialect) },
    '0027_thread_order': { up: threadOrder },
    '0028_piece_sources': { up: (db) => pieceSources(db, dialect) },
  };
}

/**
 * The applied migrations; none: it is new. Changes nothing.
 * @throws StoreError `newer` when the data has a migration that this program does not know.
 */
export async function appliedMigrations(db: Kysely<Tables>, dialect: SqlDialect): Promise<string[]> {
  const known = migrations(dialect);
  const done = await namesOfDone(db);
  const newer = newerSchemaError(done, Object.keys(known));
  if (newer) throw newer;
  return done;
}

/**
 * Migrates the schema to this program's version; does nothing when it is current. `done`: see `appliedMigrations`.
 * @throws StoreError `unusable` when a migration fails, `full` when there is no room for it.
 */
export async function migrate(
  db: Kysely<Tables>,
  dialect: SqlDialect,
  done: readonly string[],
): Promise<void> {
  const known = migrations(dialect);
  // The migrator inspects the whole schema; most starts need nothing of it.
  if (done.length === Object.keys(known).length) return;
  const { Migrator } = await import('kysely/migration');
  const { error: cause } = await new Migrator({
    db,
    provider: { getMigrations: async () => known },
  }).migrateToLatest();
  if (isDiskFull(cause)) throw cause;
  if (cause !== undefined) {
    throw new StoreError('unusable', `The data cannot be brought to this version: ${errorMessage(cause)}`, {
      cause,
    });
  }
}

/** The refusal of data with a migration that is not `known`; undefined: there is none. */
export function newerSchemaError(done: readonly string[], known: readonly string[]): StoreError | undefined {
  const unknown = done.filter((name) => !known.includes(name));
  if (unknown.length === 0) return undefined;
  return new StoreError(
    'newer',
    `The data was written by a newer version of the emulator: it is at ${unknown.at(-1)}, this version knows up to ${known.toSorted().at(-1)}. Use that version, or give another data directory or database.`,
  );
}

async function namesOfDone(db: Kysely<Tables>): Promise<string[]> {
  // To inspect the whole schema takes longer than the rest of opening it.
  const { rows: found } = await sql`
    select 1 from sqlite_schema where type = 'table' and name = 'kysely_migration'`.execute(db);
  if (found.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}
