import { setImmediate } from 'node:timers/promises';
import { toLine } from '../../../contract/bounded-text.ts';
import { BACKOFF } from '../../../clients/retry.ts';
import type { AgentCaller } from '../../ports/agent-auth.ts';
import { LAST_DATE_MS, type ServiceClock } from '../../ports/clock.ts';
import type { CronRow, Repositories, RunRow, Store } from '../../ports/store.ts';
import type { LiveWorkers } from '../../ports/worker.ts';
import { HttpError } from '../../server/http-error.ts';
import type { DeploymentAuthService } from '../access/deployment-auth.ts';
import { servingWorker } from '../query-graph.ts';
import { MAX_REASON } from '../run-outcome.ts';
import { toRunRequest } from '../run-row.ts';
import type { RunService } from '../run-service.ts';
import { nextRunTime } from './schedule.ts';

/** Maximum number of crons that are claimed at a time, and whose runs are being created at the same time. */
const BATCH_SIZE = 100;
/** Delay before a failed attempt to create a run is repeated, in milliseconds. */
const RETRY_MS = BACKOFF.recovery.baseMs;
/** Interval in milliseconds between reads of other replicas' changes, because notifications can be lost. */
const POLL_MS = 5_000;
/**
 * Duration of a claim in milliseconds, if other replicas might handle the cron. Also the time after which a cron is tried
 * again whose deployment had no worker.
 */
const CLAIM_MS = 10_000;
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
 * Creates the runs of due crons exactly once: one transaction stores both the run and the cron's next time. One timer
 * and one query find the due crons of all deployments. The scheduler handles only the deployments whose workers this
 * emulator runs or can connect to. If a cron missed several runs while no worker was available, the scheduler creates
 * only one run.
 */
export interface CronScheduler {
  /** Starts to run the crons of serving deployments. */
  start(): Promise<void>;
  /** Checks for due crons, and schedules the next check. */
  wake(): void;
  /**
   * Creates a run of a cron immediately, without changing the cron's schedule.
   * @throws HttpError 404 for an unknown cron; 4xx if the run is refused.
   */
  runNow(deploymentId: string, cronId: string): Promise<RunRow>;
  /** Stops creating runs. Resolves once the runs that are being created exist. */
  close(): Promise<void>;
}

export function createCronScheduler(dependencies: CronSchedulerDependencies): CronScheduler {
  const { store, live, clock, log, isShared = false } = dependencies;
  const { runDue: runCron, runNow } = createCronRunner(dependencies);
  const alarm = createAlarm(clock, () => wake());
  const claims = createDueCrons(dependencies);
  const working = new Set<Promise<void>>();
  /** Number of claimed crons whose runs are being created. */
  let claimed = 0;
  let isDue = false;
  let checking: Promise<void> | undefined;
  let unsubscribe: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const wake = (): void => {
    isDue = true;
    if (closed || checking) return;
    // Keeps virtual time from advancing until the due runs exist.
    const resumeClock = clock.pause();
    checking = Promise.resolve()
      .then(check)
      .catch((failure: unknown) => {
        log(`crons are delayed: ${String(failure)}`);
        retryLater();
      })
      .finally(() => {
        checking = undefined;
        resumeClock();
        if (isDue && claimed < BATCH_SIZE) wake();
      });
  };

  /** Checks again after a delay. The claims of `rows` end only then, so a repeated failure does not cause a busy loop. */
  const retryLater = (rows: readonly CronRow[] = []) => {
    const retry = () => {
      claims.release(rows);
      wake();
    };
    setTimeout(retry, RETRY_MS).unref();
  };

  const check = async (): Promise<void> => {
    const mayClaim = () => isDue && !closed && claimed < BATCH_SIZE;
    while (mayClaim()) {
      isDue = false;
      const now = clock.now();
      const limit = BATCH_SIZE - claimed;
      const due = await claims.claim(now, limit);
      for (const [deploymentId, rows] of Map.groupBy(due, (row) => row.deploymentId)) {
        begin(deploymentId, rows, now);
      }
      if (due.length === limit) isDue = true;
      else alarm.set(await store.crons.nextDue(now));
    }
  };

  const runBatch = createBatchRunner(dependencies, runCron, () => closed);

  /** Creates runs in the background. Deployments do not wait for each other. */
  const begin = (deploymentId: string, rows: readonly CronRow[], now: number): void => {
    claimed += rows.length;
    const resumeClock = clock.pause();
    const done = runBatch(deploymentId, rows, now)
      .then((left) => {
        if (left.length > 0) retryLater(left);
      })
      .finally(() => {
        claimed -= rows.length;
        working.delete(done);
        // The next check finds the crons' new times.
        wake();
        resumeClock();
      });
    working.add(done);
  };

  return {
    async start() {
      unsubscribe = live.onServe((deploymentId) => {
        claims.served(deploymentId);
        wake();
      });
      // A process without other replicas has no claims when it starts.
      if (!isShared) await store.crons.releaseClaims('all');
      wake();
      await checking;
      if (!claims.expire) return;
      timer = setInterval(wake, POLL_MS);
      timer.unref();
    },
    wake,
    runNow,
    async close() {
      closed = true;
      clearInterval(timer);
      unsubscribe();
      alarm.set(undefined);
      await checking;
      await Promise.all(working);
      await claims.releaseAll().catch((failure: unknown) => {
        log(`crons are delayed until their claims end: ${String(failure)}`);
      });
    },
  };
}

