import type { Selectable } from 'kysely';
import type { FeedbackRow, Feedbacks, FeedbackTokenRow, FeedbackTokens } from '../ports/store.ts';
import type { Context } from './context.ts';
import { fromJson, toJson } from './json.ts';
import type { FeedbackTable, FeedbackTokensTable } from './schema.ts';
import { workspaceOf } from './secrets.ts';

/** What was said of runs. */
export function feedbacks(context: Context): Feedbacks {
  const select = (workspaceId: string) =>
    context.db.selectFrom('feedback').selectAll().where('workspace_id', '=', workspaceId);
  return {
    async insert(row) {
      await context.db
        .insertInto('feedback')
        .values({
          id: row.id,
          workspace_id: row.workspaceId,
          project_id: row.projectId,
          run_id: row.runId,
          feedback_key: row.key,
          score_json: toJson(row.score),
          value_json: toJson(row.value),
          comment: row.comment,
          correction_json: toJson(row.correction),
          metadata_json: toJson(row.metadata),
          source_type: row.sourceType,
          created_at: row.createdAt,
          modified_at: row.modifiedAt,
        })
        .execute();
    },
    async get(workspaceId, id) {
      const row = await select(workspaceId).where('id', '=', id).executeTakeFirst();
      return row && fromColumns(row);
    },
    async list(workspaceId, { limit, offset, runIds, keys, sourceTypes }) {
      let query = select(workspaceId);
      // One is looked up by itself: its rows stand in the order of the index then.
      if (runIds !== undefined) {
        const [only, ...others] = runIds;
        if (only === undefined) return [];
        query = others.length === 0 ? query.where('run_id', '=', only) : query.where('run_id', 'in', runIds);
      }
      if (keys !== undefined) query = query.where('feedback_key', 'in', keys);
      if (sourceTypes !== undefined) query = query.where('source_type', 'in', sourceTypes);
      const rows = await query.orderBy('ordinal', 'desc').limit(limit).offset(offset).execute();
      return rows.map(fromColumns);
    },
    async update(workspaceId, id, change) {
      const json = (value: unknown) => (value === undefined ? undefined : toJson(value));
      const { numUpdatedRows } = await context.db
        .updateTable('feedback')
        .set({
          score_json: json(change.score),
          value_json: json(change.value),
          comment: change.comment,
          correction_json: json(change.correction),
          modified_at: change.modifiedAt,
        })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async remove(workspaceId, id) {
      const { numDeletedRows } = await context.db
        .deleteFrom('feedback')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

function fromColumns(row: Selectable<FeedbackTable>): FeedbackRow {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    projectId: row.project_id,
    runId: row.run_id,
    key: row.feedback_key,
    score: fromJson(row.score_json),
    value: fromJson(row.value_json),
    comment: row.comment,
    correction: fromJson(row.correction_json),
    metadata: fromJson(row.metadata_json),
    sourceType: row.source_type,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  };
}

const PURPOSE = 'feedback-tokens';
const place = (id: string) => ({ resource: 'feedback-token', id, field: 'token' });

/** Tokens of feedback URLs: found by hash, and sealed, for the URLs are listed again. */
export function feedbackTokens(context: Context): FeedbackTokens {
  const select = () => context.db.selectFrom('feedback_tokens').selectAll();
  return {
    async insert(workspaceId, tokens) {
      if (tokens.length === 0) return;
      await context.atomically(async ({ db, vault }) => {
        const sealer = await vault.sealer(workspaceId, PURPOSE);
        const rows = tokens.map(({ row, token }) => ({
          id: row.id,
          token_hash: row.tokenHash,
          sealed: sealer.seal(place(row.id), token),
          deployment_id: row.deploymentId,
          run_id: row.runId,
          feedback_key: row.key,
          for_run: row.forRun ? 1 : 0,
          outlives_run: row.outlivesRun ? 1 : 0,
          expires_at: row.expiresAt,
          created_at: row.createdAt,
        }));
        await db.insertInto('feedback_tokens').values(rows).execute();
      });
    },
    async findByHash(hash) {
      const row = await select().where('token_hash', '=', hash).executeTakeFirst();
      return row && toTokenRow(row);
    },
    async listOfRun(runId, { now, limit, offset, forRun }) {
      let query = select().where('run_id', '=', runId).where('expires_at', '>', now);
      if (forRun !== undefined) query = query.where('for_run', '=', forRun ? 1 : 0);
      const rows = await query.orderBy('ordinal').limit(limit).offset(offset).execute();
      const [first] = rows;
      if (first === undefined) return [];
      const tokens = await context.vault.open(
        await workspaceOf(context, first.deployment_id),
        PURPOSE,
        rows.map(({ id, sealed }) => ({ place: place(id), sealed })),
      );
      return rows.map((row, index) => ({ row: toTokenRow(row), token: tokens[index] ?? '' }));
    },
    async deploymentOfDeletedRun(runId) {
      const row = await context.db
        .selectFrom('feedback_tokens')
        .select('deployment_id')
        .where('run_id', '=', runId)
        .where('outlives_run', '=', 1)
        .limit(1)
        .executeTakeFirst();
      return row?.deployment_id;
    },
    async removeExpired(deploymentId, now) {
      await context.db
        .deleteFrom('feedback_tokens')
        .where('deployment_id', '=', deploymentId)
        .where('expires_at', '<=', now)
        .execute();
    },
  };
}

function toTokenRow(row: Selectable<FeedbackTokensTable>): FeedbackTokenRow {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    deploymentId: row.deployment_id,
    runId: row.run_id,
    key: row.feedback_key,
    forRun: row.for_run === 1,
    outlivesRun: row.outlives_run === 1,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
