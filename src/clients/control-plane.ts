import {
  Deployment,
  type DeploymentCreate,
  DeploymentList,
  type DeploymentPatch,
  UploadUrl,
} from '../contract/deployment.ts';
import { Revision, RevisionList } from '../contract/revision.ts';
import { isBeingDeleted } from '../contract/statuses.ts';
import { type Dialect, fromWire, toWire, toWirePath } from '../contract/dialect.ts';
import { IntegrationList } from '../contract/integration.ts';
import { LOG_PAGE_MAX, PAGE_MAX, TARBALL_MAX_BYTES } from '../contract/limits.ts';
import { type Listener, ListenerList } from '../contract/listener.ts';
import { type LogEntry, LogPage } from '../contract/logs.ts';
import { assertSame, createNameRegistry, readAllPages, parseAnswer } from './answers.ts';
import { isApiError, isNotServed } from './errors.ts';
import type { Answer, Call, Transport } from './transport.ts';
import { credentialHeaders, USER_AGENT } from './headers.ts';

/**
 * Client of the control plane. Reads are retried after transient failures until the deadline. Writes are sent only
 * once, unless the service requests a retry. Methods throw ApiError. If the response to a write is lost, the error has
 * the kind `ambiguous`, and the caller must read the current state.
 */
export interface ControlPlane {
  getDeployment(id: string, signal?: AbortSignal): Promise<Deployment>;
  /**
   * Returns the deployments with exactly this name that are not being deleted. Reads all pages of the list, or with
   * `upTo` only the pages up to the deployment with this ID.
   */
  findDeployments(name: string, signal?: AbortSignal, upTo?: string): Promise<Deployment[]>;
  /**
   * Returns deployments from all pages, including deployments that are being deleted. The service applies the filter
   * `nameContains`, but might also return deployments that do not match the filter.
   */
  listDeployments(filter: { nameContains?: string }, signal?: AbortSignal): Promise<Deployment[]>;
  createDeployment(body: DeploymentCreate, signal?: AbortSignal): Promise<Deployment>;
  patchDeployment(id: string, body: DeploymentPatch, signal?: AbortSignal): Promise<Deployment>;
  /** Deletes a deployment. Resolves to false if the deployment was already deleted. */
  deleteDeployment(
    id: string,
    options: { deleteTracingProject: boolean },
    signal?: AbortSignal,
  ): Promise<boolean>;
  /** Returns one page of revisions, newest first. `limit` is between 1 and 100. */
  listRevisions(
    deploymentId: string,
    options: { limit: number; offset?: number },
    signal?: AbortSignal,
  ): Promise<Revision[]>;
  getRevision(deploymentId: string, revisionId: string, signal?: AbortSignal): Promise<Revision>;
  /**
   * Creates a new revision from an existing revision, and returns the deployment. Fails with 404 or 405 on older
   * services.
   */
  redeployRevision(deploymentId: string, revisionId: string, signal?: AbortSignal): Promise<Deployment>;
  /** Interrupts a revision that has not ended. Tries two endpoints, because each service has only one of the two. */
  interruptRevision(deploymentId: string, revisionId: string, signal?: AbortSignal): Promise<void>;
  /**
   * Returns the last `lines` lines of a log, oldest first. Tries the v2 endpoint before the v1 endpoint. Returns no
   * lines if the service has neither endpoint.
   */
  tailLog(
    deploymentId: string,
    revisionId: string,
    kind: 'build' | 'deploy',
    lines: number,
    signal?: AbortSignal,
  ): Promise<RevisionLogLine[]>;
  /** Returns the signed, secret URL for the upload of a source, and the path of the source for a PATCH. */
  uploadUrl(deploymentId: string, signal?: AbortSignal): Promise<UploadUrl>;
  /** Uploads an archive to the URL from {@link uploadUrl} without the API key. Retries after failures. */
  uploadSource(url: URL, archive: UploadBody, signal?: AbortSignal): Promise<void>;
  /** Returns the listeners of all pages, or an empty list if the service does not support listeners. */
  listListeners(signal?: AbortSignal): Promise<ListenerView[]>;
  gitIntegrations(signal?: AbortSignal): Promise<GitIntegration[]>;
}

export interface RevisionLogLine {
  at: string | null;
  level: string | null;
  message: string;
}

export interface GitIntegration {
  id: string;
  name: string | null;
}

