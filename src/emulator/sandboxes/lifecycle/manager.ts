import path from 'node:path';
import { realClock } from '../../../clients/clock.ts';
import type { ProxyConfig } from '../../../contract/sandbox.ts';
import type { Explanation } from '../../../credential-proxy/messages.ts';
import { superviseProxy } from '../../../credential-proxy/owner/supervise-proxy.ts';
import type { SandboxRow } from '../../ports/store.ts';
import { refusal } from '../refusal.ts';
import {
  createManagerContext,
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

export type { StartResult } from './start-box.ts';
export type { SandboxManagerDependencies } from './context.ts';
export { PushRefusedError } from './proxy-config.ts';

/** Brings boxes up and down, and keeps the proxy's configurations in step with them. */
export interface SandboxManager {
  /** Settles when the box is ready, or has failed; several may wait for one. */
  start(id: string): Promise<StartResult>;
  /** Settles when what is being done with the sandbox, a start among it, is done. Never rejects. */
  waitForReady(id: string): Promise<void>;
  /** The box that runs and may be used; undefined while there is none. Using it keeps it from idling. */
  runningBox(id: string): RunningBox | undefined;
  /** One thing at a time with each sandbox. */
  readonly inTurn: ManagerContext['inTurn'];
  /** Ends the box and has the proxy forget it; its files stay. To be called in turn. */
  stop(id: string): Promise<void>;
  /** Gives the proxy another configuration of a box that runs. To be called in turn. @throws PushRefused */
  pushConfig(row: SandboxRow, resolved: ResolvedProxyConfig): Promise<void>;
  /**
   * After a change that failed half-way: the proxy gets the configuration that is kept, or the box ends. Whether the box
   * still runs. To be called in turn; never rejects.
   */
  restoreConfig(id: string): Promise<boolean>;
  /** Whether a box runs that has no configuration at this moment: it gets one in its turn. */
  awaitsPush(id: string): boolean;
  /** Ends a sandbox and removes all there is of it. */
  remove(id: string): Promise<void>;
  setIdleTimeout(id: string, seconds: number): void;
  /** One that was stopped goes when it has been so for as long as it says. */
  scheduleDeletion(id: string): void;
  /** @throws HttpError 503 when this machine has no place for a box with this configuration. */
  refuseUnplaceable(config: ProxyConfig): Promise<void>;
  folderOf(id: string): string;
  /** Takes up what an earlier emulator on this data left: what ran is begun again, what was being deleted goes. */
  recover(): Promise<void>;
  health(): Promise<Record<string, unknown>>;
  metrics(): Promise<string>;
  /** Which rule a URL would meet in a sandbox; undefined while the proxy has no configuration of it. */
  explain(id: string, url: string): Promise<Explanation | undefined>;
  close(): Promise<void>;
}

export function createSandboxManager(deps: SandboxManagerDependencies): SandboxManager {
  const core = createManagerContext(deps, (own) =>
    superviseProxy({
      start: (port) => deps.runtime.startProxy(port),
      lost({ code, signal }) {
        deps.log(`the credential proxy ended (${signal ?? `exit code ${code}`}); another one is begun`);
        for (const [id, box] of own.running) {
          box.isConfigured = false;
          repushConfig(own, id);
        }
      },
      // Processes take real time.
      wait: (ms) => realClock.sleep(ms, own.closing.signal),
      elapsed: () => performance.now(),
    }),
  );
  const {
    running: live,
    inTurn,
    store,
    runtime: parts,
    closing,
    idleTimers: idle,
    proxySupervisor: proxies,
  } = core;
  const beginning = new Map<string, Promise<StartResult>>();
  const folderOf = (id: string) => path.join(deps.folder, id);

  const stopIdle = (id: string) =>
    core.inBackground(id, async () => {
      const box = live.get(id);
      if (box === undefined) return;
      // A program that says nothing for long is no idleness, and no more is a file that takes long.
      if (box.commands.isBusy() || box.transfers > 0) {
        const row = await store.sandboxes.findById(id);
        if (row !== undefined) idle.start(id, row.settings.idleTtlSeconds, () => stopIdle(id));
        return;
      }
      await core.stopBox(id);
      await core.setStatus(id, 'stopped', 'Stopped: nothing was asked of it for as long as it may idle.');
      desk.scheduleDeletion(id);
    });
  const remove = (id: string, only: (row: SandboxRow) => boolean = () => true) =>
    inTurn(id, async () => {
      const row = await store.sandboxes.findById(id);
      if (row === undefined || !only(row)) return;
      await core.setStatus(id, 'deleting', null);
      await core.stopBox(id);
      await core.erase(folderOf(id));
      await core.sockets.drop(id);
      await store.sandboxes.remove(id);
    });

  const desk: SandboxManager = {
    inTurn,
    folderOf,
    async remove(id) {
      // Before its turn: a start that is under way ends sooner.
      await core.setStatus(id, 'deleting', null);
      await remove(id);
    },
    stop: (id) => core.stopBox(id),
    start(id) {
      const known = beginning.get(id);
      if (known !== undefined) return known;
      const begun = inTurn(id, () => startBox(core, id, stopIdle)).finally(() => beginning.delete(id));
      beginning.set(id, begun);
      return begun;
    },
    async waitForReady(id) {
      await beginning.get(id)?.catch(() => undefined);
      // A new push of its configuration, too, is waited for in turn.
      await inTurn(id, () => Promise.resolve());
    },
    runningBox(id) {
      const box = live.get(id);
      if (box === undefined || !box.isConfigured || box.isStopping) return undefined;
      box.touch();
      return box;
    },
    async pushConfig(row, resolved) {
      const box = live.get(row.id);
      if (box === undefined) return;
      deps.addSecrets(resolved.secrets);
      await pushToBox(core, row.id, box, resolved);
    },
    restoreConfig: (id) => restoreConfig(core, id),
    awaitsPush: (id) => live.get(id)?.isConfigured === false,
    setIdleTimeout: (id, seconds) => {
      if (live.has(id)) idle.start(id, seconds, () => stopIdle(id));
    },
    scheduleDeletion: (id) => scheduleDeletion(core, id, remove),
    async refuseUnplaceable(config) {
      const place = placeBox(await parts.boxes.report(), parts.isolation, holdsSecrets(config));
      if (place.kind === 'refused') throw refusal(503, 'Unschedulable', place.message);
    },
    async recover() {
      for (const { id, status } of await store.sandboxes.listAll()) {
        if (status === 'deleting') {
          void remove(id).catch((error: unknown) => deps.log(`sandbox ${id}: ${String(error)}`));
        } else if (status === 'stopped') desk.scheduleDeletion(id);
        else if (status !== 'failed') {
          await core.setStatus(
            id,
            'provisioning',
            'The emulator began anew; the sandbox is being started again.',
          );
          desk.start(id).catch((error: unknown) => deps.log(`sandbox ${id}: ${String(error)}`));
        }
      }
    },
    health: async () => ({
      ...(await parts.boxes.report()),
      asked: parts.isolation,
      running: live.size,
      proxy_pid: proxies.pid(),
    }),
    // A proxy that ends meanwhile has nothing to tell; the next one is pushed to first.
    metrics: () => proxies.metrics().catch(() => ''),
    async explain(id, url) {
      if (live.get(id)?.isConfigured !== true) return undefined;
      const proxy = await proxies.ready().catch(() => undefined);
      return await proxy?.explain(id, url).catch(() => undefined);
    },
    async close() {
      closing.abort(new Error('the emulator is closing'));
      // First of all the proxy: whatever waits for it goes on, and no box has a way out without it.
      await proxies.stop();
      await Promise.allSettled(beginning.values());
      await Promise.allSettled(
        [...live.values()].map((box) => {
          box.isStopping = true;
          box.commands.close();
          return box.box.stop();
        }),
      );
      live.clear();
    },
  };
  return desk;
}

/** Has a sandbox removed once it has been stopped for as long as it says; begun again, it stays. */
function scheduleDeletion(
  core: ManagerContext,
  id: string,
  remove: (id: string, only?: (row: SandboxRow) => boolean) => Promise<void>,
): void {
  const { store, clock, closing, log } = core;
  const wait = async () => {
    for (;;) {
      const row = await store.sandboxes.findById(id);
      if (row === undefined || row.status !== 'stopped' || row.stoppedAt === null) return;
      const seconds = row.settings.deleteAfterStopSeconds;
      if (seconds === 0) return;
      const left = row.stoppedAt + seconds * 1_000 - clock.now();
      if (left <= 0) {
        // Somebody may be starting it at this moment.
        await remove(id, ({ status }) => status === 'stopped');
        return;
      }
      // A timer of a month would be one of a millisecond.
      await clock.sleep(Math.min(left, LONGEST_SLEEP_MS), closing.signal);
    }
  };
  wait().catch((error: unknown) => {
    if (!closing.signal.aborted) log(`sandbox ${id} could not be removed in time: ${String(error)}`);
  });
}

const LONGEST_SLEEP_MS = 24 * 60 * 60 * 1_000;
