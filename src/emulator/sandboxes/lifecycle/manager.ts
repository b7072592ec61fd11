import path from 'node:path';
import { realClock } from '../../../clients/clock.ts';
import { BACKOFF, doublingMs } from '../../../clients/retry.ts';
import type { ProxyConfig } from '../../../contract/sandbox.ts';
import type { Explanation } from '../../../credential-proxy/messages.ts';
import { superviseProxy } from '../../../credential-proxy/owner/supervise-proxy.ts';
import { errorMessage } from '../../../os/errors.ts';
import { createKeyedLock } from '../../../os/keyed-lock.ts';
import type { SandboxRow } from '../../ports/store.ts';
import { refusal } from '../refusal.ts';
import {
  createIdleTimers,
  type ManagerContext,
  type RunningBox,
  type SandboxManagerDependencies,
} from './context.ts';
import {
  containsSecrets,
  pushToBox,
  recordUse,
  repushConfig,
  type ResolvedProxyConfig,
  restoreConfig,
} from './proxy-config.ts';
import { chooseIsolation, startBox, type StartResult } from './start-box.ts';

/** Status message of sandboxes that an earlier emulator left running, if this emulator cannot run sandboxes. */
const NO_BOXES = 'The emulator was started with --runtime kubernetes, which runs no sandboxes.';

