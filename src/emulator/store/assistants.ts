import type { AssistantRow, Assistants, AssistantVersionRow } from '../ports/store.ts';
import type { Context } from './context.ts';
import { fromJson, toJson } from './json.ts';

/** Assistants of a deployment and their versions. What they configure graphs with is no secret and is kept as it is. */
export function assistants(context: Context): Assistants {
  const select = (deploymentId: string) =>
    context.db.selectFrom('assistants').selectAll().where('deployment_id', '=', deploymentId);
  return {
    async insert(row) {
      await context.db
        .insertInto('assistants')
        .values({ ...toColumns(row), id: row.id, updated_at: row.updatedAt })
        .execute();
    },
    async get(deploymentId, id) {
      const row = await select(deploymentId).where('id', '=', id).executeTakeFirst();
      return row && { ...fromColumns(row, row.id), updatedAt: row.updated_at };
    },
    async list(deploymentId) {
      const rows = await select(deploymentId).orderBy('ordinal', 'desc').execute();
      return rows.map((row): AssistantRow => ({ ...fromColumns(row, row.id), updatedAt: row.updated_at }));
    },
    async update(row) {
      const { deployment_id: deploymentId, ...columns } = toColumns(row);
      await context.db
        .updateTable('assistants')
        .set({ ...columns, updated_at: row.updatedAt })
        .where('deployment_id', '=', deploymentId)
        .where('id', '=', row.id)
        .execute();
    },
    async insertVersion(row) {
      await context.db
        .insertInto('assistant_versions')
        .values({ ...toColumns(row), assistant_id: row.id })
        .execute();
    },
    async versions(deploymentId, id) {
      const rows = await context.db
        .selectFrom('assistant_versions')
        .selectAll()
        .where('deployment_id', '=', deploymentId)
        .where('assistant_id', '=', id)
        .orderBy('version', 'desc')
        .execute();
      return rows.map((row) => fromColumns(row, row.assistant_id));
    },
    async remove(deploymentId, id) {
      await context.atomically(async (tx) => {
        await tx.db
          .deleteFrom('assistant_versions')
          .where('deployment_id', '=', deploymentId)
          .where('assistant_id', '=', id)
          .execute();
        await tx.db
          .deleteFrom('assistants')
          .where('deployment_id', '=', deploymentId)
          .where('id', '=', id)
          .execute();
      });
    },
  };
}

function toColumns(row: AssistantVersionRow) {
  return {
    deployment_id: row.deploymentId,
    graph_id: row.graphId,
    name: row.name,
    description: row.description,
    config_json: toJson(row.config),
    context_json: toJson(row.context),
    metadata_json: toJson(row.metadata),
    version: row.version,
    created_at: row.createdAt,
  };
}

function fromColumns(row: ReturnType<typeof toColumns>, id: string): AssistantVersionRow {
  return {
    id,
    deploymentId: row.deployment_id,
    graphId: row.graph_id,
    name: row.name,
    description: row.description,
    config: fromJson(row.config_json),
    context: fromJson(row.context_json),
    metadata: fromJson(row.metadata_json),
    version: row.version,
    createdAt: row.created_at,
  };
}
