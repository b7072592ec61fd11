import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, sql } from 'kysely';
import { BACKOFF, backoffMs, retry } from '../../../clients/retry.ts';
import { StoreError } from '../../ports/store-errors.ts';
import { evictOlder } from '../instances.ts';
import type { Keyring } from '../keyring.ts';
import { APPLIED, migrate, type Migration, MIGRATIONS, readApplied, supported } from '../migrations.ts';
import type { Tables } from '../schema.ts';
import { purposeKey } from '../seal.ts';
import { type DatabaseAddress, openPools } from './connection.ts';
import { kyselyPostgres, postgresDialect } from './driver.ts';
import { isContention } from './errors.ts';

/** Name of the stored value that is derived from the keyring, and that detects processes with a different keyring. */
const KEYRING = 'agent_deploy_keyring';
/** Number of the advisory lock for schema changes: "AgDp". */
const LOCK = 0x41674470;

/** Selects all relations that do not belong to extensions. */
const relations = sql<{ name: string; kind: string }>`
  select c.relname::text as name, c.relkind::text as kind from pg_class as c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f', 'S')
    and not exists (select from pg_depend as d where d.objid = c.oid and d.deptype = 'e')
  order by 1`;

/**
 * Returns the names of the schema's applied migrations, or an empty list for a new schema, without changing anything.
 * @throws StoreError `newer` if the schema has a migration that needs a program with more than the `known` migrations; `unusable` if the schema contains other
 * tables or does not exist.
 */
export async function appliedInSchema(
  db: Kysely<Tables>,
  { schema, display: shown }: DatabaseAddress,
  known: readonly Migration[] = MIGRATIONS,
): Promise<string[]> {
  const { rows: named } = await sql<{ name: string | null }>`select current_schema()::text as name`.execute(
    db,
  );
  const current = named[0]?.name ?? undefined;
  if (current === undefined) {
    if (schema !== undefined) return [];
    throw new StoreError(
      'unusable',
      `The database ${shown} has no schema for tables, because no schema of its search path exists. Create a schema, or set one with ?schema= in the URL.`,
    );
  }
  const names = (await relations.execute(db)).rows.map(({ name }) => name);
  if (names.length === 0) return [];
  if (!names.includes(APPLIED)) {
    throw new StoreError(
      'unusable',
      `The database ${shown} belongs to another program: schema "${current}" contains ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and more' : ''}. Use an empty database, or set an empty schema with ?schema= in the URL. Nothing was changed.`,
    );
  }
  return supported(await readApplied(db), known);
}

/**
 * Maximum time in milliseconds that a change of a table waits for running statements. Statements of replicas that arrive
 * during the wait queue behind the change, so a longer wait would stop the replicas.
 */
const TABLE_LOCK_MS = 2_000;

/** Result of a migration: the names of the migrations that it applied, oldest first, and of the newest schema. */
export interface MigrationResult {
  readonly applied: readonly string[];
  readonly schema: string;
}

interface MigrationOptions {
  readonly known?: readonly Migration[];
  /** Called before each repetition of a migration that a long statement of a replica had blocked. */
  readonly onBlocked?: () => void;
}

/**
 * Migrates the schema to the newest `known` migration in one transaction, while no other process migrates the schema.
 * Neither the wait for another process's migration nor the migration itself has a time limit. A migration that cannot
 * lock a table within {@link TABLE_LOCK_MS} is rolled back and repeated. Evicts the processes that cannot use the
 * changed schema.
 * @throws StoreError like `appliedInSchema`; `unusable` if a migration fails; `unavailable` if the database is
 * unreachable.
 */
export async function migratePostgres(
  address: DatabaseAddress,
  { known = MIGRATIONS, onBlocked }: MigrationOptions = {},
): Promise<MigrationResult> {
  const pools = openPools(address, { isLimited: false });
  const db = new Kysely<Tables>({ dialect: kyselyPostgres(pools) });
  try {
    return await retry(() => migrateOnce(db, address, known), {
      delayAfter(error, attempt) {
        if (!isContention(error)) return undefined;
        onBlocked?.();
        return backoffMs(attempt, Math.random, BACKOFF.migration);
      },
      sleep: delay,
    });
  } finally {
    await db.destroy();
    // The pools can still be open, because Kysely does not destroy a driver that it never initialized.
    if (!pools.readers.ended && !pools.readers.ending) await pools.end();
  }
}

