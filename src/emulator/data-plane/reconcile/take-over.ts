import { deploymentAtRevision } from '../../ports/revision-settings.ts';
import type { DeploymentRow, Repositories, RevisionRow } from '../../ports/store.ts';
import type { AnyWorker } from '../../ports/worker.ts';
import { retryTransient } from '../../store/retry-transient.ts';
import { StepFailure } from '../build/step-failure.ts';
import type { ServingRevision } from '../serving/serving.ts';
import type { RevisionJob } from '../workload/workload.ts';
import type { RevisionDependencies } from './drive-deps.ts';
import type { RevisionLease } from './hold.ts';

/** The switch: new requests go to the new revision first, then the world is told, then the old one is let go. */
export async function switchToRevision(
  deps: RevisionDependencies,
  hold: RevisionLease,
  job: RevisionJob,
  worker: AnyWorker | undefined,
): Promise<void> {
  const { deployment, revision, log } = job;
  // A port of its own is kept with the deployment, and that takes room.
  await retryTransient(() => deps.gateway.open(deployment.id), { signal: job.signal });
  const replaced = deps.serving.switchTo(
    toServingRevision(deps, deployment, hold.row(), worker !== undefined),
    worker,
  );
  log.write('deploy', `Revision ${revision.id} serves the deployment.`);
  await log.flush();
  try {
    const change = { activeRevisionId: revision.id, updatedAt: deps.clock.now() };
    const together = (tx: Repositories) => tx.deployments.update(deployment.id, change);
    // Told with the switch: whoever is asked next, on any emulator, knows who is to answer.
    const bringsServer = worker?.address !== undefined;
    await hold.write({ status: 'DEPLOYED', statusMessage: null, bringsServer }, { together, patient: true });
  } catch (error) {
    await replaced.restore();
    log.write('deploy', 'It was given up at the switch: what served before serves again.', 'WARNING');
    throw error;
  }
  replaced.retire();
}

/** How a revision is kept served: its worker is started again, from its artifact, under the same name. */
export function toServingRevision(
  deps: Pick<RevisionDependencies, 'workload' | 'store' | 'logs'>,
  deployment: DeploymentRow,
  revision: RevisionRow,
  hasWorker: boolean,
): ServingRevision {
  const log = deps.logs.open(revision.id, []);
  const start = async (signal: AbortSignal): Promise<AnyWorker> => {
    const secrets = await deps.store.revisions.secrets(revision.id);
    deps.logs.open(revision.id, secretValues(deployment, secrets));
    const worker = await deps.workload.launch({
      deployment: deploymentAtRevision(deployment, revision),
      revision,
      secrets,
      log,
      signal,
      onCommit: () => Promise.resolve(),
    });
    if (!worker) throw new StepFailure('There is no worker to start.');
    return worker;
  };
  return {
    deploymentId: deployment.id,
    revisionId: revision.id,
    log: (message, level) => log.write('deploy', message, level),
    ...(hasWorker ? { start } : {}),
  };
}

/** Texts that must not appear in a revision's log: its secrets, and the credentials in its repository's URL. */
export function secretValues(deployment: DeploymentRow, secrets: readonly { value: string }[]): string[] {
  const userInfo =
    /^[a-z][a-z0-9+.-]*:\/\/([^/@]*)@/i.exec(deployment.sourceConfig.repo_url ?? '')?.[1] ?? '';
  return [...secrets.map(({ value }) => value), ...userInfo.split(':')].filter((text) => text !== '');
}
