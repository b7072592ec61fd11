import { createWakeUp } from '../../../clients/listeners.ts';
import { isFinal } from '../../../contract/statuses.ts';
import type { DeploymentRow, Store } from '../../ports/store.ts';
import { everyRevision } from '../../ports/store-control-plane.ts';
import { type ServiceClock, withClockPaused } from '../../ports/clock.ts';
import { advanceRevision, type ReconcilerDependencies, toServingRevision } from './advance.ts';
import { type DeploymentAction, planDeployment } from './plan.ts';
import { createDeduplicatedLog, createTasks, describeError, type Tasks } from './tasks.ts';

/** Makes the running programs match the state in the store. */
interface Reconciler {
  /** Starts the active revisions again, and resumes unfinished work. */
  start(): Promise<void>;
  wake(): void;
  /** Cancels all tasks. The next start resumes unfinished work. */
  close(): Promise<void>;
  activeTasks(): string[];
}

/**
 * Milliseconds between checks of the loop and of stalled stages. The checks find changes of fault rules and rows that
 * cause no wake-up.
 */
const POLL_MS = 1_000;

/**
 * Creates the reconciler. Virtual time stops while the reconciler and its tasks work, and advances while tasks sleep
 * or a stage is stalled.
 */
export function createReconciler(
  options: Omit<ReconcilerDependencies, 'pause' | 'clock'> & { clock: ServiceClock },
): Reconciler {
  const { clock: time, ...dependencies } = options;
  const { store, workload } = dependencies;
  const pulse = createWakeUp();
  const log = createDeduplicatedLog(dependencies.log);
  let due = false;
  let loop: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const wakeUp = () => {
    pulse.wake();
    due = true;
    loop ??= withClockPaused(time, runLoop);
  };
  const tasks = createTasks(dependencies, { time, pulse, log, onChanged: wakeUp });
  const actions = createActions(dependencies, tasks);
  const isDue = () => due && !tasks.isClosed();
  const runLoop = async () => {
    while (isDue()) {
      due = false;
      try {
        await actions.startDue();
      } catch (error) {
        log.write('', `the reconciler could not read the store: ${describeError(error)}`);
      }
    }
    // `loop` is cleared before the promise settles, because a wake-up in between would otherwise be lost.
    loop = undefined;
  };

  return {
    async start() {
      await workload.discard?.(await revisionsToDiscard(store, (await workload.listStored?.()) ?? []));
      await workload.prune?.();
      // Pods serve requests independently of this process, so no deployment is read for them.
      if (dependencies.gateway !== undefined || dependencies.serving.resume !== undefined)
        await Promise.all((await store.deployments.listServed()).map((one) => serveAgain(dependencies, one)));
      timer = setInterval(wakeUp, POLL_MS);
      timer.unref();
      wakeUp();
    },
    wake() {
      if (!tasks.isClosed()) wakeUp();
    },
    async close() {
      clearInterval(timer);
      await tasks.close();
      await loop;
    },
    activeTasks: () => tasks.describe(),
  };
}

type ActionDependencies = Omit<ReconcilerDependencies, 'pause' | 'clock'>;

/** Creates the function that starts tasks for all work that the store requires and that this replica can begin. */
function createActions(dependencies: ActionDependencies, tasks: Tasks) {
  const { store, replica } = dependencies;

  /** Returns whether the maximum number of revisions is in progress. */
  const isFull = () => tasks.countRevisions() >= dependencies.maxBuilds;

  /**
   * Returns whether this replica can begin an action now. If the replica cannot begin any action, it does not claim the
   * deployment, so another replica can claim it.
   */
  const isPossible = ({ kind }: DeploymentAction) => kind === 'prepare' || kind === 'remove' || !isFull();

  /**
   * Deletes a deployment immediately, and cancels a deletion in progress, because a fault rule may stall the deletion.
   */
  const forceDelete = (deployment: DeploymentRow) => {
    const { id } = deployment;
    tasks.start('forced delete', id, id, async (task, signal) => {
      await tasks.cancel(id, ['deployment', 'preparing deployment', 'revision']);
      await removeDeployment(task, deployment, signal, { forced: true });
      return true;
    });
  };

  const perform = (deployment: DeploymentRow, action: DeploymentAction) => {
    const { id } = deployment;
    switch (action.kind) {
      case 'prepare':
        tasks.start('preparing deployment', id, id, async (task, signal) => {
          await prepareDeployment(task, deployment, signal);
          return true;
        });
        return;
      case 'remove':
        tasks.start('deployment', id, id, async (task, signal) => {
          // Tasks of final revisions are cancelled too, because a task could otherwise write files after the removal of
          // the revision's files.
          await tasks.cancel(id, ['preparing deployment', 'revision']);
          await removeDeployment(task, deployment, signal, { forced: false });
          return true;
        });
        return;
      case 'create':
      case 'run':
        if (isFull()) return;
        tasks.start('revision', action.revisionId, id, async (task, signal) => {
          const held = await advanceRevision(task, deployment, action.revisionId, signal, () =>
            tasks.isClosed(),
          );
          await discardOld(dependencies, id, action.revisionId);
          return held;
        });
    }
  };

  /** Releases deployments without work in progress, so another replica can claim them. */
  const releaseIdle = async () => {
    const busy = tasks.deploymentIds();
    for (const id of replica.claimed()) if (!busy.has(id)) await replica.release(id);
  };

  return {
    async startDue(): Promise<void> {
      const [deployments, unfinished] = [
        await store.deployments.listInProgress(),
        await store.revisions.listUnfinished(),
      ];
      // Aborts tasks of revisions that are not in this list, because the revisions have ended or their deployment was
      // deleted.
      tasks.abortOtherRevisions(new Set(unfinished.map(({ id }) => id)));
      const byDeployment = Map.groupBy(unfinished, ({ deploymentId }) => deploymentId);
      const claimedByOthers = await replica.claimedByOthers();
      for (const deployment of deployments) {
        const { id } = deployment;
        if (claimedByOthers.has(id)) continue;
        const actions = planDeployment(deployment, byDeployment.get(id) ?? []).filter(isPossible);
        const isForced =
          deployment.status === 'AWAITING_DELETE' && (await store.deployments.isDeleteForced(id));
        if (actions.length === 0 && !isForced) continue;
        // The rows may be outdated, so each task checks its rows again in the transaction of its write.
        if (!(await replica.claim(id))) continue;
        for (const action of actions) perform(deployment, action);
        if (isForced) forceDelete(deployment);
      }
      await releaseIdle();
    },
  };
}

