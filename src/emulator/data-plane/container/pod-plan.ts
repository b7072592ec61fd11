import { deriveResourceSpec } from '../../../contract/derive.ts';
import type { ResourceSpec } from '../../../contract/resource-spec.ts';
import type { Namespace } from '../../ports/cluster.ts';
import { findMissingReferences } from './cluster-needs.ts';
import { checkImage, type PlanContext, planContainer, planMounts } from './container-plan.ts';
import type { ContainerPlan, PodPlanResult } from './plan.ts';
import { planVolume } from './volume-plan.ts';

/** The agent listens here unless its own variable PORT says otherwise. */
const PORT = 8000;
/** A cluster's memory is counted in units of 2^20 bytes. */
const MEGABYTE = 1024 ** 2;

/** The name of the agent's own container; no sidecar may have it. */
export const AGENT = 'agent';

export interface PodSource {
  image: string;
  /** As stored, not derived. */
  spec: ResourceSpec | null | undefined;
  namespace: Namespace;
  /** The whole environment of the agent's container, but for PORT. */
  env: ReadonlyMap<string, string>;
}

/**
 * Turns a revision from an image into what is to be run for it (spec §2.6 to 2.8), or into everything that stands in
 * the way: what the cluster does not have, and what a container engine on one machine cannot do. Nothing is left out in
 * silence.
 */
export function planPod({ image, spec: given, namespace, env }: PodSource): PodPlanResult {
  const spec = deriveResourceSpec(given ?? {});
  const missing = findMissingReferences(namespace, spec);
  const problems: string[] = [];
  const secrets = new Set<string>();
  const notes: string[] = [];
  const volumes = new Map(
    (spec.volumes ?? []).map(
      (volume) => [volume.name, planVolume(volume, namespace, { missing, problems })] as const,
    ),
  );
  for (const volume of volumes.values()) {
    if (volume?.kind === 'files') for (const value of volume.files.values()) secrets.add(value);
  }
  const context: PlanContext = { namespace, volumes, missing, problems, notes, secrets };
  const port = portOf(env.get('PORT'), problems);
  checkImage(image, 'source_revision_config.image_uri', problems);
  const agent: ContainerPlan = {
    name: AGENT,
    image,
    pull: 'present',
    entrypoint: undefined,
    args: [],
    workingDir: undefined,
    env: new Map([...env, ['PORT', String(port)]]),
    mounts: planMounts(spec.volume_mounts, 'resource_spec.volume_mounts', context),
    limits: agentLimits(spec),
    security: [],
    restart: 'always',
  };
  const init = (spec.init_containers ?? []).map((one) => planContainer(one, 'init_containers', context));
  const sidecars = (spec.sidecars ?? []).map((one) => planContainer(one, 'sidecars', context));
  const names = [AGENT, ...init, ...sidecars].map((one) => (typeof one === 'string' ? one : one.name));
  for (const name of new Set(names.filter((one, index) => names.indexOf(one) !== index))) {
    problems.push(
      `resource_spec: several containers are called ${name}${name === AGENT ? ', as the agent’s own is' : ''}`,
    );
  }
  if (missing.length + problems.length > 0) return { kind: 'problems', missing, problems };
  return {
    kind: 'plan',
    plan: {
      volumes: [...volumes.values()].filter((volume) => volume !== undefined),
      init,
      agent,
      port,
      sidecars,
      secrets: [...secrets],
      notes,
    },
  };
}

function agentLimits({ cpu_limit: cpus, memory_limit_mb: memory }: ResourceSpec): ContainerPlan['limits'] {
  return {
    ...(cpus ? { cpus } : {}),
    ...(memory ? { memoryBytes: memory * MEGABYTE } : {}),
  };
}

function portOf(text: string | undefined, problems: string[]): number {
  if (text === undefined) return PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) problems.push('secrets: PORT must be a number between 1 and 65535');
  return port;
}
