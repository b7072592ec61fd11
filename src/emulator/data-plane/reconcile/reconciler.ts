import { isFinal } from '../../../contract/statuses.ts';
import { errorMessage } from '../../../os/errors.ts';
import { NotClaimed } from '../../ports/replica.ts';
import type { DeploymentRow, Store } from '../../ports/store.ts';
import { everyRevision } from '../../ports/store-control-plane.ts';
import { type ServiceClock, withClockPaused } from '../../ports/clock.ts';
import { isDiskFull } from '../../ports/store-errors.ts';
import { advanceRevision, type ReconcilerDependencies, toServingRevision } from './advance.ts';
import { type DeploymentAction, planDeployment } from './plan.ts';

/** Brings the running programs in line with the store. */
interface Reconciler {
  /** Serves the revisions that served before, and resumes unfinished work. */
  start(): Promise<void>;
  wake(): void;
  /** Cancels current work, which the next start resumes. */
  close(): Promise<void>;
  activeTasks(): string[];
}

/**
 * Interval at which the loop, and every stalled stage, checks again: rules and rows may change without a wake-up.
 * Milliseconds.
 */
const POLL_MS = 1_000;

interface Task {
  deploymentId: string;
  controller: AbortController;
  done: Promise<void>;
}

/**
 * Virtual time stops while the reconciler and its tasks work. It advances while tasks sleep or a stage is stalled.
 */
