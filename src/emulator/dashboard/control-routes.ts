import {
  PushedRevisions,
  PushList,
  PushReport,
  Replaced,
  ResetRequest,
  RestoreRequest,
} from '../../contract/dashboard/controls.ts';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { adminRoutes } from '../admin/routes.ts';
import { restoreProblems, SnapshotBody } from '../admin/snapshot.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import type { DashboardDependencies } from './dependencies.ts';

const api = routesOf('dashboard', 'session');
const ALL = 100_000;
/** Maximum size of a snapshot in bytes, as in `PUT /_local/snapshot`. */
const MAX_SNAPSHOT_BYTES = 256 * 1024 * 1024;
const conflict = {
  description: 'The data was reset or restored since the page loaded it',
  schema: DetailError,
};

/** Creates the `/_local` routes for a dashboard session, and the routes that replace all data. */
export function controlRoutes(dependencies: DashboardDependencies): Route[] {
  const { host, context } = dependencies;
  return [
    ...sameAs(dependencies),
    api.post(`${DASHBOARD_API}/reset`, {
      summary: 'Reset all data, unless the data has changed since the page loaded it',
      body: ResetRequest,
      responses: { 200: { description: 'Done', schema: Replaced }, 409: conflict },
      handler: async ({ body }) => {
        await host.replaceOnce(body.generation, () => dependencies.reset());
        return { status: 200, body: { generation: host.generation(), left_out: [] } };
      },
    }),
    api.post(`${DASHBOARD_API}/restore`, {
      summary: 'Restore a snapshot, unless the data has changed since the page loaded it',
      body: RestoreRequest,
      maxBodyBytes: MAX_SNAPSHOT_BYTES,
      responses: { 200: { description: 'Done', schema: Replaced }, 409: conflict },
      handler: async ({ body }) => {
        const snapshot = SnapshotBody.safeParse(body.snapshot);
        if (!snapshot.success) {
          const detail = snapshot.error.issues.map(({ path, message }) => ({
            loc: [
              'body',
              'snapshot',
              ...path.map((part) => (typeof part === 'number' ? part : String(part))),
            ],
            msg: message,
            type: 'value_error',
          }));
          throw new HttpError(422, detail, { cause: snapshot.error });
        }
        const { data } = snapshot;
        const options = { leaveOutUnreadable: body.leave_out_unreadable };
        const { left_out } = await host
          .replaceOnce(body.generation, () => dependencies.restore(data, options))
          .catch((error: unknown) => {
            throw restoreProblems(error, ['body', 'snapshot']);
          });
        return { status: 200, body: { generation: host.generation(), left_out } };
      },
    }),
    api.post(`${DASHBOARD_API}/push`, {
      summary: 'Report a push. Deployments that are built on push get a revision',
      body: PushReport,
      responses: { 200: { description: 'The revisions made', schema: PushedRevisions } },
      handler: async ({ body }) => {
        const created = await dependencies.push({
          repoUrl: body.repo_url,
          ref: body.ref,
          commitSha: body.commit_sha,
        });
        const revisions = created.map((row) => ({ deployment_id: row.deploymentId, revision_id: row.id }));
        return { status: 200, body: { revisions } };
      },
    }),
    api.get(`${DASHBOARD_API}/pushes`, {
      summary: 'The revisions that pushes created, newest first',
      responses: { 200: { description: 'Pushes', schema: PushList } },
      handler: async () => {
        const { store, clock } = context;
        const pushes: PushList['pushes'] = [];
        for (const deployment of await store.deployments.listAll()) {
          for (const row of await store.revisions.listForPush(deployment.id, ALL)) {
            if (row.push === null) continue;
            pushes.push({
              deployment_id: deployment.id,
              deployment: deployment.name,
              revision_id: row.id,
              number: row.seq,
              status: row.status,
              ref: row.push.ref,
              commit: row.push.commit,
              channels: [...row.push.channels],
              created_at_ms: row.createdAt,
            });
          }
        }
        const newestFirst = pushes.toSorted((a, b) => b.created_at_ms - a.created_at_ms);
        return { status: 200, body: { now_ms: clock.now(), pushes: newestFirst } };
      },
    }),
  ];
}

/** Routes of `/_local` that the dashboard also serves unchanged below its own path. */
const SAME: ReadonlySet<string> = new Set([
  'GET /_local/health',
  'POST /_local/journal/verify',
  'GET /_local/clock',
  'POST /_local/clock',
  'GET /_local/snapshot',
]);

function sameAs(dependencies: DashboardDependencies): Route[] {
  return adminRoutes(dependencies)
    .filter(({ method, path }) => SAME.has(`${method} ${path}`))
    .map((row) => ({
      ...row,
      surface: 'dashboard',
      auth: 'session',
      path: row.path.replace('/_local', DASHBOARD_API),
    }));
}
