import type { CredentialProxy } from '../port.ts';

type End = Awaited<CredentialProxy['ended']>;

export interface SupervisorPorts {
  /** Starts a process that listens on `port`, or on any port for 0. */
  start(port: number): Promise<CredentialProxy>;
  /**
   * Called when the process has ended and lost its configurations. After a loss, `ready` returns the next process. The
   * next process serves a sandbox only after it has acknowledged a push of the sandbox's configuration.
   */
  lost(how: End): void;
  /**
   * Waits before the next start. `failures` counts consecutive failures: failed starts, and proxies that ran only
   * briefly.
   */
  wait(failures: number): Promise<void>;
  /** Returns the milliseconds of a monotonic clock. */
  elapsed(): number;
}

/**
 * Supervises one proxy. Starts the proxy on first use, and restarts the proxy after an exit. The supervisor does not
 * store configurations, because they contain secrets; the caller pushes them again. Reuses the port if possible,
 * because running programs know the port.
 */
export interface ProxySupervisor {
  /**
   * Returns the running proxy, or starts a proxy. A failed restart is retried several times. Rejects if the proxy
   * cannot be started or the supervisor was stopped.
   */
  ready(): Promise<CredentialProxy>;
  /** Returns true if `proxy` is still running. An ended proxy's acknowledgements of pushes are invalid. */
  isRunning(proxy: CredentialProxy): boolean;
  /** Returns metrics in the Prometheus text format, or an empty string if no proxy runs. */
  metrics(): Promise<string>;
  /** Returns the proxy's process ID, or null if no proxy runs. */
  pid(): number | null;
  /** Stops the proxy permanently. */
  stop(): Promise<void>;
}

/**
 * Number of failed starts on the previous port before the supervisor uses any free port. Another program might have
 * taken the previous port.
 */
const ATTEMPTS_ON_PORT = 3;
/**
 * Milliseconds that a proxy must run to count as healthy. When a healthy proxy ends, the next proxy is started without
 * a pause.
 */
const HEALTHY_AFTER_MS = 10_000;

/**
 * Creates a supervisor without starting a proxy. After a failure or a short run, the supervisor pauses before a
 * restart.
 */
export function superviseProxy(ports: SupervisorPorts): ProxySupervisor {
  let current: Promise<CredentialProxy> | null = null;
  let running: CredentialProxy | null = null;
  let stopped = false;
  let port = 0;
  let failures = 0;

  const start = async (): Promise<CredentialProxy> => {
    // A failed first start is reported immediately, while later starts are retried, because the proxy has already run
    // on this machine.
    const choices = port === 0 ? [0] : [...Array.from({ length: ATTEMPTS_ON_PORT }, () => port), 0];
    const proxy = await firstOf(choices);
    ({ port } = proxy.address);
    running = proxy;
    const since = ports.elapsed();
    void proxy.ended.then((how) => {
      running = null;
      current = null;
      if (ports.elapsed() - since > HEALTHY_AFTER_MS) failures = 0;
      if (!stopped) ports.lost(how);
    });
    return proxy;
  };
  const firstOf = async ([onPort = 0, ...others]: number[]): Promise<CredentialProxy> => {
    if (failures > 0) await ports.wait(failures);
    failures += 1;
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
    if (stopped)
      throw new Error('The credential proxy was stopped by its owner and cannot be started again.');
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
