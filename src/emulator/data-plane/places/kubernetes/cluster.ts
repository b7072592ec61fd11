import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { rejectOnAbort } from '../../../../clients/clock.ts';
import { boundNamespaces } from '../../../../contract/workspace-rules.ts';
import type { ClusterSettings } from '../../../../contract/cluster-settings.ts';
import type { KubernetesConfig, Log } from '../../../ports/context.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { Processes } from '../../../ports/processes.ts';
import type { Store } from '../../../ports/store.ts';
import { UsageError } from '../../../ports/usage-error.ts';
import type { Environment } from '../../environment.ts';
import { type ClusterClient, openCluster } from './api/client.ts';
import { findClusterAccess } from './api/kubeconfig.ts';
import type { ClusterProblem, Outcome, RbacRule } from './api/problems.ts';
import { SERVICES } from './api/resources.ts';
import { serviceManifest } from './plan/manifests.ts';
import { MISSING_ACCOUNT } from './plan/refusals.ts';
import { createPodSecurityCheck } from './pod-security.ts';
import { EXTRA_RULES, missingRule, RULES } from './plan/rights.ts';

/** The cluster where agents run, which the control plane checks at its start. */
export interface PodCluster {
  readonly client: ClusterClient;
  /** ID of this control plane, unique among the control planes of the cluster. */
  readonly plane: string;
  /** Namespace of deployments whose settings contain no namespace. */
  readonly namespace: string;
  /** Returns whether the settings of this control plane allow agents in a namespace. */
  readonly allows: (namespace: string) => boolean;
  /** Returns why agents are not allowed to run in a namespace that does not refuse dangerous pods. */
  readonly podSecurity: (namespace: string, signal: AbortSignal) => Promise<Outcome<string | undefined>>;
  readonly traffic: 'direct' | 'proxy';
  /** Settings of the cluster's administrators for pods, or `undefined` if none were given. */
  readonly settings?: ClusterSettings | undefined;
}

export interface ClusterOptions {
  config: KubernetesConfig;
  store: Pick<Store, 'planes' | 'listeners' | 'workspaces'>;
  processes: Processes;
  env: Environment;
  metrics: Metrics;
  log: Log;
}

/** First Kubernetes version with native sidecars and with a sleep before a pod stops. */
export const OLDEST = { major: 1, minor: 30 };
const START_MS = 30_000;

/**
 * Connects to the cluster, and checks the cluster's version, the namespace, and the permissions in the namespace before
 * the first deployment.
 * @throws UsageError with the cluster's message and a hint.
 */
