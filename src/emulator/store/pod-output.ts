import type { OutputRun, PodOutput } from '../ports/store.ts';
import { podOutputRows } from '../tables/deployments.ts';
import type { Context } from './context.ts';

/** Creates the methods that store and read the positions up to which the output of pods is stored. */
export function podOutput(context: Context): PodOutput {
  const rowsOfPod = (revisionId: string, pod: string) =>
    context.db
      .selectFrom('pod_output')
      .selectAll()
      .where('revision_id', '=', revisionId)
      .where('pod', '=', pod);
  return {
    listOfPod: (revisionId, pod) => podOutputRows.all(rowsOfPod(revisionId, pod).orderBy('updated_at')),
    find: ({ revisionId, pod, container, run }) =>
      podOutputRows.first(
        rowsOfPod(revisionId, pod).where('container', '=', container).where('run', '=', run).limit(1),
      ),
    async advance(at: OutputRun, from, { lines, state, now }) {
      const { revisionId, pod, container, run } = at;
      const columns = podOutputRows.toColumns({
        revisionId,
        pod,
        container,
        run,
        lines,
        state,
        updatedAt: now,
      });
      if (from === undefined) {
        const { numInsertedOrUpdatedRows = 0n } = await context.db
          .insertInto('pod_output')
          .values(columns)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        return numInsertedOrUpdatedRows > 0n;
      }
      const { numUpdatedRows } = await context.db
        .updateTable('pod_output')
        .set({ lines, state_json: columns.state_json, updated_at: now })
        .where('revision_id', '=', revisionId)
        .where('pod', '=', pod)
        .where('container', '=', container)
        .where('run', '=', run)
        .where('lines', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async prune(revisionId, keep) {
      const newest = await context.db
        .selectFrom('pod_output')
        .select('updated_at')
        .where('revision_id', '=', revisionId)
        .orderBy('updated_at', 'desc')
        .offset(keep)
        .limit(1)
        .executeTakeFirst();
      if (newest === undefined) return;
      await context.db
        .deleteFrom('pod_output')
        .where('revision_id', '=', revisionId)
        .where('updated_at', '<=', newest.updated_at)
        .execute();
    },
  };
}
