import type { Box } from '../../../box/box.ts';
import type { AuditEntry } from '../../../credential-proxy/messages.ts';
import type { ProxySupervisor } from '../../../credential-proxy/owner/supervise-proxy.ts';
import type { EmulatorContext } from '../../ports/context.ts';
import type { KeyedLock } from '../../../os/keyed-lock.ts';
import type { SandboxRow } from '../../ports/store.ts';
import type { ServiceClock } from '../../ports/clock.ts';
import type { Commands } from '../execution/commands.ts';
import type { SandboxRuntime } from '../runtime.ts';
import type { SandboxSockets } from '../sockets.ts';

export interface SandboxManagerDependencies
  extends Pick<EmulatorContext, 'store' | 'clock' | 'addSecrets' | 'log'> {
  runtime: SandboxRuntime;
  /** Path of the folder that contains a subfolder for each box's files. */
  folder: string;
  sockets: Pick<SandboxSockets, 'pathOf' | 'drop'>;
  boxFiles: BoxFiles;
  /** Receives each entry of the proxy's audit log, or is absent if no audit log is written. */
  onAudit?: ((entry: AuditEntry) => void) | undefined;
  /** Deletes a box's folder, including files that its programs have write-protected. */
  erase: (folder: string) => Promise<void>;
}

/** Provides the initial files of boxes. */
export interface BoxFiles {
  /** Copies a new box's initial files. Does nothing if the folder exists, as after a restart. */
  prepareFolder(row: SandboxRow, folder: string): Promise<void>;
}

/** State and functions that all steps of a sandbox's lifecycle share. */
export interface ManagerContext extends SandboxManagerDependencies {
  readonly running: Map<string, RunningBox>;
  readonly runExclusive: KeyedLock;
  readonly idleTimers: IdleTimers;
  /** Used budgets by sandbox and rule, so that the next proxy continues the counts of an ended proxy. */
  readonly usedBudgets: Map<string, Map<string, number>>;
  readonly closing: AbortController;
  readonly proxySupervisor: ProxySupervisor;
  setStatus(id: string, status: SandboxRow['status'], message: string | null): Promise<void>;
  /**
   * Stops the box and removes it from the proxy, but does not delete the box's files. `stopBox` must be called within
   * `runExclusive`.
   */
  stopBox(id: string): Promise<void>;
  /** Makes the proxy discard everything about a sandbox, especially its secrets. */
  removeFromProxy(id: string): Promise<void>;
  /** Runs `work` within `runExclusive`, and logs an error of `work` without throwing it. */
  inBackground(id: string, work: () => Promise<void>): void;
}

/** A running box and its start parameters. */
export interface RunningBox {
  readonly box: Box;
  /** Revision of the configuration that the proxy acknowledged last. */
  revision: number;
  readonly tokenHash: string;
  readonly socketPath: string | null;
  readonly commands: Commands;
  /**
   * True if the proxy has the box's configuration. Commands of the box do not run until the proxy has the
   * configuration.
   */
  isConfigured: boolean;
  transfers: number;
  touch(): void;
  isStopping: boolean;
}

/** Transfers a file. The box does not count as idle during the transfer. */
export async function trackTransfer<T>(box: RunningBox, transfer: () => Promise<T>): Promise<T> {
  box.transfers += 1;
  try {
    return await transfer();
  } finally {
    box.transfers -= 1;
    box.touch();
  }
}

/** One timer per box, which fires when the box has been idle for the specified time. */
export interface IdleTimers {
  /** Starts the box's timer. A timer of 0 seconds never fires. */
  start(id: string, seconds: number, onIdle: () => void): void;
  restart(id: string): void;
  stop(id: string): void;
}

export function createIdleTimers(clock: ServiceClock, closing: AbortSignal): IdleTimers {
  const timers = new Map<string, { touchedAt: number; stop: AbortController }>();
  const stop = (id: string) => {
    timers.get(id)?.stop.abort();
    timers.delete(id);
  };
  return {
    stop,
    restart(id) {
      const timer = timers.get(id);
      if (timer !== undefined) timer.touchedAt = clock.elapsed();
    },
    start(id, seconds, onIdle) {
      stop(id);
      if (seconds === 0) return;
      const timer = { touchedAt: clock.elapsed(), stop: new AbortController() };
      timers.set(id, timer);
      const signal = AbortSignal.any([timer.stop.signal, closing]);
      const untilIdle = async () => {
        for (;;) {
          const left = timer.touchedAt + seconds * 1_000 - clock.elapsed();
          if (left <= 0) return;
          await clock.sleep(left, signal);
        }
      };
      void untilIdle().then(
        () => {
          timers.delete(id);
          onIdle();
        },
        () => undefined,
      );
    },
  };
}
