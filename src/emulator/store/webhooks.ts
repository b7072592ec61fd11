import { sql, type SqlBool } from 'kysely';
import type { Webhooks } from '../ports/store.ts';
import { webhookRows } from '../tables/agent-server-columns.ts';
import type { Context } from './context.ts';
import { fromJson, toJson } from './json.ts';

/** Creates the methods that store and read the pending webhooks of ended runs. Lists are sorted by due time, earliest first. */
export function webhooks(context: Context): Webhooks {
  return {
    async insert(row) {
      await context.db.insertInto('webhooks').values(webhookRows.toColumns(row)).execute();
    },
    async claim(now, dueAgain, excludedPrefixes = []) {
      return webhookRows.first(
        context.db
          .updateTable('webhooks')
          .set({ due_at: dueAgain })
          .where('run_id', '=', (e) =>
            e
              .selectFrom('webhooks as next')
              .select('next.run_id')
              .where('next.due_at', '<=', now)
              .where((w) => w.and(excludedPrefixes.map((start) => notTo('next.url', start))))
              .orderBy('next.due_at')
              .orderBy('next.run_id')
              .limit(1),
          )
          // The update checks the due time again, because another process may have claimed the webhook since.
          .where('due_at', '<=', now)
          .returningAll(),
      );
    },
    async update(runId, change) {
      await context.db
        .updateTable('webhooks')
        .set(webhookRows.toChanges(change))
        .where('run_id', '=', runId)
        .execute();
    },
    async setValues(runId, values) {
      const row = await context.db
        .selectFrom('webhooks')
        .select('body_json')
        .where('run_id', '=', runId)
        .executeTakeFirst();
      if (!row) return;
      await context.db
        .updateTable('webhooks')
        .set({ body_json: toJson({ ...fromJson(row.body_json), values }) })
        .where('run_id', '=', runId)
        .execute();
    },
    async remove(runId) {
      await context.db.deleteFrom('webhooks').where('run_id', '=', runId).execute();
    },
    async nextDue(excludedPrefixes = []) {
      const row = await context.db
        .selectFrom('webhooks')
        .select('due_at')
        .where('due_at', '>=', 0)
        .where((w) => w.and(excludedPrefixes.map((start) => notTo('url', start))))
        .orderBy('due_at')
        .orderBy('run_id')
        .limit(1)
        .executeTakeFirst();
      return row?.due_at;
    },
  };
}

const notTo = (column: string, start: string) =>
  sql<SqlBool>`substr(${sql.ref(column)}, 1, ${sql.lit(Array.from(start).length)}) <> ${start}`;
