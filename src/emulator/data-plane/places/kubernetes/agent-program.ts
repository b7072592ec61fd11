import { randomBytes } from 'node:crypto';
import type { ResourceSpec } from '../../../../contract/resource-spec.ts';
import type { KubernetesConfig } from '../../../ports/context.ts';
import type { Store } from '../../../ports/store.ts';
import { POD_VARIABLES, podVariables } from './pod/variables.ts';
import type { ArtifactStore } from '../../artifacts/artifact-store.ts';
import { StepFailure } from '../../build/step.ts';
import { LINK_VERSION } from '../../link/offer.ts';
import { runtimeEnvironment } from '../../environment.ts';
import type { Timing } from '../../timing.ts';
import {
  requireImage,
  type RevisionJob,
  type ServingAttributes,
  type Workload,
} from '../../workload/workload.ts';
import type { PodProgram } from './kubernetes-place.ts';
import { runScaleOf } from './plan/run-scale.ts';

interface AgentProgramOptions {
  config: Pick<KubernetesConfig, 'agentImage' | 'planeUrl'>;
  /** Time after which a silent or blocked worker makes its pod exit. */
  timing: Pick<Timing, 'stuckMs'>;
  store: Pick<Store, 'agentTokens'>;
  builds: Pick<Workload, 'isBuilt' | 'build'> & Pick<ArtifactStore, 'attributesOf'>;
}

const TOKEN_BYTES = 32;

/**
 * Returns the program of a revision's pods: the agent's own image or, for a revision from code, the emulator's image,
 * which fetches the build. `attributes` are the stored attributes of the revision.
 * @throws StepFailure if the control plane was started without the required settings.
 */
export async function agentProgram(
  options: AgentProgramOptions,
  job: RevisionJob,
): Promise<{ program: PodProgram; attributes: ServingAttributes }> {
  const { deployment, revision, secrets, log } = job;
  const spec = deployment.sourceConfig.resource_spec;
  const own = { deploymentId: deployment.id, revisionId: revision.id, deployment, revision };
  const image = requireImage(revision);
  if (image !== undefined) {
    const env = runtimeEnvironment({ basic: {}, config: {}, secrets, deployment, revision });
    return {
      program: {
        ...own,
        program: { image },
        env: new Map(Object.entries(env)),
        spec,
        speaks: 'http',
      },
      attributes: { bringsServer: true, bringsAuth: false, agentSettings: null },
    };
  }
  const { builds, store } = options;
  const { agentImage, planeUrl } = requireAgentPods(options.config);
  // A revision that was restored from a snapshot has no stored build.
  if (!(await builds.isBuilt(revision))) await builds.build(job);
  const attributes = await builds.attributesOf(revision.id);
  if (attributes === undefined) throw new Error(`revision ${revision.id} was removed during its rollout`);
  const token = await store.agentTokens.put(revision.id, randomBytes(TOKEN_BYTES).toString('base64url'));
  log.addSecrets([token]);
  const { secretReferences } = deployment;
  const program: PodProgram = {
    ...own,
    program: {
      image: agentImage,
      args: ['agent', '--deployment', deployment.id],
      isOurs: true,
      ...(!attributes.bringsServer && { linkVersion: LINK_VERSION }),
    },
    speaks: attributes.bringsServer ? 'http' : 'link',
    env: podVariables({
      planeUrl,
      token,
      stuckMs: options.timing.stuckMs,
      deployment,
      revision,
      secrets,
      secretReferences,
    }),
    variables: [{ name: POD_VARIABLES.pod, valueFrom: { fieldRef: { fieldPath: 'metadata.uid' } } }],
    spec: withoutServers(spec),
    // The control plane stores the runs of agents with links. It does not know the work of other servers.
    ...(!attributes.bringsServer && { runScale: runScaleOf(deployment.sourceConfig.deployment_type) }),
  };
  return { program, attributes };
}

/** Removes the fields for the queue, PostgreSQL and Redis, because the control plane itself stores runs and threads. */
function withoutServers(spec: ResourceSpec | null | undefined): ResourceSpec {
  return Object.fromEntries(Object.entries(spec ?? {}).filter(([name]) => !/^(queue|db|redis)_/.test(name)));
}

/**
 * Returns the settings for agent pods. @throws StepFailure if the control plane was started without these settings.
 */
export function requireAgentPods({
  agentImage,
  planeUrl,
}: Pick<KubernetesConfig, 'agentImage' | 'planeUrl'>): { agentImage: string; planeUrl: string } {
  if (agentImage !== undefined && planeUrl !== undefined) return { agentImage, planeUrl };
  const missing = [
    ...(agentImage === undefined ? ['--agent-image (the image of the emulator)'] : []),
    ...(planeUrl === undefined ? ['--plane-url (the URL at which pods reach this control plane)'] : []),
  ];
  throw new StepFailure(
    `This control plane can run only images, because it was started without ${missing.join(' and ')}. Start it with both flags, or deploy an image (external_docker).`,
  );
}
