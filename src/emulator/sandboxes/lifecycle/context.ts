import type { Box } from '../../../box/box.ts';
import type { ProxySupervisor } from '../../../credential-proxy/owner/supervise-proxy.ts';
import { createKeyedLock, type KeyedLock } from '../../ports/keyed-lock.ts';
import type { EmulatorContext } from '../../ports/context.ts';
import type { SandboxRow } from '../../ports/store.ts';
import type { ServiceClock } from '../../ports/clock.ts';
import type { Commands } from '../execution/commands.ts';
import type { SandboxRuntime } from '../runtime.ts';
import type { SandboxSockets } from '../sockets.ts';

/** Puts into a new box's folder the files that the box is made from. */
export interface BoxFiles {
  /** Does nothing when the folder exists: a box that is started again keeps its files. */
  prepareFolder(row: SandboxRow, folder: string): Promise<void>;
}

export interface SandboxManagerDependencies
  extends Pick<EmulatorContext, 'store' | 'clock' | 'addSecrets' | 'log'> {
  runtime: SandboxRuntime;
  /** Where boxes keep their files, each in a folder of its own. */
  folder: string;
  sockets: Pick<SandboxSockets, 'pathOf' | 'drop'>;
  boxFiles: BoxFiles;
  /** Erases a box's folder, even one with files its programs protected. */
  erase: (folder: string) => Promise<void>;
}

/** What the parts of the desk share. */
export interface ManagerContext extends SandboxManagerDependencies {
  readonly running: Map<string, RunningBox>;
  readonly inTurn: KeyedLock;
  readonly idleTimers: IdleTimers;
  readonly closing: AbortController;
  readonly proxySupervisor: ProxySupervisor;
  /** Writes down what became of a sandbox. */
  setStatus(id: string, status: SandboxRow['status'], message: string | null): Promise<void>;
  /** Ends the box and has the proxy forget it; its files stay. To be called in turn. */
  stopBox(id: string): Promise<void>;
  /** Has the proxy drop what it knows of a sandbox, its secrets first of all. */
  removeFromProxy(id: string): Promise<void>;
  /** Work with a sandbox, in turn, whose failure nobody waits for. */
  inBackground(id: string, work: () => Promise<void>): void;
}

export function createManagerContext(
  deps: SandboxManagerDependencies,
  keep: (core: ManagerContext) => ProxySupervisor,
): ManagerContext {
  const { store, clock } = deps;
  const live = new Map<string, RunningBox>();
  const inTurn = createKeyedLock();
  const closing = new AbortController();
  const core: ManagerContext = {
    ...deps,
    running: live,
    inTurn,
    closing,
    idleTimers: createIdleTimers(clock, closing.signal),
    get proxySupervisor() {
      return proxies;
    },
    async setStatus(id, status, statusMessage) {
      const now = clock.now();
      await store.sandboxes.update(id, {
        status,
        statusMessage,
        updatedAt: now,
        stoppedAt: status === 'stopped' ? now : null,
      });
    },
    async stopBox(id) {
      const box = live.get(id);
      live.delete(id);
      core.idleTimers.stop(id);
      if (box === undefined) return;
      box.isStopping = true;
      box.commands.close();
      try {
        await box.box.stop();
      } finally {
        await core.removeFromProxy(id);
      }
    },
    async removeFromProxy(id) {
      if (proxies.pid() === null) return;
      // One that ended has forgotten it already, and one that does not answer is ended.
      await proxies.ready().then(
        (proxy) => proxy.remove(id).catch(() => undefined),
        () => undefined,
      );
    },
    inBackground(id, work) {
      void inTurn(id, work).catch((error: unknown) => {
        if (!closing.signal.aborted) deps.log(`sandbox ${id}: ${errorMessage(error)}`);
      });
    },
  };
  const proxies = keep(core);
  return core;
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A box at work, with what it was begun with. */
export interface RunningBox {
  readonly box: Box;
  /** Of what the proxy last took. */
  revision: number;
  /** SHA-256, hex. */
  readonly tokenHash: string;
  readonly socketPath: string | null;
  readonly commands: Commands;
  /** The proxy has its configuration: only then is anything run in it. */
  isConfigured: boolean;
  /** Files on their way into it and out of it now. */
  transfers: number;
  /** Ends when nothing was asked of it for as long as it may idle. */
  touch(): void;
  /** It is being ended by us. */
  isStopping: boolean;
}

/** Carries a file: a box that does so does not idle, however long that takes. */
export async function trackTransfer<T>(live: RunningBox, work: () => Promise<T>): Promise<T> {
  live.transfers += 1;
  try {
    return await work();
  } finally {
    live.transfers -= 1;
    live.touch();
  }
}

/** Tells when nothing was asked of a box for a while. */
interface IdleTimers {
  /** `seconds` 0: never. Takes the place of what was said before. */
  start(id: string, seconds: number, idle: () => void): void;
  restart(id: string): void;
  stop(id: string): void;
}

function createIdleTimers(clock: ServiceClock, closing: AbortSignal): IdleTimers {
  const watched = new Map<string, { touchedAt: number; stop: AbortController }>();
  const forget = (id: string) => {
    watched.get(id)?.stop.abort();
    watched.delete(id);
  };
  return {
    stop: forget,
    restart(id) {
      const one = watched.get(id);
      if (one !== undefined) one.touchedAt = clock.elapsed();
    },
    start(id, seconds, idle) {
      forget(id);
      if (seconds === 0) return;
      const one = { touchedAt: clock.elapsed(), stop: new AbortController() };
      watched.set(id, one);
      const signal = AbortSignal.any([one.stop.signal, closing]);
      const wait = async () => {
        for (;;) {
          const left = one.touchedAt + seconds * 1_000 - clock.elapsed();
          if (left <= 0) return;
          await clock.sleep(left, signal);
        }
      };
      void wait().then(
        () => {
          watched.delete(id);
          idle();
        },
        () => undefined,
      );
    },
  };
}
