import { isFinal } from '../../../contract/statuses.ts';
import { errorMessage } from '../../../os/errors.ts';
import { type Fleet, NotOwned } from '../../ports/fleet.ts';
import type { DeploymentRow, Store } from '../../ports/store.ts';
import { type ServiceClock, withClockPaused } from '../../ports/time.ts';
import { isDiskFull } from '../../store/retry-transient.ts';
import type { Gateway } from '../serving/gateway.ts';
import type { Serving } from '../serving/serving.ts';
import type { Workload } from '../workload/workload.ts';
import {
  advanceRevision,
  type RevisionDependencies,
  type StageDependencies,
  toServingRevision,
} from './advance.ts';
import { type DeploymentAction, planDeployment } from './plan.ts';
import type { RevisionLogs } from './revision-log.ts';

/** Brings what runs in step with what the store wants (DESIGN §6). */
interface Reconciler {
  /** Serves again what served before, and takes up what was left unfinished. */
  start(): Promise<void>;
  /** Something may be to do. */
  wake(): void;
  /** Gives up what is at work, leaving it to the next start. */
  close(): Promise<void>;
  activeTasks(): string[];
}

/** The loop, and every stage that stalls, looks again after so long at the latest: rules and rows may change unsaid. */
const LOOK_AGAIN_MS = 1_000;

interface Task {
  deploymentId: string;
  controller: AbortController;
  done: Promise<void>;
}

type Deps = RevisionDependencies & DeploymentDependencies;

