import { isFinal } from '../../contract/statuses.ts';
import type { RequestPart } from '../../contract/errors.ts';
import {
  DeployLogQuery,
  DeploymentLogPage,
  DeploymentLogQuery,
  LogPage,
  ProjectLogRequest,
  RevisionLogQuery,
} from '../../contract/logs.ts';
import type { RefreshLog } from '../ports/context.ts';
import type { LogFilter, LogKind, LogLine, Repositories, RevisionRow, Store } from '../ports/store.ts';
import { invalidField } from '../server/http-error.ts';
import { routesOf, type Route } from '../server/route.ts';
import {
  DeploymentPath,
  findDeployment,
  findRevision,
  notFound,
  ProjectPath,
  ProjectRevisionPath,
  RevisionPath,
} from './requests.ts';
import { isoTime } from '../ports/clock.ts';

const api = routesOf('control-plane', 'workspace');
const responses = {
  200: { description: 'Lines, and the cursor for the next page', schema: LogPage },
  404: notFound,
};

type Asked = Omit<LogRequest, 'part' | 'cursorField' | 'cursor'> & { offset?: string | null | undefined };

async function answer(log: LogSource, part: LogRequest['part'], query: Asked) {
  const page = await logPage(log, { ...query, part, cursorField: 'offset', cursor: query.offset });
  return { status: 200, body: { logs: page.lines.map(logEntry), next_offset: page.next } };
}

interface LogRouteDependencies {
  store: Store;
  refreshLog?: RefreshLog | undefined;
}

/** Creates the routes for the logs of revisions and deployments, at the v2 paths and their v1 equivalents. */
export function logRoutes({ store, refreshLog }: LogRouteDependencies): Route[] {
  const source = createLogSources(store, refreshLog);
  return [
    api.get('/v2/deployments/{deployment_id}/revisions/{revision_id}/logs', {
      summary: 'Read the build or deploy log of a revision',
      params: RevisionPath,
      query: RevisionLogQuery,
      responses,
      handler: async ({ caller, params, query }) => {
        const { deployment_id: id, revision_id: revisionId } = params;
        const { revision } = await findRevision(store, caller.workspaceId, id, revisionId);
        return answer(source.ofRevision(revision, query.type), 'query', query);
      },
    }),
    api.get('/v2/deployments/{deployment_id}/logs', {
      summary: 'Read the deploy logs of a deployment, for all its revisions',
      params: DeploymentPath,
      query: DeployLogQuery,
      responses,
      handler: async ({ caller, params, query }) => {
        const { id } = await findDeployment(store, caller.workspaceId, params.deployment_id);
        return answer(await source.ofDeployment(id, 'deploy'), 'query', query);
      },
    }),
    deploymentLogsRoute(store, source),
    ...projectRoutes(store, source),
  ];
}

function deploymentLogsRoute(store: Store, source: LogSources): Route {
  return api.get('/v2/deployment-logs', {
    summary: 'Read the build or deploy logs of a deployment, or of one of its revisions',
    query: DeploymentLogQuery,
    responses: {
      200: { description: 'Lines, and the cursor for the next page', schema: DeploymentLogPage },
      404: notFound,
    },
    handler: async ({ caller, query }) => {
      const kind: LogKind = query.log_type === 'BUILD' ? 'build' : 'deploy';
      const id = query.deployment_id.toLowerCase();
      const revisionId = query.revision_id?.toLowerCase();
      const log =
        revisionId === undefined
          ? await source.ofDeployment((await findDeployment(store, caller.workspaceId, id)).id, kind)
          : source.ofRevision((await findRevision(store, caller.workspaceId, id, revisionId)).revision, kind);
      const { lines, next } = await logPage(log, {
        ...query,
        part: 'query',
        cursorField: 'cursor',
        order: query.sort_order,
        limit: query.page_size,
      });
      const items = lines.map((line) => ({ ...logEntry(line), revision_id: line.revisionId }));
      return { status: 200, body: { items, next_cursor: next } };
    },
  });
}

/** Creates the routes at the older paths, which call a deployment a project. */
function projectRoutes(store: Store, source: LogSources): Route[] {
  const ofRevision = (kind: LogKind): Route =>
    api.post(`/v1/projects/{project_id}/revisions/{revision_id}/${kind}_logs`, {
      summary: `Read the ${kind} log of a revision`,
      params: ProjectRevisionPath,
      body: ProjectLogRequest,
      responses,
      handler: async ({ caller, params, body }) => {
        const { project_id: id, revision_id: revisionId } = params;
        const { revision } = await findRevision(store, caller.workspaceId, id, revisionId);
        return answer(source.ofRevision(revision, kind), 'body', body);
      },
    });
  return [
    ofRevision('build'),
    ofRevision('deploy'),
    api.post('/v1/projects/{project_id}/deploy_logs', {
      summary: 'Read the deploy logs of a deployment, for all its revisions',
      params: ProjectPath,
      body: ProjectLogRequest,
      responses,
      handler: async ({ caller, params, body }) => {
        const { id } = await findDeployment(store, caller.workspaceId, params.project_id);
        return answer(await source.ofDeployment(id, 'deploy'), 'body', body);
      },
    }),
  ];
}

/** Request for one page of a log, in the same format for all API versions. */
interface LogRequest {
  /** Part of the request that contains the parameters, for error messages. */
  part: RequestPart;
  /** Name of the cursor parameter in the request. */
  cursorField: 'offset' | 'cursor';
  order: 'asc' | 'desc';
  limit: number;
  cursor?: string | null | undefined;
  query?: string | null | undefined;
  level?: string | null | undefined;
  run_id?: string | null | undefined;
  start_time?: string | null | undefined;
  end_time?: string | null | undefined;
}