/** Starts and stops boxes, and updates the proxy's configuration accordingly. */
export interface SandboxManager {
  /** Starts the box. Resolves once the box is ready or has failed. Concurrent calls for a sandbox share one start. */
  start(id: string): Promise<StartResult>;
  /** Resolves, without ever rejecting, once all pending work on the sandbox, such as a start, has ended. */
  waitForReady(id: string): Promise<void>;
  /** Returns the box and restarts its idle timer, or returns `undefined` if the box is not running or not ready. */
  runningBox(id: string): RunningBox | undefined;
  /** Runs work on a sandbox after all earlier work on the sandbox has ended. */
  readonly runExclusive: ManagerContext['runExclusive'];
  /**
   * Stops the box and removes it from the proxy, but does not delete the box's files. `stop` must be called within
   * `runExclusive`.
   */
  stop(id: string): Promise<void>;
  /**
   * Replaces a running box's proxy configuration. `pushConfig` must be called within `runExclusive`.
   * @throws PushRefusedError if the proxy refuses the configuration.
   */
  pushConfig(row: SandboxRow, resolved: ResolvedProxyConfig): Promise<void>;
  /**
   * Restores a consistent state after a failed change: pushes the stored configuration, or stops the box. Resolves to
   * true if the box still runs, and never rejects. `restoreConfig` must be called within `runExclusive`.
   */
  restoreConfig(id: string): Promise<boolean>;
  /** Returns whether the proxy does not have the running box's configuration yet. */
  awaitsPush(id: string): boolean;
  remove(id: string): Promise<void>;
  setIdleTimeout(id: string, seconds: number): void;
  /** Schedules the deletion of a stopped sandbox after its `delete_after_stop_seconds`. */
  scheduleDeletion(id: string): void;
  /**
   * Refuses a configuration that this machine's isolation cannot protect. @throws HttpError 503 if the configuration is
   * refused.
   */
  refuseUnplaceable(config: ProxyConfig): Promise<void>;
  folderOf(id: string): string;
  /**
   * Restores sandboxes after a restart of the emulator: restarts the sandboxes that were running, and completes
   * pending deletions.
   */
  recover(): Promise<void>;
  /**
   * Completes deletions and marks running sandboxes as stopped, instead of `recover`, if the emulator runs no boxes.
   */
  recoverWithoutBoxes(): Promise<void>;
  health(): Promise<Record<string, unknown>>;
  metrics(): Promise<string>;
  /** Returns the proxy rule that a sandbox's URL matches, or `undefined` if the proxy does not know the sandbox. */
  explain(id: string, url: string): Promise<Explanation | undefined>;
  /** Returns the number of requests that used each rule with a limited number of uses, keyed by the rule's name. */
  usesOf(id: string): ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export function createSandboxManager(dependencies: SandboxManagerDependencies): SandboxManager {
  const { store, runtime } = dependencies;
  const context = createManagerContext(dependencies);
  const { running, runExclusive, idleTimers, proxySupervisor } = context;
  const starting = new Map<string, Promise<StartResult>>();

  const stopIdle = (id: string) =>
    context.inBackground(id, async () => {
      const box = running.get(id);
      if (box === undefined) return;
      // A box with a running command or transfer is not idle, even if its program prints nothing.
      if (box.commands.isBusy() || box.transfers > 0) {
        const row = await store.sandboxes.findById(id);
        if (row !== undefined) idleTimers.start(id, row.settings.idleTtlSeconds, () => stopIdle(id));
        return;
      }
      await context.stopBox(id);
      await context.setStatus(id, 'stopped', 'Stopped after its idle timeout.');
      manager.scheduleDeletion(id);
    });
  const manager: SandboxManager = {
    runExclusive,
    folderOf: (id) => folderOf(context, id),
    async remove(id) {
      // The status is set before waiting for other work on the sandbox, so that a pending start ends sooner.
      await context.setStatus(id, 'deleting', null);
      await removeIf(context, id, () => true);
    },
    stop: (id) => context.stopBox(id),
    start(id) {
      const known = starting.get(id);
      if (known !== undefined) return known;
      const start = runExclusive(id, () => startBox(context, id, stopIdle)).finally(() =>
        starting.delete(id),
      );
      starting.set(id, start);
      return start;
    },
    async waitForReady(id) {
      await starting.get(id)?.catch(() => undefined);
      // Waits until a running push of the configuration has ended.
      await runExclusive(id, () => Promise.resolve());
    },
    runningBox(id) {
      const box = running.get(id);
      if (box === undefined || !box.isConfigured || box.isStopping) return undefined;
      box.touch();
      return box;
    },
    async pushConfig(row, resolved) {
      const box = running.get(row.id);
      if (box === undefined) return;
      dependencies.addSecrets(resolved.secrets);
      await pushToBox(context, row.id, box, resolved);
    },
    restoreConfig: (id) => restoreConfig(context, id),
    awaitsPush: (id) => running.get(id)?.isConfigured === false,
    setIdleTimeout: (id, seconds) => {
      if (running.has(id)) idleTimers.start(id, seconds, () => stopIdle(id));
    },
    scheduleDeletion: (id) => scheduleDeletion(context, id),
    async refuseUnplaceable(config) {
      const place = chooseIsolation(await runtime.boxes.report(), runtime.isolation, containsSecrets(config));
      if (place.kind === 'refused') throw refusal(503, 'Unschedulable', place.message);
    },
    async recover() {
      const start = (id: string) => manager.start(id);
      for (const row of await store.sandboxes.listAll()) await recoverSandbox(context, row, start);
    },
    async recoverWithoutBoxes() {
      for (const { id, status } of await store.sandboxes.listAll()) {
        if (status === 'deleting') await removeIf(context, id, (row) => row.status === 'deleting');
        else if (status !== 'stopped' && status !== 'failed')
          await context.setStatus(id, 'stopped', NO_BOXES);
      }
    },
    health: async () => ({
      ...(await runtime.boxes.report()),
      asked: runtime.isolation,
      running: running.size,
      proxy_pid: proxySupervisor.pid(),
    }),
    // If the proxy exits during the call, its metrics no longer exist.
    metrics: () => proxySupervisor.metrics().catch(() => ''),
    async explain(id, url) {
      if (running.get(id)?.isConfigured !== true) return undefined;
      const proxy = await proxySupervisor.ready().catch(() => undefined);
      return await proxy?.explain(id, url).catch(() => undefined);
    },
    usesOf: (id) => context.usedBudgets.get(id) ?? new Map(),
    close: () => closeManager(context, starting),
  };
  return manager;
}

/** Creates the state that all operations on the boxes and their proxy share. */
function createManagerContext(dependencies: SandboxManagerDependencies): ManagerContext {
  const { store, clock, runtime, log } = dependencies;
  const running = new Map<string, RunningBox>();
  const runExclusive = createKeyedLock();
  const closing = new AbortController();
  const idleTimers = createIdleTimers(clock, closing.signal);
  const proxySupervisor = superviseProxy({
    async start(port) {
      const proxy = await runtime.startProxy(port);
      if (dependencies.onAudit !== undefined) proxy.onAudit(dependencies.onAudit);
      proxy.onAudit((entry) => recordUse(context.usedBudgets, entry));
      return proxy;
    },
    lost({ code, signal }) {
      log(`the credential proxy ended (${signal ?? `exit code ${code}`}); starting a new one`);
      for (const [id, box] of running) {
        box.isConfigured = false;
        repushConfig(context, id);
      }
    },
    // Restarts of the proxy use real time, even on a virtual clock, because processes run in real time.
    wait: (failures) => realClock.sleep(doublingMs(failures, BACKOFF.proxyRestart), closing.signal),
    elapsed: () => performance.now(),
  });
  const context: ManagerContext = {
    ...dependencies,
    running,
    runExclusive,
    idleTimers,
    usedBudgets: new Map(),
    closing,
    proxySupervisor,
    async setStatus(id, status, statusMessage) {
      const now = clock.now();
      const stoppedAt = status === 'stopped' ? now : null;
      await store.sandboxes.update(id, { status, statusMessage, updatedAt: now, stoppedAt });
    },
    async stopBox(id) {
      const box = running.get(id);
      running.delete(id);
      idleTimers.stop(id);
      if (box === undefined) return;
      box.isStopping = true;
      box.commands.close();
      try {
        await box.box.stop();
      } finally {
        await context.removeFromProxy(id);
      }
    },
    async removeFromProxy(id) {
      if (proxySupervisor.pid() === null) return;
      // If the call fails, the proxy has lost the sandbox's data, because the proxy has exited or the call has killed
      // it.
      await proxySupervisor.ready().then(
        (proxy) => proxy.remove(id).catch(() => undefined),
        () => undefined,
      );
    },
    inBackground(id, work) {
      void runExclusive(id, work).catch((error: unknown) => {
        if (!closing.signal.aborted) log(`sandbox ${id}: ${errorMessage(error)}`);
      });
    },
  };
  return context;
}

const folderOf = ({ folder }: ManagerContext, id: string): string => path.join(folder, id);

/** Removes a sandbox together with its box and its files, if `isDue` returns true for its current row. */
function removeIf(context: ManagerContext, id: string, isDue: (row: SandboxRow) => boolean): Promise<void> {
  const { store, runExclusive, erase, sockets } = context;
  return runExclusive(id, async () => {
    const row = await store.sandboxes.findById(id);
    if (row === undefined || !isDue(row)) return;
    await context.setStatus(id, 'deleting', null);
    await context.stopBox(id);
    context.usedBudgets.delete(id);
    await erase(folderOf(context, id));
    await sockets.drop(id);
    await store.sandboxes.remove(id);
  });
}

/** Continues the work on a sandbox that the previous emulator's end interrupted. */
async function recoverSandbox(
  context: ManagerContext,
  { id, status }: SandboxRow,
  start: SandboxManager['start'],
): Promise<void> {
  const onFailure = (error: unknown): void => context.log(`sandbox ${id}: ${String(error)}`);
  if (status === 'deleting') void removeIf(context, id, () => true).catch(onFailure);
  else if (status === 'stopped') scheduleDeletion(context, id);
  else if (status !== 'failed') {
    await context.setStatus(
      id,
      'provisioning',
      'The emulator was restarted; the sandbox is being started again.',
    );
    start(id).catch(onFailure);
  }
}

/** Stops the proxy and all boxes. */
async function closeManager(
  { closing, proxySupervisor, running }: ManagerContext,
  starting: ReadonlyMap<string, Promise<StartResult>>,
): Promise<void> {
  closing.abort(new Error('the emulator is shutting down'));
  // The proxy is stopped first, so that callers stop waiting for the proxy. Without the proxy, boxes have no network
  // access.
  await proxySupervisor.stop();
  await Promise.allSettled(starting.values());
  await Promise.allSettled(
    [...running.values()].map((box) => {
      box.isStopping = true;
      box.commands.close();
      return box.box.stop();
    }),
  );
  running.clear();
}

/** Maximum sleep in milliseconds, because a longer timer would overflow and fire immediately. */
const MAX_SLEEP_MS = 24 * 60 * 60 * 1_000;

/** Deletes a sandbox after `delete_after_stop_seconds`, unless the sandbox was started again. */
function scheduleDeletion(context: ManagerContext, id: string): void {
  const { store, clock, closing, log } = context;
  const wait = async () => {
    for (;;) {
      const row = await store.sandboxes.findById(id);
      if (row === undefined || row.status !== 'stopped' || row.stoppedAt === null) return;
      const seconds = row.settings.deleteAfterStopSeconds;
      if (seconds === 0) return;
      const left = row.stoppedAt + seconds * 1_000 - clock.now();
      if (left <= 0) {
        // The status is checked again, because a request might be starting the sandbox now.
        await removeIf(context, id, ({ status }) => status === 'stopped');
        return;
      }
      await clock.sleep(Math.min(left, MAX_SLEEP_MS), closing.signal);
    }
  };
  wait().catch((error: unknown) => {
    if (!closing.signal.aborted) log(`sandbox ${id} could not be removed in time: ${String(error)}`);
  });
}
