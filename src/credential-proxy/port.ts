import type { AuditEntry, Explanation, PushAnswer, SandboxPush } from './messages.ts';

/** A running credential proxy. Only the owner of this object can configure it. */
export interface CredentialProxy {
  /** Loopback address for sandboxes that identify themselves with a token. */
  readonly address: { host: string; port: number };
  readonly pid: number;
  /**
   * Pushes a sandbox's configuration. Rejects if the process has ended, or was killed because it did not respond. In
   * that case nothing is forwarded, and the configuration never takes effect.
   */
  push(push: SandboxPush): Promise<PushAnswer>;
  /**
   * Removes a sandbox: aborts its connections and discards its secrets. An unknown ID is not an error. A process that
   * does not respond is killed, which discards the secrets too.
   */
  remove(sandboxId: string): Promise<void>;
  /** Explains which rule a request would match. Nothing is sent or resolved. */
  explain(sandboxId: string, url: string): Promise<Explanation>;
  /** Returns metrics in the Prometheus text format. */
  metrics(): Promise<string>;
  /** Registers a listener for the audit entry of each request, which is created when the request ends. */
  onAudit(listener: (entry: AuditEntry) => void): void;
  /** Resolves when the process has ended for any reason. */
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  /**
   * Lets the process continue without its owner, with unchanged configuration and audit file. Returns the data that
   * `stopProcess` needs.
   */
  detach(): Promise<DetachedProxy>;
  /** Stops the process. Resolves when it has ended. */
  stop(): Promise<void>;
}

/**
 * A proxy without a channel. It is identified by process ID and start time, so that another process that reuses the
 * ID is never stopped.
 */
export interface DetachedProxy {
  pid: number;
  /** Text that distinguishes processes with the same ID: on Linux, the kernel's ticks from boot to the start. */
  startTime: string;
  auditFile: string | null;
}

export interface StartProxyOptions {
  /** Path of the script to run: the main file of the sources or of the bundle. */
  entry: string;
  /**
   * File to which audit entries are appended as JSON lines, created with mode 0600. If null, entries are only passed
   * to `onAudit`.
   */
  auditFile: string | null;
  /** Loopback port; 0 for any port. */
  port: number;
  /** Time limit for a response, in milliseconds; 30 s by default. */
  answerMs?: number;
}
