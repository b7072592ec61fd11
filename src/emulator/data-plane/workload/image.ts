import type { Secret } from '../../../contract/source.ts';
import type { Cluster } from '../../ports/workspace-settings.ts';
import type { ServerWorker } from '../../ports/worker.ts';
import { StepFailure, type WriteLog } from '../build/step.ts';
import { namespaceOf, resolveSecretReferences } from '../places/container/cluster-values.ts';
import { planPod, type PodPlanResult } from '../places/container/pod-plan.ts';
import type { Pods } from '../places/container/pods.ts';
import { runtimeEnvironment } from '../environment.ts';
import { type LaunchLimits, serverWorker, waitForHealthy } from './launch.ts';
import type { RevisionJob } from './workload.ts';

/**
 * Checks that the cluster has everything that an image requires, without running it: secret references, service
 * account, pull secrets, and secrets of its resource spec.
 * @throws StepFailure naming everything that the namespace lacks.
 */
export function checkCluster(cluster: Cluster, job: RevisionJob, image: string): void {
  const planned = planImage(cluster, job, image);
  if (planned.kind === 'problems' && planned.missing.length > 0) refuse(planned.missing);
}

/**
 * Runs the image in a container, with its init containers and sidecars. Resolves once it is healthy.
 * @throws StepFailure if the cluster or this machine lacks something, StepAborted.
 */
export async function launchImage(
  { cluster, pods, timing }: { cluster: Cluster; pods: Pods; timing: LaunchLimits['timing'] },
  job: RevisionJob,
  image: string,
): Promise<ServerWorker> {
  const planned = planImage(cluster, job, image);
  if (planned.kind === 'problems') return refuse([...planned.missing, ...planned.problems]);
  const { plan } = planned;
  job.log.addSecrets(plan.secrets);
  const log: WriteLog = (message, level, source) => job.log.write('deploy', message, level, source);
  const { deployment, revision, signal } = job;
  const identity = { deploymentId: deployment.id, revisionId: revision.id };
  const running = await pods.launch({ plan, identity, log, signal });
  return waitForHealthy(
    serverWorker(identity, running),
    log,
    { timing, signal },
    {
      serves: () => ', in its container',
      late: () => `its container did not answer GET /ok on port ${plan.port} (PORT) with 200`,
      silent: 'The container runs, but no longer answers its health check.',
      lastWords: () => 'Its deploy log holds what it printed.',
    },
  );
}

function planImage(cluster: Cluster, job: RevisionJob, image: string): PodPlanResult {
  const { deployment, revision, secrets, log } = job;
  const config = deployment.sourceConfig;
  const namespace = cluster.namespace(deployment.workspaceId, namespaceOf(config));
  const { values, problems } = resolveSecretReferences(namespace, deployment.secretReferences);
  log.addSecrets(values.values());
  for (const { name } of secrets.filter((secret) => values.has(secret.name))) {
    const message = `${name} is a secret and a secret reference: the reference fills it.`;
    log.write('deploy', message, 'WARNING');
  }
  const fromCluster: Secret[] = [...values].map(([name, value]) => ({ name, value }));
  const env = runtimeEnvironment({
    basic: {},
    config: {},
    // Later values override earlier ones.
    secrets: [...secrets, ...fromCluster],
    deployment,
    revision,
  });
  const planned = planPod({
    image,
    spec: config.resource_spec,
    namespace,
    env: new Map(Object.entries(env)),
  });
  if (problems.length === 0) return planned;
  return planned.kind === 'plan'
    ? { kind: 'problems', missing: problems, problems: [] }
    : { ...planned, missing: [...problems, ...planned.missing] };
}

function refuse(problems: readonly string[]): never {
  throw new StepFailure(`It cannot run with these settings. ${problems.join('; ')}.`);
}
