import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { SourceConfig } from '../../contract/source.ts';
import type { DeploymentFilter, DeploymentLists, Deployments, DeploymentView } from '../ports/store.ts';
import { deploymentRows } from '../tables/deployments.ts';
import type { Context } from './context.ts';
import { deleteOfDeployment } from './delete-in-batches.ts';
import { fromJson, hasNoChanges, type Json } from './json.ts';
import { prepared } from './prepared.ts';
import type { Tables } from './schema.ts';
import { openSecrets, putSecrets, readSecrets, workspaceOf } from './secrets.ts';

/** Creates the methods that store and read deployments. Lists are sorted newest first. */
export function deployments(context: Context): Deployments {
  const select = () => context.db.selectFrom('deployments').selectAll();
  return {
    ...deploymentLists(context),
    async insert(row, secrets) {
      await context.atomically(async (tx) => {
        await tx.db.insertInto('deployments').values(deploymentRows.toColumns(row)).execute();
        await putSecrets(tx, 'deployment', row.workspaceId, row.id, secrets);
      });
    },
    async get(workspaceId, id) {
      return deploymentRows.first(select().where('id', '=', id).where('workspace_id', '=', workspaceId));
    },
    async findById(id) {
      return context.cached(`deployment ${id}`, () =>
        deploymentRows.first(
          prepared(context, 'deployment', { id }, (of) => select().where('id', '=', of.id)),
        ),
      );
    },
    async findByName(workspaceId, name) {
      return deploymentRows.first(
        select()
          .where('workspace_id', '=', workspaceId)
          .where('name', '=', name)
          .orderBy('ordinal', 'desc')
          .limit(1),
      );
    },
    async view(workspaceId, id) {
      return context.cached(`view ${workspaceId} ${id}`, async () => {
        const row = await viewOfOne(context, workspaceId, id).executeTakeFirst();
        return row && viewFrom(context, row);
      });
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
      const changes = deploymentRows.toChanges(change);
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
      await context.atomically(async (tx) => {
        await deleteOfDeployment(tx, id);
        // Foreign keys delete the deployment's few remaining rows.
        await tx.db.deleteFrom('deployments').where('id', '=', id).execute();
      });
    },
  };
}

function deploymentLists(context: Context): DeploymentLists {
  const select = () => context.db.selectFrom('deployments').selectAll();
  return {
    async list(workspaceId, filter) {
      if (asksForNone(filter)) return [];
      return deploymentRows.all(await listQuery(context, workspaceId, filter));
    },
    async listViews(workspaceId, filter) {
      if (asksForNone(filter)) return [];
      const rows = await withViews(context, await listQuery(context, workspaceId, filter)).execute();
      // The rows are sorted again, because joining other tables can change the order of rows.
      return Promise.all(rows.toSorted((a, b) => b.ordinal - a.ordinal).map((row) => viewFrom(context, row)));
    },
    async listAll() {
      return deploymentRows.all(select().orderBy('ordinal'));
    },
    async listPlacements() {
      const columns = ['id', 'status', 'source', 'active_revision_id', 'source_config_json'] as const;
      const rows = await context.db.selectFrom('deployments').select(columns).orderBy('ordinal').execute();
      return rows.map(({ id, status, source, active_revision_id: activeRevisionId, source_config_json }) => ({
        id,
        status,
        source,
        activeRevisionId,
        namespace: fromJson<SourceConfig>(source_config_json).listener_config?.k8s_namespace || undefined,
      }));
    },
    async listServed() {
      return deploymentRows.all(select().where('active_revision_id', 'is not', null).orderBy('ordinal'));
    },
    async getMany(ids) {
      if (ids.length === 0) return [];
      return deploymentRows.all(select().where('id', 'in', ids));
    },
    async listBuiltOnPush() {
      return deploymentRows.all(select().where('build_on_push', '=', sql.lit(1)).orderBy('ordinal'));
    },
    async listReferencing(workspaceId, id) {
      return deploymentRows.all(
        select()
          .where('workspace_id', '=', workspaceId)
          // The comparison ignores case, because clients can send the ID in upper or lower case.
          .where((e) =>
            context.dialect.contains(e.fn<string>('lower', ['source_config_json']), `"${id.toLowerCase()}"`),
          )
          .orderBy('ordinal', 'desc'),
      );
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
  };
}

/** Returns whether a filter contains an empty list, which matches nothing and would be invalid SQL. */
function asksForNone(filter: DeploymentFilter): boolean {
  return filter.status?.length === 0 || filter.ids?.length === 0;
}

/** Selects a page of deployments, newest first. */
async function listQuery(context: Context, workspaceId: string, filter: DeploymentFilter) {
  let query = context.db.selectFrom('deployments').selectAll().where('workspace_id', '=', workspaceId);
  if (filter.name !== undefined) query = query.where('name', '=', filter.name);
  if (filter.nameContains) {
    query = query.where(context.dialect.contains(sql.ref('name'), filter.nameContains));
    // A filter for a complete name uses another index, so the name index is not necessary.
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

type Rows = SelectQueryBuilder<Tables, 'deployments', Selectable<Tables['deployments']>>;
type ViewRow = Selectable<Tables['deployments']> & {
  latest_config_json: Tables['revisions']['config_json'] | null;
  redact_secret_values: number;
  secrets_json: Json<[position: number, name: string, sealed: string][]>;
};

/** Reads deployments at a single moment, in any order, with all data that responses contain. */
function withViews(context: Context, rows: Rows) {
  return context.db
    .selectFrom(rows.as('page'))
    .innerJoin('workspaces', 'workspaces.id', 'page.workspace_id')
    .leftJoin('revisions', 'revisions.id', 'page.latest_revision_id')
    .selectAll('page')
    .select([
      'revisions.config_json as latest_config_json',
      'workspaces.redact_secret_values',
      (e) =>
        e
          .selectFrom('deployment_secrets as secret')
          .select(context.dialect.jsonAgg(['secret.position', 'secret.name', 'secret.sealed']).as('lists'))
          .whereRef('secret.deployment_id', '=', 'page.id')
          .$asScalar()
          .$notNull()
          .as('secrets_json'),
    ]);
}

/** Reads one deployment of a workspace. This query is the emulator's most frequent query. */
const viewOfOne = (context: Context, workspaceId: string, id: string) =>
  prepared(context, 'view of deployment', { workspaceId, id }, (of) =>
    withViews(
      context,
      context.db
        .selectFrom('deployments')
        .selectAll()
        .where('workspace_id', '=', of.workspaceId)
        .where('id', '=', of.id),
    ),
  );

/** Converts a row of `withViews`. @throws StoreError `sealed` if a secret was moved from another row. */
async function viewFrom(context: Context, row: ViewRow): Promise<DeploymentView> {
  const secrets = fromJson(row.secrets_json)
    .toSorted(([a], [b]) => a - b)
    .map(([, name, sealed]) => ({ name, sealed }));
  return {
    row: deploymentRows.toRow(row),
    latestConfig: row.latest_config_json === null ? undefined : fromJson(row.latest_config_json),
    secrets: await openSecrets(context, 'deployment', row.workspace_id, row.id, secrets),
    redactsSecrets: row.redact_secret_values === 1,
  };
}