export async function openPodCluster(options: ClusterOptions): Promise<PodCluster> {
  const { config, env, log, store } = options;
  const access = await findClusterAccess({ kubeconfig: config.kubeconfig, context: config.context, env });
  if (access.insecure) {
    log(
      `${access.label} does not verify the certificate of the cluster (insecure-skip-tls-verify), so any machine on the network path can read and change requests`,
    );
  }
  const client = openCluster({
    access,
    processes: options.processes,
    env,
    metrics: options.metrics,
    redact: (text) => text,
  });
  try {
    const signal = AbortSignal.timeout(START_MS);
    const ask = async <T>(outcome: () => Promise<Outcome<T>>): Promise<T> => {
      const answer = await rejectOnAbort(signal, outcome).catch((cause: unknown): never => {
        if (!signal.aborted) throw cause;
        throw new UsageError(
          `${access.label}: the cluster at ${access.server} did not respond within ${START_MS / 1000} s. Check the network connection to the cluster.`,
          { cause },
        );
      });
      if (answer.ok) return answer.value;
      throw new UsageError(`${access.label}: ${explain(answer.problem)}`);
    };
    const version = await ask(() => client.version(signal));
    if (version.major < OLDEST.major || (version.major === OLDEST.major && version.minor < OLDEST.minor)) {
      throw new UsageError(
        `${access.label}: the cluster runs Kubernetes ${version.text}, but agents need ${OLDEST.major}.${OLDEST.minor} or newer. Upgrade the cluster, or use another cluster.`,
      );
    }
    const namespace = config.namespace ?? client.namespace;
    const { agentNamespaces } = config;
    const allows = (name: string) => agentNamespaces?.includes(name) ?? true;
    if (!allows(namespace)) {
      throw new UsageError(
        `--agent-namespaces ${agentNamespaces?.join(',')} does not contain ${namespace}, the namespace of deployments that specify none. Add this namespace, or specify another namespace with --namespace.`,
      );
    }
    const plane =
      config.planeId ?? (await store.planes.idOf(() => `plane-${randomBytes(6).toString('hex')}`));
    const traffic = config.traffic ?? (access.isInside ? 'direct' : 'proxy');
    const missing = await ask(() => client.missingRights(rightsIn(namespace, { traffic }), signal));
    if (missing.length > 0) {
      throw new UsageError(
        `${access.label}: permissions are missing in the namespace ${namespace}, or it does not exist. Add these rules to a Role of this user there: ${rulesOf(missing.map(({ right }) => right)).join('; ')}`,
      );
    }
    // A dry run tests whether the namespace exists, because the permission check can succeed for a missing namespace.
    const probe = serviceManifest({ plane, namespace, deploymentId: plane, name: 'probe' });
    await ask(() => client.check(SERVICES, namespace, probe, signal));
    const { settings } = config;
    const podSecurity: PodCluster['podSecurity'] =
      config.podSecurity === 'any'
        ? () => Promise.resolve({ ok: true, value: undefined })
        : createPodSecurityCheck(client);
    const insecure = await ask(() => untilAccount(() => podSecurity(namespace, signal), signal));
    if (insecure !== undefined) throw new UsageError(`${access.label}: ${insecure}`);
    const others = new Set([...(await namespacesOfListeners(store)), ...boundNamespaces(settings)]);
    others.delete(namespace);
    for (const other of others) {
      if (!allows(other)) {
        log(
          `a listener deploys into the namespace ${other}, but these deployments will fail: ${explainBounds(config)}`,
        );
        continue;
      }
      const lacking = await ask(() => client.missingRights(rightsIn(other, { traffic }), signal));
      if (lacking.length === 0) {
        const checked = await podSecurity(other, signal);
        const why = checked.ok ? checked.value : explain(checked.problem);
        if (why !== undefined) log(`deployments to the namespace ${other} will fail: ${why}`);
        continue;
      }
      log(
        `permissions are missing in the namespace ${other}, into which a listener deploys, so its deployments will fail. Add these rules to a Role there: ${rulesOf(lacking.map(({ right }) => right)).join('; ')}`,
      );
    }
    log(
      `agents run in ${access.label} (Kubernetes ${version.text}), namespace ${namespace}, as the control plane ${plane}`,
      { level: 'info' },
    );
    return { client, plane, namespace, allows, podSecurity, traffic, settings };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Repeats a request while a new namespace has no service account, without which the API server refuses all pods. */
async function untilAccount<T>(request: () => Promise<Outcome<T>>, signal: AbortSignal): Promise<Outcome<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await request();
    const isEarly = !outcome.ok && MISSING_ACCOUNT.test(outcome.problem.message);
    if (!isEarly || attempt === ACCOUNT_ATTEMPTS) return outcome;
    await setTimeout(ACCOUNT_MS, undefined, { signal });
  }
}
const ACCOUNT_ATTEMPTS = 20;
const ACCOUNT_MS = 250;

/** Returns why agents are not allowed to run in a namespace, and what to do. */
export function explainBounds({ agentNamespaces }: Pick<KubernetesConfig, 'agentNamespaces'>): string {
  return `agents of this control plane may run only in ${agentNamespaces?.join(', ')} (--agent-namespaces). Use one of these namespaces, or add the namespace to --agent-namespaces.`;
}

/** Joins the message and the hint of a problem to one string. */
export function explain({ message, hint }: Pick<ClusterProblem, 'message' | 'hint'>): string {
  return `${message}. ${hint}`;
}

/** Returns the namespaces of all listeners, where agents can be deployed. */
export async function namespacesOfListeners({
  workspaces,
  listeners,
}: Pick<Store, 'workspaces' | 'listeners'>): Promise<Set<string>> {
  const names = new Set<string>();
  for (const { id } of await workspaces.list()) {
    for (const listener of await listeners.list(id)) {
      for (const name of listener.namespaces) names.add(name);
    }
  }
  return names;
}

/** Returns the permissions that the control plane needs in a namespace. */
export function rightsIn(namespace: string, { traffic }: Pick<PodCluster, 'traffic'>): RbacRule[] {
  const rules = [...RULES, ...(traffic === 'proxy' ? [EXTRA_RULES.proxy] : [])];
  return rules.flatMap(({ apiGroups = [], resources = [], verbs }) =>
    apiGroups.flatMap((group) =>
      resources.flatMap((resource) => verbs.map((verb): RbacRule => ({ verb, group, resource, namespace }))),
    ),
  );
}

/** Returns the Role rules for missing permissions, without duplicates. */
export function rulesOf(rights: readonly RbacRule[]): string[] {
  return [
    ...new Set(rights.flatMap(({ group, resource, verb }) => missingRule(group, resource, verb) ?? [])),
  ];
}
