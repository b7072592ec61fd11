import { errorMessage } from '../../../../os/errors.ts';
import { isoTime, type ServiceClock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/context.ts';
import type { WakeState } from '../../serving/pod-workers.ts';
import { type Deployment, DEPLOYMENTS } from './api/resources.ts';
import { explain, type PodCluster } from './cluster.ts';
import type { Informers } from './informers.ts';
import { isUsable } from './kubernetes-place.ts';
import { type RevisionIdentity, revisionName, runScaleIn, wokenAt } from './plan/objects.ts';
import { podsPatch } from './plan/scale.ts';

export interface AgentWakerOptions {
  cluster: { client: Pick<PodCluster['client'], 'mergePatch' | 'get'> };
  informers: Pick<Informers, 'in' | 'subscribe'>;
  clock: Pick<ServiceClock, 'now'>;
  /** Time in milliseconds in which a pod of an idle agent must become ready. */
  startMs: number;
  closing: AbortSignal;
  log: Log;
}

/** Starts pods of idle agents. Any replica can do this, because a request may arrive at any replica. */
export interface AgentWaker {
  /** Returns whether an agent has no pods because it is idle, as far as the watched objects show. */
  isIdle(identity: RevisionIdentity): boolean;
  /**
   * Starts a pod of an agent without pods. With a signal, waits for a while until a pod of a started agent is ready. Returns
   * `running` if the agent is not idle and was not woken recently.
   */
  wake(identity: RevisionIdentity, signal: AbortSignal | undefined): Promise<WakeState>;
}

/** Maximum time in milliseconds of one wait, after which the caller checks which revision is active. */
const WAIT_MS = 5_000;
/** Maximum number of attempts to change a Deployment that other programs change at the same time. */
const ATTEMPTS = 5;

export function createAgentWaker(options: AgentWakerOptions): AgentWaker {
  const { cluster, informers, clock, startMs, closing, log } = options;
  /** Starts in progress by name of the Deployment, so many requests send one patch. */
  const starting = new Map<string, Promise<boolean>>();

  const find = (identity: RevisionIdentity): Deployment | undefined => {
    const found = informers.in(identity.namespace).deployments.get(revisionName(identity));
    return found && runScaleIn(found) ? found : undefined;
  };
  const hasReadyPod = ({ namespace, revisionId }: RevisionIdentity): boolean =>
    informers.in(namespace).pods.indexed(revisionId.toLowerCase()).some(isUsable);

  /** Sets the number of pods of a Deployment from zero to one. Returns false if the cluster refuses. */
  const requestPod = async (found: Deployment): Promise<boolean> => {
    const { name, namespace = '' } = found.metadata;
    let workload = found;
    for (let attempt = 1; attempt <= ATTEMPTS && workload.spec.replicas === 0; attempt += 1) {
      const patch = podsPatch(workload, 1, isoTime(clock.now()));
      const patched = await cluster.client.mergePatch(DEPLOYMENTS, { namespace, name }, patch, closing);
      if (patched.ok) return true;
      if (patched.problem.kind !== 'conflict') {
        log(`an idle agent could not be started (${name}): ${explain(patched.problem)}`);
        return false;
      }
      const read = await cluster.client.get(DEPLOYMENTS, { namespace, name }, closing);
      if (!read.ok) return false;
      workload = read.value;
    }
    return workload.spec.replicas !== 0;
  };
  const start = (workload: Deployment): Promise<boolean> => {
    const key = `${workload.metadata.namespace}/${workload.metadata.name}`;
    const current =
      starting.get(key) ??
      requestPod(workload)
        .catch((error: unknown) => {
          if (!closing.aborted) log(`an idle agent could not be started (${key}): ${errorMessage(error)}`);
          return false;
        })
        .finally(() => starting.delete(key));
    starting.set(key, current);
    return current;
  };

  /** Waits until a pod is ready, until the signal aborts, or until the time is over. */
  const waitForPod = async (identity: RevisionIdentity, signal: AbortSignal): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = () => {
      if (signal.aborted || closing.aborted || hasReadyPod(identity)) resolve();
    };
    const unsubscribe = informers.subscribe(identity.namespace, identity.revisionId, check);
    const timer = setTimeout(resolve, WAIT_MS);
    const stopped = AbortSignal.any([signal, closing]);
    stopped.addEventListener('abort', check, { once: true });
    check();
    await promise;
    clearTimeout(timer);
    stopped.removeEventListener('abort', check);
    unsubscribe();
  };

  return {
    isIdle: (identity) => find(identity)?.spec.replicas === 0,
    async wake(identity, signal) {
      const listed = await informers.in(identity.namespace).ready(closing);
      const workload = listed.ok ? find(identity) : undefined;
      if (workload === undefined) return 'running';
      const isStarting = clock.now() - wokenAt(workload) < startMs;
      if (workload.spec.replicas === 0) {
        if (!(await start(workload))) return 'running';
      } else if (!isStarting) return 'running';
      if (signal !== undefined) await waitForPod(identity, signal);
      return hasReadyPod(identity) ? 'ready' : 'starting';
    },
  };
}