/** A listener, which deploys revisions in a cluster for the service. */
export interface ListenerView {
  id: string;
  computeType: string;
  computeId: string;
  /** Namespaces where the listener deploys, or `undefined` if unknown. */
  namespaces: string[] | undefined;
}

/** A tar.gz archive of exactly `length` bytes. */
export interface UploadBody {
  length: number;
  open: () => AsyncIterable<Uint8Array>;
}

export interface ControlPlaneOptions {
  transport: Transport;
  /** URL without a trailing slash, as returned by `checkBaseUrl`. */
  baseUrl: string;
  dialect: Dialect;
  apiKey: string;
  /** ID of the workspace, which is required if the key belongs to an organization. */
  workspaceId?: string | undefined;
  now?: () => number;
  /**
   * Returns the deadline of retries of reads, in epoch milliseconds of the injected clock, or `undefined` for the
   * transport's limit.
   */
  readDeadline?: () => number | undefined;
}

/**
 * Creates a client of the control plane (docs/api.md) over HTTP for either dialect. Methods throw ApiError, for example
 * if a response is about another deployment than the request.
 */
export function createControlPlane(options: ControlPlaneOptions): ControlPlane {
  const send = createSender(options);
  const get: Get = (path, signal, query) =>
    send({ method: 'GET', path, ...(query && { query }), expect: [200], signal });
  const register = createNameRegistry('deployment');
  const known = (answer: Answer, item: Deployment): Deployment => {
    register(answer, item);
    return item;
  };
  const readDeployment = (answer: Answer, id: string): Deployment => {
    const item = parseAnswer(Deployment, answer);
    assertSame(answer, { what: 'deployment', requested: id, answered: item.id });
    return known(answer, item);
  };
  const context: Context = { send, get, known, readDeployment };
  return {
    ...deploymentMethods(context),
    ...revisionMethods(context),
    tailLog: createLogReader(send),
    uploadUrl: createUploadUrl(send),
    uploadSource: createSourceUpload(options.transport, options.now ?? Date.now),
    listListeners: createListenerList(get),
    async gitIntegrations(signal) {
      const list = parseAnswer(IntegrationList, await get('/v1/integrations/git_host/install', signal));
      return list.map(({ id, name }) => ({ id, name: name ?? null }));
    },
  };
}

type Get = (
  path: string,
  signal: AbortSignal | undefined,
  query?: ControlPlaneRequest['query'],
) => Promise<Answer>;

interface Context {
  send: Send;
  get: Get;
  /** Throws if the deployment's name differs from the name in earlier responses. */
  known: (answer: Answer, item: Deployment) => Deployment;
  /** Parses a response. Throws if the response is about another deployment than the deployment with this ID. */
  readDeployment: (answer: Answer, id: string) => Deployment;
}

const deployment = (id: string) => `/v2/deployments/${encodeURIComponent(id)}`;
const revisions = (id: string) => `${deployment(id)}/revisions`;

function deploymentMethods({ send, get, known, readDeployment }: Context) {
  return {
    getDeployment: async (id, signal) => readDeployment(await get(deployment(id), signal), id),

    async findDeployments(name, signal, upTo) {
      const found = new Map<string, Deployment>();
      // The end of the list is needed only if no deployment was found, because a create might then duplicate a
      // deployment that was not seen.
      const enough = () => found.size > 0;
      for await (const page of pages(send, name, known, signal, enough)) {
        for (const item of page) {
          if (item.name === name && !isBeingDeleted(item.status)) found.set(item.id, item);
        }
        if (upTo !== undefined && found.has(upTo)) break;
      }
      return [...found.values()];
    },

    async listDeployments({ nameContains }, signal) {
      const found: Deployment[] = [];
      for await (const page of pages(send, nameContains, known, signal)) found.push(...page);
      return found;
    },

    async createDeployment(body, signal) {
      const call = { method: 'POST', path: '/v2/deployments', json: body, expect: [201], signal } as const;
      const answer = await send(call);
      const created = parseAnswer(Deployment, answer);
      assertSame(answer, { what: 'deployment', exact: true, requested: body.name, answered: created.name });
      return known(answer, created);
    },

    patchDeployment: async (id, body, signal) =>
      readDeployment(
        await send({ method: 'PATCH', path: deployment(id), json: body, expect: [200], signal }),
        id,
      ),

    async deleteDeployment(id, { deleteTracingProject }, signal) {
      try {
        const query = { delete_tracing_project: deleteTracingProject };
        await send({ method: 'DELETE', path: deployment(id), query, expect: [204], signal });
        return true;
      } catch (error) {
        // A 404 after several attempts means that an earlier attempt, whose response was lost, deleted the deployment.
        if (isApiError(error, 404)) return error.attempts > 1;
        throw error;
      }
    },
  } satisfies Partial<ControlPlane>;
}

