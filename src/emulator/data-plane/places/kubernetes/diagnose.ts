import { parseImage, repositoryUrl } from '../../../../contract/image-reference.ts';
import { MANIFEST_TYPES } from '../../../../contract/registry.ts';
import { lookup } from 'node:dns/promises';
import { errorMessage } from '../../../../os/errors.ts';
import { withTimeout } from '../../../../os/timeout.ts';
import type { KubernetesConfig } from '../../../ports/context.ts';
import { type Diagnosis, fine, problem, unknown } from '../../../ports/diagnosis.ts';
import type { Processes } from '../../../ports/processes.ts';
import type { Environment } from '../../environment.ts';
import { type ClusterClient, openCluster } from './api/client.ts';
import { findClusterAccess } from './api/kubeconfig.ts';
import type { Outcome } from './api/problems.ts';
import { DEPLOYMENTS, JOBS, NAMESPACES, NETWORK_POLICIES, PODS, SECRETS, SERVICES } from './api/resources.ts';
import { OLDEST, rightsIn, rulesOf } from './cluster.ts';
import { buildJob, buildSecret } from './plan/build-job.ts';
import { planRevision, serviceManifest } from './plan/manifests.ts';
import { evaluateNetworkPolicies, evaluatePodSecurity } from './plan/policies.ts';

export interface DiagnoseOptions {
  config: KubernetesConfig;
  processes: Processes;
  env: Environment;
  /** Names of hosts to resolve in addition to the API server's, such as the database's. */
  hosts: readonly string[];
  /** Resolves a name to an address, as pods do. */
  resolve?: (host: string) => Promise<unknown>;
  /** Sends a request to a registry of images. */
  send?: (url: string) => Promise<{ status: number }>;
}

const CHECK_MS = 10_000;
/** Difference between two clocks, in milliseconds, above which offers of links are refused. */
const MAX_SKEW_MS = 5_000;
/** IDs of the objects of dry runs. No object with these IDs is created. */
const PROBE = {
  plane: 'doctor',
  deploymentId: '00000000-0000-4000-8000-00000000d0c0',
  revisionId: '00000000-0000-4000-8000-00000000d0c1',
  name: 'doctor',
};

/**
 * Checks a cluster from the place where this process runs: the API server, its clock, and in each namespace of agents
 * the permissions, the policies, and whether the objects of a deployment would be admitted. Changes nothing.
 * @throws UsageError for a kubeconfig that cannot be used.
 */
export async function diagnoseCluster(options: DiagnoseOptions): Promise<Diagnosis[]> {
  const { config, env, processes } = options;
  const access = await findClusterAccess({ kubeconfig: config.kubeconfig, context: config.context, env });
  const client = openCluster({ access, processes, env, redact: (text) => text });
  try {
    const found: Diagnosis[] = [];
    const version = await ask(() => client.version(AbortSignal.timeout(CHECK_MS)));
    if (!version.ok) {
      found.push(problem('API server', version.message, version.hint));
    } else {
      found.push(evaluateVersion(version.value), evaluateClock(client.clusterNow(), Date.now()));
      const traffic = config.traffic ?? (access.isInside ? 'direct' : 'proxy');
      const namespaces = config.agentNamespaces ?? [config.namespace ?? client.namespace];
      for (const namespace of namespaces) {
        found.push(await diagnoseRights(client, namespace, traffic));
        found.push(...(await diagnosePolicies(client, namespace)));
        found.push(...(await diagnoseAdmission(client, namespace, config.agentImage)));
      }
    }
    const hosts = access.isInside ? ['kubernetes.default.svc', ...options.hosts] : options.hosts;
    found.push(...(await Promise.all(hosts.map((host) => diagnoseName(host, options.resolve ?? lookup)))));
    found.push(await diagnoseRegistry(config.agentImage, options.send ?? sendHead));
    return found;
  } finally {
    await client.close();
  }
}

type Answer<T> = { ok: true; value: T } | { ok: false; message: string; hint: string; isForbidden: boolean };