function migrateOnce(
  db: Kysely<Tables>,
  address: DatabaseAddress,
  known: readonly Migration[],
): Promise<MigrationResult> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (trx) => {
      const { schema } = address;
      // The lock is the same for URLs that select the same schema with and without `?schema=`.
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}, hashtext(coalesce(${schema ?? null}, current_schema()::text, '')))`.execute(
        trx,
      );
      await sql`select set_config('lock_timeout', ${String(TABLE_LOCK_MS)}, true)`.execute(trx);
      if (schema !== undefined) await sql`create schema if not exists ${sql.id(schema)}`.execute(trx);
      // The migrations are read again, because another process might have migrated the schema during the wait.
      const before = await appliedInSchema(trx, address, known);
      if (before.length === 0) {
        await sql`create table if not exists ${sql.table(KEYRING)} (version bigint primary key, fingerprint text not null)`.execute(
          trx,
        );
      }
      const oldest = await migrate(trx, postgresDialect, before, known);
      // Processes of a version before `oldest` must not use the changed schema, so they are evicted and lose their lease.
      if (oldest !== undefined) await evictOlder({ db: trx, dialect: postgresDialect }, oldest);
      const applied = known.map(({ name }) => name).filter((name) => !before.includes(name));
      return { applied, schema: [...before, ...applied].toSorted().at(-1) ?? '' };
    });
}

/** Tables that keep their rows when the data is deleted: the audit log also contains the deletion. */
const KEPT: ReadonlySet<string> = new Set<string>([APPLIED, KEYRING, 'audit_log' satisfies keyof Tables]);

/** Deletes all rows of the store except the audit log. Running processes continue without the deleted rows. */
export async function clearPostgres(db: Kysely<Tables>, address: DatabaseAddress): Promise<void> {
  if ((await appliedInSchema(db, address)).length === 0) return;
  const names = (await relations.execute(db)).rows.filter(
    ({ kind, name }) => kind === 'r' && !KEPT.has(name),
  );
  await sql`truncate ${sql.join(names.map(({ name }) => sql.table(name)))} restart identity`.execute(db);
}

/** Returns whether any process has registered its keyring in the database. */
export async function hasKeyringClaim(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select from ${sql.table(KEYRING)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Prevents other processes from registering a keyring until the end of the transaction. */
export async function lockKeyringClaims(trx: Kysely<Tables>): Promise<void> {
  await sql`lock table ${sql.table(KEYRING)} in share row exclusive mode`.execute(trx);
}

/**
 * Registers this process's keyring. All processes that share a database must use the same keyring. Without the
 * registration of keyrings, a different keyring would only be noticed at the first read of another process's secret.
 * @throws StoreError `keyring`, without any change, if other processes use a different keyring.
 */
export async function claimKeyring(trx: Kysely<Tables>, keyring: Keyring): Promise<void> {
  await lockKeyringClaims(trx);
  const { rows } = await sql<{ version: number; fingerprint: string }>`
    select version, fingerprint from ${sql.table(KEYRING)}`.execute(trx);
  const known = new Map(rows.map(({ version, fingerprint }) => [version, fingerprint]));
  const own = [...keyring.keys].map(([version, key]) => ({
    version,
    fingerprint: purposeKey(key, 'keyring-fingerprint').export().toString('base64url'),
  }));
  const other = own.find(({ version, fingerprint }) => (known.get(version) ?? fingerprint) !== fingerprint);
  if (other !== undefined || (known.size > 0 && !own.some(({ version }) => known.has(version)))) {
    throw new StoreError(
      'keyring',
      `This database is used with another keyring: ${other === undefined ? `it contains none of the keys (${own.map(({ version }) => `v${version}`).join(', ')})` : `its key v${other.version} differs from ours`}. Use the same keyring for all emulators on a database (EMULATOR_KEYRING_FILE). Nothing was changed.`,
    );
  }
  for (const { version, fingerprint } of own.filter(({ version: one }) => !known.has(one))) {
    await sql`insert into ${sql.table(KEYRING)} (version, fingerprint) values (${version}, ${fingerprint})`.execute(
      trx,
    );
  }
}
