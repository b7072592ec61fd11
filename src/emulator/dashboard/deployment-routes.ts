import * as z from 'zod';
import { stringifyExactJson } from '../../contract/exact-json.ts';
import {
  CodeComparison,
  CommitLog,
  type CommitSide,
  CommitSubjects,
  DeploymentDetail,
  DeploymentList,
  type DeploymentSummary,
  type LoggedCommit,
  PreviewList,
  RevisionDetail,
  RevisionList,
} from '../../contract/dashboard/deployments.ts';
import { TypedName } from '../../contract/dashboard/controls.ts';
import { FeedbackList, GivenFeedback } from '../../contract/dashboard/inner.ts';
import { LogTail, LogTailQuery } from '../../contract/dashboard/logs.ts';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import type { DeploymentRow, LogFilter, LogLine, RevisionRow } from '../ports/store.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import { changedFields, changedVariables } from './compare.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { createDeploymentViews, type Serving } from './deployment-views.ts';
import { toLogLine } from './views.ts';

const api = routesOf('dashboard', 'session');
const DEPLOYMENT = `${DASHBOARD_API}/deployments/{id}`;
const notFound = { description: 'The deployment or revision does not exist', schema: DetailError };
const ALL = 100_000;
const LOG_KINDS = ['build', 'deploy'] as const;

const DeploymentPath = z.object({ id: z.guid().toLowerCase() });
const RunPath = DeploymentPath.extend({ run_id: z.guid().toLowerCase() });

/** Part of the health report that describes serving revisions, and that a data plane can omit. */
const Health = z.looseObject({
  data_plane: z
    .looseObject({
      serving: z.array(
        z.object({ deployment_id: z.string(), revision_id: z.string(), pid: z.int().nullable() }),
      ),
    })
    .optional()
    .catch(undefined),
});

/** Creates the reader of all workspaces' deployments in the format of the dashboard. */
export function createDeploymentReader(dependencies: DashboardDependencies) {
  const { store } = dependencies.context;
  const views = createDeploymentViews(dependencies.context);
  const serving = async (): Promise<readonly Serving[]> =>
    Health.parse(await dependencies.health()).data_plane?.serving ?? [];
  return {
    views,
    async find(id: string): Promise<DeploymentRow> {
      const row = await store.deployments.findById(id);
      if (row === undefined) throw new HttpError(404, `Deployment ID ${id} not found.`);
      return row;
    },
    /** Returns the existing deployments with these IDs, or all deployments, oldest first. */
    async summaries(ids?: readonly string[]): Promise<DeploymentSummary[]> {
      const workers = await serving();
      const rows =
        ids === undefined
          ? await store.deployments.listAll()
          : await Promise.all(ids.map((id) => store.deployments.findById(id)));
      return Promise.all(rows.flatMap((row) => (row === undefined ? [] : [views.summary(row, workers)])));
    },
  };
}

type DeploymentReader = ReturnType<typeof createDeploymentReader>;

/**
 * Creates the routes of deployments, revisions, logs and previews, which return names of variables, but never their
 * values.
 */
export function deploymentRoutes(dependencies: DashboardDependencies): Route[] {
  const { host, context } = dependencies;
  const { store, clock } = context;
  const reader = createDeploymentReader(dependencies);
  return [
    api.get(`${DASHBOARD_API}/deployments`, {
      summary: 'The deployments of every workspace with their newest revisions',
      responses: { 200: { description: 'Deployments', schema: DeploymentList } },
      handler: async () => ({
        status: 200,
        body: {
          epoch: host.epoch,
          generation: host.generation(),
          now_ms: clock.now(),
          deployments: await reader.summaries(),
        },
      }),
    }),
    api.get(DEPLOYMENT, {
      summary: 'A deployment, with the names of its variables',
      params: DeploymentPath,
      responses: { 200: { description: 'The deployment', schema: DeploymentDetail }, 404: notFound },
      handler: async ({ params: { id } }) => {
        const row = await reader.find(id);
        const [deployment] = await reader.summaries([id]);
        const variables = (await store.deployments.secrets(id)).map(({ name }) => name);
        return {
          status: 200,
          body: {
            deployment,
            source_config: withoutSecrets(host, row.sourceConfig),
            variables,
            secret_references: row.secretReferences ?? [],
          },
        };
      },
    }),
    api.delete(DEPLOYMENT, {
      summary: 'Delete a deployment. The request must repeat its name.',
      params: DeploymentPath,
      body: TypedName,
      passesOn: true,
      responses: { 204: { description: 'The deletion has begun' }, 404: notFound },
      handler: async ({ params: { id }, body, signal }) => {
        const row = await reader.find(id);
        if (body.name !== row.name)
          throw invalidField(['body', 'name'], 'must be the name of the deployment');
        return act(dependencies, row, { method: 'DELETE', path: `/v2/deployments/${id}`, signal });
      },
    }),
    ...revisionRoutes(dependencies, reader),
    ...feedbackRoutes(dependencies, reader),
    api.get(`${DASHBOARD_API}/previews`, {
      summary: 'Deployments that are previews, by their pull requests',
      responses: { 200: { description: 'Previews', schema: PreviewList } },
      handler: async () => ({
        status: 200,
        body: { now_ms: clock.now(), previews: groupPreviews(await reader.summaries()) },
      }),
    }),
  ];
}

