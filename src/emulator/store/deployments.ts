import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { DeploymentStatus } from '../../contract/statuses.ts';
import type { DeploymentRow, Deployments } from '../seams/store.ts';
import type { Context } from './context.ts';
import { fromJson, isEmpty, toJson } from './json.ts';
import type { DeploymentsTable } from './schema.ts';
import { putSecrets, readSecrets, workspaceOf } from './secrets.ts';

/** What does not stay as it is (spec §3.1). */
const MOVING: readonly DeploymentStatus[] = ['AWAITING_DATABASE', 'AWAITING_DELETE'];

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
    async getAny(id) {
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
      if (filter.status?.length === 0 || filter.ids?.length === 0) return [];
      let query = select().where('workspace_id', '=', workspaceId);
      if (filter.name !== undefined) query = query.where('name', '=', filter.name);
      if (filter.nameContains) query = query.where(context.flavour.contains('name', filter.nameContains));
      if (filter.status !== undefined) query = query.where('status', 'in', filter.status);
      if (filter.imageVersion !== undefined) query = query.where('image_version', '=', filter.imageVersion);
      if (filter.deploymentType !== undefined)
        query = query.where('deployment_type', '=', filter.deploymentType);
      if (filter.ids !== undefined) query = query.where('id', 'in', filter.ids);
      const rows = await query.orderBy('ordinal', 'desc').limit(filter.limit).offset(filter.offset).execute();
      return rows.map(fromColumns);
    },
    async listAll() {
      return (await select().orderBy('ordinal').execute()).map(fromColumns);
    },
    async listUnsettled() {
      const unfinished = context.db
        .selectFrom('revisions')
        .select('deployment_id')
        .where('final', '=', sql.lit(0));
      const rows = await select()
        .where((e) => e.or([e('status', 'in', MOVING), e('id', 'in', unfinished)]))
        .orderBy('ordinal')
        .execute();
      return rows.map(fromColumns);
    },
    async listBuiltOnPush() {
      const rows = await select().where('build_on_push', '=', sql.lit(1)).orderBy('ordinal').execute();
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
      if (isEmpty(changes)) return;
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

function toColumns(row: DeploymentRow): Insertable<DeploymentsTable> {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    source: row.source,
    source_name: row.sourceName,
    source_config_json: toJson(row.sourceConfig),
    deployment_type: row.sourceConfig.deployment_type ?? null,
    secret_references_json: toJson(row.secretReferences),
    image_version: row.imageVersion,
    status: row.status,
    latest_revision_id: row.latestRevisionId,
    active_revision_id: row.activeRevisionId,
    project_id: row.projectId,
    port: row.port,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    build_on_push: row.sourceConfig.build_on_push === true ? 1 : 0,
  };
}

/** Only what is given: Kysely leaves out what is `undefined`. */
function toChanges(change: Partial<DeploymentRow>): Updateable<DeploymentsTable> {
  const { sourceConfig, secretReferences } = change;
  return {
    name: change.name,
    source: change.source,
    source_name: change.sourceName,
    source_config_json: sourceConfig && toJson(sourceConfig),
    deployment_type: sourceConfig && (sourceConfig.deployment_type ?? null),
    build_on_push: sourceConfig && (sourceConfig.build_on_push === true ? 1 : 0),
    secret_references_json: secretReferences === undefined ? undefined : toJson(secretReferences),
    image_version: change.imageVersion,
    status: change.status,
    latest_revision_id: change.latestRevisionId,
    active_revision_id: change.activeRevisionId,
    project_id: change.projectId,
    port: change.port,
    created_at: change.createdAt,
    updated_at: change.updatedAt,
  };
}

function fromColumns(row: Selectable<DeploymentsTable>): DeploymentRow {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    source: row.source,
    sourceName: row.source_name,
    sourceConfig: fromJson(row.source_config_json),
    secretReferences: fromJson(row.secret_references_json),
    imageVersion: row.image_version,
    status: row.status,
    latestRevisionId: row.latest_revision_id,
    activeRevisionId: row.active_revision_id,
    projectId: row.project_id,
    port: row.port,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
