import { sql } from 'kysely';
import type { DeploymentStatus } from '../../contract/statuses.ts';
import type { DeploymentFilter, Deployments } from '../ports/store.ts';
import type { Context } from './context.ts';
import { fromColumns, toChanges, toColumns } from './deployment-columns.ts';
import { viewFrom, viewOfOne, withViews } from './deployment-views.ts';
import { hasNoChanges } from './json.ts';
import { putSecrets, readSecrets, workspaceOf } from './secrets.ts';

/** What does not stay as it is (spec §3.1). */
export const CHANGING_STATUSES: readonly DeploymentStatus[] = ['AWAITING_DATABASE', 'AWAITING_DELETE'];

/** Deployments, newest first in lists. */
export function deployments(context: Context): Deployments {
  const select = () => context.db.selectFrom('deployments').selectAll();
  return {
    async insert(row, secrets) {
      await context.atomically(async (tx) => {
        await tx.db.insertInto('deployments').values(toColumns(row)).execute();
        await putSecrets(tx, 'deployment', row.workspaceId, row.id, secrets);
      });
    },
    async get(workspaceId, id) {
      const row = await select()
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      return row && fromColumns(row);
    },
    async findById(id) {
      const row = await select().where('id', '=', id).executeTakeFirst();
      return row && fromColumns(row);
    },
    async findByName(workspaceId, name) {
      const row = await select()
        .where('workspace_id', '=', workspaceId)
        .where('name', '=', name)
        .orderBy('ordinal', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && fromColumns(row);
    },
    async list(workspaceId, filter) {
      if (asksForNone(filter)) return [];
      return (await (await listQuery(context, workspaceId, filter)).execute()).map(fromColumns);
    },
    async view(workspaceId, id) {
      return context.cached(`view ${workspaceId} ${id}`, async () => {
        const [row] = await viewOfOne(context, workspaceId, id);
        return row && viewFrom(context, row);
      });
    },
    async listViews(workspaceId, filter) {
      if (asksForNone(filter)) return [];
      const rows = await withViews(context, await listQuery(context, workspaceId, filter)).execute();
      // The page is in order; what is joined to it need not be.
      return Promise.all(rows.toSorted((a, b) => b.ordinal - a.ordinal).map((row) => viewFrom(context, row)));
    },
    async listAll() {
      return (await select().orderBy('ordinal').execute()).map(fromColumns);
    },
    async listServed() {
      const rows = await select().where('active_revision_id', 'is not', null).orderBy('ordinal').execute();
      return rows.map(fromColumns);
    },
    async listInProgress() {
      const unfinished = context.db
        .selectFrom('revisions')
        .select('deployment_id')
        .where('final', '=', sql.lit(0));
      const rows = await select()
        .where((e) => e.or([e('status', 'in', CHANGING_STATUSES), e('id', 'in', unfinished)]))
        .orderBy('ordinal')
        .execute();
      return rows.map(fromColumns);
    },
    async listBuiltOnPush() {
      const rows = await select().where('build_on_push', '=', sql.lit(1)).orderBy('ordinal').execute();
      return rows.map(fromColumns);
    },
    async listReferencing(workspaceId, id) {
      const rows = await select()
        .where('workspace_id', '=', workspaceId)
        // Clients may have written it in either case.
        .where((e) =>
          context.dialect.contains(e.fn<string>('lower', ['source_config_json']), `"${id.toLowerCase()}"`),
        )
        .orderBy('ordinal', 'desc')
        .execute();
      return rows.map(fromColumns);
    },
    async countType(workspaceId, deploymentType) {
      const { count } = await context.db
        .selectFrom('deployments')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .where('deployment_type', '=', deploymentType)
        .where('status', '!=', 'AWAITING_DELETE')
        .executeTakeFirstOrThrow();
      return count;
    },
    async forceDelete(id) {
      await context.db.updateTable('deployments').set({ delete_forced: 1 }).where('id', '=', id).execute();
    },
    async isDeleteForced(id) {
      const row = await context.db
        .selectFrom('deployments')
        .select('delete_forced')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.delete_forced === 1;
    },
    async update(id, change) {
      const changes = toChanges(change);
      if (hasNoChanges(changes)) return;
      await context.db.updateTable('deployments').set(changes).where('id', '=', id).execute();
    },
    async putSecrets(id, secrets) {
      await context.atomically(async (tx) => {
        await putSecrets(tx, 'deployment', await workspaceOf(tx, id), id, secrets);
      });
    },
    async secrets(id) {
      return readSecrets(context, 'deployment', id);
    },
    async remove(id) {
      // The rest goes with it, by its foreign keys.
      await context.db.deleteFrom('deployments').where('id', '=', id).execute();
    },
  };
}

/** A list of nothing matches nothing, and is no SQL. */
function asksForNone(filter: DeploymentFilter): boolean {
  return filter.status?.length === 0 || filter.ids?.length === 0;
}

/** One page, newest first. */
async function listQuery(context: Context, workspaceId: string, filter: DeploymentFilter) {
  let query = context.db.selectFrom('deployments').selectAll().where('workspace_id', '=', workspaceId);
  if (filter.name !== undefined) query = query.where('name', '=', filter.name);
  if (filter.nameContains) {
    query = query.where(context.dialect.contains(sql.ref('name'), filter.nameContains));
    // A whole name has an index of its own.
    const near =
      filter.name === undefined
        ? await context.dialect.nameIndex.narrow(context.db, filter.nameContains)
        : undefined;
    if (near !== undefined) query = query.where(near);
  }
  if (filter.status !== undefined) query = query.where('status', 'in', filter.status);
  if (filter.imageVersion !== undefined) query = query.where('image_version', '=', filter.imageVersion);
  if (filter.deploymentType !== undefined) query = query.where('deployment_type', '=', filter.deploymentType);
  if (filter.ids !== undefined) query = query.where('id', 'in', filter.ids);
  return query.orderBy('ordinal', 'desc').limit(filter.limit).offset(filter.offset);
}