/** Creates the routes of a deployment's revisions and their logs. */
function revisionRoutes(dependencies: DashboardDependencies, reader: DeploymentReader): Route[] {
  const { host, context } = dependencies;
  const { store, clock } = context;
  return [
    api.get(`${DEPLOYMENT}/revisions`, {
      summary: 'All revisions of a deployment, newest first',
      params: DeploymentPath,
      responses: { 200: { description: 'Revisions', schema: RevisionList }, 404: notFound },
      handler: async ({ params: { id } }) => ({
        status: 200,
        body: { now_ms: clock.now(), revisions: await reader.views.revisions(await reader.find(id)) },
      }),
    }),
    api.get(`${DEPLOYMENT}/revisions/{revision_id}`, {
      summary: 'A revision, and its differences from another revision',
      params: DeploymentPath.extend({ revision_id: z.guid().toLowerCase() }),
      query: z.object({ against: z.guid().toLowerCase().optional() }),
      responses: { 200: { description: 'The revision', schema: RevisionDetail }, 404: notFound },
      handler: async ({ params: { id, revision_id: revisionId }, query }) => {
        const deployment = await reader.find(id);
        const rows = await store.revisions.list(id, { limit: ALL, offset: 0 });
        const shown = await reader.views.revisions(deployment);
        const row = revisionIn(rows, revisionId);
        const before =
          query.against === undefined
            ? rows.find(({ seq }) => seq === row.seq - 1)
            : revisionIn(rows, query.against);
        const old = before === undefined ? [] : await store.revisions.secrets(before.id);
        const body = {
          revision: shown.find((one) => one.id === row.id),
          settings: row.settings === null ? null : withoutSecrets(host, row.settings),
          config: withoutSecrets(host, row.config),
          against: shown.find((one) => one.id === before?.id) ?? null,
          fields: changedFields(fieldsOf(before), fieldsOf(row)).map((change) => ({
            field: change.field,
            before: host.redactor.redact(change.before),
            after: host.redactor.redact(change.after),
          })),
          variables: changedVariables(old, await store.revisions.secrets(row.id)),
        };
        return { status: 200, body };
      },
    }),
    codeRoute(dependencies, reader),
    historyRoute(dependencies, reader),
    commitsRoute(dependencies, reader),
    api.get(`${DEPLOYMENT}/logs`, {
      summary:
        'Lines of the build and deploy logs of a deployment. The first request returns the newest lines',
      params: DeploymentPath,
      query: LogTailQuery,
      responses: { 200: { description: 'Lines, oldest first', schema: LogTail }, 404: notFound },
      handler: async ({ params: { id }, query }) => {
        await reader.find(id);
        const { lines, more } = await readLogTail(dependencies, id, query);
        return { status: 200, body: { lines: lines.map(toLogLine), more } };
      },
    }),
  ];
}

/** Returns the repository and the commits of two revisions, or why the commits cannot be compared. */
async function commitsOf(
  { context }: DashboardDependencies,
  { id, sourceConfig }: DeploymentRow,
  revisions: { newer: string; older: string },
): Promise<{ repoUrl: string; from: string; to: string } | 'no-commits' | 'same'> {
  const rows = await context.store.revisions.list(id, { limit: ALL, offset: 0 });
  const to = revisionIn(rows, revisions.newer).config.repo_commit_sha;
  const from = revisionIn(rows, revisions.older).config.repo_commit_sha;
  const { repo_url: repoUrl } = sourceConfig;
  if (typeof to !== 'string' || typeof from !== 'string' || typeof repoUrl !== 'string') return 'no-commits';
  return to === from ? 'same' : { repoUrl, from, to };
}

const RevisionPath = DeploymentPath.extend({ revision_id: z.guid().toLowerCase() });
const Against = z.object({ against: z.guid().toLowerCase() });