/** Sends a request, and returns timeouts and missing credentials as values instead of errors. */
async function ask<T>(send: () => Promise<Outcome<T>>): Promise<Answer<T>> {
  try {
    const outcome = await send();
    if (outcome.ok) return outcome;
    const { message, hint, kind } = outcome.problem;
    return { ok: false, message, hint, isForbidden: kind === 'forbidden' };
  } catch (error) {
    return {
      ok: false,
      message: `the API server did not respond within ${CHECK_MS / 1_000} s (${errorMessage(error)})`,
      hint: 'Check the address in the kubeconfig and the network connection to the API server.',
      isForbidden: false,
    };
  }
}

function evaluateVersion({ major, minor, text }: { major: number; minor: number; text: string }): Diagnosis {
  const isOld = major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor);
  if (!isOld) return fine('API server', `Kubernetes ${text} responds`);
  return problem(
    'API server',
    `the cluster runs Kubernetes ${text}, but agents need ${OLDEST.major}.${OLDEST.minor} or newer`,
    'Upgrade the cluster, or use another cluster.',
  );
}

/** Compares this machine's clock with the API server's clock, whose responses have a resolution of a second. */
export function evaluateClock(theirs: number, ours: number, whose = 'the API server'): Diagnosis {
  const check = `clock of ${whose}`;
  const skew = Math.round(Math.abs(theirs - ours) / 1_000);
  if (Math.abs(theirs - ours) <= MAX_SKEW_MS) return fine(check, `the clocks differ by at most ${skew} s`);
  return problem(
    check,
    `the clock of this machine differs from the clock of ${whose} by ${skew} s`,
    'Synchronize the clocks of both machines with a time server (NTP).',
  );
}

async function diagnoseRights(
  client: ClusterClient,
  namespace: string,
  traffic: 'direct' | 'proxy',
): Promise<Diagnosis> {
  const check = `permissions in ${namespace}`;
  const rights = rightsIn(namespace, { traffic });
  const missing = await ask(() => client.missingRights(rights, AbortSignal.timeout(CHECK_MS)));
  if (!missing.ok) return problem(check, missing.message, missing.hint);
  if (missing.value.length === 0) return fine(check, `all ${rights.length} permissions are granted`);
  const rules = rulesOf(missing.value.map(({ right }) => right));
  return problem(
    check,
    `${missing.value.length} of ${rights.length} permissions are missing`,
    `Add these rules to a Role of this user in ${namespace}: ${rules.join('; ')}`,
  );
}

/** Reads the policies of a namespace. The account of the chart must not read them, so the result can be unknown. */
async function diagnosePolicies(client: ClusterClient, namespace: string): Promise<Diagnosis[]> {
  const notPermitted = (check: string) =>
    unknown(
      check,
      'this user has no permission to read it; run the command with the kubeconfig of an administrator',
    );
  const labels = await ask(() =>
    client.get(NAMESPACES, { namespace: '', name: namespace }, AbortSignal.timeout(CHECK_MS)),
  );
  const policies = await ask(() =>
    client.list(NETWORK_POLICIES, { namespace }, AbortSignal.timeout(CHECK_MS)),
  );
  const evaluate = <T>(check: string, answer: Answer<T>, evaluateValue: (value: T) => Diagnosis) => {
    if (answer.ok) return evaluateValue(answer.value);
    return answer.isForbidden ? notPermitted(check) : problem(check, answer.message, answer.hint);
  };
  return [
    evaluate(`pod security of ${namespace}`, labels, (value) => evaluatePodSecurity(namespace, value)),
    evaluate(`network policies of ${namespace}`, policies, ({ items }) =>
      evaluateNetworkPolicies(namespace, items),
    ),
  ];
}

