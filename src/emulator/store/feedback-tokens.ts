import type { Selectable } from 'kysely';
import type { FeedbackTokenRow, FeedbackTokens } from '../ports/store.ts';
import type { Context } from './context.ts';
import type { FeedbackTokensTable } from './schema-brought.ts';
import { workspaceOf } from './secrets.ts';

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
      return row && fromColumns(row);
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
      return rows.map((row, index) => ({ row: fromColumns(row), token: tokens[index] ?? '' }));
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

function fromColumns(row: Selectable<FeedbackTokensTable>): FeedbackTokenRow {
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
