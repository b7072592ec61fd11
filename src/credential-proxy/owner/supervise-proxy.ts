import type { CredentialProxy } from '../port.ts';

type End = Awaited<CredentialProxy['ended']>;

export interface SupervisorPorts {
  /** Starts a process that listens on this port; 0 = any. */
  start(port: number): Promise<CredentialProxy>;
  /**
   * The process ended, and every configuration with it: no sandbox is served until the next process, given by `ready`,
   * acknowledges a push.
   */
  lost(how: End): void;
  wait(ms: number): Promise<void>;
  /** Milliseconds of a monotonic clock. */
  elapsed(): number;
}

/**
 * One proxy: started on first use, and restarted when it has exited. The supervisor stores no configuration, since only
 * the owner may have the secrets. It reuses the port when possible, since running programs know it.
 */
export interface ProxySupervisor {
  /**
   * The running proxy, started when there is none, with several attempts for one that ran before. Rejects when it cannot
   * be started, or the supervisor was stopped.
   */
  ready(): Promise<CredentialProxy>;
  /** Whether this proxy still runs: otherwise its acknowledgements are void. */
  isRunning(proxy: CredentialProxy): boolean;
  /** Prometheus text; empty while none runs. */
  metrics(): Promise<string>;
  /** Null while none runs. */
  pid(): number | null;
  /** Stops it for good. */
  stop(): Promise<void>;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
/** Failed attempts on the earlier port after which any port is used: another program may have taken it. */
const ATTEMPTS_ON_PORT = 3;
/** A proxy that ran this long was healthy: the next one is started without a pause. */
const HEALTHY_AFTER_MS = 10_000;

/** Supervises a proxy, without starting it yet. Restarts after failures and short runs back off exponentially. */
export function superviseProxy(ports: SupervisorPorts): ProxySupervisor {
  let current: Promise<CredentialProxy> | null = null;
  let running: CredentialProxy | null = null;
  let stopped = false;
  let port = 0;
  let pauseMs = 0;

  const start = async (): Promise<CredentialProxy> => {
    // A failure of the first start is reported at once; later ones are known to be able to run here.
    const choices = port === 0 ? [0] : [...Array.from({ length: ATTEMPTS_ON_PORT }, () => port), 0];
    const proxy = await firstOf(choices);
    ({ port } = proxy.address);
    running = proxy;
    const since = ports.elapsed();
    void proxy.ended.then((how) => {
      running = null;
      current = null;
      if (ports.elapsed() - since > HEALTHY_AFTER_MS) pauseMs = 0;
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
      current ??= start().catch((error: unknown) => {
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
