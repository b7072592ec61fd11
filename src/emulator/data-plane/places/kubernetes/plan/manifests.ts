import type { Deployment } from 'kubernetes-types/apps/v1.js';
import type { EnvVar, Secret, Service } from 'kubernetes-types/core/v1.js';
import { type AgentResources, DEFAULT_AGENT_RESOURCES } from '../../../../../contract/workspace-rules.ts';
import { isReservedName } from '../../../../../contract/reserved-names.ts';
import { asksForQueue, type ResourceSpec } from '../../../../../contract/resource-spec.ts';
import type { SecretReference } from '../../../../../contract/source.ts';
import {
  type Component,
  type DeploymentIdentity,
  immutableSecret,
  belongsToOther,
  LABELS,
  labelsOf,
  linkAnnotations,
  pushedLogs,
  type Manifest,
  nameMetadata,
  type Owner,
  ownerReferences,
  queueName,
  type RevisionIdentity,
  revisionName,
  serviceName,
} from './objects.ts';
import type { PlacedPod } from './placement.ts';
import type { RunScale } from './run-scale.ts';
import { AGENT, readPodSpec } from '../../../workload/pod-spec.ts';
import {
  measurableMetrics,
  PORT_NAME,
  podResources,
  podTemplate,
  type PodTiming,
  withDefaults,
} from './pod-template.ts';
import {
  type Autoscaler,
  autoscaler,
  leastReplicas,
  planRunScale,
  planScale,
  scaleAnnotations,
} from './scale.ts';

/** Port of every deployment's Service. */
export const SERVICE_PORT = 8000;
/** Value of the revision label in the selector of a Service that must not match any pod. */
const NO_REVISION = 'none';

/**
 * Returns the Service of a deployment. The Service sends requests to the pods of one revision, or to no pod if no
 * revision is active. The Service is applied before all other objects, and again at every switch of revisions.
 */
export function serviceManifest(identity: DeploymentIdentity, activeRevisionId?: string): Manifest<Service> {
  const { namespace, deploymentId, name } = identity;
  const { label, annotation } = nameMetadata(name);
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {
      name: serviceName(deploymentId),
      namespace,
      labels: { ...label, ...labelsOf(identity, AGENT) },
      annotations: annotation,
    },
    spec: {
      type: 'ClusterIP',
      selector: labelsOf(identity, AGENT, activeRevisionId ?? NO_REVISION),
      ports: [{ name: PORT_NAME, port: SERVICE_PORT, targetPort: PORT_NAME, protocol: 'TCP' }],
    },
  };
}

export interface RevisionRequest {
  identity: RevisionIdentity;
  /** Service of the deployment, which owns all other objects. */
  owner: Owner;
  /** Program of the pods: the program of an image, or the emulator's image with arguments for running this revision. */
  program: {
    image: string;
    command?: readonly string[];
    args?: readonly string[];
    /** True if the image is the emulator's own image. Pods of this image write only below `/data` and `/tmp`. */
    isOurs?: boolean;
    /** Version of the link protocol that the pods use; absent if they accept no links. */
    linkVersion?: number;
  };
  /** Requests and limits of agents that set none, over the control plane's own defaults. */
  defaults?: AgentResources | undefined;
  /** Stored resource spec, without computed defaults. */
  spec: ResourceSpec | null | undefined;
  /** Secret environment of the agent's container, without PORT and secret references. */
  env: ReadonlyMap<string, string>;
  secretReferences: readonly SecretReference[] | null;
  /** Settings of the workspace for its pods; absent if the cluster's administrators set nothing. */
  placed?: PlacedPod | undefined;
  /** Variables of the deployment's own database and Redis. */
  variables?: readonly EnvVar[];
  /** Limits between which the control plane sets the number of pods by runs; absent if it does not count the runs. */
  runScale?: RunScale | undefined;
  /** True if this revision is active, and has no pods because it is idle. */
  isIdle?: boolean;
  /** Number of pods of the active revision. */
  serving: number;
  timing: PodTiming & {
    /** Milliseconds after which Kubernetes reports a lack of progress. */
    progressMs: number;
  };
}

/** Kubernetes Deployment of a revision, with its scale. */
export interface WorkloadPlan {
  deployment: Manifest<Deployment>;
  /** Autoscalers for the revision's start and for serving, or `undefined` if the number of pods is fixed. */
  autoscaler: { starting: Autoscaler; serving: Autoscaler } | undefined;
  /** Number of pods that must be available before the revision becomes active. */
  leastReplicas: number;
  /**
   * Merge patch that raises the number of pods right after the creation of a Deployment, or `undefined` if the patch is
   * not needed. The patch is faster than the autoscaler, which would take 15 seconds. The patch has another field
   * manager, because a later apply would remove a number that an earlier apply has set.
   */
  startPatch: { spec: { replicas: number } } | undefined;
}

