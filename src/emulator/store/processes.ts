import type { Processes } from '../seams/store.ts';
import type { Context } from './context.ts';

/** Process groups this data directory started and has not seen end. */
export function processes(context: Context): Processes {
  return {
    async put(row) {
      const values = { start_token: row.startToken, kind: row.kind, owner: row.owner };
      await context.db
        .insertInto('processes')
        .values({ pid: row.pid, ...values })
        .onConflict((conflict) => conflict.column('pid').doUpdateSet(values))
        .execute();
    },
    async remove(pid) {
      await context.db.deleteFrom('processes').where('pid', '=', pid).execute();
    },
    async list() {
      return context.db
        .selectFrom('processes')
        .select(['pid', 'start_token as startToken', 'kind', 'owner'])
        .orderBy('pid')
        .execute();
    },
  };
}
