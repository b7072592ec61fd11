import { type RawBuilder, sql } from 'kysely';
import { CHECKPOINT_COLUMNS, WRITE_COLUMNS } from './checkpoint-columns.ts';
import type { Context } from './context.ts';

const COPIED = { checkpoints: CHECKPOINT_COLUMNS, checkpoint_writes: WRITE_COLUMNS } as const;

/** Gives thread `to` every checkpoint and write of `from`, but those of some runs; nothing leaves the database. */
export async function copyThread(
  context: Context,
  from: string,
  to: string,
  withoutRuns: readonly string[],
): Promise<void> {
  const others: RawBuilder<unknown> =
    withoutRuns.length === 0 ? sql`` : sql`and (run_id is null or run_id not in (${sql.join(withoutRuns)}))`;
  await context.atomically(async (tx) => {
    for (const [table, names] of Object.entries(COPIED)) {
      const columns = sql.join(names.map((name) => sql.ref(name)));
      await sql`insert into ${sql.table(table)} (thread_id, ${columns})
        select ${to}, ${columns} from ${sql.table(table)} where thread_id = ${from} ${others}`.execute(tx.db);
      if (withoutRuns.length === 0) continue;
      // What those runs wrote over stands in the copy as it did before.
      await sql`insert into ${sql.table(table)} (thread_id, ${columns})
        select ${to}, ${columns} from ${sql.table(`${table}_before`)}
        where thread_id = ${from} and by_run in (${sql.join(withoutRuns)})
        on conflict do nothing`.execute(tx.db);
    }
  });
}
