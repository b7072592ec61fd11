import type { Clock } from '../../../src/clients/clock.ts';
import type {
  ControlPlane,
  GitIntegration,
  ListenerView,
  RevisionLogLine,
} from '../../../src/clients/control-plane.ts';
import { ApiError, type ApiErrorKind, BodyStreamError } from '../../../src/clients/errors.ts';
import type { Deployment, DeploymentCreate, DeploymentPatch } from '../../../src/contract/deployment.ts';
import type { Revision } from '../../../src/contract/revision.ts';
import { isFinal } from '../../../src/contract/statuses.ts';

type Method = keyof ControlPlane;
type Json = Record<string, unknown>;

/** Creates an error as the client throws it. */
export function apiError(kind: ApiErrorKind, status?: number, detail = 'the service said so'): ApiError {
  return new ApiError({
    kind,
    method: 'GET',
    path: '/v2/deployments',
    what: status === undefined ? `a ${kind} fault` : `${status} ${detail}`,
    hint: 'Try again.',
    attempts: 1,
    status,
    detail,
  });
}

interface Fault {
  method: Method;
  error: Error;
  /** True if the request is executed and only its response is lost. */
  afterDoing: boolean;
  times: number;
}

interface Truth {
  commit: string | undefined;
  imageUri: unknown;
  secrets: { name: string; value?: string | null | undefined }[];
}

export interface FakeControlPlane {
  readonly client: ControlPlane;
  readonly calls: { method: Method; args: unknown[] }[];
  readonly deployments: Map<string, Deployment>;
  readonly revisions: Map<string, Revision[]>;
  /** Commit of each branch or tag. */
  readonly heads: Map<string, string>;
  /** Statuses of the next revision, one per poll; the last status stays. */
  nextRollout: string[];
  integrations: GitIntegration[];
  listeners: ListenerView[];
  /** Uploads by object path. */
  readonly uploads: Map<string, Buffer>;
  /** Called when bytes of an upload arrive, before they are stored. */
  onUpload: ((bytes: number) => void) | undefined;
  logs: Partial<Record<'build' | 'deploy', RevisionLogLine[]>>;
  /** True if a revision becomes DEPLOYED without becoming active. */
  holdSwitch: boolean;
  hideSecrets: boolean;
  /** Transforms a deployment in responses; `by` is the method that reads it. */
  shows: (deployment: Deployment, by?: Method) => Deployment;
  /** True if the service has the endpoint that redeploys a revision. */
  redeploys: boolean;
  /** True if responses to writes contain no revision. */
  staleAnswers: boolean;
  /** True configuration of each revision, whether or not the service shows it. */
  readonly truths: Map<string, Truth>;
  /** True if two deployments may have the same name. */
  allowsDuplicates: boolean;
  /** True if a create returns a 409 although no deployment with the name is found. */
  nameTaken: boolean;
  statusMessage: string | undefined;
  /**
   * Names of tracing projects. Each deployment creates a project, which remains unless its deletion is requested too.
   */
  readonly projects: Set<string>;
  /** Number of polls during which a deleted deployment stays AWAITING_DELETE. */
  deletingPolls: number;
  fail(method: Method, error: Error, options?: { afterDoing?: boolean; times?: number }): void;
  /** Called before each call is executed, with the number of earlier calls. */
  onCall: ((count: number) => void) | undefined;
  /** Removes all faults and hooks. */
  quiet(): void;
  /** Calls the function before the nth call of the method. */
  before(method: Method, nth: number, work: () => void): void;
  add(deployment: Partial<Deployment> & { name: string }, commit?: string): Deployment;
  addRevision(deploymentId: string, statuses: string[], commit?: string): Revision;
  count(method: Method): number;
  body<T extends DeploymentCreate | DeploymentPatch>(method: 'createDeployment' | 'patchDeployment'): T;
}

