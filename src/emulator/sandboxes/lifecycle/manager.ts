import path from 'node:path';
import { realClock } from '../../../clients/clock.ts';
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
  holdsSecrets,
  pushToBox,
  repushConfig,
  type ResolvedProxyConfig,
  restoreConfig,
} from './proxy-config.ts';
import { placeBox, startBox, type StartResult } from './start-box.ts';

/** Why a sandbox that ran is stopped where none runs. */
const NO_BOXES = 'The emulator was started with --runtime kubernetes, which runs no sandboxes.';

/** Starts and stops boxes, and keeps the proxy's configurations in step with them. */
export interface SandboxManager {
  /** Settles when the box is ready, or has failed; several callers may wait for one start. */
  start(id: string): Promise<StartResult>;
  /** Settles when pending work with the sandbox, such as a start, is done. Never rejects. */
  waitForReady(id: string): Promise<void>;
  /** The box that runs and may be used; undefined while there is none. Restarts its idle timer. */
  runningBox(id: string): RunningBox | undefined;
  /** Serializes the work with each sandbox. */
  readonly inTurn: ManagerContext['inTurn'];
  /** Stops the box and removes it from the proxy; its files stay. To be called in turn. */
  stop(id: string): Promise<void>;
  /** Gives the proxy another configuration of a running box. To be called in turn. @throws PushRefusedError */
  pushConfig(row: SandboxRow, resolved: ResolvedProxyConfig): Promise<void>;
  /**
   * After a change that failed half-way: pushes the stored configuration, or stops the box. Resolves with whether the
   * box still runs. To be called in turn; never rejects.
   */
  restoreConfig(id: string): Promise<boolean>;
  /** Whether a box runs that has no configuration at this moment: a push is pending. */
  awaitsPush(id: string): boolean;
  remove(id: string): Promise<void>;
  setIdleTimeout(id: string, seconds: number): void;
  /** Removes a stopped sandbox after its `delete_after_stop_seconds`. */
  scheduleDeletion(id: string): void;
  /** @throws HttpError 503 when this machine cannot isolate a box with this configuration. */
  refuseUnplaceable(config: ProxyConfig): Promise<void>;
  folderOf(id: string): string;
  /** Recovers what an earlier emulator left in the store: restarts what ran, removes what was being deleted. */
  recover(): Promise<void>;
  /** Where no sandbox runs: removes what was being deleted, and what an earlier emulator left running is stopped. */
  recoverWithoutBoxes(): Promise<void>;
  health(): Promise<Record<string, unknown>>;
  metrics(): Promise<string>;
  /** Which rule a URL would match in a sandbox; undefined while the proxy has no configuration of it. */
  explain(id: string, url: string): Promise<Explanation | undefined>;
  close(): Promise<void>;
}

