import { type Selectable, sql } from 'kysely';
import { isFinal } from '../../contract/deployment.ts';
import type { RevisionRow, Revisions } from '../ports/store.ts';
import type { Context } from './database.ts';
import { deploymentClaimOf } from './instances.ts';
import { fromJson, hasNoChanges, toJson } from './json.ts';
import type { RevisionsTable } from './schema.ts';
import { putSecrets, readSecrets, workspaceOf } from './secrets.ts';

/** Revisions with their leases and fences: only the holder of the newest fence may write. */
export function revisions(context: Context): Revisions {
  const select = () => context.db.selectFrom('revisions').selectAll();
  return {
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
            id: row.id,
            deployment_id: row.deploymentId,
            seq: (last?.seq ?? 0) + 1,
            source: row.source,
            config_json: toJson(row.config),
            status: row.status,
            status_message: row.statusMessage,
            final: isFinal(row.status) ? 1 : 0,
            created_at: row.createdAt,
            updated_at: row.updatedAt,
            history_json: toJson(row.history),
            push_json: toJson(row.push ?? null),
            settings_json: toJson(row.settings ?? null),
            lease_owner: null,
            lease_until: null,
            fence: 0,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        await putSecrets(tx, 'revision', workspaceId, row.id, secrets);
        return fromColumns(inserted);
      });
    },
    async get(deploymentId, id) {
      return context.cached(`revision ${deploymentId} ${id}`, async () => {
        const row = await select()
          .where('id', '=', id)
          .where('deployment_id', '=', deploymentId)
          .executeTakeFirst();
        return row && fromColumns(row);
      });
    },
    async findById(id) {
      const row = await select().where('id', '=', id).executeTakeFirst();
      return row && fromColumns(row);
    },
    async list(deploymentId, filter) {
      if (filter.status?.length === 0) return [];
      let query = select().where('deployment_id', '=', deploymentId);
      if (filter.status !== undefined) query = query.where('status', 'in', filter.status);
      const rows = await query.orderBy('seq', 'desc').limit(filter.limit).offset(filter.offset).execute();
      return rows.map(fromColumns);
    },
    async listUnfinished() {
      return (await select().where('final', '=', sql.lit(0)).orderBy('ordinal').execute()).map(fromColumns);
    },
    async unfinishedOf(deploymentId) {
      const rows = await select()
        .where('deployment_id', '=', deploymentId)
        .where('final', '=', sql.lit(0))
        .orderBy('seq')
        .execute();
      return rows.map(fromColumns);
    },
    async listForPush(deploymentId, limit) {
      const rows = await select()
        .where('deployment_id', '=', deploymentId)
        .where('push_json', '!=', sql.lit('null'))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute();
      return rows.map(fromColumns);
    },
    async secrets(id) {
      return readSecrets(context, 'revision', id);
    },
    async claim(id, owner, now, leaseMs, seat) {
      let query = context.db
        .updateTable('revisions')
        .set((e) => ({ lease_owner: owner, lease_until: now + leaseMs, fence: e('fence', '+', 1) }))
        .where('id', '=', id)
        .where((e) =>
          e.or([e('lease_owner', 'is', null), e('lease_owner', '=', owner), e('lease_until', '<=', now)]),
        );
      if (seat !== undefined) {
        query = query.where((e) =>
          e.exists(
            deploymentClaimOf(context, seat).where(
              'claims.name',
              '=',
              sql.ref<string>('revisions.deployment_id'),
            ),
          ),
        );
      }
      const row = await query.returningAll().executeTakeFirst();
      return row && fromColumns(row);
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
      const changes = {
        status: change.status,
        final: change.status === undefined ? undefined : isFinal(change.status) ? 1 : 0,
        status_message: change.statusMessage,
        config_json: change.config && toJson(change.config),
        updated_at: change.updatedAt,
        history_json: change.history && toJson(change.history),
        push_json: change.push === undefined ? undefined : toJson(change.push),
        brings_server: change.bringsServer === undefined ? undefined : Number(change.bringsServer),
      };
      // Naming no change still asks whether the row is there and the fence is current.
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

function fromColumns(row: Selectable<RevisionsTable>): RevisionRow {
  return {
    id: row.id,
    deploymentId: row.deployment_id,
    seq: row.seq,
    source: row.source,
    config: fromJson(row.config_json),
    status: row.status,
    statusMessage: row.status_message,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    history: fromJson(row.history_json),
    leaseOwner: row.lease_owner,
    leaseUntil: row.lease_until,
    fence: row.fence,
    push: fromJson(row.push_json),
    settings: fromJson(row.settings_json),
    bringsServer: row.brings_server === 1,
  };
}
