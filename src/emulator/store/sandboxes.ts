import { randomUUID } from 'node:crypto';
import type {
  OpaqueValue,
  Sandboxes,
  SandboxSnapshots,
  SandboxTemplates,
  WorkspaceSecrets,
} from '../ports/store.ts';
import type { Context } from './context.ts';
import { StoreError } from '../ports/store-errors.ts';
import { hasNoChanges, toJson } from './json.ts';
import { sandboxRows, sandboxSnapshotRows, sandboxTemplateRows } from '../tables/sandboxes.ts';

/** Returns the location of an opaque header's value, which contains the IDs of the rule and the header. */
export function headerLocation(sandboxId: string, { ruleId, headerId }: Omit<OpaqueValue, 'value'>) {
  return { resource: 'sandbox', id: sandboxId, field: `proxy.rules[${ruleId}].headers[${headerId}]` };
}
export const envLocation = (id: string) => ({ resource: 'sandbox', id, field: 'env' });

/** Creates the methods that store and read sandboxes. Variables and the values of opaque headers are encrypted. */
export function sandboxes(context: Context): Sandboxes {
  const select = () => context.db.selectFrom('sandboxes').selectAll();
  const within = (workspaceId: string) => select().where('workspace_id', '=', workspaceId);
  return {
    async insert(row, values, env) {
      await context.atomically(async (tx) => {
        const sealer = await tx.vault.sealer(row.workspaceId, 'sandbox-environments');
        await tx.db
          .insertInto('sandboxes')
          .values({
            ...sandboxRows.toColumns(row),
            env: Object.keys(env).length === 0 ? null : sealer.seal(envLocation(row.id), JSON.stringify(env)),
          })
          .execute();
        await putValues(tx, row.workspaceId, row.id, values);
      });
    },
    get: (workspaceId, id) => sandboxRows.first(within(workspaceId).where('id', '=', id)),
    findById: (id) => sandboxRows.first(select().where('id', '=', id)),
    findByName: (workspaceId, name) => sandboxRows.first(within(workspaceId).where('name', '=', name)),
    list: (workspaceId) => sandboxRows.all(within(workspaceId).orderBy('ordinal', 'desc')),
    listAll: () => sandboxRows.all(select().orderBy('ordinal')),
    async count(workspaceId) {
      const { total } = await context.db
        .selectFrom('sandboxes')
        .select((e) => e.fn.countAll<number | string | bigint>().as('total'))
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirstOrThrow();
      return Number(total);
    },
    async update(id, change) {
      const values = sandboxRows.toChanges(change);
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
        place: headerLocation(id, names[index] ?? { ruleId: '', headerId: '' }),
        sealed: row.sealed,
      }));
      const values = await context.vault.open(await workspaceOf(context, id), 'proxy-headers', sealed);
      return names.map((name, index) => ({ ...name, value: values[index] ?? '' }));
    },
    async env(id) {
      const row = await select().where('id', '=', id).executeTakeFirst();
      if (row === undefined || row.env === null) return {};
      const sealed = { place: envLocation(id), sealed: row.env };
      const [text] = await context.vault.open(row.workspace_id, 'sandbox-environments', [sealed]);
      // The emulator wrote the JSON of the variables, so the JSON needs no validation.
      return JSON.parse(text ?? '{}') as Record<string, string>;
    },
    async putEnv(id, env) {
      await context.atomically(async (tx) => {
        const sealer = await tx.vault.sealer(await workspaceOf(tx, id), 'sandbox-environments');
        await tx.db
          .updateTable('sandboxes')
          .set({ env: sealer.seal(envLocation(id), JSON.stringify(env)) })
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
        sealed: sealer.seal(headerLocation(id, one), one.value),
      })),
    )
    .execute();
}

async function workspaceOf({ db }: Pick<Context, 'db'>, id: string): Promise<string> {
  const row = await db.selectFrom('sandboxes').select('workspace_id').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new StoreError('conflict', `Sandbox ${id} does not exist.`);
  return row.workspace_id;
}

/** Creates the methods that store sandbox templates and find them by name. */
export function sandboxTemplates(context: Context): SandboxTemplates {
  const select = (workspaceId: string) =>
    context.db.selectFrom('sandbox_templates').selectAll().where('workspace_id', '=', workspaceId);
  return {
    async put(row) {
      const { created_at, ...changing } = sandboxTemplateRows.toColumns(row);
      await context.db
        .insertInto('sandbox_templates')
        .values({ created_at, ...changing })
        .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).doUpdateSet(changing))
        .execute();
    },
    get: (workspaceId, name) => sandboxTemplateRows.first(select(workspaceId).where('name', '=', name)),
    list: (workspaceId) => sandboxTemplateRows.all(select(workspaceId).orderBy('name')),
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

/** Creates the methods that store and read sandbox snapshots. */
export function sandboxSnapshots(context: Context): SandboxSnapshots {
  const select = () => context.db.selectFrom('sandbox_snapshots').selectAll();
  const within = (workspaceId: string) => select().where('workspace_id', '=', workspaceId);
  return {
    async insert(row) {
      await context.db.insertInto('sandbox_snapshots').values(sandboxSnapshotRows.toColumns(row)).execute();
    },
    get: (workspaceId, id) => sandboxSnapshotRows.first(within(workspaceId).where('id', '=', id)),
    findByName: (workspaceId, name) =>
      sandboxSnapshotRows.first(
        within(workspaceId).where('name', '=', name).orderBy('ordinal', 'desc').limit(1),
      ),
    list: (workspaceId) => sandboxSnapshotRows.all(within(workspaceId).orderBy('ordinal', 'desc')),
    listAll: () => sandboxSnapshotRows.all(select().orderBy('ordinal')),
    async update(id, change) {
      await context.db
        .updateTable('sandbox_snapshots')
        .set(sandboxSnapshotRows.toChanges(change))
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

/** Returns a workspace secret's location, which contains the name, so a renamed row cannot be decrypted. */
export function secretLocation(name: string) {
  return { resource: 'workspace-secret', id: name, field: 'value' };
}

/** Creates the methods that store workspace secrets and find them by name. */
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
        const changing = { sealed: sealer.seal(secretLocation(name), value), updated_at: now };
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
        rows.map(({ name, sealed }) => ({ place: secretLocation(name), sealed })),
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