export interface RevisionPlan {
  /**
   * Secret with the variables. The Secret is immutable. The Secret is created and never applied, because the
   * permission to change Secrets would let the control plane read every Secret in the namespace.
   */
  secret: Manifest<Secret>;
  /** Deployments of the revision, beginning with the agent's Deployment. */
  workloads: WorkloadPlan[];
  /** Sentences for the log about settings that have no effect in a cluster. */
  notes: string[];
}

/** Plan of a revision's objects, or all problems that prevent the plan. */
export type RevisionPlanResult =
  | { kind: 'plan'; plan: RevisionPlan }
  | { kind: 'problems'; problems: string[] };

/**
 * Plans the objects that run a revision. The API server validates the objects on apply, so this function refuses only
 * settings that the API server would accept silently, or would report without the configuration's field names.
 */
export function planRevision(request: RevisionRequest): RevisionPlanResult {
  const { identity, owner, timing, serving } = request;
  const defaults = { ...DEFAULT_AGENT_RESOURCES, ...request.defaults };
  const problems: string[] = [];
  const notes: string[] = [];
  const pod = readPodSpec(request, problems);
  const { resources: spec, env } = pod;
  checkVariables(env, problems);
  checkReferences(request, spec, problems);
  const variables = [...referenceVariables(request, problems, notes), ...(request.variables ?? [])];
  const author = authorMetadata(spec, notes);
  const secretName = revisionName(identity);
  const metadata = metadataOf(identity, owner);

  const workload = (component: 'agent' | 'queue', more: { jobs?: number }): WorkloadPlan => {
    const isQueue = component === 'queue';
    const prefix = isQueue ? 'queue_' : '';
    const resources = podResources(spec, prefix);
    const measured = measurableMetrics(resources);
    const scaling = {
      min: spec[`${prefix}min_scale`],
      max: spec[`${prefix}max_scale`],
      measured,
      prefix,
      serving: isQueue ? 0 : serving,
    };
    const { runScale } = request;
    const scale =
      runScale === undefined || isQueue
        ? planScale(scaling, notes)
        : planRunScale(runScale, { serving, isIdle: request.isIdle === true });
    const own = metadata(isQueue ? queueName(identity) : secretName, component);
    const { labels } = own;
    const { label, annotation } = nameMetadata(identity.name);
    const { linkVersion, ...program } = request.program;
    const template = podTemplate({
      ...program,
      ...(isQueue && { command: QUEUE_COMMAND, args: [] }),
      secretName,
      variables: more.jobs === undefined ? variables : [...variables, jobsVariable(more.jobs)],
      resources: withDefaults(resources, spec, prefix, defaults),
      disk: defaults.disk ?? DEFAULT_AGENT_RESOURCES.disk,
      pod,
      placed: request.placed,
      timing,
      labels,
      extraLabels: author.labels,
      annotations: {
        ...author.annotations,
        ...(linkVersion !== undefined && linkAnnotations(linkVersion)),
        ...(program.isOurs === true && pushedLogs()),
      },
    });
    const scaledWith = (isServing: boolean) =>
      autoscaler(own, scale, { measured, container: AGENT, isServing });
    const starting = scaledWith(false);
    const afterwards = scaledWith(true);
    const least = leastReplicas(scale);
    return {
      deployment: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: {
          ...own,
          labels: { ...label, ...author.labels, ...labels },
          annotations: { ...author.annotations, ...annotation, ...scaleAnnotations(scale) },
        },
        spec: {
          // If the number of pods changes, the applied object must not set it.
          ...(scale.kind === 'fixed' && { replicas: scale.replicas }),
          revisionHistoryLimit: 0,
          progressDeadlineSeconds: Math.ceil(timing.progressMs / 1000),
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: '25%' } },
          selector: { matchLabels: { ...labels } },
          template,
        },
      },
      autoscaler: starting && afterwards && { starting, serving: afterwards },
      leastReplicas: least,
      // Without the patch, a new Deployment would start with one pod, and an idle agent would stay without pods, because the
      // applied object does not set the number.
      startPatch:
        scale.kind !== 'fixed' && least > (scale.kind === 'runs' ? 0 : 1)
          ? { spec: { replicas: least } }
          : undefined,
    };
  };

  const hasQueue = asksForQueue(request.spec ?? {});
  const workloads = hasQueue
    ? [workload('agent', { jobs: 0 }), workload('queue', { jobs: JOBS_PER_QUEUE_POD })]
    : [workload('agent', {})];
  if (hasQueue) {
    notes.push(
      `The queue_* settings start separate pods with the command ${QUEUE_COMMAND.join(' ')}, which the image must contain. Remove these settings if the image does not contain it`,
    );
  }
  if (problems.length > 0) return { kind: 'problems', problems };
  const secret = immutableSecret(metadata(secretName, 'agent'), Object.fromEntries(env));
  return { kind: 'plan', plan: { secret, workloads, notes } };
}

