import * as z from 'zod';
import { queryInt } from '../../contract/query.ts';
import { isoTime } from '../ports/clock.ts';
import type { AuditRow, Store } from '../ports/store.ts';
import { type Route, routesOf } from '../server/route.ts';

const api = routesOf('local', 'local');

const AuditEntry = z.object({
  seq: z.int(),
  at: z.string(),
  workspace_id: z.string().nullable(),
  key_id: z.string(),
  key_name: z.string().nullable(),
  method: z.string(),
  route: z.string(),
  path: z.string(),
  created_id: z.string().nullable(),
  status: z.int(),
  source: z.string().nullable(),
});
const AuditAnswer = z.object({ entries: z.array(AuditEntry), next: z.int() });

/** Creates the route that reads the audit log. `next` of a page is `after` of the next page. */
export function auditRoutes({ store }: { store: Pick<Store, 'auditLog'> }): Route[] {
  return [
    api.get('/_local/audit', {
      summary: 'List the changes that API keys made or attempted, oldest first',
      query: z.object({
        after: queryInt(0).default(0),
        limit: queryInt(1, 1_000).default(100),
        workspace_id: z.guid().toLowerCase().optional(),
      }),
      responses: { 200: { description: 'Entries', schema: AuditAnswer } },
      handler: async ({ query: { after, limit, workspace_id: workspaceId } }) => {
        const rows = await store.auditLog.list({ after, limit, workspaceId });
        return { status: 200, body: { entries: rows.map(shown), next: rows.at(-1)?.ordinal ?? after } };
      },
    }),
  ];
}

function shown(row: AuditRow): z.infer<typeof AuditEntry> {
  return {
    seq: row.ordinal,
    at: isoTime(row.at),
    workspace_id: row.workspaceId,
    key_id: row.keyId,
    key_name: row.keyName,
    method: row.method,
    route: row.route,
    path: row.path,
    created_id: row.createdId,
    status: row.status,
    source: row.source,
  };
}
