import type { CredentialProxy } from '../port.ts';

type End = Awaited<CredentialProxy['ended']>;

export interface SupervisorPorts {
  /** Starts a process that listens on this port; 0 = any. */
  start(port: number): Promise<CredentialProxy>;
  /**
   * The process ended, and took every configuration with it: no sandbox is served until `ready` gave the next one and
   * that acknowledged its push.
   */
  lost(how: End): void;
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>;
  /** Milliseconds that only grow. */
  elapsed(): number;
}

/**
 * One proxy: begun when it is first needed, and again when it has ended. It keeps no configuration, since only its owner
 * is to have the secrets, and its port while that can be had, since running programs were told it.
 */
export interface ProxySupervisor {
  /**
   * The one that runs; begins it when none does, one that has ended several times if need be. Rejects when it cannot be
   * begun, or the keeper was stopped.
   */
  ready(): Promise<CredentialProxy>;
  /** Whether this one still runs: what it acknowledged is worth nothing otherwise. */
  isRunning(proxy: CredentialProxy): boolean;
  /** Prometheus text; empty while none runs. */
  metrics(): Promise<string>;
  /** Null while none runs. */
  pid(): number | null;
  /** Ends it for good. */
  stop(): Promise<void>;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
/** After so many that did not come up on the port they were to have, any will do: somebody else may have it for good. */
const TRIES_ON_PORT = 3;
/** One that has lived this long was well: the next is begun without a pause. */
const WELL_AFTER_MS = 10_000;

/** Keeps a proxy; nothing is started yet. One that does not come up, or ends soon, is begun again ever more slowly. */
export function superviseProxy(ports: SupervisorPorts): ProxySupervisor {
  let current: Promise<CredentialProxy> | null = null;
  let running: CredentialProxy | null = null;
  let stopped = false;
  let port = 0;
  let pauseMs = 0;

  const begin = async (): Promise<CredentialProxy> => {
    // The first says at once what is wrong with this machine; a later one is known to work here.
    const choices = port === 0 ? [0] : [...Array.from({ length: TRIES_ON_PORT }, () => port), 0];
    const proxy = await firstOf(choices);
    ({ port } = proxy.address);
    running = proxy;
    const since = ports.elapsed();
    void proxy.ended.then((how) => {
      running = null;
      current = null;
      if (ports.elapsed() - since > WELL_AFTER_MS) pauseMs = 0;
      if (!stopped) ports.lost(how);
    });
    return proxy;
  };
  const firstOf = async ([onPort = 0, ...others]: number[]): Promise<CredentialProxy> => {
    if (pauseMs > 0) await ports.wait(pauseMs);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2 || FIRST_PAUSE_MS);
    refuseWhenStopped();
    let proxy: CredentialProxy;
    try {
      proxy = await ports.start(onPort);
    } catch (error) {
      if (others.length === 0) throw error;
      return firstOf(others);
    }
    if (stopped) {
      await proxy.stop();
      refuseWhenStopped();
    }
    return proxy;
  };
  const refuseWhenStopped = (): void => {
    if (stopped) throw new Error('The credential proxy was stopped by its owner and is not started again.');
  };

  return {
    async ready() {
      refuseWhenStopped();
      current ??= begin().catch((error: unknown) => {
        current = null;
        throw error;
      });
      return current;
    },
    isRunning: (proxy) => running === proxy,
    metrics: async () => (await running?.metrics()) ?? '',
    pid: () => running?.pid ?? null,
    async stop() {
      stopped = true;
      const last = await current?.catch(() => null);
      await last?.stop();
    },
  };
}
