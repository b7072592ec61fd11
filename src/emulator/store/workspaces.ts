import type { Integrations, Listeners, Projects, Workspaces } from '../ports/store.ts';
import {
  apiKeyRows,
  integrationRows,
  listenerRows,
  projectRows,
  workspaceRows,
} from '../tables/workspaces.ts';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import { deleteOfProject } from './delete-in-batches.ts';
import { hasNoChanges } from './json.ts';
import { prepared } from './prepared.ts';
import { StoreError } from '../ports/store-errors.ts';

/** Creates the methods that store and read workspaces and the hashes of their API keys. */
export function workspaces(context: Context): Workspaces {
  const select = () => context.db.selectFrom('workspaces').selectAll();
  return {
    async upsert(row) {
      const values = workspaceRows.toColumns(row);
      await context.db
        .insertInto('workspaces')
        .values(values)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },
    get: (id) => workspaceRows.first(select().where('id', '=', id)),
    list: () => workspaceRows.all(select().orderBy('id')),
    async putKey(row) {
      const values = apiKeyRows.toColumns(row);
      await context.db
        .insertInto('api_keys')
        .values(values)
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(values))
        .execute();
    },
    findKey: (hash) =>
      apiKeyRows.first(context.db.selectFrom('api_keys').selectAll().where('hash', '=', hash)),
  };
}

/** Creates the methods that store and read tracing projects, whose names are unique in a workspace. */
export function projects(context: Context): Projects {
  const select = (workspaceId: string) =>
    context.db.selectFrom('projects').selectAll().where('workspace_id', '=', workspaceId);
  return {
    async insert(row) {
      await context.db.insertInto('projects').values(projectRows.toColumns(row)).execute();
    },
    findByName: (workspaceId, name) => projectRows.first(select(workspaceId).where('name', '=', name)),
    get: (workspaceId, id) =>
      projectRows.first(
        prepared(context, 'project', { workspaceId, id }, (of) =>
          select(of.workspaceId).where('id', '=', of.id),
        ),
      ),
    async count(workspaceId) {
      const row = await context.db
        .selectFrom('projects')
        .select(sql<number>`count(*)`.as('count'))
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow();
      return row.count;
    },
    async update(id, change) {
      if (hasNoChanges(change)) return;
      await context.db
        .updateTable('projects')
        .set(projectRows.toChanges(change))
        .where('id', '=', id)
        .execute();
    },
    async has(workspaceId, id) {
      return (await select(workspaceId).where('id', '=', id).executeTakeFirst()) !== undefined;
    },
    async list(workspaceId, filter) {
      let query = select(workspaceId).orderBy('ordinal', 'desc').limit(filter.limit).offset(filter.offset);
      if (filter.name !== undefined) query = query.where('name', '=', filter.name);
      if (filter.datasetId !== undefined) query = query.where('dataset_id', '=', filter.datasetId);
      return projectRows.all(query);
    },
    async remove(workspaceId, id) {
      await context.atomically(async (tx) => {
        await deleteOfProject(tx, { workspaceId, id });
        await tx.db
          .deleteFrom('projects')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .execute();
      });
    },
  };
}

/** Creates the methods that store and read git-host connections, with the secrets that sign their webhooks. */
export function integrations(context: Context): Integrations {
  const select = () => context.db.selectFrom('integrations').selectAll();
  const place = (id: string) => ({ resource: 'integration', id, field: 'webhook_secret' });
  return {
    async upsert(row) {
      const values = integrationRows.toColumns(row);
      await context.db
        .insertInto('integrations')
        .values(values)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },
    list: (workspaceId) =>
      integrationRows.all(select().where('workspace_id', '=', workspaceId).orderBy('id')),
    findById: (id) => integrationRows.first(select().where('id', '=', id)),
    async putWebhookSecret(id, secret) {
      await context.atomically(async (tx) => {
        const row = await tx.db
          .selectFrom('integrations')
          .select('workspace_id')
          .where('id', '=', id)
          .executeTakeFirst();
        if (row === undefined) throw new StoreError('conflict', `The integration ${id} does not exist.`);
        const sealer =
          secret === null ? undefined : await tx.vault.sealer(row.workspace_id, 'webhook-secrets');
        await tx.db
          .updateTable('integrations')
          .set({ webhook_secret: secret === null ? null : (sealer?.seal(place(id), secret) ?? null) })
          .where('id', '=', id)
          .execute();
      });
    },
    async webhookSecret(id) {
      const row = await context.db
        .selectFrom('integrations')
        .select(['workspace_id', 'webhook_secret'])
        .where('id', '=', id)
        .executeTakeFirst();
      if (row === undefined || row.webhook_secret === null) return null;
      const sealed = { place: place(id), sealed: row.webhook_secret };
      const [secret] = await context.vault.open(row.workspace_id, 'webhook-secrets', [sealed]);
      return secret ?? null;
    },
  };
}

export function listeners(context: Context): Listeners {
  return {
    async upsert(row) {
      const values = listenerRows.toColumns(row);
      await context.db
        .insertInto('listeners')
        .values(values)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },
    list: (workspaceId) =>
      listenerRows.all(
        context.db
          .selectFrom('listeners')
          .selectAll()
          .where('workspace_id', '=', workspaceId)
          .orderBy('created_at')
          .orderBy('id'),
      ),
    async remove(workspaceId, id) {
      await context.db
        .deleteFrom('listeners')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    },
  };
}
