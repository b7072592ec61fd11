import type { Logs } from '../seams/store.ts';
import type { Context } from './context.ts';

/** Rows per statement: far below every database's limit of parameters. */
const BATCH = 500;

/** Build and deploy logs: a line's id is its place in the log. */
export function logs(context: Context): Logs {
  return {
    async append(lines) {
      if (lines.length === 0) return;
      await context.atomically(async (tx) => {
        for (let start = 0; start < lines.length; start += BATCH) {
          const rows = lines.slice(start, start + BATCH).map((line) => ({
            revision_id: line.revisionId,
            kind: line.kind,
            level: line.level,
            at: line.at,
            message: line.message,
          }));
          await tx.db.insertInto('logs').values(rows).execute();
        }
      });
    },
    async list(revisionId, filter) {
      let query = context.db
        .selectFrom('logs')
        .select(['id', 'revision_id as revisionId', 'kind', 'level', 'at', 'message'])
        .where('revision_id', '=', revisionId)
        .where('kind', '=', filter.kind);
      if (filter.after !== undefined) query = query.where('id', '>', filter.after);
      if (filter.before !== undefined) query = query.where('id', '<', filter.before);
      if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
      if (filter.to !== undefined) query = query.where('at', '<=', filter.to);
      if (filter.levels !== undefined) {
        const levels = LEVELS.filter((level) => filter.levels?.includes(level));
        if (levels.length === 0) return [];
        query = query.where('level', 'in', levels);
      }
      if (filter.query) query = query.where(context.flavour.contains('message', filter.query));
      return query.orderBy('id', filter.order).limit(filter.limit).execute();
    },
  };
}

const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;