const metadataOf =
  (identity: RevisionIdentity, owner: Owner) =>
  (name: string, component: Component): Manifest<object>['metadata'] => ({
    name,
    namespace: identity.namespace,
    labels: labelsOf(identity, component, identity.revisionId),
    ownerReferences: ownerReferences(owner),
  });

/** Command of the hosted service's images that processes the queue. */
const QUEUE_COMMAND = ['/storage/queue_entrypoint.sh'];
const JOBS_PER_QUEUE_POD = 10;
const JOBS_VARIABLE = 'N_JOBS_PER_WORKER';

const jobsVariable = (jobs: number): EnvVar => ({ name: JOBS_VARIABLE, value: String(jobs) });

/** Matches names that every supported Kubernetes version accepts both as variables and as keys of a Secret. */
const VARIABLE_NAME = /^(?!\.\.?$|\.\.)[-._a-zA-Z][-._a-zA-Z0-9]{0,252}$/;
const SECRET_BYTES = 1024 ** 2;

function checkVariables(env: ReadonlyMap<string, string>, problems: string[]): void {
  let size = 0;
  for (const [name, value] of env) {
    size += Buffer.byteLength(value);
    if (!VARIABLE_NAME.test(name)) problems.push(variableProblem('secrets', name));
  }
  if (size > SECRET_BYTES) {
    problems.push(
      `secrets: the variables have ${size} bytes in total, but a Kubernetes Secret can hold at most ${SECRET_BYTES} bytes. Move the largest variables to a volume`,
    );
  }
}

const variableProblem = (field: string, name: string): string =>
  `${field}: a pod cannot have a variable with the name ${JSON.stringify(name)}. Use at most 253 letters, digits, ".", "-" and "_", and do not begin with a digit or ".."`;

/** Returns variables for secret references, whose values Kubernetes fills in and this process never reads. */
function referenceVariables(
  { secretReferences, env }: RevisionRequest,
  problems: string[],
  notes: string[],
): EnvVar[] {
  return (secretReferences ?? []).flatMap(({ name, secret_name: secret, secret_key: key }) => {
    if (!VARIABLE_NAME.test(name)) problems.push(variableProblem('secret_references', name));
    if (isReservedName(name, { selfHosted: true })) {
      notes.push(`secret_references: ${name} has no effect, because the platform sets this variable itself`);
      return [];
    }
    if (env.has(name) && name !== 'PORT') {
      notes.push(
        `${name} is set by a secret and by a secret reference. The value of the secret reference is used`,
      );
    }
    return [{ name, valueFrom: { secretKeyRef: { name: secret, key } } }];
  });
}

/**
 * Adds a problem for each refused reference. The name PORT is refused, because the port must be known before the pod
 * starts. References to objects that the emulator created for another deployment or for a single revision are also
 * refused.
 */
function checkReferences(
  { identity, secretReferences }: RevisionRequest,
  spec: ResourceSpec,
  problems: string[],
): void {
  if (secretReferences?.some(({ name }) => name === 'PORT')) {
    problems.push('secret_references: PORT must be known before the pod starts. Set it as a secret instead');
  }
  const { volumes, init_containers, sidecars, image_pull_secrets } = spec;
  const given = { volumes, init_containers, sidecars, image_pull_secrets };
  const fields = Object.entries(given).map(
    ([field, value]) => [`resource_spec.${field}`, referencesIn(value)] as const,
  );
  const variables = (secretReferences ?? []).map(({ secret_name }) => secret_name);
  for (const [field, names] of [['secret_references', variables] as const, ...fields]) {
    for (const name of new Set(names.filter((one) => belongsToOther(one, identity.deploymentId)))) {
      problems.push(
        `${field}: ${name} was created by the platform for another deployment or for a single revision. Use an object of your own`,
      );
    }
  }
}

/** Returns the names of all Secrets and claims to which a value refers. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && REFERENCE_KEYS.has(key) ? [inner] : referencesIn(inner),
  );
}
const REFERENCE_KEYS: ReadonlySet<string> = new Set(['name', 'secretName', 'claimName']);

/** Returns whether only the emulator or Kubernetes sets labels and annotations with this key. */
const isOurs = (key: string): boolean =>
  /^(agent-deploy|deployment\.kubernetes\.io)\//.test(key) ||
  key === LABELS.managedBy ||
  key === LABELS.component ||
  key === 'pod-template-hash';

function authorMetadata(
  spec: ResourceSpec,
  notes: string[],
): { labels: Record<string, string>; annotations: Record<string, string> } {
  const kept = (field: 'labels' | 'annotations') =>
    Object.fromEntries(
      Object.entries(spec[field] ?? {}).filter(([key]) => {
        if (isOurs(key))
          notes.push(
            `resource_spec.${field}: ${key} has no effect, because the platform sets this key itself`,
          );
        return !isOurs(key);
      }),
    );
  return { labels: kept('labels'), annotations: kept('annotations') };
}