function revisionMethods({ send, get, readDeployment }: Context) {
  return {
    async listRevisions(deploymentId, { limit, offset = 0 }, signal) {
      const answer = await get(revisions(deploymentId), signal, { limit, offset });
      const list = parseAnswer(RevisionList, answer).resources;
      for (const { deployment_id: answered } of list) {
        assertSame(answer, { what: 'deployment', requested: deploymentId, answered });
      }
      return list;
    },

    async getRevision(deploymentId, revisionId, signal) {
      const path = `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}`;
      const answer = await get(path, signal);
      const revision = parseAnswer(Revision, answer);
      assertSame(
        answer,
        { what: 'revision', requested: revisionId, answered: revision.id },
        { what: 'deployment', requested: deploymentId, answered: revision.deployment_id },
      );
      return revision;
    },

    redeployRevision: async (deploymentId, revisionId, signal) =>
      readDeployment(
        await send({
          method: 'POST',
          path: `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}/redeploy`,
          expect: [200, 201],
          signal,
        }),
        deploymentId,
      ),

    async interruptRevision(deploymentId, revisionId, signal) {
      const path = `${revisions(deploymentId)}/${encodeURIComponent(revisionId)}`;
      const call = { method: 'POST', expect: [200, 202, 204], signal } as const;
      try {
        await send({ ...call, path: `${path}/interrupt` });
      } catch (error) {
        // The service does not have the endpoint of the first request, so the first request had no effect.
        if (!isNotServed(error)) throw error;
        await send({ ...call, path: `${path}/interruption` });
      }
    },
  } satisfies Partial<ControlPlane>;
}

function createListenerList(get: Get): ControlPlane['listListeners'] {
  return async (signal) => {
    const fetchPage = async (offset: number) => {
      const answer = await get('/v2/listeners', signal, { limit: PAGE_MAX, offset });
      return {
        items: parseAnswer(ListenerList, answer).resources,
        refuse: (what: string) => answer.unusable(what),
      };
    };
    const found: ListenerView[] = [];
    for await (const page of readAllPages(fetchPage, ({ id }) => id.toLowerCase())) {
      found.push(...page.map(viewListener));
    }
    return found;
  };
}

/** Yields the pages of the deployment list. The service filters the list by the substring `name`. */
function pages(
  send: Send,
  name: string | undefined,
  known: (answer: Answer, item: Deployment) => Deployment,
  signal: AbortSignal | undefined,
  enough?: () => boolean,
): AsyncGenerator<Deployment[]> {
  const fetchPage = async (offset: number) => {
    const query = { ...(name === undefined ? {} : { name_contains: name }), limit: PAGE_MAX, offset };
    const answer = await send({ method: 'GET', path: '/v2/deployments', query, expect: [200], signal });
    const items = parseAnswer(DeploymentList, answer).resources.map((item) => known(answer, item));
    return { items, refuse: (what: string) => answer.unusable(what) };
  };
  return readAllPages(fetchPage, ({ id }) => id.toLowerCase(), enough);
}

function viewListener({ id, compute_type, compute_id, compute_config }: Listener): ListenerView {
  const namespaces = compute_config?.k8s_namespaces ?? undefined;
  return { id: id.toLowerCase(), computeType: compute_type, computeId: compute_id, namespaces };
}

/** Sends a request to the control plane. Returns the response with the field names of the specification. */
type Send = (request: ControlPlaneRequest) => Promise<Answer>;

interface ControlPlaneRequest extends Pick<Call, 'method' | 'json' | 'expect' | 'repeatable' | 'signal'> {
  /** Path as in the specification, beginning with the version segment. */
  path: string;
  query?: Record<string, string | number | boolean>;
}

