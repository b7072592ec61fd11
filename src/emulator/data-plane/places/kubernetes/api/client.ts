import * as z from 'zod';
import { parseJson } from '../../../../../contract/json-safety.ts';
import {
  type ClusterEndpoint,
  type ClusterRequest,
  type Connection,
  type ConnectionOptions,
  openConnection,
  pathOf,
} from './connection.ts';
import { type LogSource, readLog, type ReadLogOptions } from './logs.ts';
import type { Metrics } from '../../../../ports/metrics.ts';
import {
  type ClusterProblem,
  hintForRight,
  malformed,
  type Outcome,
  type RequestTarget,
  type RbacRule,
} from './problems.ts';
import type { Manifest, ObjectList, ObjectRead, Resource } from './resources.ts';
import { watchResource, type WatchListener } from './watch.ts';

interface ObjectAddress {
  namespace: string;
  name: string;
}

interface Selection {
  namespace: string;
  /** Label selector in the API's syntax, such as `agent-deploy/deployment=x,app`. */
  labels?: string | undefined;
  fields?: string | undefined;
}

interface DeleteOptions {
  /** Uid of the object to delete. A newer object with the same name has another uid, and is not deleted. */
  uid?: string;
  /**
   * Order of deletion: `Foreground` removes the object after all objects that it owns, unlike the default,
   * `Background`.
   */
  propagation?: 'Foreground' | 'Background';
}

/** Version of a cluster, as a string and as comparable numbers. */
interface ClusterVersion {
  major: number;
  minor: number;
  text: string;
}

/**
 * Client for one Kubernetes cluster, without knowledge of agents. Failures of requests are returned as values, and
 * methods throw only the reason of an aborted signal. Every request is safe to repeat.
 */
export interface ClusterClient {
  /** Name of the cluster, for messages. */
  readonly label: string;
  /** Namespace of the kubeconfig context. */
  readonly namespace: string;
  get<T extends ObjectRead>(
    resource: Resource<T>,
    at: ObjectAddress,
    signal: AbortSignal,
  ): Promise<Outcome<T>>;
  /** Returns all selected objects, from all pages. */
  list<T extends ObjectRead>(
    resource: Resource<T>,
    which: Selection,
    signal: AbortSignal,
  ): Promise<Outcome<ObjectList<T>>>;
  /**
   * Creates or updates an object by server-side apply with one field manager. Removes fields of an earlier apply that
   * the object no longer contains. Fields of other managers stay unchanged.
   */
  apply<T extends ObjectRead>(
    resource: Resource<T>,
    namespace: string,
    object: Manifest,
    signal: AbortSignal,
  ): Promise<Outcome<T>>;
  /** Returns whether an apply would succeed, including quotas and policies, without changing the cluster. */
  check(
    resource: Resource,
    namespace: string,
    object: Manifest,
    signal: AbortSignal,
  ): Promise<Outcome<undefined>>;
  /** Returns whether `create` would succeed, including quotas and policies, without changing the cluster. */
  checkCreate(
    resource: Resource,
    namespace: string,
    object: Manifest,
    signal: AbortSignal,
  ): Promise<Outcome<undefined>>;
  /**
   * Changes a part of an object by a merge patch. The patch uses another field manager than `apply`, so a later apply
   * does not remove the patched fields.
   */
  mergePatch<T extends ObjectRead>(
    resource: Resource<T>,
    at: ObjectAddress,
    patch: object,
    signal: AbortSignal,
  ): Promise<Outcome<T>>;
  /** Creates an object. The problem `exists` can also mean that an earlier attempt succeeded without a response. */
  create<T extends ObjectRead>(
    resource: Resource<T>,
    namespace: string,
    object: Manifest,
    signal: AbortSignal,
  ): Promise<Outcome<T>>;
  /** Deletes an object. Resolves to `gone` if the object or its namespace does not exist. */
  delete(
    resource: Resource,
    at: ObjectAddress,
    signal: AbortSignal,
    options?: DeleteOptions,
  ): Promise<Outcome<'deleted' | 'gone'>>;
  /**
   * Reports all existing objects and later changes to the listener, until the signal aborts. Reports an interrupted
   * stream, and opens a new stream. Rejects only if the listener throws.
   */
  watch<T extends ObjectRead>(
    resource: Resource<T>,
    which: Selection,
    listener: WatchListener<T>,
    signal: AbortSignal,
  ): Promise<void>;
  readLog(source: LogSource, signal: AbortSignal, options?: ReadLogOptions): Promise<Outcome<string>>;
  /** Returns the listed permissions that this user does not have, with the Role rule for each permission. */
  missingRights(
    rights: readonly RbacRule[],
    signal: AbortSignal,
  ): Promise<Outcome<{ right: RbacRule; hint: string }[]>>;
  version(signal: AbortSignal): Promise<Outcome<ClusterVersion>>;
  /** Returns the cluster's address and credentials; see {@link Connection}. */
  endpoint(signal: AbortSignal): Promise<ClusterEndpoint>;
  clusterNow(): number;
  /** Ends all requests: watches and followed logs resolve, and other requests reject. */
  close(): Promise<void>;
}

