import type { Feedbacks, FeedbackScoreRow, FeedbackTokens } from '../ports/store.ts';
import { feedbackRows, feedbackTokenRows } from '../tables/feedback.ts';
import { batches } from './batches.ts';
import type { Context } from './context.ts';
import { fromJson, type Json } from './json.ts';
import { insertRow, prepared } from './prepared.ts';
import { workspaceOf } from './secrets.ts';

/** Creates the methods that store and read feedback on runs. */
export function feedbacks(context: Context): Feedbacks {
  const select = (workspaceId: string) =>
    context.db.selectFrom('feedback').selectAll().where('workspace_id', '=', workspaceId);
  return {
    async insert(row) {
      await insertRow(context, 'feedback', feedbackRows.toColumns(row));
    },
    async get(workspaceId, id) {
      return feedbackRows.first(select(workspaceId).where('id', '=', id));
    },
    async list(
      workspaceId,
      { limit, offset, runIds, projectIds, keys, sourceTypes, comparativeExperimentId },
    ) {
      let query = select(workspaceId);
      // A single run is compared with `=`, so an index provides the order.
      if (runIds !== undefined) {
        const [only, ...others] = runIds;
        if (only === undefined) return [];
        query = others.length === 0 ? query.where('run_id', '=', only) : query.where('run_id', 'in', runIds);
      }
      if (projectIds !== undefined) {
        if (projectIds.length === 0) return [];
        query = query.where('project_id', 'in', projectIds);
      }
      if (keys !== undefined) query = query.where('feedback_key', 'in', keys);
      if (sourceTypes !== undefined) query = query.where('source_type', 'in', sourceTypes);
      if (comparativeExperimentId !== undefined) {
        query = query.where('comparative_experiment_id', '=', comparativeExperimentId);
      }
      return feedbackRows.all(query.orderBy('ordinal', 'desc').limit(limit).offset(offset));
    },
    async scores(projectId, { after, limit }) {
      const rows = await scoreColumns(context)
        .where('project_id', '=', projectId)
        .where('ordinal', '>', after)
        .orderBy('ordinal')
        .limit(limit)
        .execute();
      return rows.map(toScore);
    },
    async scoresOfComparison(id, { after, limit }) {
      const rows = await scoreColumns(context)
        .where('comparative_experiment_id', '=', id)
        .where('ordinal', '>', after)
        .orderBy('ordinal')
        .limit(limit)
        .execute();
      return rows.map(toScore);
    },
    async scoresOfRuns(workspaceId, runIds) {
      const found = [];
      for (const batch of batches(runIds)) {
        const rows = await scoreColumns(context)
          .where('workspace_id', '=', workspaceId)
          .where('run_id', 'in', batch)
          .execute();
        found.push(...rows.map(toScore));
      }
      return found;
    },
    async setProject(workspaceId, runIds, projectId) {
      for (const batch of batches(runIds)) {
        await context.db
          .updateTable('feedback')
          .set({ project_id: projectId })
          .where('workspace_id', '=', workspaceId)
          .where('run_id', 'in', batch)
          .where('project_id', 'is', null)
          .execute();
      }
    },
    async update(workspaceId, id, change) {
      const { numUpdatedRows } = await context.db
        .updateTable('feedback')
        .set(feedbackRows.toChanges(change))
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

const scoreColumns = ({ db }: Context) =>
  db
    .selectFrom('feedback')
    .select([
      'ordinal',
      'run_id',
      'project_id',
      'comparative_experiment_id',
      'feedback_key',
      'score_json',
      'value_json',
    ]);

function toScore(row: {
  ordinal: number;
  run_id: string | null;
  project_id: string | null;
  comparative_experiment_id: string | null;
  feedback_key: string;
  score_json: Json<unknown>;
  value_json: Json<unknown>;
}): FeedbackScoreRow {
  return {
    ordinal: row.ordinal,
    runId: row.run_id,
    projectId: row.project_id,
    comparativeExperimentId: row.comparative_experiment_id,
    key: row.feedback_key,
    score: fromJson(row.score_json),
    value: fromJson(row.value_json),
  };
}

const PURPOSE = 'feedback-tokens';
const place = (id: string) => ({ resource: 'feedback-token', id, field: 'token' });

/** Creates the methods that store the encrypted tokens of feedback URLs, and find them by hash. */
export function feedbackTokens(context: Context): FeedbackTokens {
  const select = () => context.db.selectFrom('feedback_tokens').selectAll();
  return {
    async insert(workspaceId, tokens) {
      if (tokens.length === 0) return;
      await context.atomically(async (tx) => {
        const sealer = await tx.vault.sealer(workspaceId, PURPOSE);
        for (const { row, token } of tokens) {
          await insertRow(tx, 'feedback_tokens', {
            ...feedbackTokenRows.toColumns(row),
            sealed: sealer.seal(place(row.id), token),
          });
        }
      });
    },
    async findByHash(hash) {
      return feedbackTokenRows.first(
        prepared(context, 'feedback token', { hash }, (of) => select().where('token_hash', '=', of.hash)),
      );
    },
    async listOfRun(runId, { now, limit, offset, forRun }) {
      const kind = forRun === undefined ? undefined : forRun ? 1 : 0;
      const args = { runId, now, limit, offset, kind };
      const rows = await prepared(context, 'feedback tokens of run', args, (of) => {
        const query = select().where('run_id', '=', of.runId).where('expires_at', '>', of.now);
        const some = of.kind === undefined ? query : query.where('for_run', '=', of.kind);
        return some.orderBy('ordinal').limit(of.limit).offset(of.offset);
      }).execute();
      const [first] = rows;
      if (first === undefined) return [];
      const tokens = await context.vault.open(
        await workspaceOf(context, first.deployment_id),
        PURPOSE,
        rows.map(({ id, sealed }) => ({ place: place(id), sealed })),
      );
      return rows.map((row, index) => ({ row: feedbackTokenRows.toRow(row), token: tokens[index] ?? '' }));
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
      await prepared(context, 'remove expired feedback tokens', { deploymentId, now }, (of) =>
        context.db
          .deleteFrom('feedback_tokens')
          .where('deployment_id', '=', of.deploymentId)
          .where('expires_at', '<=', of.now),
      ).execute();
    },
  };
}
