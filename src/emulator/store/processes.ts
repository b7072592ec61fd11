import type { Processes } from '../ports/store.ts';
import type { Context } from './context.ts';

/** Process groups that emulators started and have not seen end. */
export function processes(context: Context): Processes {
  return {
    async put(row) {
      const values = { start_token: row.startToken, kind: row.kind };
      await context.db
        .insertInto('processes')
        .values({ owner: row.owner, pid: row.pid, ...values })
        .onConflict((conflict) => conflict.columns(['owner', 'pid']).doUpdateSet(values))
        .execute();
    },
    async remove(owner, pid) {
      await context.db.deleteFrom('processes').where('owner', '=', owner).where('pid', '=', pid).execute();
    },
    async list() {
      return context.db
        .selectFrom('processes')
        .select(['pid', 'start_token as startToken', 'kind', 'owner'])
        .orderBy('pid')
        .orderBy('owner')
        .execute();
    },
  };
}
