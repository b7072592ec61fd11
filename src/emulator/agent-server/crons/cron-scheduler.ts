import { setImmediate } from 'node:timers/promises';
import { toLine } from '../../../contract/bounded-text.ts';
import { BACKOFF } from '../../../clients/retry.ts';
import type { AgentCaller } from '../../ports/agent-auth.ts';
import type { ServiceClock } from '../../ports/clock.ts';
import type { CronRow, Repositories, RunRow, Store } from '../../ports/store.ts';
import type { LiveWorkers } from '../../ports/worker.ts';
import { HttpError } from '../../server/http-error.ts';
import type { DeploymentAuthService } from '../access/deployment-auth.ts';
import { servingWorker } from '../query-graph.ts';
import { MAX_REASON } from '../run-outcome.ts';
import { toRunRequest } from '../run-row.ts';
import type { RunService } from '../run-service.ts';
import { nextRunTime } from './schedule.ts';

/** Number of crons that are read at a time. */
const BATCH_SIZE = 100;
/** Delay before a failed attempt to create a run is repeated, in milliseconds. */
const RETRY_MS = BACKOFF.recovery.baseMs;
/** Interval in milliseconds between reads of other replicas' changes, because notifications can be lost. */
const POLL_MS = 5_000;
/** Maximum sleep in milliseconds. After each sleep, the scheduler notices a suspended machine or an adjusted clock. */
const MAX_WAIT_MS = 60_000;

export interface CronSchedulerDependencies {
  store: Store;
  live: LiveWorkers;
  clock: ServiceClock;
  log: (line: string) => void;
  runs: Pick<RunService, 'createIf'>;
  /** Returns the callers of deployments whose agents define authentication, or absent if no agent defines it. */
  auth?: Pick<DeploymentAuthService, 'of' | 'callerOf'>;
  instanceId?: string | undefined;
  /** True if other replicas also create, change and run crons. */
  isShared?: boolean;
}

/**
 * Creates the runs of due crons exactly once: one transaction stores both the run and the cron's next time. The
 * scheduler handles only the deployments whose workers this emulator runs or can connect to. If a cron missed several
 * runs while no worker was available, the scheduler creates only one run.
 */
export interface CronScheduler {
  /** Starts to run the crons of serving deployments. */
  start(): Promise<void>;
  /** Schedules a check of the deployment's crons, immediately or when the next cron is due. */
  wake(deploymentId: string): void;
  /**
   * Creates a run of a cron immediately, without changing the cron's schedule.
   * @throws HttpError 404 for an unknown cron; 4xx if the run is refused.
   */
  runNow(deploymentId: string, cronId: string): Promise<RunRow>;
  /** Stops creating runs. Resolves once the runs that are being created exist. */
  close(): Promise<void>;
}

export function createCronScheduler(dependencies: CronSchedulerDependencies): CronScheduler {
  const { store, live, clock, log } = dependencies;
  const { runDue: runCron, runNow } = createCronRunner(dependencies);
  const alarms = createAlarms(clock, (deploymentId) => wake(deploymentId));
  const working = new Map<string, Promise<void>>();
  let unsubscribe: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const isServed = (deploymentId: string): boolean => servingWorker(live, deploymentId) !== undefined;

  const wake = (deploymentId: string): void => {
    if (closed) return;
    // Each deployment has at most one running check of its crons. A wake-up during a check schedules another check.
    const next = (working.get(deploymentId) ?? Promise.resolve())
      .then(() => runDue(deploymentId))
      .catch((failure: unknown) => {
        log(`crons of deployment ${deploymentId} are delayed: ${String(failure)}`);
        retryLater(deploymentId);
      })
      .finally(() => {
        if (working.get(deploymentId) === next) working.delete(deploymentId);
      });
    working.set(deploymentId, next);
  };

  const retryLater = (deploymentId: string) => void setTimeout(() => wake(deploymentId), RETRY_MS).unref();

  const runDue = async (deploymentId: string): Promise<void> => {
    // Keeps virtual time from advancing until the due runs exist.
    const resumeClock = clock.pause();
    try {
      for (;;) {
        // The scheduler is woken again when the deployment's next worker starts.
        if (closed || (!live.connect && !isServed(deploymentId))) return;
        const now = clock.now();
        const due = await store.crons.listDue(deploymentId, now, BATCH_SIZE);
        if (due.length === 0) {
          alarms.clear(deploymentId);
          const at = await store.crons.nextDue(deploymentId, now);
          if (at !== undefined && !closed) alarms.set(deploymentId, at);
          return;
        }
        if (live.connect) {
          await live.connect(deploymentId);
          // If no worker serves the deployment, the next poll checks the deployment's crons again.
          if (!isServed(deploymentId)) return;
        }
        let settled = true;
        for (const row of due) {
          if (closed) return;
          settled = (await runCron(row, now)) && settled;
          // Lets requests proceed between crons, because many crons might be due.
          await setImmediate();
        }
        if (!settled) return retryLater(deploymentId);
      }
    } finally {
      resumeClock();
    }
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
    runNow,
    async close() {
      closed = true;
      clearInterval(timer);
      unsubscribe();
      alarms.close();
      await Promise.all(working.values());
    },
  };
}

/**
 * Creates the functions that create the runs of crons. `runDue` resolves to false if the cron has changed since it was
 * read, or if another emulator serves the deployment.
 */