/** Creates the route that compares the code of two revisions. */
function codeRoute(dependencies: DashboardDependencies, reader: DeploymentReader): Route {
  const { host, code } = dependencies;
  const nothing = { commits: [], patch: '', truncated: false };
  return api.get(`${DEPLOYMENT}/revisions/{revision_id}/code`, {
    summary: 'How the code of a revision differs from the code of another revision',
    params: RevisionPath,
    query: Against,
    responses: { 200: { description: 'The difference', schema: CodeComparison }, 404: notFound },
    handler: async ({ params: { id, revision_id: newer }, query: { against: older }, signal }) => {
      const commits = await commitsOf(dependencies, await reader.find(id), { newer, older });
      if (typeof commits === 'string') return { status: 200, body: { missing: commits, ...nothing } };
      const compared = await code?.compare({ ...commits, signal });
      if (compared?.kind !== 'compared') return { status: 200, body: { missing: 'not-kept', ...nothing } };
      const { patch, truncated } = compared;
      return {
        status: 200,
        body: {
          missing: null,
          commits: withoutSecretsInCommits(host, compared.commits),
          patch: host.redactor.redactText(patch),
          truncated,
        },
      };
    },
  });
}

/** Creates the route that lists the commits between two revisions. */
function historyRoute(dependencies: DashboardDependencies, reader: DeploymentReader): Route {
  const { host, code } = dependencies;
  const none = { commits: [], total: 0, cut: false };
  const nothing = { reason: null, merge_base: null, added: none, removed: none };
  return api.get(`${DEPLOYMENT}/revisions/{revision_id}/commits`, {
    summary: 'The commits between two revisions, fetched from the repository without files',
    params: RevisionPath,
    query: Against,
    responses: { 200: { description: 'Commits of both revisions', schema: CommitLog }, 404: notFound },
    handler: async ({ params: { id, revision_id: newer }, query: { against: older }, signal }) => {
      const commits = await commitsOf(dependencies, await reader.find(id), { newer, older });
      if (typeof commits === 'string') return { status: 200, body: { missing: commits, ...nothing } };
      const history = await code?.history({ ...commits, signal });
      if (history?.kind !== 'read') {
        const reason = host.redactor.redactText(history?.reason ?? 'this emulator has no git');
        return { status: 200, body: { missing: 'not-read', ...nothing, reason } };
      }
      const { mergeBase, added, removed } = history;
      const sideOf = (side: CommitSide) => ({
        ...side,
        commits: withoutSecretsInCommits(host, side.commits),
      });
      return {
        status: 200,
        body: {
          missing: null,
          reason: null,
          merge_base: mergeBase,
          added: sideOf(added),
          removed: sideOf(removed),
        },
      };
    },
  });
}

function withoutSecretsInCommits(
  { redactor }: DashboardDependencies['host'],
  commits: readonly LoggedCommit[],
): LoggedCommit[] {
  return commits.map((commit) => ({
    ...commit,
    author: redactor.redactText(commit.author),
    subject: redactor.redactText(commit.subject),
  }));
}

/** Maximum number of revisions whose commit subjects are returned. */
const NAMED_REVISIONS = 50;

/** Creates the route that returns the subjects of a deployment's commits. */
function commitsRoute({ context, host, code }: DashboardDependencies, reader: DeploymentReader): Route {
  return api.get(`${DEPLOYMENT}/commits`, {
    summary: 'The subjects of the commits of the newest revisions, without commits that were not built here',
    params: DeploymentPath,
    responses: { 200: { description: 'Commits', schema: CommitSubjects }, 404: notFound },
    handler: async ({ params: { id }, signal }) => {
      const { sourceConfig } = await reader.find(id);
      const { repo_url: repoUrl } = sourceConfig;
      const rows = await context.store.revisions.list(id, { limit: NAMED_REVISIONS, offset: 0 });
      const commits = rows.flatMap(({ config: { repo_commit_sha: sha } }) =>
        typeof sha === 'string' ? sha : [],
      );
      const found =
        typeof repoUrl === 'string'
          ? await code?.subjects({ repoUrl, commits: [...new Set(commits)], signal })
          : undefined;
      return {
        status: 200,
        body: {
          commits: (found ?? []).map((one) => ({ ...one, subject: host.redactor.redactText(one.subject) })),
        },
      };
    },
  });
}