/** Time stands still while it looks and while its tasks work, but not while they sleep or a stage stalls. */
export function createReconciler(
  options: Omit<Deps, 'pause' | 'clock'> & { clock: ServiceClock },
): Reconciler {
  const tasks = new Map<string, Task>();
  /** Deployments that became ours and are not served yet. */
  const toServe = new Set<string>();
  let pulse = Promise.withResolvers<void>();
  let due = false;
  let loop: Promise<void> | undefined;
  const { clock: time, ...deps } = options;
  let timer: NodeJS.Timeout | undefined;
  let closing = false;

  const { store, fleet, log } = deps;

  const poke = () => {
    pulse.resolve();
    pulse = Promise.withResolvers();
    due = true;
    loop ??= withClockPaused(time, keepLooking);
  };
  const isDue = () => due && !closing;
  const keepLooking = async () => {
    while (isDue()) {
      due = false;
      try {
        await look();
      } catch (error) {
        sayOnce('', `the reconciler could not look at the store: ${describe(error)}`);
      }
    }
    // At once, and not when the promise is settled: a poke in between would be lost.
    loop = undefined;
  };

  /** What is tried again every second fails every second, until it is mended: that is told once. */
  const said = new Map<string, string>();
  const sayOnce = (about: string, line: string) => {
    if (said.get(about) !== line) log(line);
    said.set(about, line);
  };

  /** `work` tells whether it moved something: only then is there reason to look again at once. */
  const begin = (
    key: string,
    deploymentId: string,
    work: (own: Deps, signal: AbortSignal) => Promise<boolean>,
  ) => {
    if (tasks.has(key) || closing) return;
    const controller = new AbortController();
    const attempt = async () => {
      try {
        return await withClockPaused(time, (clock) => {
          const pause = (signal: AbortSignal) => clock.resumeWhile(pauseUntil(pulse.promise, signal));
          return work({ ...deps, clock, pause }, controller.signal);
        });
      } catch (error) {
        if (!controller.signal.aborted && !(error instanceof NotOwned))
          sayOnce(key, `the reconciler failed on ${key}: ${describe(error)}`);
        return false;
      }
    };
    const done = attempt().then((moved) => {
      tasks.delete(key);
      if (moved) said.delete(key);
      if (moved && !closing) poke();
    });
    tasks.set(key, { deploymentId, controller, done });
  };
  const giveUp = async (keys: Iterable<string>) => {
    const given = [...keys].flatMap((key) => tasks.get(key) ?? []);
    for (const { controller } of given) controller.abort();
    await Promise.all(given.map(({ done }) => done));
  };

  const look = async () => {
    for (const id of await fleet.claimShare()) toServe.add(id);
    await serveTaken();
    const [deployments, unfinished] = [
      await store.deployments.listInProgress(),
      await store.revisions.listUnfinished(),
    ];
    const wanted = new Set(unfinished.map(({ id }) => id));
    for (const [key, task] of tasks) {
      // Somebody ended the revision from outside, or its deployment is gone.
      if (key.startsWith(REVISION) && !wanted.has(key.slice(REVISION.length))) task.controller.abort();
    }
    const byDeployment = Map.groupBy(unfinished, ({ deploymentId }) => deploymentId);
    await giveBack(new Set(deployments.map(({ id }) => id)));
    for (const deployment of deployments) {
      if (!fleet.owns(deployment.id)) continue;
      const own = byDeployment.get(deployment.id) ?? [];
      for (const action of planDeployment(deployment, own)) act(deployment, action);
      if (
        deployment.status === 'AWAITING_DELETE' &&
        (await store.deployments.isDeleteForced(deployment.id))
      ) {
        finishDelete(deployment);
      }
    }
  };

  const revisionTasks = (deploymentId: string): string[] =>
    [...tasks].flatMap(([key, task]) =>
      key.startsWith(REVISION) && task.deploymentId === deploymentId ? [key] : [],
    );

  /** The deletion that has begun may be held up by a rule: this one takes its place. */
  const finishDelete = (deployment: DeploymentRow) => {
    begin(FORCED + deployment.id, deployment.id, async (task, signal) => {
      await giveUp([DEPLOYMENT + deployment.id, PREPARE + deployment.id, ...revisionTasks(deployment.id)]);
      await removeDeployment(task, deployment, signal, { forced: true });
      return true;
    });
  };

  /** As many revisions are at work as may be: when one ends, the next look is due. */
  const isFull = () => [...tasks.keys()].filter((key) => key.startsWith(REVISION)).length >= deps.maxAtWork;

  const act = (deployment: DeploymentRow, action: DeploymentAction) => {
    switch (action.kind) {
      case 'prepare':
        begin(PREPARE + deployment.id, deployment.id, async (task, signal) => {
          await prepareDeployment(task, deployment, signal);
          return true;
        });
        return;
      case 'remove':
        begin(DEPLOYMENT + deployment.id, deployment.id, async (task, signal) => {
          // Also of revisions that are ended in the store: nothing of them may be written after the files are gone.
          await giveUp([PREPARE + deployment.id, ...revisionTasks(deployment.id)]);
          await removeDeployment(task, deployment, signal, { forced: false });
          return true;
        });
        return;
      case 'create':
      case 'run':
        if (isFull()) return;
        begin(REVISION + action.revisionId, deployment.id, async (task, signal) => {
          const held = await advanceRevision(task, deployment, action.revisionId, signal, () => closing);
          await tidy(deployment.id, action.revisionId);
          return held;
        });
    }
  };

  /** After a revision became the active one, files of long gone ones are removed. */
  const tidy = async (deploymentId: string, revisionId: string) => {
    const now = await store.deployments.findById(deploymentId);
    if (!now || now.activeRevisionId !== revisionId) return;
    const kept = await revisionsToKeep(store, now);
    const latest = await store.revisions.list(deploymentId, { limit: 100, offset: 0 });
    await deps.workload.discard(latest.map(({ id }) => id).filter((id) => !kept.has(id)));
    deps.onFree();
  };

  const serveAgain = async (deployment: DeploymentRow) => {
    const { id, activeRevisionId } = deployment;
    if (activeRevisionId === null || deployment.status === 'AWAITING_DELETE') return;
    const revision = await store.revisions.get(id, activeRevisionId);
    if (!revision) return;
    await deps.gateway.open(id);
    deps.serving.switchTo(toServingRevision(deps, deployment, revision, deps.hasWorkers), undefined);
  };

  /** What became ours is served before anything new is made of it. */
  const serveTaken = async () => {
    for (const id of toServe) {
      const deployment = await store.deployments.findById(id);
      if (deployment) await serveAgain(deployment);
      toServe.delete(id);
    }
  };

  /** What is ours, and neither serves nor wants anything, is anybody's again. `unsettled`: what may want something. */
  const giveBack = async (unsettled: ReadonlySet<string>) => {
    const busy = new Set([...tasks.values()].map(({ deploymentId }) => deploymentId));
    for (const id of fleet.ownedDeployments()) {
      if (!unsettled.has(id) && !busy.has(id) && !deps.serving.serves(id)) await fleet.release(id);
    }
  };

  return {
    async start() {
      await deps.workload.discard(await revisionsToDiscard(store, await deps.workload.listStored()));
      await deps.workload.prune();
      await Promise.all(
        (await store.deployments.listServed()).filter(({ id }) => fleet.owns(id)).map(serveAgain),
      );
      timer = setInterval(poke, LOOK_AGAIN_MS);
      timer.unref();
      poke();
    },
    wake() {
      if (!closing) poke();
    },
    async close() {
      closing = true;
      clearInterval(timer);
      await giveUp(tasks.keys());
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

interface DeploymentDependencies extends StageDependencies {
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
async function prepareDeployment(
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
async function removeDeployment(
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

/** So many deployed revisions of a deployment stay on disk: to come back to one is then a matter of starting it. */
const KEPT_DEPLOYED = 3;

/** Revisions of a deployment whose files may be needed again: the active one, the last ones deployed, those at work. */
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

/** Of the revisions whose files are stored, those whose files nobody needs again. */
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
