import type { Builds } from '../ports/store.ts';
import { type BuildRow, buildRows } from '../tables/deployments.ts';
import type { Context } from './context.ts';

/** The builds of revisions, attempt by attempt. An attempt that ended, or was replaced, changes no more. */
export function builds(context: Context): Builds {
  const running = (revisionId: string, attempt: number) =>
    context.db
      .updateTable('builds')
      .where('revision_id', '=', revisionId)
      .where('attempt', '=', attempt)
      .where('status', '=', 'running');
  const find = (revisionId: string, { db }: Pick<Context, 'db'> = context) =>
    buildRows.first(db.selectFrom('builds').selectAll().where('revision_id', '=', revisionId).limit(1));
  const changed = ({ numUpdatedRows }: { numUpdatedRows: bigint }) => numUpdatedRows > 0n;
  return {
    find: (revisionId) => find(revisionId),
    async begin(revisionId, tokenHash) {
      return context.atomically(async ({ db }) => {
        const attempt = ((await find(revisionId, { db }))?.attempt ?? 0) + 1;
        const row: BuildRow = {
          revisionId,
          attempt,
          tokenHash,
          status: 'running',
          message: null,
          commitSha: null,
          lines: 0,
          bytes: 0,
          startedAt: null,
        };
        await db.deleteFrom('builds').where('revision_id', '=', revisionId).execute();
        await db.insertInto('builds').values(buildRows.toColumns(row)).execute();
        return row;
      });
    },
    async start(revisionId, attempt, now) {
      await running(revisionId, attempt)
        .where('started_at', 'is', null)
        .set({ started_at: now })
        .executeTakeFirst();
    },
    async setCommit(revisionId, attempt, sha) {
      const update = running(revisionId, attempt)
        .where((e) => e.or([e('commit_sha', 'is', null), e('commit_sha', '=', sha)]))
        .set({ commit_sha: sha });
      return changed(await update.executeTakeFirst());
    },
    async takeLines(revisionId, attempt, from, count) {
      const update = running(revisionId, attempt)
        .where('lines', '=', from)
        .set({ lines: from + count });
      return changed(await update.executeTakeFirst());
    },
    async takeBytes(revisionId, attempt, count, limit) {
      const update = running(revisionId, attempt)
        .where('bytes', '<=', limit - count)
        .set((e) => ({ bytes: e('bytes', '+', count) }));
      return changed(await update.executeTakeFirst());
    },
    async end(revisionId, attempt, { status, message }) {
      const update = running(revisionId, attempt).set({ status, message });
      return changed(await update.executeTakeFirst());
    },
  };
}
