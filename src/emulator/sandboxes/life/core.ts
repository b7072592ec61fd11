import type { ProxyKeeper } from '../../../credential-proxy/host/keep-proxy.ts';
import { createKeyedLock, type KeyedLock } from '../../seams/keyed-lock.ts';
import type { SandboxRow, Store } from '../../seams/store.ts';
import type { ServiceClock } from '../../seams/time.ts';
import type { Kept } from '../proxy-config/keep.ts';
import type { Sources } from './box-options.ts';
import { createIdleWatch, type IdleWatch } from './idle.ts';
import type { LiveBox } from './live-boxes.ts';
import type { SandboxParts } from './parts.ts';

/** Where the sockets of sandboxes' proxies are. */
export interface SandboxSockets {
  /** The path of a sandbox's socket; its folder need not be there. */
  of(id: string): Promise<string>;
  drop(id: string): Promise<void>;
}

export interface DeskDeps {
  store: Store;
  clock: ServiceClock;
  parts: SandboxParts;
  /** Where boxes keep their files, each in a folder of its own. */
  folder: string;
  sockets: SandboxSockets;
  sources: Sources;
  /** Erases a box's folder, whatever its programs made of it. */
  erase: (folder: string) => Promise<void>;
  learnSecrets: (values: readonly string[]) => void;
  log: (line: string) => void;
}

/** What the parts of the desk share. */
export interface Core extends DeskDeps {
  readonly live: Map<string, LiveBox>;
  readonly inTurn: KeyedLock;
  readonly idle: IdleWatch;
  readonly closing: AbortController;
  readonly proxies: ProxyKeeper;
  /** Writes down what became of a sandbox. */
  mark(id: string, status: SandboxRow['status'], message: string | null): Promise<void>;
  /** Ends the box and has the proxy forget it; its files stay. To be called in turn. */
  end(id: string): Promise<void>;
  /** Has the proxy drop what it knows of a sandbox, its secrets first of all. */
  forget(id: string): Promise<void>;
  /** Work with a sandbox, in turn, whose failure nobody waits for. */
  behind(id: string, work: () => Promise<void>): void;
}

export function createCore(deps: DeskDeps, keep: (core: Core) => ProxyKeeper): Core {
  const { store, clock } = deps;
  const live = new Map<string, LiveBox>();
  const inTurn = createKeyedLock();
  const closing = new AbortController();
  const core: Core = {
    ...deps,
    live,
    inTurn,
    closing,
    idle: createIdleWatch(clock, closing.signal),
    get proxies() {
      return proxies;
    },
    async mark(id, status, statusMessage) {
      const now = clock.now();
      await store.sandboxes.update(id, {
        status,
        statusMessage,
        updatedAt: now,
        stoppedAt: status === 'stopped' ? now : null,
      });
    },
    async end(id) {
      const box = live.get(id);
      live.delete(id);
      core.idle.forget(id);
      if (box === undefined) return;
      box.ending = true;
      box.commands.close();
      try {
        await box.box.stop();
      } finally {
        await core.forget(id);
      }
    },
    async forget(id) {
      if (proxies.pid() === null) return;
      // One that ended has forgotten it already, and one that does not answer is ended.
      await proxies.ready().then(
        (proxy) => proxy.remove(id).catch(() => undefined),
        () => undefined,
      );
    },
    behind(id, work) {
      void inTurn(id, work).catch((error: unknown) => {
        if (!closing.signal.aborted) deps.log(`sandbox ${id}: ${reasonOf(error)}`);
      });
    },
  };
  const proxies = keep(core);
  return core;
}

/** What a sandbox has, with the values of its opaque headers. */
export async function keptOf({ store }: Pick<Core, 'store'>, row: SandboxRow): Promise<Kept | undefined> {
  if (row.proxy === null) return undefined;
  return { kept: row.proxy, values: await store.sandboxes.opaqueValues(row.id) };
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
