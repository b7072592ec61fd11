import type { AuditEntry, Explanation, PushAnswer, SandboxPush } from './messages.ts';

/** A running credential proxy. Only code that has this object can configure the proxy. */
export interface CredentialProxy {
  /** Loopback address for sandboxes that identify themselves with a token. */
  readonly address: { host: string; port: number };
  readonly pid: number;
  /**
   * Pushes a sandbox's configuration. Rejects if the process has ended, or was killed because it did not respond. The
   * proxy then forwards nothing, and the configuration never takes effect.
   */
  push(push: SandboxPush): Promise<PushAnswer>;
  /**
   * Removes a sandbox: aborts its connections and discards its secrets. Ignores an unknown ID. Kills a process that
   * does not respond. Its secrets are then discarded too.
   */
  remove(sandboxId: string): Promise<void>;
  /** Returns which rule a request would match. Sends and resolves nothing. */
  explain(sandboxId: string, url: string): Promise<Explanation>;
  /** Returns metrics in the Prometheus text format. */
  metrics(): Promise<string>;
  /** Registers a listener for audit entries. Each request creates one entry when it ends. */
  onAudit(listener: (entry: AuditEntry) => void): void;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  /**
   * Closes the channel and lets the process continue with its configuration. Returns the data that `stopProcess`
   * needs.
   */
  detach(): Promise<DetachedProxy>;
  /** Stops the process. Resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * A proxy process to which no channel is open. The start time ensures that another process with the same ID is never
 * stopped.
 */
export interface DetachedProxy {
  pid: number;
  /**
   * Text that differs between processes with the same ID. On Linux, it is the time from boot to the start of the
   * process, in the kernel's clock ticks.
   */
  startTime: string;
  auditFile: string | null;
}

export interface StartProxyOptions {
  /** Path of the script that the process runs: the main file of the sources or of the bundle. */
  entry: string;
  /** File to which audit entries are appended as JSON lines (mode 0600). If null, only `onAudit` receives entries. */
  auditFile: string | null;
  /** Port on loopback; 0 for any free port. */
  port: number;
  /** Time limit for a response, in milliseconds; 30 s by default. */
  answerMs?: number;
}