function feedbackRoutes(dependencies: DashboardDependencies, reader: DeploymentReader): Route[] {
  const path = `${DEPLOYMENT}/runs/{run_id}/feedback`;
  return [
    api.get(path, {
      summary: 'The feedback of a run, newest first',
      params: RunPath,
      responses: { 200: { description: 'Feedback', schema: FeedbackList }, 404: notFound },
      handler: async ({ params: { id, run_id: runId } }) => {
        const { workspaceId } = await reader.find(id);
        const rows = await dependencies.context.store.feedbacks.list(workspaceId, {
          limit: 100,
          offset: 0,
          runIds: [runId],
        });
        const feedback = rows.map(({ key, score, comment, createdAt }) => ({
          key,
          score: typeof score === 'number' || typeof score === 'boolean' ? score : null,
          comment,
          created_at_ms: createdAt,
        }));
        return { status: 200, body: { feedback } };
      },
    }),
    api.post(path, {
      summary: "Submit feedback by a run's URL, which the server does not return",
      params: RunPath,
      body: GivenFeedback,
      passesOn: true,
      responses: { 200: { description: 'The response of the feedback URL' }, 404: notFound },
      handler: async ({ params: { id, run_id: runId }, body: { key, ...given }, signal }) => {
        const row = await reader.find(id);
        const { [key]: url } = await dependencies.feedback(runId, [key]);
        if (url === undefined) throw new HttpError(404, `Run with ID ${runId} does not accept feedback.`);
        const { pathname, search } = new URL(url);
        return act(dependencies, row, { method: 'POST', path: pathname + search, body: given, signal });
      },
    }),
  ];
}

/**
 * Sends a request through the surface, like any other client, so that the request is recorded and fault rules apply.
 */
async function act(
  { send, host }: DashboardDependencies,
  { workspaceId }: DeploymentRow,
  { body, ...request }: { method: string; path: string; body?: unknown; signal: AbortSignal },
) {
  const { sendInnerAnswer } = await import('./inner.ts');
  const answer = await send({
    ...request,
    isReadOnly: false,
    workspaceId,
    ...(body === undefined
      ? {}
      : { headers: [['content-type', 'application/json']], body: Buffer.from(stringifyExactJson(body)) }),
  });
  const { redactor } = host;
  return {
    stream: (response: Parameters<typeof sendInnerAnswer>[0]) =>
      sendInnerAnswer(response, answer, { redactor, signal: request.signal }),
  };
}

function withoutSecrets({ redactor }: DashboardDependencies['host'], value: object): Record<string, unknown> {
  const shown = redactor.redact(value);
  return typeof shown === 'object' && shown !== null ? { ...shown } : {};
}

function revisionIn(rows: readonly RevisionRow[], id: string): RevisionRow {
  const row = rows.find((one) => one.id === id);
  if (row === undefined) throw new HttpError(404, `Revision ID ${id} not found.`);
  return row;
}

/** Returns a revision's settings, keyed by field name. */
function fieldsOf(row: RevisionRow | undefined): Record<string, unknown> {
  return row === undefined ? {} : { source: row.source, ...row.settings, ...row.config };
}

/** Returns the newest lines of build and deploy logs of all revisions, in the order of writing. */
export async function readLogTail(
  { context: { store }, refreshLog }: Pick<DashboardDependencies, 'context' | 'refreshLog'>,
  deploymentId: string,
  query: LogTailQuery,
): Promise<{ lines: LogLine[]; more: boolean }> {
  const isForward = query.after !== undefined;
  const filter: Omit<LogFilter, 'kind'> = {
    order: isForward ? 'asc' : 'desc',
    limit: query.limit + 1,
    ...(query.after === undefined ? {} : { after: query.after }),
    ...(query.before === undefined ? {} : { before: query.before }),
    ...(query.text === undefined ? {} : { query: query.text }),
    ...(query.run_id === undefined ? {} : { mentions: query.run_id }),
    ...(query.level === undefined ? {} : { levels: [query.level] }),
  };
  const kinds = query.kind === undefined ? LOG_KINDS : [query.kind];
  const { revision_id: revisionId } = query;
  if (query.kind !== 'build') await refreshLog?.(deploymentId, revisionId);
  const found = await Promise.all(
    kinds.map((kind) =>
      revisionId === undefined
        ? store.logs.listOfDeployment(deploymentId, { ...filter, kind })
        : store.logs.list(revisionId, { ...filter, kind }),
    ),
  );
  const lines = found.flat().toSorted((a, b) => (isForward ? a.id - b.id : b.id - a.id));
  const shown = lines.slice(0, query.limit);
  return { lines: isForward ? shown : shown.toReversed(), more: lines.length > shown.length };
}

function groupPreviews(deployments: readonly DeploymentSummary[]): PreviewList['previews'] {
  const groups = new Map<string, PreviewList['previews'][number]>();
  for (const deployment of deployments.toReversed()) {
    const { preview } = deployment;
    if (preview === null) continue;
    const key = `${preview.repository}#${preview.number}`;
    const group = groups.get(key) ?? { ...preview, deployments: [] };
    groups.set(key, group);
    group.deployments.push(deployment);
  }
  return [...groups.values()].toSorted(
    (a, b) => a.repository.localeCompare(b.repository, 'en') || a.number - b.number,
  );
}
