import type { Fleet } from '../../ports/fleet.ts';
import type { DeploymentRow, Store } from '../../ports/store.ts';
import type { Workload } from '../workload/workload.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Serving } from '../serving/serving.ts';
import type { RevisionLogs } from './revision-log.ts';
import type { StageDependencies } from './stage-runner.ts';

export interface DeploymentDependencies extends StageDependencies {
  store: Store;
  fleet: Fleet;
  workload: Workload;
  serving: Serving;
  gateway: Gateway;
  logs: RevisionLogs;
  /** Told when something that was kept may not be needed any more. */
  onFree: () => void;
}

/** AWAITING_DATABASE → READY (spec §3.1). READY says nothing about a revision. */
export async function prepareDeployment(
  deps: DeploymentDependencies,
  deployment: DeploymentRow,
  signal: AbortSignal,
): Promise<void> {
  await pass(deps, deployment, signal);
  await deps.store.transaction(async (tx) => {
    await deps.fleet.assertOwned(tx, deployment.id);
    const now = await tx.deployments.findById(deployment.id);
    if (now?.status !== 'AWAITING_DATABASE') return;
    await tx.deployments.update(deployment.id, { status: 'READY', updatedAt: deps.clock.now() });
  });
}

/**
 * AWAITING_DELETE → gone: what runs is ended first, then what was built is removed, then the rows (spec §4.4). `forced`:
 * at once, whatever the fault rules say.
 */
export async function removeDeployment(
  deps: DeploymentDependencies,
  deployment: DeploymentRow,
  signal: AbortSignal,
  options: { forced: boolean },
): Promise<void> {
  const { store, fleet, serving, gateway, workload, logs } = deps;
  if (!options.forced) await pass(deps, deployment, signal);
  await serving.stop(deployment.id);
  await gateway.close(deployment.id);
  const revisions = await everyRevision(store, deployment.id);
  await workload.discard(revisions);
  // Nothing may be written any more to what is about to be gone.
  await logs.flush();
  await store.transaction(async (tx) => {
    await fleet.assertOwned(tx, deployment.id);
    await tx.deployments.remove(deployment.id);
  });
  deps.onFree();
}

async function everyRevision(store: Store, deploymentId: string): Promise<string[]> {
  const ids: string[] = [];
  const limit = 100;
  for (let offset = 0; ; offset += limit) {
    const page = await store.revisions.list(deploymentId, { limit, offset });
    ids.push(...page.map(({ id }) => id));
    if (page.length < limit) return ids;
  }
}

/** Lets the fault rules for the deployment's status have their way: how long it lasts, and whether it ends at all. */
async function pass(
  { clock, faults, pause }: StageDependencies,
  { id, name, status }: DeploymentRow,
  signal: AbortSignal,
): Promise<void> {
  const rule = () => faults.decide(name, status, id);
  const duration = rule()?.durationMs ?? 0;
  if (duration > 0) await clock.sleep(duration, signal);
  while (rule()?.stall === true) await pause(signal);
}
