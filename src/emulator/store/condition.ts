import { type Kysely, sql } from 'kysely';
import type { Backlog, StoreCondition } from '../ports/store-condition.ts';
import { type MasterKeys, unwrap } from './data-keys.ts';
import type { Database } from './database.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Tables } from './schema.ts';

/** Statuses as SQL literals, because the database uses the indexes of pending and running runs only for literals. */
const RUN_STATUSES = ['pending', 'running'] as const;

/** Counts the unfinished revisions and runs, by indexes that contain only unfinished rows. */
export async function readBacklog(db: Kysely<Tables>, now: number): Promise<Backlog> {
  const revisions = await db
    .selectFrom('revisions')
    .select(({ fn }) => [
      'status',
      fn.countAll<number | string>().as('count'),
      fn.min('updated_at').as('since'),
    ])
    .where('final', '=', sql.lit(0))
    .groupBy('status')
    .execute();
  const runs = await Promise.all(
    RUN_STATUSES.map(async (status) => {
      const row = await db
        .selectFrom('runs')
        .select(({ fn }) => [
          fn.countAll<number | string>().as('count'),
          sql<number | null>`min(coalesce(not_before, created_at))`.as('since'),
        ])
        .where('status', '=', sql.lit<'pending' | 'running'>(status))
        .where((w) => w.or([w('not_before', 'is', null), w('not_before', '<=', now)]))
        .executeTakeFirstOrThrow();
      return { status, count: Number(row.count), since: row.since ?? undefined };
    }),
  );
  return {
    revisions: revisions.map(({ status, count, since }) => ({ status, count: Number(count), since })),
    runs: runs.filter(({ count }) => count > 0),
  };
}

/**
 * Reads the applied migrations and the versions of master keys that the data needs and that the keyring lacks or has differently.
 * @throws StoreError `unavailable` if the database does not respond; `newer` if the data has an unknown migration.
 */
export async function readCondition(
  database: Pick<Database, 'db' | 'appliedMigrations'>,
  keys: MasterKeys,
): Promise<StoreCondition> {
  const applied = await database.appliedMigrations();
  const needed = await database.db.selectFrom('workspace_keys').select('key_version').distinct().execute();
  const missingKeys: number[] = [];
  const otherKeys: number[] = [];
  for (const { key_version: version } of needed) {
    const isKnown = await keys.wrappingKey(version).then(
      () => true,
      () => false,
    );
    if (!isKnown) missingKeys.push(version);
    else if (!(await opensOne(database.db, keys, version))) otherKeys.push(version);
  }
  return {
    schema: applied.at(-1) ?? 'none',
    unapplied: MIGRATIONS.map(({ name }) => name).filter((name) => !applied.includes(name)),
    missingKeys,
    otherKeys,
  };
}

/** Returns whether a master key decrypts a data key of its version. One data key shows whether the key is the same. */
async function opensOne(db: Kysely<Tables>, keys: MasterKeys, version: number): Promise<boolean> {
  const row = await db
    .selectFrom('workspace_keys')
    .select(['workspace_id', 'version', 'key_version', 'wrapped'])
    .where('key_version', '=', version)
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return true;
  return unwrap(keys, row).then(
    () => true,
    () => false,
  );
}
