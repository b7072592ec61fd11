import { setImmediate } from 'node:timers/promises';
import type { ServiceClock } from '../../ports/clock.ts';
import type { CronRow, Store } from '../../ports/store.ts';
import type { LiveWorkers } from '../../ports/worker.ts';
import { HttpError } from '../../server/http-error.ts';
import type { AgentCaller } from '../../ports/agent-auth.ts';
import type { DeploymentAuthService } from '../access/deployment-auth.ts';
import type { RunService } from '../run-service.ts';
import { nextTime } from './schedule.ts';

/** Crons that are read at once. */
const BATCH_SIZE = 100;
/** How soon a failed attempt is repeated. */
const RETRY_MS = 1_000;
/** How often replicas look for what others changed without their hearing of it. */
const POLL_MS = 5_000;
/** The longest sleep: a machine that was suspended, or whose clock was set, notices within it. */
const LONGEST_WAIT_MS = 60_000;

export interface CronSchedulerDependencies {
  store: Store;
  live: LiveWorkers;
  clock: ServiceClock;
  log: (line: string) => void;
  runs: Pick<RunService, 'createIf'>;
  /** Who callers of deployments with authentication of their own are; absent: there are none. */
  auth?: Pick<DeploymentAuthService, 'of' | 'callerOf'>;
  /** See `Replica.instanceId`. */
  instanceId?: string | undefined;
  /** Other replicas create, change and run crons, too. */
  isShared?: boolean;
}

/**
 * Creates the runs of crons when their time comes, each once: in one transaction the run is stored and its cron gets its next
 * time. It works for deployments that a worker serves which this emulator has, or can connect to. What was missed while none
 * did is run once.
 */
export interface CronScheduler {
  /** From now on, crons of each deployment that starts to be served are run. */
  start(): Promise<void>;
  /** Looks for crons of this deployment that are due, now or later. Returns at once. */
  wake(deploymentId: string): void;
  /** Creates no more runs; resolves when current work has ended. */
  close(): Promise<void>;
}

export function createCronScheduler(dependencies: CronSchedulerDependencies): CronScheduler {
  const { store, live, clock, log, runs, instanceId, auth } = dependencies;
  const working = new Map<string, Promise<void>>();
  const sleeping = new Map<string, AbortController>();
  let unsubscribe: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const isServed = (deploymentId: string): boolean => {
    const held = live.acquire(deploymentId);
    held?.release();
    return held !== undefined;
  };

  const wake = (deploymentId: string): void => {
    if (closed) return;
    // One at a time per deployment; a wake meanwhile is followed up.
    const next = (working.get(deploymentId) ?? Promise.resolve())
      .then(() => runDue(deploymentId))
      .catch((failure: unknown) => {
        log(`crons of deployment ${deploymentId} wait: ${String(failure)}`);
        retryLater(deploymentId);
      })
      .finally(() => {
        if (working.get(deploymentId) === next) working.delete(deploymentId);
      });
    working.set(deploymentId, next);
  };

  const retryLater = (deploymentId: string) => void setTimeout(() => wake(deploymentId), RETRY_MS).unref();

  const runDue = async (deploymentId: string): Promise<void> => {
    // Virtual time waits until the runs that are due exist.
    const resumeClock = clock.pause();
    try {
      for (;;) {
        // The next worker that serves the deployment wakes it.
        if (closed || (!live.connect && !isServed(deploymentId))) return;
        const now = clock.now();
        const due = await store.crons.listDue(deploymentId, now, BATCH_SIZE);
        if (due.length === 0) return await sleepUntilDue(deploymentId, now);
        if (live.connect) {
          await live.connect(deploymentId);
          // Polling comes back to it.
          if (!isServed(deploymentId)) return;
        }
        let settled = true;
        for (const row of due) {
          if (closed) return;
          settled = (await run(row, now)) && settled;
          // Many may be due at once: requests are answered in between.
          await setImmediate();
        }
        if (!settled) return retryLater(deploymentId);
      }
    } finally {
      resumeClock();
    }
  };

  /** False: it is as it was, because it was changed meanwhile, or another emulator has the deployment now. */
  const run = async (row: CronRow, now: number): Promise<boolean> => {
    const next = await nextTime(row.schedule, row.timezone, now).catch(whenRefused);
    if (next instanceof HttpError) {
      log(`cron ${row.id} is disabled: ${next.message}`);
      await store.crons.update(row.id, { enabled: false });
      return true;
    }
    // Loaded by the first cron: most emulators have none.
    const { toRunRequest } = await import('./cron-row.ts');
    const created = await runs
      .createIf((tx) => tx.crons.advance(row, next, instanceId), {
        ...toRunRequest(row),
        agentCaller: await callerOf(row),
      })
      .catch(whenRefused);
    if (!(created instanceof HttpError)) return created !== undefined;
    log(`cron ${row.id} is skipped until its next time: ${created.message}`);
    return store.crons.advance(row, next, instanceId);
  };

  /** The maker of a cron asks for its runs, too: the author's handlers know the identity alone. */
  const callerOf = async ({ deploymentId, userId }: CronRow): Promise<AgentCaller | undefined> => {
    if (userId === null || !(await auth?.of(deploymentId))) return undefined;
    const user = { identity: userId, display_name: userId, is_authenticated: true };
    return auth?.callerOf(deploymentId, { user, permissions: [] });
  };

  const sleepUntilDue = async (deploymentId: string, now: number): Promise<void> => {
    sleeping.get(deploymentId)?.abort();
    sleeping.delete(deploymentId);
    const at = await store.crons.nextDue(deploymentId, now);
    if (at === undefined || closed) return;
    const controller = new AbortController();
    sleeping.set(deploymentId, controller);
    const wait = Math.max(at - clock.now(), 1);
    clock.sleep(Math.min(wait, LONGEST_WAIT_MS), controller.signal).then(
      () => {
        if (sleeping.get(deploymentId) === controller) sleeping.delete(deploymentId);
        wake(deploymentId);
      },
      () => undefined,
    );
  };

  const wakeAll = async (): Promise<void> => {
    for (const deploymentId of await store.crons.deploymentsWithEnabled()) wake(deploymentId);
  };

  return {
    async start() {
      unsubscribe = live.onServe(wake);
      await wakeAll();
      if (dependencies.isShared !== true) return;
      timer = setInterval(() => void wakeAll().catch(() => undefined), POLL_MS);
      timer.unref();
    },
    wake,
    async close() {
      closed = true;
      clearInterval(timer);
      unsubscribe();
      for (const controller of sleeping.values()) controller.abort();
      await Promise.all(working.values());
    },
  };
}

/** The refusal of a request that will be refused again; rejects with any other failure. */
function whenRefused(failure: unknown): HttpError {
  if (failure instanceof HttpError && failure.status < 500) return failure;
  throw failure;
}
