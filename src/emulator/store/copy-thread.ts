import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { CHECKPOINT_COLUMNS, WRITE_COLUMNS } from './checkpoint-columns.ts';
import type { Context } from './context.ts';

const COPIED = {
  checkpoints: { names: CHECKPOINT_COLUMNS, id: 'id', bytes: 'checkpoint' },
  checkpoint_writes: { names: WRITE_COLUMNS, id: 'checkpoint_id', bytes: 'value' },
} as const;

/** What one statement copies, in bytes: the process has other things to do in between. */
const BATCH_BYTES = 16 * 1024 * 1024;

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
    for (const [table, { names, id, bytes }] of Object.entries(COPIED)) {
      const columns = sql.join(names.map((name) => sql.ref(name)));
      const places = await sql<Place>`
        select ns, ${sql.ref(id)} as id, sum(octet_length(${sql.ref(bytes)})) as bytes from ${sql.table(table)}
        where thread_id = ${from} group by ns, ${sql.ref(id)} order by ns, ${sql.ref(id)}`.execute(tx.db);
      for (const { first, last } of batchesOf(places.rows)) {
        await sql`insert into ${sql.table(table)} (thread_id, ${columns})
          select ${to}, ${columns} from ${sql.table(table)} where thread_id = ${from}
          and (ns, ${sql.ref(id)}) >= (${first.ns}, ${first.id})
          and (ns, ${sql.ref(id)}) <= (${last.ns}, ${last.id}) ${others}`.execute(tx.db);
        await setImmediate();
      }
      if (withoutRuns.length === 0) continue;
      // What those runs wrote over stands in the copy as it did before.
      await sql`insert into ${sql.table(table)} (thread_id, ${columns})
        select ${to}, ${columns} from ${sql.table(`${table}_before`)}
        where thread_id = ${from} and by_run in (${sql.join(withoutRuns)})
        on conflict do nothing`.execute(tx.db);
    }
  });
}

interface Place {
  ns: string;
  id: string;
  bytes: number;
}

/** Places in order, in groups that are copied together. */
function* batchesOf(places: readonly Place[]): Generator<{ first: Place; last: Place }> {
  let first: Place | undefined;
  let last: Place | undefined;
  let held = 0;
  for (const place of places) {
    if (first && last && held + place.bytes > BATCH_BYTES) {
      yield { first, last };
      first = undefined;
      held = 0;
    }
    first ??= place;
    last = place;
    held += place.bytes;
  }
  if (first && last) yield { first, last };
}