/** Creates a control plane in memory that behaves enough like the service to test the whole action. */
export function createFakeControlPlane(clock: Clock): FakeControlPlane {
  const calls: FakeControlPlane['calls'] = [];
  const deployments = new Map<string, Deployment>();
  const revisions = new Map<string, Revision[]>();
  const rollouts = new Map<string, string[]>();
  const heads = new Map<string, string>();
  const faults: Fault[] = [];
  const hooks: { method: Method; nth: number; work: () => void }[] = [];
  let serial = 0;
  const uuid = (kind: number) => {
    serial += 1;
    return `${kind}0000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
  };
  const iso = () => new Date(clock.now()).toISOString();

  const makeRevision = (deployment: Deployment, statuses: string[], commit?: string): Revision => {
    const config: Json = { ...deployment.source_revision_config };
    const ref = typeof config['repo_ref'] === 'string' ? config['repo_ref'] : undefined;
    const built = commit ?? (ref === undefined ? undefined : heads.get(ref));
    const [first = 'CREATING', ...rest] = statuses;
    const revision: Revision = {
      id: uuid(2),
      status: first,
      created_at: iso(),
      updated_at: iso(),
      status_message: fake.statusMessage,
      source_revision_config: { ...config, repo_commit_sha: built ?? null },
    };
    rollouts.set(revision.id, rest);
    fake.truths.set(revision.id, {
      commit: built,
      imageUri: config['image_uri'],
      secrets: [...(deployment.secrets ?? [])],
    });
    revisions.get(deployment.id)?.unshift(revision);
    deployment.latest_revision_id = revision.id;
    deployment.source_revision_config = { ...config, repo_commit_sha: built ?? null };
    return revision;
  };

  const advance = (deployment: Deployment, revision: Revision) => {
    const shown = { ...revision };
    const places = (revisions.get(deployment.id) ?? []).map(({ id }) => id);
    const now = places.indexOf(deployment.active_revision_id ?? '');
    const newer = now === -1 || places.indexOf(revision.id) < now;
    if (revision.status === 'DEPLOYED' && !fake.holdSwitch && newer) {
      deployment.active_revision_id = revision.id;
      revision.updated_at = iso();
    }
    const next = rollouts.get(revision.id)?.shift();
    if (next !== undefined) revision.status = next;
    return shown;
  };

  const need = (id: string): Deployment => {
    const found = deployments.get(id);
    if (found === undefined) throw apiError('http', 404, `Deployment ID ${id} not found.`);
    return found;
  };
  const answer = (deployment: Deployment): Deployment => ({
    ...show(deployment),
    ...(fake.staleAnswers ? { latest_revision_id: null } : {}),
  });
  const show = (deployment: Deployment, by?: Method): Deployment =>
    fake.shows(
      {
        ...deployment,
        secrets: (deployment.secrets ?? []).map(({ name, value }) => ({
          name,
          value: fake.hideSecrets ? null : value,
        })),
      },
      by,
    );

  const dying = new Map<string, number>();
  const fade = (id: string) => {
    const left = dying.get(id);
    if (left === undefined) return;
    if (left <= 0) deployments.delete(id);
    else dying.set(id, left - 1);
  };
  const work: ControlPlane = {
    getDeployment: async (id) => {
      fade(id);
      return show(need(id), 'getDeployment');
    },
    findDeployments: async (name) =>
      [...deployments.values()]
        .filter((item) => item.name === name && !dying.has(item.id))
        .map((item) => show(item, 'findDeployments')),
    listDeployments: async ({ nameContains = '' }) =>
      [...deployments.values()].filter(({ name }) => name.includes(nameContains)).map((item) => show(item)),
    createDeployment: async (body) => {
      const taken = [...deployments.values()].some(({ name }) => name === body.name);
      if (fake.nameTaken || (!fake.allowsDuplicates && (taken || fake.projects.has(body.name)))) {
        throw apiError('http', 409, 'a tracing project of this name exists');
      }
      fake.projects.add(body.name);
      const deployment = fake.add({ ...body, active_revision_id: null });
      // A first revision without a source waits forever for the source.
      makeRevision(deployment, body.source === 'internal_source' ? ['CREATING'] : fake.nextRollout);
      return answer(deployment);
    },
    patchDeployment: async (id, body) => {
      const deployment = need(id);
      const tarball = body.source_revision_config?.source_tarball_path;
      if (tarball && !fake.uploads.has(tarball)) {
        throw apiError('http', 400, 'source_tarball_path: was not obtained from upload-url');
      }
      deployment.source_config = { ...deployment.source_config, ...body.source_config };
      deployment.source_revision_config = {
        ...deployment.source_revision_config,
        ...body.source_revision_config,
      };
      if (body.secrets) deployment.secrets = body.secrets;
      if (body.image_version) deployment.image_version = body.image_version;
      if (body.source_revision_config || body.secrets || body.source_config?.resource_spec) {
        makeRevision(deployment, fake.nextRollout);
      }
      return answer(deployment);
    },
    deleteDeployment: async (id, { deleteTracingProject }) => {
      const found = deployments.get(id);
      if (found === undefined) return false;
      if (deleteTracingProject) fake.projects.delete(found.name);
      if (!dying.has(id)) dying.set(id, fake.deletingPolls);
      found.status = 'AWAITING_DELETE';
      if (fake.deletingPolls === 0) deployments.delete(id);
      return true;
    },
    redeployRevision: async (id, revisionId) => {
      const deployment = need(id);
      const target = revisions.get(id)?.find((item) => item.id === revisionId);
      if (target === undefined || !fake.redeploys) throw apiError('http', 404, 'Not Found');
      deployment.source_revision_config = { ...target.source_revision_config };
      makeRevision(deployment, fake.nextRollout, fake.truths.get(revisionId)?.commit);
      return answer(deployment);
    },
    interruptRevision: async (id, revisionId) => {
      need(id);
      const found = revisions.get(id)?.find((item) => item.id === revisionId);
      if (found === undefined) throw apiError('http', 404, 'Revision not found.');
      if (isFinal(found.status)) throw apiError('http', 400, `Revision ID ${revisionId} is ${found.status}.`);
      found.status = 'INTERRUPTED';
      rollouts.set(revisionId, []);
    },
    listRevisions: async (id, { limit, offset = 0 }) => {
      need(id);
      return (revisions.get(id) ?? []).slice(offset, offset + limit).map((revision) => ({ ...revision }));
    },
    getRevision: async (id, revisionId) => {
      const deployment = need(id);
      const revision = revisions.get(id)?.find((item) => item.id === revisionId);
      if (revision === undefined) throw apiError('http', 404, 'Revision not found.');
      return advance(deployment, revision);
    },
    tailLog: async (_id, _revision, kind, lines) => (fake.logs[kind] ?? []).slice(-lines),
    gitIntegrations: async () => fake.integrations,
    listListeners: async () => fake.listeners,
    uploadUrl: async (id) => {
      need(id);
      const object = `uploads/${id}/${uuid(4)}.tar.gz`;
      const upload_url = `https://storage.example.org/${object}?X-Goog-Signature=signature-${uuid(5)}`;
      return { upload_url, object_path: object };
    },
    uploadSource: async (url, { length, open }) => {
      const chunks: Uint8Array[] = [];
      let bytes = 0;
      try {
        for await (const chunk of open()) {
          chunks.push(chunk);
          bytes += chunk.length;
          fake.onUpload?.(bytes);
        }
      } catch (error) {
        throw error instanceof BodyStreamError ? error.cause : error;
      }
      if (bytes !== length) throw apiError('network');
      fake.uploads.set(url.pathname.slice(1), Buffer.concat(chunks));
    },
  };

  /** Counts every method, and applies its faults and hooks. */
  const controlPlane = new Proxy(work, {
    get(target, key: Method) {
      const real = target[key] as (...args: unknown[]) => Promise<unknown>;
      return async (...args: unknown[]) => {
        const signal = args.find((arg) => arg instanceof AbortSignal);
        signal?.throwIfAborted();
        calls.push({ method: key, args });
        fake.onCall?.(calls.length);
        const nth = calls.filter(({ method }) => method === key).length;
        for (const hook of hooks.filter((one) => one.method === key && one.nth === nth)) hook.work();
        const fault = faults.find(({ method, times }) => method === key && times > 0);
        if (fault === undefined) return real(...args);
        fault.times -= 1;
        if (fault.afterDoing) await real(...args);
        throw fault.error;
      };
    },
  });

  const fake: FakeControlPlane = {
    client: controlPlane,
    calls,
    deployments,
    revisions,
    heads,
    nextRollout: [
      'CREATING',
      'QUEUED',
      'AWAITING_BUILD',
      'BUILDING',
      'AWAITING_DEPLOY',
      'DEPLOYING',
      'DEPLOYED',
    ],
    integrations: [{ id: '30000000-0000-4000-8000-000000000001', name: 'the-host' }],
    listeners: [],
    uploads: new Map(),
    onUpload: undefined,
    logs: {},
    holdSwitch: false,
    hideSecrets: false,
    shows: (deployment) => deployment,
    redeploys: true,
    staleAnswers: false,
    truths: new Map(),
    allowsDuplicates: false,
    nameTaken: false,
    statusMessage: undefined,
    projects: new Set(),
    deletingPolls: 0,
    fail: (method, error, { afterDoing = false, times = 1 } = {}) => {
      faults.push({ method, error, afterDoing, times });
    },
    quiet: () => {
      faults.length = 0;
      hooks.length = 0;
      fake.onCall = undefined;
    },
    onCall: undefined,
    before: (method, nth, action) => {
      hooks.push({ method, nth, work: action });
    },
    add: (deployment, commit) => {
      const id = uuid(1);
      const whole: Deployment = {
        id,
        status: 'READY',
        source: 'git_host',
        latest_revision_id: null,
        active_revision_id: null,
        url: `https://${deployment.name}.example.org`,
        created_at: iso(),
        source_config: { repo_url: 'https://github.com/acme/agents', build_on_push: false },
        source_revision_config: { repo_ref: 'main', graph_config_path: 'langgraph.json' },
        secrets: [],
        ...deployment,
      };
      deployments.set(id, whole);
      revisions.set(id, []);
      if (commit !== undefined) {
        const revision = makeRevision(whole, ['DEPLOYED'], commit);
        whole.active_revision_id = revision.id;
      }
      return whole;
    },
    addRevision: (id, statuses, commit) => makeRevision(need(id), statuses, commit),
    count: (method) => calls.filter((call) => call.method === method).length,
    body: <T extends DeploymentCreate | DeploymentPatch>(method: Method) => {
      const args = calls.findLast((call) => call.method === method)?.args ?? [];
      return (method === 'createDeployment' ? args[0] : args[1]) as T;
    },
  };
  return fake;
}
