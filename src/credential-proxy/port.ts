import type { AuditEntry, Explanation, PushAnswer, SandboxPush } from './messages.ts';

/** A running credential proxy. Only code that has the `CredentialProxy` object can configure the proxy. */
export interface CredentialProxy {
  /** Loopback address for sandboxes that identify themselves with a token. */
  readonly address: { host: string; port: number };
  readonly pid: number;
  /**
   * Pushes a sandbox's configuration. Rejects if the process has ended, or was killed because it did not respond; the
   * configuration then never takes effect.
   */
  push(push: SandboxPush): Promise<PushAnswer>;
  /**
   * Removes a sandbox: aborts its connections and discards its secrets. A call with an unknown ID has no effect. Kills
   * the process if it does not respond, which also discards the secrets.
   */
  remove(sandboxId: string): Promise<void>;
  /** Returns the rule that a request would match, without sending a request or resolving a name. */
  explain(sandboxId: string, url: string): Promise<Explanation>;
  /** Returns metrics in the Prometheus text format. */
  metrics(): Promise<string>;
  /** Registers a listener for audit entries. Each request creates one audit entry when it ends. */
  onAudit(listener: (entry: AuditEntry) => void): void;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  /**
   * Closes the channel and lets the process continue with its configuration. Returns the data that `stopProcess` needs
   * to stop the process.
   */
  detach(): Promise<DetachedProxy>;
  /** Stops the process, and resolves when the process has ended. */
  stop(): Promise<void>;
}

/** A proxy process without an open channel. `startTime` ensures that no other process with the same ID is stopped. */
export interface DetachedProxy {
  pid: number;
  /**
   * String that differs between processes with the same ID. On Linux, the string is the time from boot to the start of
   * the process, in the kernel's clock ticks.
   */
  startTime: string;
  auditFile: string | null;
}

export interface StartProxyOptions {
  /** Path of the script that the process runs: the main file of the sources or of the bundle. */
  entry: string;
  /**
   * File that audit entries are appended to as JSON lines (mode 0600). If `auditFile` is null, only `onAudit` receives
   * entries.
   */
  auditFile: string | null;
  /** Port on loopback, or 0 for any free port. */
  port: number;
  /** Time limit for a response in milliseconds (default: 30 s). */
  answerMs?: number;
}
