import { sql, type SqlBool } from 'kysely';
import type { Instances, Processes } from '../ports/store.ts';
import { instanceRows, processRows } from '../tables/workspaces.ts';
import { MIGRATIONS, NEWEST_SCHEMA, readApplied, supported } from './migrations.ts';
import type { Context } from './context.ts';

/**
 * Creates the methods that store and read the instances on this store and their claims. The database's clock determines
 * all times.
 */
export function instances(context: Context): Instances {
  const now = () => context.dialect.now;
  const until = (leaseMs: number) => sql<number>`${now()} + ${sql.lit(leaseMs)}`;
  const alive = () => context.db.selectFrom('instances').where('lease_until', '>', now());
  return {
    async join(row, leaseMs) {
      const values = instanceRows.toColumns({
        ...row,
        settings: { ...row.settings, [SCHEMA]: NEWEST_SCHEMA },
      });
      await context.db
        .insertInto('instances')
        .values({ ...values, started_at: now(), lease_until: until(leaseMs) })
        .execute();
      // A migration that committed after this program had checked the schema did not evict this instance.
      supported(await readApplied(context.db), MIGRATIONS);
    },
    async renew(id, leaseMs) {
      const { numUpdatedRows } = await context.db
        .updateTable('instances')
        .set({ lease_until: until(leaseMs) })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async listLive() {
      return instanceRows.all(alive().selectAll().orderBy('started_at').orderBy('id'));
    },
    async evict(ids = []) {
      // `evict` rarely finds a dead instance, so it first checks without blocking other transactions.
      if (ids.length === 0 && !(await hasDead(context))) return 0;
      return context.atomically((tx) => evictInstances(tx, ids));
    },
    async claim(kind, name, owner) {
      const taken = await context.db
        .insertInto('claims')
        .columns(['kind', 'name', 'owner'])
        .expression((e) =>
          e
            .selectFrom('instances')
            .select([sql.lit(kind).as('kind'), e.val(name).as('name'), 'id as owner'])
            .where('id', '=', owner),
        )
        .onConflict((conflict) =>
          conflict.columns(['kind', 'name']).doUpdateSet({ owner }).where('claims.owner', '=', owner),
        )
        .executeTakeFirst();
      return (taken.numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    async release(kind, name, owner) {
      await context.db
        .deleteFrom('claims')
        .where('kind', '=', kind)
        .where('name', '=', name)
        .where('owner', '=', owner)
        .execute();
    },
    async holdsClaim(kind, name, owner) {
      // The claim is updated instead of read, so a concurrent eviction must wait for this transaction.
      const { numUpdatedRows } = await context.db
        .updateTable('claims')
        .set({ owner })
        .where('kind', '=', kind)
        .where('name', '=', name)
        .where('owner', '=', owner)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async claimHolder(kind, name) {
      return instanceRows.first(
        alive()
          .innerJoin('claims', 'claims.owner', 'instances.id')
          .selectAll('instances')
          .where('claims.kind', '=', kind)
          .where('claims.name', '=', name),
      );
    },
  };
}

async function hasDead({ db, dialect }: Context): Promise<boolean> {
  const dead = await db
    .selectFrom('instances')
    .select('id')
    .where('lease_until', '<=', dialect.now)
    .limit(1)
    .executeTakeFirst();
  if (dead !== undefined) return true;
  const orphan = await db
    .selectFrom('claims')
    .select('owner')
    .where((e) => e.not(e('owner', 'in', db.selectFrom('instances').select('instances.id'))))
    .limit(1)
    .executeTakeFirst();
  if (orphan !== undefined) return true;
  const abandoned = await db
    .selectFrom('runs')
    .select('id')
    .where(ABANDONED)
    .where(runIsUnclaimed({ db }))
    .limit(1)
    .executeTakeFirst();
  return abandoned !== undefined;
}

/** Returns the condition that no live instance has claimed a run. */
export function runIsUnclaimed({ db }: Pick<Context, 'db'>) {
  const living = db.selectFrom('instances').select('instances.id');
  return sql<SqlBool>`(runs.claimed_by is null or runs.claimed_by not in ${living})`;
}

/**
 * Condition for claimed running runs. Together with `runIsUnclaimed`, the condition selects the runs of evicted
 * instances, including runs that an instance claimed during its eviction.
 */
const ABANDONED = sql<SqlBool>`runs.status = 'running' and runs.claimed_by is not null`;

/** Evicts instances in the caller's transaction, and requeues all runs that they have claimed. */
async function evictInstances(
  { db, dialect }: Pick<Context, 'db' | 'dialect'>,
  ids: readonly string[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('instances')
    .where((e) =>
      e.or([e('lease_until', '<=', dialect.now), ...(ids.length > 0 ? [e('id', 'in', ids)] : [])]),
    )
    .executeTakeFirst();
  const there = db.selectFrom('instances').select('instances.id');
  const { numDeletedRows: fallen } = await db
    .deleteFrom('claims')
    .where((e) => e.not(e('owner', 'in', there)))
    .executeTakeFirst();
  await db
    .updateTable('runs')
    .set({ status: 'pending', claimed_by: null })
    .where(ABANDONED)
    .where(runIsUnclaimed({ db }))
    .execute();
  if (numDeletedRows === 0n && fallen === 0n) return 0;
  await db
    .deleteFrom('stopping_runs')
    .where((e) => e.not(e('claimed_by', 'in', there)))
    .execute();
  await db
    .deleteFrom('thread_listeners')
    .where((e) => e.not(e('instance_id', 'in', there)))
    .execute();
  await db
    .updateTable('revisions')
    .set((e) => ({ lease_owner: null, lease_until: null, fence: e('fence', '+', 1) }))
    .where('lease_owner', 'is not', null)
    .where((e) => e.not(e('lease_owner', 'in', there)))
    .execute();
  return Number(numDeletedRows);
}

/** Setting of an instance that contains the newest schema of its program. */
const SCHEMA = 'schema';

/**
 * Evicts all instances whose programs do not know the schema `oldest`, in the caller's transaction. Until the
 * transaction ends, no other instance can join.
 */
export async function evictOlder(context: Pick<Context, 'db' | 'dialect'>, oldest: string): Promise<void> {
  await sql`lock table instances in share row exclusive mode`.execute(context.db);
  const rows = await instanceRows.all(context.db.selectFrom('instances').selectAll());
  const older = rows.filter(({ settings }) => (settings[SCHEMA] ?? '') < oldest);
  if (older.length > 0) {
    await evictInstances(
      context,
      older.map(({ id }) => id),
    );
  }
}

/** Selects the instance with this ID unless it was evicted, as a condition for the instance's writes. */
export function instanceOf({ db }: Context, id: string) {
  return db.selectFrom('instances').select('instances.id').where('instances.id', '=', id);
}

/**
 * Creates the methods that store and read the process groups of emulators. The process groups might still be running.
 */
export function processes(context: Context): Processes {
  return {
    async put(row) {
      const values = processRows.toColumns(row);
      await context.db
        .insertInto('processes')
        .values(values)
        .onConflict((conflict) => conflict.columns(['owner', 'pid']).doUpdateSet(values))
        .execute();
    },
    async remove(owner, pid) {
      await context.db.deleteFrom('processes').where('owner', '=', owner).where('pid', '=', pid).execute();
    },
    list: () =>
      processRows.all(context.db.selectFrom('processes').selectAll().orderBy('pid').orderBy('owner')),
  };
}
