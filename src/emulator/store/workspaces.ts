import type { Integrations, Listeners, Projects, Workspaces } from '../ports/store.ts';
import type { Context } from './context.ts';
import { StoreError } from '../ports/store-errors.ts';
import { fromJson, toJson } from './json.ts';

/** Workspaces and their API keys, which are known by hash only. */
export function workspaces(context: Context): Workspaces {
  return {
    async upsert(row) {
      const values = { name: row.name, redact_secret_values: row.redactSecretValues ? 1 : 0 };
      await context.db
        .insertInto('workspaces')
        .values({ id: row.id, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },
    async get(id) {
      const row = await context.db
        .selectFrom('workspaces')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && { id: row.id, name: row.name, redactSecretValues: row.redact_secret_values === 1 };
    },
    async list() {
      const rows = await context.db.selectFrom('workspaces').selectAll().orderBy('id').execute();
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        redactSecretValues: row.redact_secret_values === 1,
      }));
    },
    async putKey(row) {
      const values = { workspace_id: row.workspaceId, scope: row.scope };
      await context.db
        .insertInto('api_keys')
        .values({ hash: row.hash, ...values })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet(values))
        .execute();
    },
    async findKey(hash) {
      const row = await context.db
        .selectFrom('api_keys')
        .selectAll()
        .where('hash', '=', hash)
        .executeTakeFirst();
      return row && { hash: row.hash, workspaceId: row.workspace_id, scope: row.scope };
    },
  };
}

/** Tracing projects: a name is there once per workspace. */
export function projects(context: Context): Projects {
  const select = (workspaceId: string) =>
    context.db
      .selectFrom('projects')
      .select(['id', 'workspace_id as workspaceId', 'name', 'created_at as createdAt'])
      .where('workspace_id', '=', workspaceId);
  return {
    async insert(row) {
      await context.db
        .insertInto('projects')
        .values({ id: row.id, workspace_id: row.workspaceId, name: row.name, created_at: row.createdAt })
        .execute();
    },
    async findByName(workspaceId, name) {
      return select(workspaceId).where('name', '=', name).executeTakeFirst();
    },
    async has(workspaceId, id) {
      return (await select(workspaceId).where('id', '=', id).executeTakeFirst()) !== undefined;
    },
    async list(workspaceId, filter) {
      let query = select(workspaceId).orderBy('ordinal', 'desc').limit(filter.limit).offset(filter.offset);
      if (filter.name !== undefined) query = query.where('name', '=', filter.name);
      return query.execute();
    },
    async remove(workspaceId, id) {
      await context.db
        .deleteFrom('projects')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    },
  };
}

/** Connections to git hosts, with the secrets their webhooks are signed with. */
export function integrations(context: Context): Integrations {
  const select = () =>
    context.db
      .selectFrom('integrations')
      .select(['id', 'workspace_id as workspaceId', 'name', 'installation_id as installationId']);
  const place = (id: string) => ({ resource: 'integration', id, field: 'webhook_secret' });
  return {
    async upsert(row) {
      const values = {
        workspace_id: row.workspaceId,
        name: row.name,
        installation_id: row.installationId,
      };
      await context.db
        .insertInto('integrations')
        .values({ id: row.id, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },
    async list(workspaceId) {
      return select().where('workspace_id', '=', workspaceId).orderBy('id').execute();
    },
    async findById(id) {
      return select().where('id', '=', id).executeTakeFirst();
    },
    async putWebhookSecret(id, secret) {
      await context.atomically(async (tx) => {
        const row = await tx.db
          .selectFrom('integrations')
          .select('workspace_id')
          .where('id', '=', id)
          .executeTakeFirst();
        if (row === undefined) throw new StoreError('conflict', `There is no integration ${id} to write to.`);
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
      const values = {
        workspace_id: row.workspaceId,
        compute_type: row.computeType,
        compute_id: row.computeId,
        namespaces_json: toJson(row.namespaces),
        created_at: row.createdAt,
        updated_at: row.updatedAt,
        version: row.version,
      };
      await context.db
        .insertInto('listeners')
        .values({ id: row.id, ...values })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
        .execute();
    },
    async list(workspaceId) {
      const rows = await context.db
        .selectFrom('listeners')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        workspaceId: row.workspace_id,
        computeType: row.compute_type,
        computeId: row.compute_id,
        namespaces: fromJson(row.namespaces_json),
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        version: row.version,
      }));
    },
    async remove(workspaceId, id) {
      await context.db
        .deleteFrom('listeners')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute();
    },
  };
}