export function createReconciler(
  options: Omit<ReconcilerDependencies, 'pause' | 'clock'> & { clock: ServiceClock },
): Reconciler {
  const tasks = new Map<string, Task>();
  let pulse = Promise.withResolvers<void>();
  let due = false;
  let loop: Promise<void> | undefined;
  const { clock: time, ...dependencies } = options;
  let timer: NodeJS.Timeout | undefined;
  let closing = false;

  const { store, replica, log } = dependencies;

  const wakeUp = () => {
    pulse.resolve();
    pulse = Promise.withResolvers();
    due = true;
    loop ??= withClockPaused(time, runLoop);
  };
  const isDue = () => due && !closing;
  const runLoop = async () => {
    while (isDue()) {
      due = false;
      try {
        await reconcile();
      } catch (error) {
        logOnce('', `the reconciler could not read the store: ${describe(error)}`);
      }
    }
    // Cleared immediately: clearing it only when the promise settles would lose a wake-up in between.
    loop = undefined;
  };

  /** An action repeated every second may fail every second; the failure is logged once. */
  const logged = new Map<string, string>();
  const logOnce = (about: string, line: string) => {
    if (logged.get(about) !== line) log(line);
    logged.set(about, line);
  };

  /** `work` resolves to whether it changed something; only then the reconciler runs again immediately. */
  const startTask = (
    key: string,
    deploymentId: string,
    work: (own: ReconcilerDependencies, signal: AbortSignal) => Promise<boolean>,
  ) => {
    if (tasks.has(key) || closing) return;
    const controller = new AbortController();
    const attempt = async () => {
      try {
        return await withClockPaused(time, (clock) => {
          const pause = (signal: AbortSignal) => clock.resumeWhile(pauseUntil(pulse.promise, signal));
          return work({ ...dependencies, clock, pause }, controller.signal);
        });
      } catch (error) {
        if (!controller.signal.aborted && !(error instanceof NotClaimed))
          logOnce(key, `the reconciler failed on ${key}: ${describe(error)}`);
        return false;
      }
    };
    const done = attempt().then((changed) => {
      tasks.delete(key);
      if (changed) logged.delete(key);
      if (changed && !closing) wakeUp();
    });
    tasks.set(key, { deploymentId, controller, done });
  };
  const cancelTasks = async (keys: Iterable<string>) => {
    const cancelled = [...keys].flatMap((key) => tasks.get(key) ?? []);
    for (const { controller } of cancelled) controller.abort();
    await Promise.all(cancelled.map(({ done }) => done));
  };

  const reconcile = async () => {
    const [deployments, unfinished] = [
      await store.deployments.listInProgress(),
      await store.revisions.listUnfinished(),
    ];
    const unfinishedIds = new Set(unfinished.map(({ id }) => id));
    for (const [key, task] of tasks) {
      // The revision was ended by another program, or its deployment was deleted.
      if (key.startsWith(REVISION) && !unfinishedIds.has(key.slice(REVISION.length))) task.controller.abort();
    }
    const byDeployment = Map.groupBy(unfinished, ({ deploymentId }) => deploymentId);
    const claimedByOthers = await replica.claimedByOthers();
    for (const deployment of deployments) {
      if (claimedByOthers.has(deployment.id)) continue;
      const actions = planDeployment(deployment, byDeployment.get(deployment.id) ?? []).filter(isPossible);
      const isForced =
        deployment.status === 'AWAITING_DELETE' && (await store.deployments.isDeleteForced(deployment.id));
      if (actions.length === 0 && !isForced) continue;
      // The rows may be outdated by now, so each task checks them in the transaction of its write.
      if (!(await replica.claim(deployment.id))) continue;
      for (const action of actions) perform(deployment, action);
      if (isForced) forceDelete(deployment);
    }
    await releaseIdle();
  };

  const revisionTasks = (deploymentId: string): string[] =>
    [...tasks].flatMap(([key, task]) =>
      key.startsWith(REVISION) && task.deploymentId === deploymentId ? [key] : [],
    );

  /** A fault rule may stall the current deletion; the forced deletion replaces it. */
  const forceDelete = (deployment: DeploymentRow) => {
    startTask(FORCED + deployment.id, deployment.id, async (task, signal) => {
      await cancelTasks([
        DEPLOYMENT + deployment.id,
        PREPARE + deployment.id,
        ...revisionTasks(deployment.id),
      ]);
      await removeDeployment(task, deployment, signal, { forced: true });
      return true;
    });
  };

  /** Returns whether the limit of concurrent revisions is reached. The end of a revision wakes the loop. */
  const isFull = () =>
    [...tasks.keys()].filter((key) => key.startsWith(REVISION)).length >= dependencies.maxBuilds;

  /** Work that cannot begin here is not claimed, so that another replica can do it. */
  const isPossible = ({ kind }: DeploymentAction) => kind === 'prepare' || kind === 'remove' || !isFull();

  const perform = (deployment: DeploymentRow, action: DeploymentAction) => {
    switch (action.kind) {
      case 'prepare':
        startTask(PREPARE + deployment.id, deployment.id, async (task, signal) => {
          await prepareDeployment(task, deployment, signal);
          return true;
        });
        return;
      case 'remove':
        startTask(DEPLOYMENT + deployment.id, deployment.id, async (task, signal) => {
          // Also cancels tasks of revisions that are final in the store, because they must not write anything after
          // the files are removed.
          await cancelTasks([PREPARE + deployment.id, ...revisionTasks(deployment.id)]);
          await removeDeployment(task, deployment, signal, { forced: false });
          return true;
        });
        return;
      case 'create':
      case 'run':
        if (isFull()) return;
        startTask(REVISION + action.revisionId, deployment.id, async (task, signal) => {
          const held = await advanceRevision(task, deployment, action.revisionId, signal, () => closing);
          await discardOld(deployment.id, action.revisionId);
          return held;
        });
    }
  };

  /** Removes the files of old revisions after a revision became the active one. */
  const discardOld = async (deploymentId: string, revisionId: string) => {
    const now = await store.deployments.findById(deploymentId);
    if (!now || now.activeRevisionId !== revisionId) return;
    const kept = await revisionsToKeep(store, now);
    const latest = await store.revisions.list(deploymentId, { limit: 100, offset: 0 });
    await dependencies.workload.discard?.(latest.map(({ id }) => id).filter((id) => !kept.has(id)));
    dependencies.onUnused();
  };

  const serveAgain = async (deployment: DeploymentRow) => {
    const { id, activeRevisionId } = deployment;
    if (activeRevisionId === null || deployment.status === 'AWAITING_DELETE') return;
    const revision = await store.revisions.get(id, activeRevisionId);
    if (!revision) return;
    await dependencies.gateway?.open(id);
    await dependencies.serving.resume?.(
      toServingRevision(dependencies, deployment, revision, dependencies.hasWorkers),
    );
  };

  /** Releases the deployments without work in progress, so that any replica can claim them. */
  const releaseIdle = async () => {
    const busy = new Set([...tasks.values()].map(({ deploymentId }) => deploymentId));
    for (const id of replica.claimed()) if (!busy.has(id)) await replica.release(id);
  };

  return {
    async start() {
      await dependencies.workload.discard?.(
        await revisionsToDiscard(store, (await dependencies.workload.listStored?.()) ?? []),
      );
      await dependencies.workload.prune?.();
      await Promise.all((await store.deployments.listServed()).map(serveAgain));
      timer = setInterval(wakeUp, POLL_MS);
      timer.unref();
      wakeUp();
    },
    wake() {
      if (!closing) wakeUp();
    },
    async close() {
      closing = true;
      clearInterval(timer);
      await cancelTasks(tasks.keys());
      await loop;
    },
    activeTasks: () => [...tasks.keys()],
  };
}

const REVISION = 'revision:';
const PREPARE = 'preparing deployment:';
const DEPLOYMENT = 'deployment:';
const FORCED = 'forced delete:';

function pauseUntil(pulse: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  void pulse.then(resolve);
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}

function describe(error: unknown): string {
  if (isDiskFull(error)) return errorMessage(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** AWAITING_DATABASE → READY. READY does not depend on any revision. */
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
 * Deletes a deployment: stops its programs, removes its builds, then its rows. `forced` skips the waiting that fault
 * rules demand.
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
  // Nothing may be written to rows that are about to be removed.
  await logs.flush();
  await store.transaction(async (tx) => {
    await replica.assertClaimed(tx, deployment.id);
    await tx.deployments.remove(deployment.id);
  });
  dependencies.onUnused();
}

/** Injects the faults of the deployment's status: its duration, and whether it ends at all. */
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

/** Number of deployed revisions per deployment whose files stay on disk, so that a rollback needs no build. */
const KEPT_DEPLOYED = 3;

/**
 * Returns the revisions whose files may be needed again: the active one, the last deployed ones, and those in
 * progress.
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

/** Returns the stored revisions whose files are no longer needed. */
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
