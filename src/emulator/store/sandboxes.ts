import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type {
  OpaqueValue,
  Sandboxes,
  SandboxRow,
  SandboxSnapshotRow,
  SandboxSnapshots,
  SandboxTemplates,
  WorkspaceSecrets,
} from '../ports/store.ts';
import type { Context } from './context.ts';
import { StoreError } from '../ports/store-errors.ts';
import { fromJson, hasNoChanges, toJson } from './json.ts';
import type { SandboxesTable, SandboxSnapshotsTable } from './schema.ts';

/** Where the value of one opaque header stands: bound to its rule and header, wherever they stand in the list. */
export function headerPlace(sandboxId: string, { ruleId, headerId }: Omit<OpaqueValue, 'value'>) {
  return { resource: 'sandbox', id: sandboxId, field: `proxy.rules[${ruleId}].headers[${headerId}]` };
}
export const envPlace = (id: string) => ({ resource: 'sandbox', id, field: 'env' });

/** Sandboxes, with the values of their opaque headers and their variables sealed. */
export function sandboxes(context: Context): Sandboxes {
  const select = () => context.db.selectFrom('sandboxes').selectAll();
  return {
    async insert(row, values, env) {
      await context.atomically(async (tx) => {
        const sealer = await tx.vault.sealer(row.workspaceId, 'sandbox-environments');
        await tx.db
          .insertInto('sandboxes')
          .values({
            id: row.id,
            workspace_id: row.workspaceId,
            name: row.name,
            status: row.status,
            status_message: row.statusMessage,
            settings_json: toJson(row.settings),
            proxy_json: toJson(row.proxy),
            env: Object.keys(env).length === 0 ? null : sealer.seal(envPlace(row.id), JSON.stringify(env)),
            created_at: row.createdAt,
            updated_at: row.updatedAt,
            stopped_at: row.stoppedAt,
          })
          .execute();
        await putValues(tx, row.workspaceId, row.id, values);
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
    async count(workspaceId) {
      const { total } = await context.db
        .selectFrom('sandboxes')
        .select((e) => e.fn.countAll<number | string | bigint>().as('total'))
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow();
      return Number(total);
    },
    async update(id, change) {
      const values = {
        name: change.name,
        status: change.status,
        status_message: change.statusMessage,
        settings_json: change.settings === undefined ? undefined : toJson(change.settings),
        updated_at: change.updatedAt,
        stopped_at: change.stoppedAt,
      };
      if (hasNoChanges(values)) return;
      await context.db.updateTable('sandboxes').set(values).where('id', '=', id).execute();
    },
    async putProxy(id, proxy, values) {
      await context.atomically(async (tx) => {
        const workspaceId = await workspaceOf(tx, id);
        await tx.db
          .updateTable('sandboxes')
          .set({ proxy_json: toJson(proxy) })
          .where('id', '=', id)
          .execute();
        await tx.db.deleteFrom('sandbox_header_values').where('sandbox_id', '=', id).execute();
        await putValues(tx, workspaceId, id, values);
      });
    },
    async opaqueValues(id) {
      const rows = await context.db
        .selectFrom('sandbox_header_values')
        .selectAll()
        .where('sandbox_id', '=', id)
        .execute();
      if (rows.length === 0) return [];
      const names = rows.map((row) => ({ ruleId: row.rule_id, headerId: row.header_id }));
      const sealed = rows.map((row, index) => ({
        place: headerPlace(id, names[index] ?? { ruleId: '', headerId: '' }),
        sealed: row.sealed,
      }));
      const values = await context.vault.open(await workspaceOf(context, id), 'proxy-headers', sealed);
      return names.map((name, index) => ({ ...name, value: values[index] ?? '' }));
    },
    async env(id) {
      const row = await select().where('id', '=', id).executeTakeFirst();
      if (row === undefined || row.env === null) return {};
      const sealed = { place: envPlace(id), sealed: row.env };
      const [text] = await context.vault.open(row.workspace_id, 'sandbox-environments', [sealed]);
      // It opened, so it is what we sealed.
      return JSON.parse(text ?? '{}') as Record<string, string>;
    },
    async putEnv(id, env) {
      await context.atomically(async (tx) => {
        const sealer = await tx.vault.sealer(await workspaceOf(tx, id), 'sandbox-environments');
        await tx.db
          .updateTable('sandboxes')
          .set({ env: sealer.seal(envPlace(id), JSON.stringify(env)) })
          .where('id', '=', id)
          .execute();
      });
    },
    async remove(id) {
      await context.db.deleteFrom('sandboxes').where('id', '=', id).execute();
    },
  };
}

async function putValues(
  { db, vault }: Context,
  workspaceId: string,
  id: string,
  values: readonly OpaqueValue[],
): Promise<void> {
  if (values.length === 0) return;
  const sealer = await vault.sealer(workspaceId, 'proxy-headers');
  await db
    .insertInto('sandbox_header_values')
    .values(
      values.map((one) => ({
        sandbox_id: id,
        rule_id: one.ruleId,
        header_id: one.headerId,
        sealed: sealer.seal(headerPlace(id, one), one.value),
      })),
    )
    .execute();
}

async function workspaceOf({ db }: Pick<Context, 'db'>, id: string): Promise<string> {
  const row = await db.selectFrom('sandboxes').select('workspace_id').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new StoreError('conflict', `There is no sandbox ${id} to write to.`);
  return row.workspace_id;
}

function fromColumns(row: Selectable<SandboxesTable>): SandboxRow {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    status: row.status,
    statusMessage: row.status_message,
    settings: fromJson(row.settings_json),
    proxy: fromJson(row.proxy_json),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    stoppedAt: row.stopped_at,
  };
}

/** Templates that sandboxes are made from, by name. */
export function sandboxTemplates(context: Context): SandboxTemplates {
  const select = (workspaceId: string) =>
    context.db.selectFrom('sandbox_templates').selectAll().where('workspace_id', '=', workspaceId);
  const toSnapshotRow = (row: Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>) => ({
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
      return row && toSnapshotRow(row);
    },
    async list(workspaceId) {
      return (await select(workspaceId).orderBy('name').execute()).map(toSnapshotRow);
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
      return row && toSnapshotRow(row);
    },
    async findByName(workspaceId, name) {
      const row = await select()
        .where('workspace_id', '=', workspaceId)
        .where('name', '=', name)
        .orderBy('ordinal', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row && toSnapshotRow(row);
    },
    async list(workspaceId) {
      const rows = await select()
        .where('workspace_id', '=', workspaceId)
        .orderBy('ordinal', 'desc')
        .execute();
      return rows.map(toSnapshotRow);
    },
    async listAll() {
      return (await select().orderBy('ordinal').execute()).map(toSnapshotRow);
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

function toSnapshotRow(row: Selectable<SandboxSnapshotsTable>): SandboxSnapshotRow {
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
