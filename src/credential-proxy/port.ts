import type { AuditEntry, Explanation, PushAnswer, SandboxPush } from './messages.ts';

/** A credential proxy as its owner sees it: a process that only this object can configure. */
export interface CredentialProxy {
  /** Where it listens on loopback, for sandboxes that are identified by their token. */
  readonly address: { host: string; port: number };
  readonly pid: number;
  /**
   * Gives a sandbox its configuration. Rejects when the process is gone, or was killed because it did not answer: nothing
   * is forwarded then, and the configuration never takes effect later.
   */
  push(push: SandboxPush): Promise<PushAnswer>;
  /**
   * Removes a sandbox: aborts its connections and drops its secrets. An unknown one is no error. A process that does not
   * answer is killed, and its secrets are gone with it.
   */
  remove(sandboxId: string): Promise<void>;
  /** Which rule a request would match, and why; nothing is sent or resolved. */
  explain(sandboxId: string, url: string): Promise<Explanation>;
  /** Prometheus text. */
  metrics(): Promise<string>;
  /** Each request's audit line, as it ends. */
  onAudit(listener: (entry: AuditEntry) => void): void;
  /** Settles when the process has ended, for any reason. */
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  /** Lets it keep running without us, its configuration and audit file unchanged. Returns what `stopProcess` needs. */
  detach(): Promise<DetachedProxy>;
  /** Stops it; resolves when it is gone. */
  stop(): Promise<void>;
}

/** A proxy without a channel, identified by pid and start time, so that a reused pid is never stopped. */
export interface DetachedProxy {
  pid: number;
  /** In the kernel's ticks since boot, as text (Linux), or what else tells two processes of one pid apart. */
  startTime: string;
  auditFile: string | null;
}

export interface StartProxyOptions {
  /** The script that is the process: the sources' main or the bundle's. */
  entry: string;
  /** Appended to as JSON lines, made with mode 0600; null = audit goes to `onAudit` only. */
  auditFile: string | null;
  /** Loopback port; 0 = any. */
  port: number;
  /** How long an answer may take, in milliseconds; 30 s by default. */
  answerMs?: number;
}
