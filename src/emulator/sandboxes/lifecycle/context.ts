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
  /** Where boxes keep their files, each in a folder of its own. */
  folder: string;
  sockets: Pick<SandboxSockets, 'pathOf' | 'drop'>;
  boxFiles: BoxFiles;
  /** Gets each line of the proxy's audit; absent: it keeps none. */
  onAudit?: ((entry: AuditEntry) => void) | undefined;
  /** Erases a box's folder, even with files that its programs protected. */
  erase: (folder: string) => Promise<void>;
}

/** Puts a new box's initial files into its folder. */
export interface BoxFiles {
  /** Does nothing when the folder exists: a box that is started again keeps its files. */
  prepareFolder(row: SandboxRow, folder: string): Promise<void>;
}

/** What the steps of a sandbox's lifecycle share. */
export interface ManagerContext extends SandboxManagerDependencies {
  readonly running: Map<string, RunningBox>;
  readonly inTurn: KeyedLock;
  readonly idleTimers: IdleTimers;
  readonly closing: AbortController;
  readonly proxySupervisor: ProxySupervisor;
  setStatus(id: string, status: SandboxRow['status'], message: string | null): Promise<void>;
  /** Stops the box and removes it from the proxy; its files stay. To be called in turn. */
  stopBox(id: string): Promise<void>;
  /** Has the proxy drop what it has of a sandbox, its secrets above all. */
  removeFromProxy(id: string): Promise<void>;
  /** Works with a sandbox in turn; a failure is only logged. */
  inBackground(id: string, work: () => Promise<void>): void;
}

/** A running box, with its start parameters. */
export interface RunningBox {
  readonly box: Box;
  /** Of the configuration that the proxy acknowledged last. */
  revision: number;
  readonly tokenHash: string;
  readonly socketPath: string | null;
  readonly commands: Commands;
  /** Whether the proxy has its configuration: no command runs before. */
  isConfigured: boolean;
  transfers: number;
  touch(): void;
  isStopping: boolean;
}

/** Transfers a file: a box is not idle during a transfer, however long it takes. */
export async function trackTransfer<T>(box: RunningBox, transfer: () => Promise<T>): Promise<T> {
  box.transfers += 1;
  try {
    return await transfer();
  } finally {
    box.transfers -= 1;
    box.touch();
  }
}

/** One timer for each box, which fires once the box was idle for a while. */
export interface IdleTimers {
  /** Replaces the timer of the box; with 0 seconds it never fires. */
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