/** Field manager of all replicas. An apply removes only fields that its own field manager has set. */
const FIELD_MANAGER = 'agent-deploy';
/** Field manager of values that are set once, and that the cluster can change afterwards. */
const PART_MANAGER = 'agent-deploy-start';
const APPLY = 'application/apply-patch+yaml';
const PAGE = 500;
/** Maximum number of attempts to read a list that expires while its pages are read. */
const LIST_PASSES = 3;

const ListPage = z.object({
  metadata: z.object({ resourceVersion: z.string(), continue: z.string().nullish() }),
  items: z.array(z.unknown()).nullish(),
});
const AccessReview = z.object({ status: z.object({ allowed: z.boolean() }) });
const Version = z.object({ major: z.string(), minor: z.string(), gitVersion: z.string() });

/** Creates a client for a cluster, which sends no request before the first method call. */
export function openCluster(options: ConnectionOptions): ClusterClient {
  const connection = countRequests(openConnection(options), options.metrics);
  const closing = new AbortController();
  const ask = createAsk(connection);
  return {
    label: connection.access.label,
    namespace: connection.access.namespace,
    ...objectOperations(connection, ask),
    ...clusterQueries(ask),
    list: (resource, which, signal) => list(ask, resource, which, signal),

    watch: (resource, which, listener, signal) =>
      watchResource(
        {
          connection,
          target: targetOf(resource, 'watch', which.namespace),
          path: collectionPath(resource, which.namespace),
          list: () => list(ask, resource, which, signal),
        },
        { schema: resource.schema, labels: which.labels, fields: which.fields },
        listener,
        AbortSignal.any([signal, closing.signal]),
      ),

    readLog: (source, signal, readOptions) => readLog(connection, source, signal, readOptions),

    endpoint: (signal) => connection.endpoint(signal),
    clusterNow: () => connection.clusterNow(),

    async close() {
      closing.abort();
      await connection.close();
    },
  };
}

/** Counts the requests and the ended streams of a connection, by verb and outcome. */
function countRequests(connection: Connection, metrics: Metrics | undefined): Connection {
  if (metrics === undefined) return connection;
  const count = (verb: string, problem: ClusterProblem | undefined) =>
    metrics.add('cluster_requests_total', { verb, outcome: problem?.kind ?? 'succeeded' });
  return {
    ...connection,
    async send(request) {
      const outcome = await connection.send(request);
      count(request.target.verb, outcome.ok ? undefined : outcome.problem);
      return outcome;
    },
    async stream(request) {
      const end = await connection.stream(request);
      count(request.target.verb, end.kind === 'ended' ? undefined : end.problem);
      return end;
    },
  };
}

type Ask = <T>(request: ClusterRequest, schema: z.ZodType<T>) => Promise<Outcome<T>>;

