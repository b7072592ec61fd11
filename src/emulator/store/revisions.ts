import { sql } from 'kysely';
import type { Revisions } from '../ports/store.ts';
import { revisionRows } from '../tables/deployments.ts';
import type { Context } from './context.ts';
import { instanceOf } from './instances.ts';
import { fromJson, hasNoChanges } from './json.ts';
import { putSecrets, readSecrets, workspaceOf } from './secrets.ts';

/** Creates the methods that store and read revisions with their leases and fences (numbers that increase with each new holder of the lease). Only the holder of the newest fence may write. */
export function revisions(context: Context): Revisions {
  const select = () => context.db.selectFrom('revisions').selectAll();
  return {
    ...unfinishedRevisions(context),
    async insert(row, secrets) {
      return context.atomically(async (tx) => {
        const workspaceId = await workspaceOf(tx, row.deploymentId);
        const last = await tx.db
          .selectFrom('revisions')
          .select((e) => e.fn.max('seq').as('seq'))
          .where('deployment_id', '=', row.deploymentId)
          .executeTakeFirst();
        const inserted = await tx.db
          .insertInto('revisions')
          .values({
            ...revisionRows.toColumns({ push: null, settings: null, ...row, seq: (last?.seq ?? 0) + 1 }),
            workspace_id: workspaceId,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await putSecrets(tx, 'revision', workspaceId, row.id, secrets);
        return revisionRows.toRow(inserted);
      });
    },
    async get(deploymentId, id) {
      return context.cached(`revision ${deploymentId} ${id}`, async () => {
        return revisionRows.first(select().where('id', '=', id).where('deployment_id', '=', deploymentId));
      });
    },
    async findById(id) {
      return revisionRows.first(select().where('id', '=', id));
    },
    async activeSettings(deploymentId) {
      return context.cached(`settings ${deploymentId}`, async () => {
        const row = await context.db
          .selectFrom('deployments')
          .innerJoin('revisions', 'revisions.id', 'deployments.active_revision_id')
          .select('revisions.agent_settings_json')
          .where('deployments.id', '=', deploymentId)
          .executeTakeFirst();
        return row ? fromJson(row.agent_settings_json) : null;
      });
    },
    async list(deploymentId, filter) {
      if (filter.status?.length === 0) return [];
      let query = select().where('deployment_id', '=', deploymentId);
      if (filter.status !== undefined) query = query.where('status', 'in', filter.status);
      return revisionRows.all(query.orderBy('seq', 'desc').limit(filter.limit).offset(filter.offset));
    },
    async listForPush(deploymentId, limit) {
      return revisionRows.all(
        select()
          .where('deployment_id', '=', deploymentId)
          .where('push_json', '!=', sql.lit('null'))
          .orderBy('seq', 'desc')
          .limit(limit),
      );
    },
    async secrets(id) {
      return readSecrets(context, 'revision', id);
    },
    async claim(id, owner, now, leaseMs, instanceId) {
      let query = context.db
        .updateTable('revisions')
        .set((e) => ({ lease_owner: owner, lease_until: now + leaseMs, fence: e('fence', '+', 1) }))
        .where('id', '=', id)
        .where((e) =>
          e.or([e('lease_owner', 'is', null), e('lease_owner', '=', owner), e('lease_until', '<=', now)]),
        );
      if (instanceId !== undefined) query = query.where((e) => e.exists(instanceOf(context, instanceId)));
      return revisionRows.first(query.returningAll());
    },
    async release(id, owner) {
      await context.db
        .updateTable('revisions')
        .set({ lease_owner: null, lease_until: null })
        .where('id', '=', id)
        .where('lease_owner', '=', owner)
        .execute();
    },
    async update(id, change, fence) {
      const changes = revisionRows.toChanges(change);
      // Even an empty change checks that the row exists and that the fence is current.
      let query = context.db
        .updateTable('revisions')
        .set(hasNoChanges(changes) ? (e) => ({ fence: e.ref('fence') }) : changes)
        .where('id', '=', id);
      if (fence !== undefined) query = query.where('fence', '=', fence);
      const { numUpdatedRows } = await query.executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

function unfinishedRevisions(
  context: Context,
): Pick<Revisions, 'listUnfinished' | 'unfinishedOf' | 'unfinishedOfMany' | 'listUnfinishedIds'> {
  const select = () => context.db.selectFrom('revisions').selectAll();
  return {
    async listUnfinished() {
      return revisionRows.all(select().where('final', '=', sql.lit(0)).orderBy('ordinal'));
    },
    async unfinishedOf(deploymentId) {
      return revisionRows.all(
        select().where('deployment_id', '=', deploymentId).where('final', '=', sql.lit(0)).orderBy('seq'),
      );
    },
    async unfinishedOfMany(deploymentIds) {
      if (deploymentIds.length === 0) return [];
      return revisionRows.all(
        select().where('deployment_id', 'in', deploymentIds).where('final', '=', sql.lit(0)).orderBy('seq'),
      );
    },
    async listUnfinishedIds(ids) {
      if (ids.length === 0) return [];
      const rows = await context.db
        .selectFrom('revisions')
        .select('id')
        .where('id', 'in', ids)
        .where('final', '=', sql.lit(0))
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}
