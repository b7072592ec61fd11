import type { Builds } from '../ports/store.ts';
import { type BuildRow, buildRows } from '../tables/deployments.ts';
import type { Context } from './context.ts';

const KEY_COLUMNS = { modules: 'modules_key', environments: 'environments_key' } as const;

/** Creates the methods that store and read revisions' build attempts. Ended and replaced attempts cannot change. */
export function builds(context: Context): Builds {
  const running = (revisionId: string, attempt: number) =>
    context.db
      .updateTable('builds')
      .where('revision_id', '=', revisionId)
      .where('attempt', '=', attempt)
      .where('status', '=', 'running');
  const changed = ({ numUpdatedRows }: { numUpdatedRows: bigint }) => numUpdatedRows > 0n;
  return {
    find: (revisionId) =>
      buildRows.first(
        context.db.selectFrom('builds').selectAll().where('revision_id', '=', revisionId).limit(1),
      ),
    async begin(revisionId, tokenHash) {
      const row: BuildRow = {
        revisionId,
        attempt: 1,
        tokenHash,
        status: 'running',
        message: null,
        commitSha: null,
        modulesKey: null,
        environmentsKey: null,
        lines: 0,
        bytes: 0,
        startedAt: null,
      };
      const columns = buildRows.toColumns(row);
      // A single statement begins an attempt. If two replicas begin attempts at the same time, the later attempt
      // therefore replaces the earlier attempt.
      const begun = await context.db
        .insertInto('builds')
        .values(columns)
        .onConflict((conflict) =>
          conflict
            .column('revision_id')
            .doUpdateSet((e) => ({ ...columns, attempt: e('builds.attempt', '+', 1) })),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      return buildRows.toRow(begun);
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
    async declareKey(revisionId, attempt, kind, key) {
      const column = KEY_COLUMNS[kind];
      const update = running(revisionId, attempt)
        .where((e) => e.or([e(column, 'is', null), e(column, '=', key)]))
        .set({ [column]: key });
      return changed(await update.executeTakeFirst());
    },
    async countLines(revisionId, attempt, from, count) {
      const update = running(revisionId, attempt)
        .where('lines', '=', from)
        .set({ lines: from + count });
      return changed(await update.executeTakeFirst());
    },
    async countBytes(revisionId, attempt, count, limit) {
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