const createAsk =
  (connection: Connection): Ask =>
  async (request, schema) => {
    const answer = await connection.send(request);
    if (!answer.ok) return answer;
    const parsed = schema.safeParse(parseJson(answer.value));
    if (parsed.success) return { ok: true, value: parsed.data };
    const path = parsed.error.issues[0]?.path.join('.');
    const what = `the response does not match the Kubernetes API${path ? ` (at ${path})` : ''}`;
    return { ok: false, problem: malformed(request.target, what) };
  };

async function listOnce<T extends ObjectRead>(
  ask: Ask,
  resource: Resource<T>,
  which: Selection,
  signal: AbortSignal,
): Promise<Outcome<ObjectList<T>>> {
  const { namespace, labels, fields } = which;
  const target = targetOf(resource, 'list', namespace);
  const items: T[] = [];
  for (let next: string | undefined; ; ) {
    const query = { labelSelector: labels, fieldSelector: fields, limit: PAGE, continue: next };
    const path = collectionPath(resource, namespace);
    const page = await ask({ target, method: 'GET', path, query, signal }, ListPage);
    if (!page.ok) return page;
    for (const item of page.value.items ?? []) {
      const parsed = resource.schema.safeParse(item);
      if (!parsed.success) {
        const where = parsed.error.issues[0]?.path.join('.');
        return { ok: false, problem: malformed(target, `an object in the list is invalid (at ${where})`) };
      }
      items.push(parsed.data);
    }
    const { resourceVersion, continue: token } = page.value.metadata;
    if (!token) return { ok: true, value: { items, resourceVersion } };
    if (token === next)
      return {
        ok: false,
        problem: malformed(target, 'the list does not end, because two pages have the same continue token'),
      };
    next = token;
  }
}

async function list<T extends ObjectRead>(
  ask: Ask,
  resource: Resource<T>,
  which: Selection,
  signal: AbortSignal,
): Promise<Outcome<ObjectList<T>>> {
  for (let pass = 1; ; pass += 1) {
    const outcome = await listOnce(ask, resource, which, signal);
    if (outcome.ok || outcome.problem.kind !== 'expired' || pass === LIST_PASSES) return outcome;
  }
}

/** Returns the operations on single objects. */
function objectOperations(
  connection: Connection,
  ask: Ask,
): Pick<ClusterClient, 'get' | 'apply' | 'check' | 'checkCreate' | 'mergePatch' | 'create' | 'delete'> {
  return {
    get: (resource, { namespace, name }, signal) =>
      ask(
        {
          target: targetOf(resource, 'get', namespace, name),
          method: 'GET',
          path: objectPath(resource, namespace, name),
          signal,
        },
        resource.schema,
      ),

    apply: (resource, namespace, object, signal) =>
      ask(applyOf(resource, namespace, object, signal), resource.schema),

    async check(resource, namespace, object, signal) {
      const request = applyOf(resource, namespace, object, signal);
      // The response is not parsed, because the object of a dry run has no version and no uid.
      const answer = await connection.send({ ...request, query: { ...request.query, dryRun: 'All' } });
      return answer.ok ? { ok: true, value: undefined } : answer;
    },

    mergePatch: (resource, { namespace, name }, patch, signal) =>
      ask(
        {
          target: targetOf(resource, 'patch', namespace, name),
          method: 'PATCH',
          path: objectPath(resource, namespace, name),
          query: { fieldManager: PART_MANAGER, fieldValidation: 'Strict' },
          json: patch,
          contentType: 'application/merge-patch+json',
          signal,
        },
        resource.schema,
      ),

    async checkCreate(resource, namespace, object, signal) {
      const request = createOf(resource, namespace, object, signal);
      const answer = await connection.send({ ...request, query: { ...request.query, dryRun: 'All' } });
      return answer.ok ? { ok: true, value: undefined } : answer;
    },

    create: (resource, namespace, object, signal) =>
      ask(createOf(resource, namespace, object, signal), resource.schema),

    async delete(resource, { namespace, name }, signal, { uid, propagation = 'Background' } = {}) {
      const answer = await connection.send({
        target: targetOf(resource, 'delete', namespace, name),
        method: 'DELETE',
        path: objectPath(resource, namespace, name),
        json: {
          apiVersion: 'v1',
          kind: 'DeleteOptions',
          propagationPolicy: propagation,
          ...(uid !== undefined && { preconditions: { uid } }),
        },
        signal,
      });
      if (answer.ok) return { ok: true, value: 'deleted' };
      const { problem } = answer;
      const isGone = problem.kind === 'not-found' && problem.missing !== 'resource';
      return isGone ? { ok: true, value: 'gone' } : answer;
    },
  };
}