/** Removes files of old revisions after another revision has become active. */
async function discardOld(
  { store, workload, onUnused }: ActionDependencies,
  deploymentId: string,
  revisionId: string,
): Promise<void> {
  const now = await store.deployments.findById(deploymentId);
  if (!now || now.activeRevisionId !== revisionId) return;
  const kept = await revisionsToKeep(store, now);
  const latest = await store.revisions.list(deploymentId, { limit: 100, offset: 0 });
  await workload.discard?.(latest.map(({ id }) => id).filter((id) => !kept.has(id)));
  onUnused();
}

/** Starts the revision that was active when the emulator last stopped. */
async function serveAgain(dependencies: ActionDependencies, deployment: DeploymentRow): Promise<void> {
  const { id, activeRevisionId } = deployment;
  if (activeRevisionId === null || deployment.status === 'AWAITING_DELETE') return;
  const revision = await dependencies.store.revisions.get(id, activeRevisionId);
  if (!revision) return;
  await dependencies.gateway?.open(id);
  await dependencies.serving.resume?.(
    toServingRevision(dependencies, deployment, revision, dependencies.hasWorkers),
  );
}

/** Changes the deployment's status from AWAITING_DATABASE to READY, independently of its revisions. */
async function prepareDeployment(
  dependencies: ReconcilerDependencies,
  deployment: DeploymentRow,
  signal: AbortSignal,
): Promise<void> {
  await injectFaults(dependencies, deployment, signal);
  await dependencies.store.transaction(async (tx) => {
    await dependencies.replica.assertClaimed(tx, deployment.id);
    const now = await tx.deployments.findById(deployment.id);
    if (now?.status !== 'AWAITING_DATABASE') return;
    await tx.deployments.update(deployment.id, { status: 'READY', updatedAt: dependencies.clock.now() });
  });
}

/**
 * Deletes a deployment: stops its programs, then removes builds and rows. `forced` skips the delays that fault rules
 * cause.
 */
async function removeDeployment(
  dependencies: ReconcilerDependencies,
  deployment: DeploymentRow,
  signal: AbortSignal,
  options: { forced: boolean },
): Promise<void> {
  const { store, replica, serving, gateway, workload, logs } = dependencies;
  if (!options.forced) await injectFaults(dependencies, deployment, signal);
  await serving.stop(deployment.id);
  await gateway?.close(deployment.id);
  const revisions = await everyRevision(store, deployment.id);
  await workload.discard?.(revisions.map(({ id }) => id));
  // The logs are flushed first, so no log line is written while the rows are removed.
  await logs.flush();
  await store.transaction(async (tx) => {
    await replica.assertClaimed(tx, deployment.id);
    await tx.deployments.remove(deployment.id);
  });
  dependencies.onUnused();
}

/** Injects the faults for the deployment's status: a longer duration or a stall. */
async function injectFaults(
  { clock, faults, pause }: ReconcilerDependencies,
  { id, name, status }: DeploymentRow,
  signal: AbortSignal,
): Promise<void> {
  const rule = () => faults.decide(name, status, id);
  const duration = rule()?.durationMs ?? 0;
  if (duration > 0) await clock.sleep(duration, signal);
  while (rule()?.stall === true) await pause(signal);
}

/**
 * Number of deployed revisions per deployment whose files stay on disk, so a rollback to these revisions needs no
 * build.
 */
const KEPT_DEPLOYED = 3;

/**
 * Returns the revisions whose files may be needed again: the active revision, the last deployed revisions, and the
 * revisions in progress.
 */
async function revisionsToKeep(
  store: Pick<Store, 'revisions'>,
  deployment: Pick<DeploymentRow, 'id' | 'activeRevisionId'>,
): Promise<Set<string>> {
  const latest = await store.revisions.list(deployment.id, { limit: 100, offset: 0 });
  const deployed = latest.filter(({ status }) => status === 'DEPLOYED').slice(0, KEPT_DEPLOYED);
  const atWork = latest.filter(({ status }) => !isFinal(status));
  const kept = new Set([...deployed, ...atWork].map(({ id }) => id));
  if (deployment.activeRevisionId !== null) kept.add(deployment.activeRevisionId);
  return kept;
}

/** Returns the revisions on disk whose files are no longer needed. */
async function revisionsToDiscard(
  store: Pick<Store, 'deployments' | 'revisions'>,
  stored: readonly string[],
): Promise<string[]> {
  const kept = new Map<string, Set<string>>();
  const isKept = async (id: string): Promise<boolean> => {
    const revision = await store.revisions.findById(id);
    const deployment = revision && (await store.deployments.findById(revision.deploymentId));
    if (deployment === undefined) return false;
    const ids = kept.get(deployment.id) ?? (await revisionsToKeep(store, deployment));
    kept.set(deployment.id, ids);
    return ids.has(id);
  };
  const discarded: string[] = [];
  for (const id of stored) if (!(await isKept(id))) discarded.push(id);
  return discarded;
}
