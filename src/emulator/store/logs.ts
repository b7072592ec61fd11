import { type SelectQueryBuilder, sql } from 'kysely';
import type { LogFilter, LogLine, Logs } from '../ports/store.ts';
import type { Context } from './context.ts';
import type { Tables } from './schema.ts';

/** Number of rows per statement, far below the parameter limit of both databases. */
const BATCH = 500;

/** Creates the methods that store and read build and deploy logs. The ID of a line is its position in the log. */
export function logs(context: Context): Logs {
  const select = () =>
    context.db
      .selectFrom('logs')
      .select(['id', 'revision_id as revisionId', 'kind', 'level', 'at', 'message']);
  return {
    async append(lines) {
      if (lines.length === 0) return;
      await context.atomically(async (tx) => {
        await tx.dialect.lockForOrder(tx.db, 'logs');
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
      return matching(context, filter, select().where('revision_id', '=', revisionId));
    },
    async listOfDeployment(deploymentId, filter) {
      const revisions = await context.db
        .selectFrom('revisions')
        .select('id')
        .where('deployment_id', '=', deploymentId)
        .execute();
      // Reads at most one page of each revision in the index's order, because a sort would read all lines.
      const parts = await Promise.all(
        revisions.map(({ id }) => matching(context, filter, select().where('revision_id', '=', id))),
      );
      const sign = filter.order === 'asc' ? 1 : -1;
      return parts
        .flat()
        .toSorted((a, b) => sign * (a.id - b.id))
        .slice(0, filter.limit);
    },
  };
}

function matching(
  { dialect }: Context,
  filter: LogFilter,
  from: SelectQueryBuilder<Tables, 'logs', LogLine>,
): Promise<LogLine[]> {
  let query = from.where('kind', '=', filter.kind);
  if (filter.after !== undefined) query = query.where('id', '>', filter.after);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('at', '<=', filter.to);
  if (filter.levels !== undefined) {
    const levels = LEVELS.filter((level) => filter.levels?.includes(level));
    if (levels.length === 0) return Promise.resolve([]);
    query = query.where('level', 'in', levels);
  }
  if (filter.query) query = query.where(dialect.contains(sql.ref('message'), filter.query));
  if (filter.mentions) query = query.where(dialect.contains(sql.ref('message'), filter.mentions));
  return query.orderBy('id', filter.order).limit(filter.limit).execute();
}

const LEVELS = ['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'] as const;