/** A log that can be read in pages. */
interface LogSource {
  kind: LogKind;
  /**
   * Kind of the log, and the revision or deployment to which it belongs. A cursor is valid only for a log with the
   * cursor's scope.
   */
  scope: string;
  /** True if the log can still grow, so its last page has a cursor too. */
  growing: boolean;
  list(filter: LogFilter): Promise<LogLine[]>;
}

interface LogSources {
  /** Returns the build log or server log of a revision. */
  ofRevision(revision: RevisionRow, kind: LogKind): LogSource;
  /** Returns the logs of one kind for all revisions of a deployment, merged into one log. */
  ofDeployment(deploymentId: string, kind: LogKind): Promise<LogSource>;
}

function createLogSources(
  { logs, revisions }: Pick<Repositories, 'logs' | 'revisions'>,
  refreshLog: RefreshLog | undefined,
): LogSources {
  const refresh = async (kind: LogKind, deploymentId: string, revisionId?: string) => {
    if (kind === 'deploy') await refreshLog?.(deploymentId, revisionId);
  };
  return {
    ofRevision: (revision, kind) => ({
      kind,
      scope: `${kind} ${revision.id}`,
      growing: !isFinal(revision.status),
      async list(filter) {
        await refresh(kind, revision.deploymentId, revision.id);
        return logs.list(revision.id, filter);
      },
    }),
    async ofDeployment(deploymentId, kind) {
      const unfinished = await revisions.unfinishedOf(deploymentId);
      return {
        kind,
        scope: `all ${kind} ${deploymentId}`,
        growing: unfinished.length > 0,
        async list(filter) {
          await refresh(kind, deploymentId);
          return logs.listOfDeployment(deploymentId, filter);
        },
      };
    },
  };
}

/**
 * Returns a page of a log. The cursor identifies the last returned line, so pages neither skip nor repeat lines while
 * the log grows. The cursor is null at the end of a log that cannot grow. Throws 422 for an invalid cursor or time.
 */
async function logPage(
  log: LogSource,
  request: LogRequest,
): Promise<{ lines: LogLine[]; next: string | null }> {
  const { order, limit, query, level, run_id: runId } = request;
  const place = cursorOf(request, log.scope);
  const from = readTime(request, 'start_time');
  const to = readTime(request, 'end_time');
  const lines = await log.list({
    kind: log.kind,
    order,
    limit,
    ...(place === undefined ? {} : order === 'asc' ? { after: place } : { before: place }),
    ...(query ? { query } : {}),
    ...(runId ? { mentions: runId } : {}),
    ...(level ? { levels: [level] } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });
  const more = lines.length === limit || (order === 'asc' && log.growing);
  const line = lines.at(-1)?.id ?? place ?? 0;
  return { lines, next: more ? encodeCursor({ scope: log.scope, order, line }) : null };
}

/** Converts a log line to the format of responses. */
function logEntry({ id, at, level, message }: LogLine) {
  return { id: String(id), timestamp: isoTime(at), level, message };
}

function cursorOf({ cursor, cursorField, part, order }: LogRequest, scope: string): number | undefined {
  if (cursor === undefined || cursor === null || cursor === '') return undefined;
  const read = decodeCursor(cursor, { scope, order });
  if (!read.ok) throw invalidField([part, cursorField], read.reason);
  return read.line;
}

/** Parses an ISO 8601 timestamp or epoch milliseconds, and returns epoch milliseconds. */
function readTime(request: LogRequest, field: 'start_time' | 'end_time'): number | undefined {
  const text = request[field];
  if (text === undefined || text === null || text === '') return undefined;
  const at = /^\d+$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(at)) throw invalidField([request.part, field], 'must be an ISO 8601 date and time');
  return at;
}

/** Position in a log, which is valid only for the log and sort order for which it was created. */
interface LogCursor {
  /** Kind of the log, and the revision or deployment to which it belongs. */
  scope: string;
  order: 'asc' | 'desc';
  /** ID of the last returned line, or 0 before the first line. */
  line: number;
}

/** Encodes a position as an opaque cursor. */
function encodeCursor({ scope, order, line }: LogCursor): string {
  return Buffer.from(`1 ${order} ${line} ${scope}`).toString('base64url');
}

type DecodedCursor = { ok: true; line: number } | { ok: false; reason: string };

/** Decodes a cursor for this log and sort order. Returns the reason if the cursor is invalid. */
function decodeCursor(text: string, log: Pick<LogCursor, 'scope' | 'order'>): DecodedCursor {
  const bytes = Buffer.from(text, 'base64url');
  const read = /^1 (asc|desc) (\d{1,15}) (.+)$/s.exec(bytes.toString('utf8'));
  // Base64 decoding ignores errors, so a valid cursor must also encode to the same text again.
  if (read === null || bytes.toString('base64url') !== text) {
    return { ok: false, reason: 'is not a cursor of this service: send it back unchanged' };
  }
  const [, order, line, scope] = read;
  if (scope !== log.scope)
    return { ok: false, reason: 'belongs to another log: start this log without a cursor' };
  if (order !== log.order) {
    return {
      ok: false,
      reason: `belongs to the order ${order}: continue in that order, or start without a cursor`,
    };
  }
  return { ok: true, line: Number(line) };
}
