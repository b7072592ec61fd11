import type { BuildAttempt, Builds } from '../ports/store-control-plane.ts';
import { type BuildRow, buildRows } from '../tables/deployments.ts';
import type { Context } from './context.ts';

/** Data of an attempt to which no pod was assigned yet. */
const UNASSIGNED = {
  commitSha: null,
  modulesKey: null,
  environmentsKey: null,
  lines: 0,
  bytes: 0,
  startedAt: null,
  pod: null,
} satisfies Partial<BuildRow>;
const KEY_COLUMNS = { modules: 'modules_key', environments: 'environments_key' } as const;

/** Creates the methods that store and read revisions' build attempts. Ended and replaced attempts cannot change. */
export function builds(context: Context): Builds {
  const running = ({ revisionId, attempt, pod }: BuildAttempt) => {
    const update = context.db
      .updateTable('builds')
      .where('revision_id', '=', revisionId)
      .where('attempt', '=', attempt)
      .where('status', '=', 'running');
    return pod === null ? update.where('pod', 'is', null) : update.where('pod', '=', pod);
  };
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
        job: 1,
        ...UNASSIGNED,
      };
      const columns = buildRows.toColumns(row);
      // A single statement begins an attempt. If two replicas begin attempts at the same time, the later attempt
      // therefore replaces the earlier attempt.
      const begun = await context.db
        .insertInto('builds')
        .values(columns)
        .onConflict((conflict) =>
          conflict.column('revision_id').doUpdateSet((e) => ({
            ...columns,
            attempt: e('builds.attempt', '+', 1),
            job: e('builds.attempt', '+', 1),
          })),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      return buildRows.toRow(begun);
    },
    async assign(build, pod) {
      // The data of an attempt without a pod came from the pod itself, by a replica of the previous version.
      const data = build.pod === null ? {} : buildRows.toChanges(UNASSIGNED);
      const assigned = await running(build)
        .set({ ...data, pod })
        .returningAll()
        .executeTakeFirst();
      return assigned && buildRows.toRow(assigned);
    },
    async start(build, now) {
      await running(build).where('started_at', 'is', null).set({ started_at: now }).executeTakeFirst();
    },
    async setCommit(build, sha) {
      const update = running(build)
        .where((e) => e.or([e('commit_sha', 'is', null), e('commit_sha', '=', sha)]))
        .set({ commit_sha: sha });
      return changed(await update.executeTakeFirst());
    },
    async declareKey(build, kind, key) {
      const column = KEY_COLUMNS[kind];
      const update = running(build)
        .where((e) => e.or([e(column, 'is', null), e(column, '=', key)]))
        .set({ [column]: key });
      return changed(await update.executeTakeFirst());
    },
    async countLines(build, from, count) {
      const update = running(build)
        .where('lines', '=', from)
        .set({ lines: from + count });
      return changed(await update.executeTakeFirst());
    },
    async countBytes(build, count, limit) {
      const update = running(build)
        .where('bytes', '<=', limit - count)
        .set((e) => ({ bytes: e('bytes', '+', count) }));
      return changed(await update.executeTakeFirst());
    },
    async end(build, { status, message }) {
      const update = running(build).set({ status, message });
      return changed(await update.executeTakeFirst());
    },
  };
}