/**
 * Creates the function that creates the runs of one deployment's due crons, if a worker serves the deployment. A cron
 * that fails does not delay the other crons. Resolves with the crons to try again.
 */
function createBatchRunner(
  { live, log }: CronSchedulerDependencies,
  runCron: (row: CronRow, now: number) => Promise<boolean>,
  isClosed: () => boolean,
) {
  return async (deploymentId: string, rows: readonly CronRow[], now: number): Promise<readonly CronRow[]> => {
    const report = (failure: unknown) =>
      log(`crons of deployment ${deploymentId} are delayed: ${String(failure)}`);
    try {
      await live.connect?.(deploymentId);
    } catch (failure) {
      report(failure);
      return rows;
    }
    // Without a worker, the crons stay claimed. They are due again when the claim ends, or when a worker starts.
    if (servingWorker(live, deploymentId) === undefined) return [];
    const left: CronRow[] = [];
    const failures: unknown[] = [];
    for (const row of rows) {
      if (isClosed()) break;
      const isHandled = await runCron(row, now).catch((failure: unknown) => {
        failures.push(failure);
        return false;
      });
      if (!isHandled) left.push(row);
      // Lets requests proceed between crons, because many crons might be due.
      await setImmediate();
    }
    if (failures.length > 0) report(failures[0]);
    return left;
  };
}

/**
 * Creates the function that claims due crons. If this process starts all workers itself, the claim of a cron without a
 * worker lasts until a worker starts. Otherwise the claim expires.
 */
function createDueCrons({ store, live, clock, instanceId, isShared = false }: CronSchedulerDependencies) {
  const expire = isShared || live.connect !== undefined;
  /** Crons and deployments whose claims are released before the next claim. */
  const released = new Set<string>();
  const served = new Set<string>();
  /** End times of this replica's claims by cron, if other replicas may continue the work. */
  const held = new Map<string, number>();
  return {
    expire,
    release(rows: readonly CronRow[]): void {
      for (const { id } of rows) released.add(id);
    },
    /** Called when a worker of the deployment has become ready in this process. */
    served(deploymentId: string): void {
      if (!isShared) served.add(deploymentId);
    },
    async claim(now: number, limit: number): Promise<CronRow[]> {
      const ids = [...released];
      if (ids.length > 0) await store.crons.releaseClaims({ ids });
      for (const id of ids) released.delete(id);
      for (const deploymentId of served) {
        await store.crons.releaseClaims({ deploymentId });
        served.delete(deploymentId);
      }
      for (const [id, until] of held) if (until <= now) held.delete(id);
      const until = expire ? now + CLAIM_MS : LAST_DATE_MS;
      const rows = await store.crons.claimDue({ now, until, limit, instanceId });
      for (const { id } of isShared ? rows : []) held.set(id, until);
      return rows;
    },
    /** Releases all claims at the end of this replica, so another replica continues the work immediately. */
    async releaseAll(): Promise<void> {
      const now = clock.now();
      const ids = [...held].flatMap(([id, until]) => (until > now ? [id] : []));
      if (ids.length > 0) await store.crons.releaseClaims({ ids });
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

/** Creates an alarm that calls `ring` when it is due. */
function createAlarm(clock: ServiceClock, ring: () => void) {
  let sleeping: AbortController | undefined;
  return {
    /** Replaces the time of the alarm, in epoch milliseconds. The alarm can ring earlier. */
    set(at: number | undefined): void {
      sleeping?.abort();
      sleeping = undefined;
      if (at === undefined) return;
      const controller = new AbortController();
      sleeping = controller;
      const wait = Math.max(at - clock.now(), 1);
      clock.sleep(Math.min(wait, MAX_WAIT_MS), controller.signal).then(
        () => {
          if (sleeping === controller) sleeping = undefined;
          ring();
        },
        () => undefined,
      );
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
  const dues = await Promise.all([crons.nextDue(after), runs.nextStartOfAll(after), webhooks.nextDue()]);
  // Work that is due but cannot start, such as the cron of a stopped agent, does not stop the virtual clock.
  const found = dues.flatMap((due) => (due !== undefined && due > after ? [due] : []));
  return found.length === 0 ? undefined : Math.min(...found);
}