/** Sends the objects to the API server as dry runs: the objects of a deployment, a build and an agent. Creates nothing. */
async function diagnoseAdmission(
  client: ClusterClient,
  namespace: string,
  image = 'registry.invalid/agent:1',
): Promise<Diagnosis[]> {
  const identity = { ...PROBE, namespace };
  const owner = { name: 'doctor', uid: PROBE.deploymentId };
  const build = { ...identity, attempt: 1 };
  const limits = { cpu: '500m', memory: '1Gi' };
  const plan = planRevision({
    identity,
    owner,
    program: { image, isOurs: true },
    spec: null,
    env: new Map(),
    secretReferences: null,
    serving: 0,
    timing: { startMs: 60_000, drainMs: 60_000, stopGraceMs: 3_000, progressMs: 600_000 },
  });
  if (plan.kind === 'problems') throw new Error(plan.problems.join('; '));
  const [workload] = plan.plan.workloads;
  if (workload === undefined) throw new Error('a revision has a workload');
  const { deployment } = workload;
  const { name } = deployment.metadata;
  const template = deployment.spec?.template;
  const job = buildJob({
    identity: build,
    owner,
    image,
    imagePullSecrets: [],
    variables: [],
    resources: { requests: limits, limits },
    disk: '1Gi',
    deadlineMs: 60_000,
  });
  const buildPod = {
    metadata: { ...job.spec?.template.metadata, name, namespace },
    spec: job.spec?.template.spec,
  };
  const agentPod = { metadata: { ...template?.metadata, name, namespace }, spec: template?.spec };
  const signal = AbortSignal.timeout(CHECK_MS);
  const checks = [
    ['Service', () => client.check(SERVICES, namespace, serviceManifest(identity), signal)],
    [
      'Secret',
      () => client.checkCreate(SECRETS, namespace, buildSecret({ identity: build, owner }, {}), signal),
    ],
    ['Deployment', () => client.check(DEPLOYMENTS, namespace, deployment, signal)],
    ['agent pod', () => client.checkCreate(PODS, namespace, agentPod, signal)],
    ['Job of a build', () => client.checkCreate(JOBS, namespace, job, signal)],
    ['build pod', () => client.checkCreate(PODS, namespace, buildPod, signal)],
  ] as const;
  const check = `admission in ${namespace}`;
  const refused: Diagnosis[] = [];
  for (const [kind, send] of checks) {
    const answer = await ask(send);
    if (!answer.ok)
      refused.push(problem(check, `the ${kind} would be refused: ${answer.message}`, answer.hint));
  }
  return refused.length > 0
    ? refused
    : [fine(check, 'the Service, Secret, Deployment, Job and pods of a deployment would be admitted')];
}

async function diagnoseName(host: string, resolve: (host: string) => Promise<unknown>): Promise<Diagnosis> {
  const check = `DNS name ${host}`;
  try {
    await withTimeout(resolve(host), CHECK_MS, 'no response');
    return fine(check, 'the name has an address');
  } catch (error) {
    return problem(
      check,
      `the name cannot be resolved (${errorMessage(error)})`,
      'Check the name, the DNS service of the cluster, and that network policies permit port 53.',
    );
  }
}

/**
 * Looks up the agents' image in its registry. Nodes pull images, with other networks and credentials than
 * this process, so a failure here is not yet a problem.
 */
async function diagnoseRegistry(
  image: string | undefined,
  send: (url: string) => Promise<{ status: number }>,
): Promise<Diagnosis> {
  const check = 'image of agents';
  if (image === undefined) {
    return unknown(check, 'no image was specified; add --agent-image to check its registry');
  }
  const url = manifestUrl(image);
  if (url === undefined) {
    return problem(check, `${image} is not the name of an image`, 'Correct --agent-image.');
  }
  const where = new URL(url).host;
  try {
    const { status } = await withTimeout(send(url), CHECK_MS, 'no response');
    if (status === 200) return fine(check, `${where} has the image ${image}`);
    if (status === 401 || status === 403) {
      return unknown(check, `${where} responds, but needs credentials, which only the nodes have`);
    }
    if (status === 404) {
      return problem(
        check,
        `${where} does not have the image ${image}`,
        'Correct --agent-image, or push the image.',
      );
    }
    return unknown(check, `${where} responds with the status ${status}`);
  } catch (error) {
    return unknown(
      check,
      `${where} cannot be reached from here (${errorMessage(error)}); nodes pull the image over their own network`,
    );
  }
}

/** Returns the URL of an image's manifest in the API of its registry, or `undefined` for an invalid name. */
export function manifestUrl(image: string): string | undefined {
  const reference = parseImage(image);
  if (reference === undefined) return undefined;
  const url = `${repositoryUrl(reference)}/manifests/${reference.digest ?? reference.tag ?? 'latest'}`;
  return URL.canParse(url) ? url : undefined;
}

const sendHead = async (url: string): Promise<{ status: number }> =>
  fetch(url, {
    method: 'HEAD',
    headers: { accept: MANIFEST_TYPES.join(', ') },
    redirect: 'manual',
    signal: AbortSignal.timeout(CHECK_MS),
  });
