import { createWakeUp } from '../../../clients/listeners.ts';
import { isFinal } from '../../../contract/statuses.ts';
import { createFairTurns, readPage, WORKSPACES_PER_PAGE } from '../../ports/fair-turns.ts';
import type { DeploymentRow, RevisionRow, Store } from '../../ports/store.ts';
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
    tasks.start('forced delete', id, deployment, async (task, signal) => {
      await tasks.cancel(id, ['deployment', 'preparing deployment', 'revision']);
      await removeDeployment(task, deployment, signal, { forced: true });
      return true;
    });
  };

  const perform = (deployment: DeploymentRow, action: DeploymentAction) => {
    const { id } = deployment;
    switch (action.kind) {
      case 'prepare':
        tasks.start('preparing deployment', id, deployment, async (task, signal) => {
          await prepareDeployment(task, deployment, signal);
          return true;
        });
        return;
      case 'remove':
        tasks.start('deployment', id, deployment, async (task, signal) => {
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
        tasks.start('revision', action.revisionId, deployment, async (task, signal) => {
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

  /** Starts the possible actions for one deployment. `taken` means that another replica has claimed the deployment. */
  const startActions = async (
    deployment: DeploymentRow,
    unfinished: readonly RevisionRow[],
    isForced: boolean,
  ): Promise<'started' | 'taken' | 'nothing'> => {
    const actions = planDeployment(deployment, unfinished).filter(isPossible);
    const isDeleted = isForced && deployment.status === 'AWAITING_DELETE';
    if (actions.length === 0 && !isDeleted) return 'nothing';
    // The rows may be outdated, so each task checks its rows again in the transaction of its write.
    if (!(await replica.claim(deployment.id))) return 'taken';
    for (const action of actions) perform(deployment, action);
    if (isDeleted) forceDelete(deployment);
    return 'started';
  };
  const queue = createQueue(dependencies, tasks, isFull);

  /** Starts the work on a page of the queue. Resolves to true if the next page might contain other work. */
  const startPage = async (): Promise<boolean> => {
    const { waiting, isWhole } = await queue.read();
    const ids = [...new Set(waiting.map(({ deploymentId }) => deploymentId))];
    if (ids.length === 0) return !isWhole;
    const rows = new Map((await store.deployments.getMany(ids)).map((row) => [row.id, row]));
    const unfinished = Map.groupBy(
      await store.revisions.unfinishedOfMany(ids),
      ({ deploymentId }) => deploymentId,
    );
    const forced = new Set(waiting.flatMap((one) => (one.isForced ? [one.deploymentId] : [])));
    let isMore = !isWhole;
    for (const id of ids) {
      const row = rows.get(id);
      if (row === undefined) continue;
      const result = await startActions(row, unfinished.get(id) ?? [], forced.has(id));
      if (result === 'started') queue.started(row);
      isMore ||= result !== 'nothing';
    }
    return isMore;
  };

  return {
    async startDue(): Promise<void> {
      // Aborts tasks of revisions that have ended or whose deployment was deleted.
      const own = tasks.idsOf(['revision']);
      if (own.length > 0) {
        tasks.abortOtherRevisions(new Set(own), new Set(await store.revisions.listUnfinishedIds(own)));
      }
      for (let pages = 1; (await startPage()) && pages < MAX_PAGES; pages += 1);
      await releaseIdle();
    },
  };
}

/** Maximum number of pages that one wake-up reads. The end of each task causes another wake-up. */
const MAX_PAGES = 4;
/** Number of waiting items of each workspace that one wake-up reads. */
const ITEMS_PER_WORKSPACE = 8;
/** Maximum number of deployments of one workspace that this replica creates or deletes at the same time. */
const CHANGES_PER_WORKSPACE = 32;

/** Deployment with waiting work. */
interface WaitingItem {
  workspaceId: string;
  deploymentId: string;
  isForced: boolean;
}

/** Creates the fair queue of the work that this replica can start. */
function createQueue({ store, replica }: ActionDependencies, tasks: Tasks, isFull: () => boolean) {
  const changing = createFairTurns();
  const revisions = createFairTurns();
  const page = { limit: WORKSPACES_PER_PAGE, perWorkspace: ITEMS_PER_WORKSPACE, owner: replica.id };
  const changes = ['preparing deployment', 'deployment'] as const;
  return {
    /**
     * Reads a page of the deployments that wait, in the order in which they are started. `isWhole` is true if no other
     * page exists.
     */
    async read(): Promise<{ waiting: WaitingItem[]; isWhole: boolean }> {
      const busy = {
        preparing: tasks.idsOf(['preparing deployment']),
        deleting: tasks.idsOf(['deployment']),
        forcing: tasks.idsOf(['forced delete']),
      };
      const failed = tasks.failedIds([...changes, 'forced delete']);
      const changed = await readPage(changing, (after) =>
        store.workQueue.changing({ ...page, after, busy, failed }),
      );
      const changesIn = tasks.countByWorkspace(changes);
      const toChange = changing
        .order(changed.items, changesIn)
        .filter(
          ({ workspaceId, isForced }) =>
            isForced || (changesIn.get(workspaceId) ?? 0) < CHANGES_PER_WORKSPACE,
        );
      if (isFull()) return { waiting: toChange, isWhole: changed.isWhole };
      const own = {
        revisions: tasks.idsOf(['revision']),
        changing: [...busy.preparing, ...busy.deleting],
        deployments: [...tasks.deploymentIds()],
      };
      const found = await readPage(revisions, (after) =>
        store.workQueue.revisions({
          ...page,
          after,
          busy: own,
          failed: tasks.failedIds(['revision']),
          now: Date.now(),
        }),
      );
      const toAdvance = revisions.order(found.items, tasks.countByWorkspace(['revision']));
      return {
        waiting: [...toChange, ...toAdvance.map((one) => ({ ...one, isForced: false }))],
        isWhole: changed.isWhole && found.isWhole,
      };
    },
    /** Reports that work on this deployment was started. */
    started({ workspaceId }: DeploymentRow): void {
      changing.started(workspaceId);
      revisions.started(workspaceId);
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