async function hasRight(ask: Ask, right: RbacRule, signal: AbortSignal): Promise<Outcome<boolean>> {
  const { verb, group, resource: whole, namespace } = right;
  const [resource, subresource] = whole.split('/');
  const resourceAttributes = { verb, group, resource, subresource, namespace };
  const review = await ask(
    {
      target: { verb: 'create', group: 'authorization.k8s.io', resource: 'selfsubjectaccessreviews' },
      method: 'POST',
      path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      json: {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes },
      },
      signal,
    },
    AccessReview,
  );
  return review.ok ? { ok: true, value: review.value.status.allowed } : review;
}

/** Returns the requests about the cluster itself, and about this user's permissions. */
function clusterQueries(ask: Ask): Pick<ClusterClient, 'missingRights' | 'version'> {
  return {
    async missingRights(rights, signal) {
      const missing: { right: RbacRule; hint: string }[] = [];
      const answers = await Promise.all(rights.map((right) => hasRight(ask, right, signal)));
      for (const [index, right] of rights.entries()) {
        const answer = answers[index];
        if (answer?.ok === false) return answer;
        if (answer?.value === false) missing.push({ right, hint: hintForRight(right) });
      }
      return { ok: true, value: missing };
    },

    async version(signal) {
      const target = { verb: 'get', group: '', resource: 'version' };
      const found = await ask({ target, method: 'GET', path: '/version', signal }, Version);
      if (!found.ok) return found;
      const { major, minor, gitVersion: text } = found.value;
      // Some distributions add a suffix to the minor version, such as `29+`.
      return {
        ok: true,
        value: { major: Number.parseInt(major, 10), minor: Number.parseInt(minor, 10), text },
      };
    },
  };
}

function createOf(
  resource: Resource,
  namespace: string,
  object: Manifest,
  signal: AbortSignal,
): ClusterRequest {
  return {
    target: targetOf(resource, 'create', namespace, object.metadata.name),
    method: 'POST',
    path: collectionPath(resource, namespace),
    query: { fieldManager: FIELD_MANAGER, fieldValidation: 'Strict' },
    json: typed(resource, object),
    signal,
  };
}

function applyOf(
  resource: Resource,
  namespace: string,
  object: Manifest,
  signal: AbortSignal,
): ClusterRequest {
  const { name } = object.metadata;
  return {
    target: targetOf(resource, 'patch', namespace, name),
    method: 'PATCH',
    path: objectPath(resource, namespace, name),
    // `Strict` makes unknown fields errors, instead of dropping unknown fields.
    query: { fieldManager: FIELD_MANAGER, force: 'true', fieldValidation: 'Strict' },
    json: typed(resource, object),
    contentType: APPLY,
    signal,
  };
}

function targetOf(
  { group, plural }: Resource,
  verb: string,
  namespace: string,
  name?: string,
): RequestTarget {
  return { verb, group, resource: plural, namespace, name };
}

function collectionPath({ group, version, plural }: Resource, namespace: string): string {
  const place = namespace === '' ? [] : ['namespaces', namespace];
  return group === ''
    ? pathOf('api', version, ...place, plural)
    : pathOf('apis', group, version, ...place, plural);
}

function objectPath(resource: Resource, namespace: string, name: string): string {
  return `${collectionPath(resource, namespace)}${pathOf(name)}`;
}

function typed({ group, version, kind }: Resource, object: Manifest): unknown {
  return { ...object, apiVersion: group === '' ? version : `${group}/${version}`, kind };
}
