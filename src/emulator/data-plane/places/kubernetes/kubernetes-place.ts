import type { ServiceClock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/context.ts';
import type { DeploymentRow, RevisionRow, Store } from '../../../ports/store.ts';
import { activeRevisionOf, runsImage } from '../../../ports/store-control-plane.ts';
import { StepFailure } from '../../build/step.ts';
import { type PlaneAuthority, podServerName } from '../../certificates/plane-authority.ts';
import type { Timing } from '../../timing.ts';
import { AGENT } from '../../workload/pod-spec.ts';
import type { Endpoint, Place, Program, Running } from '../place.ts';
import { provideDatabases } from './agent-databases.ts';
import type { AgentServices } from './agent-service.ts';
import { pathOf } from './api/connection.ts';
import type { Pod } from './api/resources.ts';
import { explain, type PodCluster } from './cluster.ts';
import type { Informers } from './informers.ts';
import { isReady } from './plan/evaluate-pods.ts';
import { planRevision, type RevisionRequest, SERVICE_PORT } from './plan/manifests.ts';
import {
  acceptsTls,
  LABELS,
  type RevisionIdentity,
  revisionName,
  runScaleIn,
  serviceName,
} from './plan/objects.ts';
import { placePods } from './plan/placement.ts';
import type { Autoscaler } from './plan/scale.ts';
import type { PodOutputReader } from './pod-output.ts';
import type { Removal } from './removal.ts';
import { createLoggedRetry } from './retry-temporary.ts';
import { applyAutoscaler, expect, rollOutPods } from './rollout.ts';

export interface PodProgram
  extends Program,
    Pick<RevisionRequest, 'program' | 'env' | 'variables' | 'spec' | 'runScale'> {
  deployment: DeploymentRow;
  revision: RevisionRow;
  speaks: 'link' | 'http';
}

/** Runs programs as pods of a cluster, even after this process has ended. */
export interface KubernetesPlace extends Place<PodProgram> {
  /**
   * Returns the running pods of a revision, even if another replica started the pods. `revision.bringsServer` must be
   * known.
   */
  find(deployment: DeploymentRow, revision: RevisionRow): Running;
  /**
   * Lowers the minimum number of pods after a switch, because the minimum during a switch is at least the number of the
   * previous revision's pods.
   */
  releaseScale(deployment: DeploymentRow, revision: RevisionRow): Promise<void>;
}

export interface KubernetesPlaceOptions {
  cluster: PodCluster;
  services: AgentServices;
  informers: Informers;
  removal: Pick<Removal, 'withdraw'>;
  output: Pick<PodOutputReader, 'read' | 'follow'>;
  store: Pick<Store, 'deployments' | 'revisions'>;
  authority: Pick<PlaneAuthority, 'trusted'>;
  clock: ServiceClock;
  timing: Timing;
  closing: AbortSignal;
  log: Log;
}

/** Maximum time in milliseconds in which a pod fetches and unpacks the build before its agent starts. */
export const FETCH_MS = 4 * 60_000;

/**
 * Creates the runtime that runs programs as pods of a cluster. The active revision in the store and the Service of its
 * deployment determine which pods serve requests, independently of this process.
 */
export function createKubernetesPlace(options: KubernetesPlaceOptions): KubernetesPlace {
  const { cluster, services, clock, timing, closing, log } = options;
  const { client } = cluster;
  /** Autoscalers, with the limits for serving, of the revisions that this replica rolled out, by revision. */
  const autoscalers = new Map<string, Autoscaler[]>();

  const runningPods = (
    deployment: DeploymentRow,
    revision: RevisionRow,
    speaks: PodProgram['speaks'],
  ): Running => ({
    pid: undefined,
    endpoints(signal) {
      const identity = services.identityOf(deployment, revision);
      return speaks === 'http'
        ? serverEndpoints(cluster, identity, signal)
        : readyPods(options, identity, signal);
    },
    ended: new Promise(() => {}),
    async stop() {
      autoscalers.delete(revision.id);
      await options.removal.withdraw(deployment, revision);
    },
  });

  return {
    find: (deployment, revision) =>
      runningPods(deployment, revision, runsImage(revision) || revision.bringsServer ? 'http' : 'link'),
    async start({ deployment, revision, program, speaks, ...request }, revisionLog, aborted) {
      const identity = services.identityOf(deployment, revision);
      const signal = AbortSignal.any([aborted, closing]);
      const retry = createLoggedRetry(clock, revisionLog, signal);
      const owner = expect(await retry(() => services.ensure(identity, signal)), revisionLog);
      const placed = placePods(cluster.settings, deployment.workspaceId, 'agents');
      const databases = await provideDatabases(
        { cluster, informers: options.informers, clock, withinMs: timing.progressMs },
        { log: revisionLog, signal },
        { identity, owner, spec: request.spec, placed },
      );
      const result = planRevision({
        ...request,
        program,
        identity,
        owner,
        placed,
        defaults: cluster.settings?.resources,
        variables: [...databases, ...(request.variables ?? [])],
        secretReferences: deployment.secretReferences,
        serving: await countServingPods(options, deployment.id),
        isIdle: isIdle(options, deployment, identity),
        timing: {
          startMs: timing.healthDeadlineMs + (program.isOurs === true ? FETCH_MS : 0),
          drainMs: timing.drainMs,
          stopGraceMs: timing.stopGraceMs,
          progressMs: timing.progressMs,
        },
      });
      if (result.kind === 'problems') {
        throw new StepFailure(`The revision cannot run with these settings. ${result.problems.join('; ')}.`);
      }
      const { plan } = result;
      for (const note of plan.notes) revisionLog.write('deploy', `${note}.`, 'WARNING');
      const where = `the namespace ${identity.namespace} (${revisionName(identity)})`;
      revisionLog.write('deploy', `Starting ${program.image} in ${where}`);
      const startedAt = clock.elapsed();
      const followed = options.output.follow(identity, signal);
      try {
        await rollOutPods(options, { log: revisionLog, signal }, identity, plan, timing.progressMs);
      } finally {
        await followed.stop();
      }
      revisionLog.write(
        'deploy',
        `The pods of the revision are available (${Math.round(clock.elapsed() - startedAt)} ms)`,
      );
      autoscalers.set(
        revision.id,
        plan.workloads.flatMap(({ autoscaler }) => autoscaler?.serving ?? []),
      );
      return runningPods(deployment, revision, speaks);
    },
    async releaseScale(deployment, revision) {
      const { namespace } = services.identityOf(deployment, revision);
      const own = autoscalers.get(revision.id) ?? [];
      autoscalers.delete(revision.id);
      for (const autoscaler of own) {
        const applied = await applyAutoscaler(client, namespace, autoscaler, closing);
        if (!applied.ok)
          log(
            `the minimum number of pods of revision ${revision.id} could not be lowered after its rollout: ${explain(applied.problem)}`,
          );
      }
    },
  };
}

/** Returns whether a revision is active and has no pods because it is idle. The objects of its namespace are listed. */
function isIdle(
  { informers }: KubernetesPlaceOptions,
  { activeRevisionId }: DeploymentRow,
  identity: RevisionIdentity,
): boolean {
  if (activeRevisionId !== identity.revisionId) return false;
  const found = informers.in(identity.namespace).deployments.get(revisionName(identity));
  return found !== undefined && runScaleIn(found) !== undefined && found.spec.replicas === 0;
}

/** Returns the number of pods of the active revision, which is also the initial number of the new revision. */
async function countServingPods(
  { informers, services, store, closing }: KubernetesPlaceOptions,
  deploymentId: string,
): Promise<number> {
  const deployment = await store.deployments.findById(deploymentId);
  const active = deployment && (await activeRevisionOf(store, deployment));
  if (deployment === undefined || active === undefined) return 0;
  const identity = services.identityOf(deployment, active);
  const objects = informers.in(identity.namespace);
  await objects.ready(closing);
  return objects.deployments.get(revisionName(identity))?.status?.replicas ?? 0;
}

/**
 * Returns the URL of an image's server. Inside the cluster, the URL contains the name of the deployment's Service.
 * Outside the cluster, the URL leads through the API server, which does not forward the `Authorization` header.
 * @throws CredentialError if the cluster's credentials cannot be read.
 */
async function serverEndpoints(
  { client, traffic }: PodCluster,
  { namespace, deploymentId }: RevisionIdentity,
  signal: AbortSignal,
): Promise<Endpoint[]> {
  const service = serviceName(deploymentId);
  if (traffic === 'direct') {
    const address = `http://${service}.${namespace}.svc:${SERVICE_PORT}`;
    return [{ kind: 'server', address, port: SERVICE_PORT }];
  }
  const { url, ...via } = await throughApiServer(client, namespace, 'services', signal);
  const address = `${url}/${service}:${SERVICE_PORT}/proxy`;
  return [{ kind: 'server', address, port: SERVICE_PORT, via }];
}

/**
 * Returns the ready pods of a worker. Inside the cluster, the URLs contain the addresses of the pods. Outside the
 * cluster, the URLs lead through the API server.
 * @throws Error with the cluster's message.
 */
async function readyPods(
  {
    cluster: { client, traffic },
    informers,
    authority,
  }: Pick<KubernetesPlaceOptions, 'cluster' | 'informers' | 'authority'>,
  { namespace, deploymentId, revisionId }: RevisionIdentity,
  signal: AbortSignal,
): Promise<Endpoint[]> {
  const objects = informers.in(namespace);
  const listed = await objects.ready(signal);
  if (!listed.ok) throw new Error(explain(listed.problem));
  const isAgent = ({ metadata: { labels } }: Pod) =>
    labels?.[LABELS.component] === AGENT && labels[LABELS.deployment] === deploymentId.toLowerCase();
  const pods = objects.pods.indexed(revisionId.toLowerCase());
  const ready = pods.filter((pod) => isAgent(pod) && isUsable(pod));
  if (ready.length === 0) return [];
  if (traffic === 'direct') {
    const ca = await authority.trusted();
    const servername = podServerName(deploymentId, revisionId);
    return ready.flatMap(({ metadata, status }): Endpoint[] => {
      const { name, uid } = metadata;
      const address = status?.podIP;
      if (address === undefined) return [];
      const isSecure = acceptsTls(metadata);
      const url = directUrl(isSecure ? 'https' : 'http', address);
      const tls = isSecure && { tls: { ca, servername, rejectUnauthorized: true } };
      return [{ kind: 'pod', name, uid, target: { url, ...tls } }];
    });
  }
  // The API server does not check the certificate of a pod, so only the offer of a link authenticates the pod.
  const { url, ...via } = await throughApiServer(client, namespace, 'pods', signal);
  return ready.map(({ metadata }) => {
    const { name, uid } = metadata;
    const scheme = acceptsTls(metadata) ? 'https:' : '';
    return {
      kind: 'pod',
      name,
      uid,
      target: { url: `${url}/${scheme}${name}:${SERVICE_PORT}/proxy`, ...via },
    };
  });
}

/** Returns the API server's URL for the pods or Services of a namespace, with the credentials. */
async function throughApiServer(
  client: PodCluster['client'],
  namespace: string,
  resource: 'pods' | 'services',
  signal: AbortSignal,
) {
  const { server, authorization, tls } = await client.endpoint(signal);
  const url = server + pathOf('api', 'v1', 'namespaces', namespace, resource);
  return { url, tls, ...(authorization !== undefined && { headers: { authorization } }) };
}

const directUrl = (scheme: 'http' | 'https', address: string): string =>
  `${scheme}://${address.includes(':') ? `[${address}]` : address}:${SERVICE_PORT}`;

/** Returns whether a pod accepts links. */
export function isUsable(pod: Pod): boolean {
  return isReady(pod) && !pod.metadata.deletionTimestamp;
}