/** Creates the function that sends requests with the base URL, the credentials and the names of the dialect. */
function createSender(options: ControlPlaneOptions): Send {
  const { transport, dialect } = options;
  const headers = credentialHeaders(options);
  return async ({ path, query = {}, json, ...call }) => {
    const url = new URL(`${options.baseUrl}${toWirePath(path, dialect)}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, String(value));
    const answer = await transport.call({
      ...call,
      url,
      headers,
      ...(json !== undefined && { json: toWire(json, dialect) }),
      ...((call.method === 'GET' || call.repeatable) && { deadlineAt: options.readDeadline?.() }),
    });
    // If a response contains both names of a field with different values, the value of the generic name applies.
    return { ...answer, json: fromWire(answer.json).value };
  };
}

/** Returns a function that reads the end of a revision's log from the v2 endpoint, or else from the v1 endpoint. */
function createLogReader(send: Send): ControlPlane['tailLog'] {
  return async (deploymentId, revisionId, kind, lines, signal) => {
    const [deployment, revision] = [encodeURIComponent(deploymentId), encodeURIComponent(revisionId)];
    const newest = { order: 'desc', limit: Math.min(Math.max(lines, 1), LOG_PAGE_MAX) };
    const page =
      (await served(() =>
        send({
          method: 'GET',
          path: `/v2/deployments/${deployment}/revisions/${revision}/logs`,
          query: { type: kind, ...newest },
          expect: [200],
          signal,
        }),
      )) ??
      (await served(() =>
        send({
          method: 'POST',
          path: `/v1/projects/${deployment}/revisions/${revision}/${kind}_logs`,
          json: newest,
          expect: [200],
          // This POST request only reads, so the request can be repeated.
          repeatable: true,
          signal,
        }),
      ));
    // Some services return more lines than requested, so the newest lines are selected here.
    return page ? parseAnswer(LogPage, page).logs.slice(0, newest.limit).map(toLine).reverse() : [];
  };
}

/** Returns the response, or `undefined` if the control plane does not have the endpoint. */
async function served<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isNotServed(error)) return undefined;
    throw error;
  }
}

function toLine({ timestamp, level, message }: LogEntry): RevisionLogLine {
  return { at: toInstant(timestamp), level: level ?? null, message: message ?? '' };
}

/** Converts epoch milliseconds to ISO 8601, and returns a string unchanged. */
function toInstant(timestamp: string | number | null | undefined): string | null {
  if (typeof timestamp !== 'number') return timestamp ?? null;
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Time limit of an upload of any size, in milliseconds of wall-clock time, as in the official clients. */
const UPLOAD_MS = 300_000;
/** Minimum speed of an upload in bytes per millisecond, below which an upload is aborted. */
const SLOWEST = 100;
/** Time limit in milliseconds for retries of failed uploads, the same as for other calls. */
const FAULTS_MS = 120_000;

/** Returns a function that requests an upload URL. The path has no version for older services. */
function createUploadUrl(send: Send): ControlPlane['uploadUrl'] {
  return async (deploymentId, signal) => {
    const path = `/deployments/${encodeURIComponent(deploymentId)}/upload-url`;
    // The request is repeatable, because unused URLs do no harm.
    const call = { method: 'POST', expect: [200, 201], repeatable: true, signal } as const;
    try {
      return parseAnswer(UploadUrl, await send({ ...call, path: `/v2${path}` }));
    } catch (error) {
      if (!isNotServed(error)) throw error;
      try {
        return parseAnswer(UploadUrl, await send({ ...call, path }));
      } catch (second) {
        // The error of the first request is more specific than the error of the second request, for example if the
        // deployment does not exist.
        throw isNotServed(second) ? error : second;
      }
    }
  };
}

/** Returns a function that uploads an archive to a signed URL without the key. No error contains the URL. */
export function createSourceUpload(transport: Transport, now: () => number): ControlPlane['uploadSource'] {
  return async (url, { length, open }, signal) => {
    const tryTimeoutMs = UPLOAD_MS + Math.ceil(length / SLOWEST);
    await transport.call({
      method: 'PUT',
      url,
      shownPath: '(the upload URL)',
      headers: {
        accept: '*/*',
        'user-agent': USER_AGENT,
        'content-type': 'application/gzip',
        'x-goog-content-length-range': `0,${TARBALL_MAX_BYTES}`,
      },
      stream: { length, open },
      ignoreBody: true,
      repeatable: true,
      attemptTimeoutMs: tryTimeoutMs,
      deadlineAt: now() + tryTimeoutMs + FAULTS_MS,
      signal,
    });
  };
}
