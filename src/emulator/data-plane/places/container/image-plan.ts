import type { RevisionLog } from '../../reconcile/revision-log.ts';
import type { Secret } from '../../../../contract/source.ts';
import type { Cluster } from '../../../ports/workspace-settings.ts';
import { StepFailure } from '../../build/step.ts';
import { runtimeEnvironment } from '../../environment.ts';
import type { RevisionJob } from '../../workload/workload.ts';
import { namespaceOf, resolveSecretReferences } from './cluster-values.ts';
import { type PodPlan, planPod, type PodPlanResult } from './pod-plan.ts';

/** Image, and the revision with the settings and secrets for the image's pod. */
type ImageRevision = Pick<RevisionJob, 'deployment' | 'revision' | 'secrets'> & { image: string };

/**
 * Checks, without running an image, that the cluster has the secrets, the service account and the pull secrets that the
 * revision requires.
 * @throws StepFailure with all objects that the namespace lacks.
 */
export function checkCluster(cluster: Cluster, revision: ImageRevision, log: RevisionLog): void {
  const planned = planImage(cluster, revision, log);
  if (planned.kind === 'problems' && planned.missing.length > 0) refuse(planned.missing);
}

/**
 * Returns the plan of an image's pod, and makes the log redact the pod's secrets.
 * @throws StepFailure if the cluster or this machine lacks something that the pod requires.
 */
export function requirePodPlan(cluster: Cluster, revision: ImageRevision, log: RevisionLog): PodPlan {
  const planned = planImage(cluster, revision, log);
  if (planned.kind === 'problems') return refuse([...planned.missing, ...planned.problems]);
  log.addSecrets(planned.plan.secrets);
  return planned.plan;
}

function planImage(
  cluster: Cluster,
  { deployment, revision, secrets, image }: ImageRevision,
  log: RevisionLog,
): PodPlanResult {
  const config = deployment.sourceConfig;
  const namespace = cluster.namespace(deployment.workspaceId, namespaceOf(config));
  const { values, problems } = resolveSecretReferences(namespace, deployment.secretReferences);
  log.addSecrets(values.values());
  for (const { name } of secrets.filter((secret) => values.has(secret.name))) {
    const message = `${name} is set by a secret and by a secret reference. The value of the secret reference is used.`;
    log.write('deploy', message, 'WARNING');
  }
  const fromCluster: Secret[] = [...values].map(([name, value]) => ({ name, value }));
  const env = runtimeEnvironment({
    basic: {},
    config: {},
    // If a name occurs in both lists, the value from the cluster applies.
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
  throw new StepFailure(`The revision cannot run with these settings. ${problems.join('; ')}.`);
}
