import { randomUUID } from 'node:crypto';
import type { WorkspaceSecrets } from '../ports/store.ts';
import type { Context } from './context.ts';

/** A value is bound to its name in its workspace: a row that was renamed does not open. */
export function secretPlace(name: string) {
  return { resource: 'workspace-secret', id: name, field: 'value' };
}

/** The secrets of workspaces, by name. */
export function workspaceSecrets(context: Context): WorkspaceSecrets {
  return {
    async put(workspaceId, name, value, now) {
      await context.atomically(async ({ db, vault }) => {
        const known = await db
          .selectFrom('workspace_secrets')
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .where('name', '=', name)
          .executeTakeFirst();
        const id = known?.id ?? randomUUID();
        const sealer = await vault.sealer(workspaceId, 'workspace-secrets');
        const changing = { sealed: sealer.seal(secretPlace(name), value), updated_at: now };
        await (known === undefined
          ? db
              .insertInto('workspace_secrets')
              .values({ id, workspace_id: workspaceId, name, created_at: now, ...changing })
              .execute()
          : db.updateTable('workspace_secrets').set(changing).where('id', '=', id).execute());
      });
    },
    async list(workspaceId) {
      return context.db
        .selectFrom('workspace_secrets')
        .select(['name', 'created_at as createdAt', 'updated_at as updatedAt'])
        .where('workspace_id', '=', workspaceId)
        .orderBy('name')
        .execute();
    },
    async values(workspaceId, names) {
      if (names.length === 0) return new Map();
      const rows = await context.db
        .selectFrom('workspace_secrets')
        .select(['name', 'sealed'])
        .where('workspace_id', '=', workspaceId)
        .where('name', 'in', names)
        .execute();
      const values = await context.vault.open(
        workspaceId,
        'workspace-secrets',
        rows.map(({ name, sealed }) => ({ place: secretPlace(name), sealed })),
      );
      return new Map(rows.map(({ name }, index) => [name, values[index] ?? '']));
    },
    async remove(workspaceId, name) {
      const { numDeletedRows } = await context.db
        .deleteFrom('workspace_secrets')
        .where('workspace_id', '=', workspaceId)
        .where('name', '=', name)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
