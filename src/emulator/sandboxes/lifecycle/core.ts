import type { ProxySupervisor } from '../../../credential-proxy/owner/keep-proxy.ts';
import { createKeyedLock, type KeyedLock } from '../../ports/keyed-lock.ts';
import type { SandboxRow, Store } from '../../ports/store.ts';
import type { ServiceClock } from '../../ports/time.ts';
import type { StoredConfig } from '../proxy-config/keep.ts';
import type { BoxFiles } from './box-options.ts';
import { createIdleTimers, type IdleTimers } from './idle.ts';
import type { RunningBox } from './live-boxes.ts';
import type { SandboxRuntime } from './parts.ts';

/** Where the sockets of sandboxes' proxies are. */
export interface SandboxSockets {
  /** The path of a sandbox's socket; its folder need not be there. */
  pathOf(id: string): Promise<string>;
  drop(id: string): Promise<void>;
}

export interface SandboxManagerDependencies {
  store: Store;
  clock: ServiceClock;
  parts: SandboxRuntime;
  /** Where boxes keep their files, each in a folder of its own. */
  folder: string;
  sockets: SandboxSockets;
  sources: BoxFiles;
  /** Erases a box's folder, whatever its programs made of it. */
  erase: (folder: string) => Promise<void>;
  addSecrets: (values: readonly string[]) => void;
  log: (line: string) => void;
}

/** What the parts of the desk share. */
export interface ManagerContext extends SandboxManagerDependencies {
  readonly running: Map<string, RunningBox>;
  readonly inTurn: KeyedLock;
  readonly idle: IdleTimers;
  readonly closing: AbortController;
  readonly proxies: ProxySupervisor;
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
    idle: createIdleTimers(clock, closing.signal),
    get proxies() {
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
      core.idle.stop(id);
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

/** What a sandbox has, with the values of its opaque headers. */
export async function loadStoredConfig(
  { store }: Pick<ManagerContext, 'store'>,
  row: SandboxRow,
): Promise<StoredConfig | undefined> {
  if (row.proxy === null) return undefined;
  return { kept: row.proxy, values: await store.sandboxes.opaqueValues(row.id) };
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
