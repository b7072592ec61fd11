import type { RevisionLog } from '../../reconcile/revision-log.ts';
import type { Clock } from '../../../../clients/clock.ts';
import { StepAborted, StepFailure } from '../../build/step.ts';
import type { ClusterClient } from './api/client.ts';
import { type LogLine, parseLogLine } from './api/logs.ts';
import type { ClusterProblem, Outcome } from './api/problems.ts';
import { DEPLOYMENTS, POD_AUTOSCALERS, SECRETS } from './api/resources.ts';
import { explain, type PodCluster } from './cluster.ts';
import type { Informers } from './informers.ts';
import type { PodOutputReader } from './pod-output.ts';
import { observeRollout, type RolloutObserver } from './observe.ts';
import { combineVerdicts, type RolloutVerdict } from './plan/evaluate-rollout.ts';
import type { LogSource } from './plan/evaluate-pods.ts';
import type { RevisionPlan } from './plan/manifests.ts';
import type { RevisionIdentity } from './plan/objects.ts';
import type { Autoscaler } from './plan/scale.ts';
import { createLoggedRetry } from './retry-temporary.ts';

export interface RolloutDependencies {
  cluster: PodCluster;
  informers: Informers;
  clock: Clock;
  output: Pick<PodOutputReader, 'read'>;
}

export interface RolloutJob {
  log: RevisionLog;
  signal: AbortSignal;
}

/**
 * Maximum time in milliseconds between two evaluations of a rollout, even if the watches report no change, because some
 * results depend on the elapsed time.
 */
const POLL_MS = 5_000;
/** Milliseconds for which changes are collected before a check. Many changes arrive at almost the same time. */
const GATHER_MS = 200;
/** Milliseconds that are added to the Kubernetes progress deadline. */
const GRACE_MS = 60_000;
/** Maximum number of repeated applies of objects that another program deleted. */
const ATTEMPTS = 3;
const LAST_LINES = 50;

/**
 * Applies the objects of a revision, and resolves once enough of its pods are available.
 * @throws StepFailure with the cluster's message
 * @throws StepAborted if the step was cancelled
 */
export async function rollOutPods(
  dependencies: RolloutDependencies,
  job: RolloutJob,
  identity: RevisionIdentity,
  plan: RevisionPlan,
  progressMs: number,
): Promise<void> {
  const { cluster, informers, clock } = dependencies;
  const { client } = cluster;
  const { namespace, revisionId } = identity;
  const { log } = job;
  const deadline = AbortSignal.timeout(progressMs + GRACE_MS);
  const signal = AbortSignal.any([job.signal, deadline]);
  const retry = createLoggedRetry(clock, log, signal);

  const apply = async (): Promise<RolloutObserver[]> => {
    const observers: RolloutObserver[] = [];
    const created = await retry(() => client.create(SECRETS, namespace, plan.secret, signal));
    // An existing Secret has the same environment, because the environment of a revision never changes.
    if (!created.ok && created.problem.kind !== 'exists') refuse(created.problem, log);
    for (const { deployment, autoscaler, startPatch, leastReplicas } of plan.workloads) {
      const { name } = deployment.metadata;
      let applied = expect(await retry(() => client.apply(DEPLOYMENTS, namespace, deployment, signal)), log);
      if (startPatch !== undefined && (applied.spec.replicas ?? 1) < startPatch.spec.replicas) {
        const at = { namespace, name };
        applied = expect(await retry(() => client.mergePatch(DEPLOYMENTS, at, startPatch, signal)), log);
      }
      const observed = { namespace, name, revisionId, leastReplicas, applied: applied.metadata };
      observers.push(observeRollout(client, objects, observed));
      if (autoscaler === undefined) continue;
      const { starting } = autoscaler;
      expect(await retry(() => applyAutoscaler(client, namespace, starting, signal)), log);
    }
    return observers;
  };
  const observe = async (observers: readonly RolloutObserver[]): Promise<RolloutVerdict> => {
    const verdicts: RolloutVerdict[] = [];
    for (const observer of observers) verdicts.push(expect(await retry(() => observer(signal)), log));
    return combineVerdicts(verdicts);
  };

  const objects = informers.in(namespace);
  const pulse = createPulse();
  const unsubscribe = informers.subscribe(namespace, revisionId, () => pulse.set());
  const shown = new Set<string>();
  try {
    expect(await retry(() => objects.ready(signal)), log);
    for (let attempt = 1; ; attempt += 1) {
      const observers = await apply();
      let verdict = await observe(observers);
      while (verdict.kind === 'waiting') {
        const detail = verdict.detail && log.redact(verdict.detail);
        if (detail !== undefined && !shown.has(detail)) {
          shown.add(detail);
          log.write('deploy', detail);
        }
        await clock.sleep(GATHER_MS, signal);
        await pulse.next(POLL_MS, signal);
        verdict = await observe(observers);
      }
      if (verdict.kind === 'available') return;
      if (verdict.kind === 'failed') await fail(dependencies, identity, verdict, job);
      if (attempt === ATTEMPTS) {
        throw new StepFailure(
          'The Deployment of the revision was deleted several times during its rollout. Find out which program deletes it, and deploy again.',
        );
      }
      log.write(
        'deploy',
        'The Deployment of the revision was deleted by another program. It is created again.',
        'WARNING',
      );
    }
  } catch (error) {
    if (job.signal.aborted) throw new StepAborted('the start of the pods was aborted', { cause: error });
    if (!deadline.aborted || error instanceof StepFailure) throw error;
    const last = [...shown].at(-1);
    throw new StepFailure(
      `The pods did not become available within ${Math.round((progressMs + GRACE_MS) / 1000)} s. ${last ?? 'The cluster reported no reason.'}`,
    );
  } finally {
    unsubscribe();
  }
}