export function createSandboxManager(dependencies: SandboxManagerDependencies): SandboxManager {
  const { store, clock, runtime, log } = dependencies;
  const running = new Map<string, RunningBox>();
  const inTurn = createKeyedLock();
  const closing = new AbortController();
  const idleTimers = createIdleTimers(clock, closing.signal);
  const proxySupervisor = superviseProxy({
    async start(port) {
      const proxy = await runtime.startProxy(port);
      if (dependencies.onAudit !== undefined) proxy.onAudit(dependencies.onAudit);
      return proxy;
    },
    lost({ code, signal }) {
      log(`the credential proxy ended (${signal ?? `exit code ${code}`}); starting another one`);
      for (const [id, box] of running) {
        box.isConfigured = false;
        repushConfig(context, id);
      }
    },
    // Processes take real time.
    wait: (ms) => realClock.sleep(ms, closing.signal),
    elapsed: () => performance.now(),
  });
  const context: ManagerContext = {
    ...dependencies,
    running,
    inTurn,
    idleTimers,
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
      // A proxy that exited has lost it already, and one that does not answer is killed.
      await proxySupervisor.ready().then(
        (proxy) => proxy.remove(id).catch(() => undefined),
        () => undefined,
      );
    },
    inBackground(id, work) {
      void inTurn(id, work).catch((error: unknown) => {
        if (!closing.signal.aborted) log(`sandbox ${id}: ${errorMessage(error)}`);
      });
    },
  };
  const starting = new Map<string, Promise<StartResult>>();
  const folderOf = (id: string) => path.join(dependencies.folder, id);

  const stopIdle = (id: string) =>
    context.inBackground(id, async () => {
      const box = running.get(id);
      if (box === undefined) return;
      // A silent program does not make a box idle, and neither does a long transfer.
      if (box.commands.isBusy() || box.transfers > 0) {
        const row = await store.sandboxes.findById(id);
        if (row !== undefined) idleTimers.start(id, row.settings.idleTtlSeconds, () => stopIdle(id));
        return;
      }
      await context.stopBox(id);
      await context.setStatus(id, 'stopped', 'Stopped after being idle for as long as its idle timeout.');
      manager.scheduleDeletion(id);
    });
  const removeIf = (id: string, isDue: (row: SandboxRow) => boolean) =>
    inTurn(id, async () => {
      const row = await store.sandboxes.findById(id);
      if (row === undefined || !isDue(row)) return;
      await context.setStatus(id, 'deleting', null);
      await context.stopBox(id);
      await dependencies.erase(folderOf(id));
      await dependencies.sockets.drop(id);
      await store.sandboxes.remove(id);
    });

  const manager: SandboxManager = {
    inTurn,
    folderOf,
    async remove(id) {
      // Before its turn: a start in progress then ends sooner.
      await context.setStatus(id, 'deleting', null);
      await removeIf(id, () => true);
    },
    stop: (id) => context.stopBox(id),
    start(id) {
      const known = starting.get(id);
      if (known !== undefined) return known;
      const start = inTurn(id, () => startBox(context, id, stopIdle)).finally(() => starting.delete(id));
      starting.set(id, start);
      return start;
    },
    async waitForReady(id) {
      await starting.get(id)?.catch(() => undefined);
      // A pending push of its configuration has its turn before this.
      await inTurn(id, () => Promise.resolve());
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
    scheduleDeletion: (id) => scheduleDeletion(context, id, removeIf),
    async refuseUnplaceable(config) {
      const place = placeBox(await runtime.boxes.report(), runtime.isolation, holdsSecrets(config));
      if (place.kind === 'refused') throw refusal(503, 'Unschedulable', place.message);
    },
    async recover() {
      for (const { id, status } of await store.sandboxes.listAll()) {
        if (status === 'deleting') {
          void removeIf(id, () => true).catch((error: unknown) => log(`sandbox ${id}: ${String(error)}`));
        } else if (status === 'stopped') manager.scheduleDeletion(id);
        else if (status !== 'failed') {
          await context.setStatus(
            id,
            'provisioning',
            'The emulator was restarted; the sandbox is being started again.',
          );
          manager.start(id).catch((error: unknown) => log(`sandbox ${id}: ${String(error)}`));
        }
      }
    },
    async recoverWithoutBoxes() {
      for (const { id, status } of await store.sandboxes.listAll()) {
        if (status === 'deleting') await removeIf(id, (row) => row.status === 'deleting');
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
    // A proxy that ends meanwhile has no metrics.
    metrics: () => proxySupervisor.metrics().catch(() => ''),
    async explain(id, url) {
      if (running.get(id)?.isConfigured !== true) return undefined;
      const proxy = await proxySupervisor.ready().catch(() => undefined);
      return await proxy?.explain(id, url).catch(() => undefined);
    },
    async close() {
      closing.abort(new Error('the emulator is closing'));
      // The proxy first: what waits for it continues, and no box has egress without it.
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
    },
  };
  return manager;
}

/** A longer timer would overflow and fire at once. */
const LONGEST_SLEEP_MS = 24 * 60 * 60 * 1_000;

/** Removes a sandbox once it has been stopped for its `delete_after_stop_seconds`; a start in between keeps it. */
function scheduleDeletion(
  { store, clock, closing, log }: ManagerContext,
  id: string,
  removeIf: (id: string, isDue: (row: SandboxRow) => boolean) => Promise<void>,
): void {
  const wait = async () => {
    for (;;) {
      const row = await store.sandboxes.findById(id);
      if (row === undefined || row.status !== 'stopped' || row.stoppedAt === null) return;
      const seconds = row.settings.deleteAfterStopSeconds;
      if (seconds === 0) return;
      const left = row.stoppedAt + seconds * 1_000 - clock.now();
      if (left <= 0) {
        // A request may be starting it at this moment.
        await removeIf(id, ({ status }) => status === 'stopped');
        return;
      }
      await clock.sleep(Math.min(left, LONGEST_SLEEP_MS), closing.signal);
    }
  };
  wait().catch((error: unknown) => {
    if (!closing.signal.aborted) log(`sandbox ${id} could not be removed in time: ${String(error)}`);
  });
}
