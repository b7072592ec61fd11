import { randomBytes } from 'node:crypto';
import type { KubernetesConfig } from '../../ports/context.ts';
import type { Store } from '../../ports/store.ts';
import { podVariables } from '../agent-pod/variables.ts';
import { StepFailure } from '../build/step.ts';
import { runtimeEnvironment } from '../environment.ts';
import { requireImage, type RevisionJob, type ServingAttributes } from '../workload/workload.ts';
import type { RevisionRequest } from './plan/manifests.ts';

/** What the pods of a revision run, and with which environment. */
export interface PodProgram {
  program: RevisionRequest['program'];
  /** All of it is secret. */
  env: ReadonlyMap<string, string>;
  attributes: ServingAttributes;
}

export interface ProgramOptions {
  config: Pick<KubernetesConfig, 'agentImage' | 'planeUrl'>;
  store: Pick<Store, 'agentTokens'>;
  /** Who will answer the requests of a built revision; undefined when it is not stored. */
  attributesOf: (revisionId: string) => Promise<ServingAttributes | undefined>;
}

type Job = Pick<RevisionJob, 'deployment' | 'revision' | 'secrets'> & {
  log: Pick<RevisionJob['log'], 'addSecrets'>;
};

/**
 * The program of a revision: an image from outside its own, what is built from code the agent program of our image.
 * @throws StepFailure when there is none.
 */
export async function podProgram(job: Job, options: ProgramOptions): Promise<PodProgram> {
  const { deployment, revision, secrets } = job;
  const image = requireImage(revision);
  if (image !== undefined) {
    const env = runtimeEnvironment({ basic: {}, config: {}, secrets, deployment, revision });
    return {
      program: { image },
      env: new Map(Object.entries(env)),
      attributes: { bringsServer: true, bringsAuth: false, agentSettings: null },
    };
  }
  const { agentImage, planeUrl } = requireAgentImage(options.config);
  const attributes = await options.attributesOf(revision.id);
  if (attributes === undefined)
    throw new StepFailure('The built revision is no longer stored. Deploy again.');
  const token = await options.store.agentTokens.put(revision.id, randomBytes(32).toString('base64url'));
  job.log.addSecrets([token]);
  return {
    program: { image: agentImage, args: ['agent', '--deployment', deployment.id], isOurs: true },
    env: podVariables({
      planeUrl,
      token,
      deployment,
      revision,
      secrets,
      secretReferences: deployment.secretReferences,
    }),
    attributes,
  };
}

/**
 * What runs code in the cluster.
 * @throws StepFailure naming what this control plane was started without.
 */
export function requireAgentImage({ agentImage, planeUrl }: ProgramOptions['config']): {
  agentImage: string;
  planeUrl: string;
} {
  const missing = [
    ...(agentImage === undefined ? ['--agent-image (the image of this program)'] : []),
    ...(planeUrl === undefined ? ['--plane-url (what pods reach it by)'] : []),
  ];
  if (agentImage !== undefined && planeUrl !== undefined) return { agentImage, planeUrl };
  throw new StepFailure(
    `This control plane cannot run code in the cluster: start it with ${missing.join(' and ')}, or deploy an image.`,
  );
}
