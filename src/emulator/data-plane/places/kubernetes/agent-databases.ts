import { randomBytes } from 'node:crypto';
import type { EnvVar } from 'kubernetes-types/core/v1.js';
import type { Clock } from '../../../../clients/clock.ts';
import { StepFailure } from '../../build/step.ts';
import { DEPLOYMENTS, NETWORK_POLICIES, SECRETS, SERVICES, STATEFUL_SETS } from './api/resources.ts';
import type { PodCluster } from './cluster.ts';
import type { Informers } from './informers.ts';
import { eventsOf, toPod, toStatefulSet } from './observe.ts';
import { type DatabasePlan, type DatabaseRequest, planDatabases } from './plan/databases.ts';
import { evaluatePod, type PodProblem } from './plan/evaluate-pods.ts';
import { LABELS, serviceName } from './plan/objects.ts';
import { createLoggedRetry } from './retry-temporary.ts';
import { expect, type RolloutJob } from './rollout.ts';

/** Default images, which are the images of the hosted service's own chart. */
const IMAGES = { postgres: 'docker.io/pgvector/pgvector:pg15', redis: 'docker.io/library/redis:6' };
const imagesOf = (set: NonNullable<PodCluster['settings']>['images']) => ({
  postgres: set?.postgres ?? IMAGES.postgres,
  redis: set?.redis ?? IMAGES.redis,
});
const PASSWORD_BYTES = 24;
const POLL_MS = 1_000;

const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('hex');

export interface DatabaseDependencies {
  cluster: PodCluster;
  informers: Informers;
  clock: Clock;
  /** Milliseconds within which the databases must become available. */
  withinMs: number;
}

/**
 * Applies the PostgreSQL database and the Redis of a resource spec. Resolves to variables for the agent's pods once
 * the databases are available.
 * @throws StepFailure with the cluster's message.
 */
export async function provideDatabases(
  { cluster, informers, clock, withinMs }: DatabaseDependencies,
  { log, signal: cancelled }: RolloutJob,
  target: Pick<DatabaseRequest, 'identity' | 'owner' | 'spec' | 'placed'>,
): Promise<EnvVar[]> {
  const { client } = cluster;
  const { identity } = target;
  const { namespace, deploymentId } = identity;
  const deadline = AbortSignal.timeout(withinMs);
  const signal = AbortSignal.any([cancelled, deadline]);
  const retry = createLoggedRetry(clock, log, signal);
  const shown = new Set<string>();

  const provide = async (): Promise<EnvVar[]> => {
    const at = { namespace, name: `${serviceName(deploymentId)}-db` };
    const found = await retry(() => client.get(STATEFUL_SETS, at, signal));
    const existing = found.ok ? toStatefulSet(found.value) : undefined;
    if (!found.ok && found.problem.kind !== 'not-found') expect(found, log);
    const passwords = { postgres: newPassword(), redis: newPassword() };
    log.addSecrets(Object.values(passwords));
    const images = imagesOf(cluster.settings?.images);
    const result = planDatabases({ ...target, passwords, images, ...(existing && { existing }) });
    if (result.kind === 'problems') {
      throw new StepFailure(`The revision cannot run with these settings. ${result.problems.join('; ')}.`);
    }
    const { plan } = result;
    for (const note of plan.notes) log.write('deploy', `${note}.`, 'WARNING');
    await apply(plan);
    for (const { kind, metadata } of plan.workloads) await untilReady(kind, metadata.name);
    return plan.variables;
  };

  const apply = async ({ secrets, services, networkPolicy, workloads }: DatabasePlan) => {
    // The policy exists before the pods, which accept no connections without it.
    if (networkPolicy) {
      expect(await retry(() => client.apply(NETWORK_POLICIES, namespace, networkPolicy, signal)), log);
    }
    for (const secret of secrets) {
      const created = await retry(() => client.create(SECRETS, namespace, secret, signal));
      // The password of an existing Secret stays unchanged.
      if (!created.ok && created.problem.kind !== 'exists') expect(created, log);
    }
    for (const service of services) {
      expect(await retry(() => client.apply(SERVICES, namespace, service, signal)), log);
    }
    for (const workload of workloads) {
      const applied =
        workload.kind === 'StatefulSet'
          ? await retry(() => client.apply(STATEFUL_SETS, namespace, workload, signal))
          : await retry(() => client.apply(DEPLOYMENTS, namespace, workload, signal));
      expect(applied, log);
    }
  };

  const untilReady = async (kind: string, name: string) => {
    for (;;) {
      const at = { namespace, name };
      const { status } =
        kind === 'StatefulSet'
          ? expect(await retry(() => client.get(STATEFUL_SETS, at, signal)), log)
          : expect(await retry(() => client.get(DEPLOYMENTS, at, signal)), log);
      if ((status?.readyReplicas ?? 0) > 0) return;
      const problems = await problemsOf(kind === 'StatefulSet' ? 'database' : 'redis');
      const last = problems.find(({ severity }) => severity === 'final');
      if (last !== undefined) throw new StepFailure(log.redact(last.reason));
      const [first] = problems;
      const detail = first && log.redact(first.reason);
      if (detail !== undefined && !shown.has(detail)) {
        shown.add(detail);
        log.write('deploy', detail);
      }
      await clock.sleep(POLL_MS, signal);
    }
  };

  const problemsOf = async (component: 'database' | 'redis'): Promise<PodProblem[]> => {
    const objects = informers.in(namespace);
    expect(await retry(() => objects.ready(signal)), log);
    const pods = objects.pods
      .indexed(deploymentId.toLowerCase())
      .filter(({ metadata }) => metadata.labels?.[LABELS.component] === component);
    return pods.flatMap((pod) => evaluatePod(toPod(pod), eventsOf(objects, [pod])));
  };

  try {
    return await provide();
  } catch (error) {
    if (!deadline.aborted || error instanceof StepFailure || cancelled.aborted) throw error;
    const last = [...shown].at(-1) ?? 'The cluster reported no reason.';
    throw new StepFailure(
      `The databases of the deployment were not ready within ${Math.round(withinMs / 1000)} s. ${last}`,
    );
  }
}