function createCronRunner({ store, log, runs, instanceId, auth }: CronSchedulerDependencies) {
  /** A cron's runs have the cron's creator as caller. The agent's handlers receive only the creator's identity. */
  const callerOf = async ({ deploymentId, userId }: CronRow): Promise<AgentCaller | undefined> => {
    if (userId === null || !(await auth?.of(deploymentId))) return undefined;
    const user = { identity: userId, display_name: userId, is_authenticated: true };
    return auth?.callerOf(deploymentId, { user, permissions: [] });
  };

  const requestOf = async (row: CronRow) => {
    // Loads the module for the first cron, because most emulators have no crons.
    const { toRunBody } = await import('./cron-row.ts');
    const caller = { deploymentId: row.deploymentId, agentCaller: await callerOf(row) };
    return toRunRequest(caller, toRunBody(row), { threadId: row.threadId ?? undefined, cronId: row.id });
  };
  /** Creates a run and stores the cron's outcome in one transaction, provided that `claim` returns true there. */
  const createRun = async (row: CronRow, claim: (tx: Repositories) => Promise<boolean>) =>
    runs.createIf(
      async (tx, { id: runId, threadId, createdAt: at }) => {
        if (!(await claim(tx))) return false;
        await tx.crons.addOutcome(row.id, { at, status: 'running', runId, threadId, reason: '' });
        return true;
      },
      await requestOf(row),
    );
  /**
   * Stores that a cron's run was refused and changes the cron in one transaction, provided that `change` returns true.
   */
  const refuse = (
    { id }: CronRow,
    { now, message }: { now: number; message: string },
    change: (tx: Repositories) => Promise<boolean>,
  ): Promise<boolean> =>
    store.transaction(async (tx) => {
      if (!(await change(tx))) return false;
      const reason = toLine(message, MAX_REASON);
      await tx.crons.addOutcome(id, { at: now, status: 'refused', runId: null, threadId: null, reason });
      return true;
    });

  const runDue = async (row: CronRow, now: number): Promise<boolean> => {
    const next = await nextRunTime(row.schedule, row.timezone, now).catch(whenRefused);
    if (next instanceof HttpError) {
      log(`cron ${row.id} is disabled: ${next.message}`);
      await refuse(row, { now, message: next.message }, (tx) => tx.crons.update(row.id, { enabled: false }));
      return true;
    }
    const advance = (tx: Repositories) => tx.crons.advance(row, next, instanceId);
    const created = await createRun(row, advance).catch(whenRefused);
    if (!(created instanceof HttpError)) return created !== undefined;
    log(`cron ${row.id} is skipped until its next scheduled time: ${created.message}`);
    return refuse(row, { now, message: created.message }, advance);
  };

  const runNow = async (deploymentId: string, cronId: string): Promise<RunRow> => {
    const unknown = new HttpError(404, `Cron '${cronId}' not found`);
    const row = await store.crons.get(deploymentId, cronId);
    if (row === undefined) throw unknown;
    const run = await createRun(row, async (tx) => (await tx.crons.get(deploymentId, cronId)) !== undefined);
    if (run === undefined) throw unknown;
    return run;
  };
  return { runDue, runNow };
}

/** Creates alarms, at most one per deployment. Each alarm calls `ring` when it is due. */
function createAlarms(clock: ServiceClock, ring: (deploymentId: string) => void) {
  const sleeping = new Map<string, AbortController>();
  const clear = (deploymentId: string): void => {
    sleeping.get(deploymentId)?.abort();
    sleeping.delete(deploymentId);
  };
  return {
    clear,
    /** Replaces a deployment's alarm. `at` is in epoch milliseconds; the alarm can ring earlier. */
    set(deploymentId: string, at: number): void {
      clear(deploymentId);
      const controller = new AbortController();
      sleeping.set(deploymentId, controller);
      const wait = Math.max(at - clock.now(), 1);
      clock.sleep(Math.min(wait, MAX_WAIT_MS), controller.signal).then(
        () => {
          if (sleeping.get(deploymentId) === controller) sleeping.delete(deploymentId);
          ring(deploymentId);
        },
        () => undefined,
      );
    },
    close(): void {
      for (const controller of sleeping.values()) controller.abort();
    },
  };
}

/** Returns an error that a repeated request would cause again, and throws any other error. */
function whenRefused(failure: unknown): HttpError {
  if (failure instanceof HttpError && failure.status < 500) return failure;
  throw failure;
}

/**
 * Returns the next time after `after` when a cron, a delayed run or a webhook is due, or `undefined` if nothing is due.
 * Both times are in epoch milliseconds.
 */
export async function nextDue(
  { crons, runs, webhooks }: Pick<Store, 'crons' | 'runs' | 'webhooks'>,
  after: number,
): Promise<number | undefined> {
  const dues = [
    ...(await crons.deploymentsWithEnabled()).map((id) => crons.nextDue(id, after)),
    ...(await runs.deploymentsWithPending()).map((id) => runs.nextStart(id, after)),
    webhooks.nextDue(),
  ];
  // Work that is due but cannot start, such as the cron of a stopped agent, does not stop the virtual clock.
  const found = (await Promise.all(dues)).flatMap((due) => (due !== undefined && due > after ? [due] : []));
  return found.length === 0 ? undefined : Math.min(...found);
}
