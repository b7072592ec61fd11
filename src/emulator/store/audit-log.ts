import type { AuditLog } from '../ports/store.ts';
import { auditRows } from '../tables/workspaces.ts';
import type { Context } from './context.ts';

/** Creates the methods that append to the audit log, read it in pages, and remove its oldest entries. */
export function auditLog(context: Context): AuditLog {
  return {
    async append(row) {
      await context.atomically(async ({ db, dialect }) => {
        await dialect.lockForOrder(db, 'audit_log');
        await db.insertInto('audit_log').values(auditRows.toColumns(row)).execute();
      });
    },
    async list({ after, limit, workspaceId }) {
      let query = context.db.selectFrom('audit_log').selectAll().where('ordinal', '>', after);
      if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId);
      return auditRows.all(query.orderBy('ordinal').limit(limit));
    },
    async expire({ before, keep }) {
      const newest = await context.db
        .selectFrom('audit_log')
        .select('ordinal')
        .orderBy('ordinal', 'desc')
        .offset(keep)
        .limit(1)
        .executeTakeFirst();
      const { numDeletedRows } = await context.db
        .deleteFrom('audit_log')
        .where((e) =>
          e.or([e('at', '<', before), ...(newest === undefined ? [] : [e('ordinal', '<=', newest.ordinal)])]),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