/** Applies the autoscaler of a Deployment, if the Deployment has an autoscaler. */
export function applyAutoscaler(
  client: ClusterClient,
  namespace: string,
  autoscaler: Autoscaler,
  signal: AbortSignal,
): Promise<Outcome<unknown>> {
  return client.apply(POD_AUTOSCALERS, namespace, autoscaler, signal);
}

/** Returns the value of a successful outcome. @throws StepFailure if the cluster refused the request. */
export function expect<T>(outcome: Outcome<T>, log: Pick<RevisionLog, 'write' | 'redact'>): T {
  return outcome.ok ? outcome.value : refuse(outcome.problem, log);
}

function refuse(problem: ClusterProblem, log: Pick<RevisionLog, 'write' | 'redact'>): never {
  throw new StepFailure(log.redact(explain(problem)));
}

async function fail(
  dependencies: RolloutDependencies,
  identity: RevisionIdentity,
  { reason, logs }: Extract<RolloutVerdict, { kind: 'failed' }>,
  { log, signal }: RolloutJob,
): Promise<never> {
  const { client } = dependencies.cluster;
  const lines = logs === undefined ? [] : await lastLines(client, identity.namespace, logs, signal);
  await dependencies.output.read(identity, signal, { isFailed: true });
  const last = lines.findLast(({ text }) => text.trim() !== '')?.text.trim();
  const words =
    last === undefined || reason.includes(last) ? '' : ` Last line of output: ${last.slice(0, 500)}`;
  throw new StepFailure(log.redact(`${reason}${words}`));
}

/** Returns the last log lines of a container, or an empty list if the cluster no longer has the log. */
export async function lastLines(
  client: ClusterClient,
  namespace: string,
  { pod, container, previous }: LogSource,
  signal: AbortSignal,
): Promise<LogLine[]> {
  const source = { namespace, pod, container };
  const read = await client.readLog(source, signal, { previous, tailLines: LAST_LINES, timestamps: true });
  return read.ok ? read.value.split('\n').flatMap((line) => parseLogLine(line) ?? []) : [];
}

/** Creates a flag, whose function `next` waits until `set` is called or the time is over, and then clears the flag. */
function createPulse(): { set(): void; next(ms: number, signal: AbortSignal): Promise<void> } {
  let isSet = false;
  let wake: (() => void) | undefined;
  return {
    set() {
      isSet = true;
      wake?.();
    },
    async next(ms, signal) {
      signal.throwIfAborted();
      if (!isSet) {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, ms);
        const onAbort = () => reject(signal.reason);
        signal.addEventListener('abort', onAbort, { once: true });
        wake = resolve;
        await promise.finally(() => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          wake = undefined;
        });
      }
      isSet = false;
    },
  };
}
