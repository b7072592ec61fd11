import type { Selectable } from 'kysely';
import type { SandboxSnapshotRow, SandboxSnapshots, SandboxTemplates } from '../ports/store.ts';
import type { Context } from './context.ts';
import { fromJson, toJson } from './json.ts';
import type { SandboxSnapshotsTable } from './schema-sandboxes.ts';

/** Templates that sandboxes are made from, by name. */
export function sandboxTemplates(context: Context): SandboxTemplates {
  const select = (workspaceId: string) =>
    context.db.selectFrom('sandbox_templates').selectAll().where('workspace_id', '=', workspaceId);
  const fromColumns = (row: Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>) => ({
    workspaceId: row.workspace_id,
    name: row.name,
    settings: fromJson(row.settings_json),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
  return {
    async put(row) {
      const changing = { settings_json: toJson(row.settings), updated_at: row.updatedAt };
      await context.db
        .insertInto('sandbox_templates')
        .values({
          workspace_id: row.workspaceId,
          name: row.name,
          created_at: row.createdAt,
          ...changing,
        })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).doUpdateSet(changing))
        .execute();
    },
    async get(workspaceId, name) {
      const row = await select(workspaceId).where('name', '=', name).executeTakeFirst();
      return row && fromColumns(row);
    },
    async list(workspaceId) {
      return (await select(workspaceId).orderBy('name').execute()).map(fromColumns);
    },
    async remove(workspaceId, name) {
      const { numDeletedRows } = await context.db
        .deleteFrom('sandbox_templates')
        .where('workspace_id', '=', workspaceId)
        .where('name', '=', name)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** Snapshots of sandboxes. */
export function sandboxSnapshots(context: Context): SandboxSnapshots {
  const select = () => context.db.selectFrom('sandbox_snapshots').selectAll();
  return {
    async insert(row) {
      await context.db
        .insertInto('sandbox_snapshots')
        .values({
          id: row.id,
          workspace_id: row.workspaceId,
          name: row.name,
          status: row.status,
          status_message: row.statusMessage,
          source_sandbox_id: row.sourceSandboxId,
          settings_json: toJson(row.settings),
          created_at: row.createdAt,
          updated_at: row.updatedAt,
        })
        .execute();
    },
    async get(workspaceId, id) {
      const row = await select()
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
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
    async list(workspaceId) {
      const rows = await select()
        .where('workspace_id', '=', workspaceId)
        .orderBy('ordinal', 'desc')
        .execute();
      return rows.map(fromColumns);
    },
    async listAll() {
      return (await select().orderBy('ordinal').execute()).map(fromColumns);
    },
    async update(id, change) {
      await context.db
        .updateTable('sandbox_snapshots')
        .set({ status: change.status, status_message: change.statusMessage, updated_at: change.updatedAt })
        .where('id', '=', id)
        .execute();
    },
    async remove(workspaceId, id) {
      const { numDeletedRows } = await context.db
        .deleteFrom('sandbox_snapshots')
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function fromColumns(row: Selectable<SandboxSnapshotsTable>): SandboxSnapshotRow {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    status: row.status,
    statusMessage: row.status_message,
    sourceSandboxId: row.source_sandbox_id,
    settings: fromJson(row.settings_json),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
