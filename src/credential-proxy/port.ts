import type { AuditEntry, Explanation, PushProblem, SandboxPush } from './messages.ts';

/** What became of a push: taken in whole, or not at all. */
export type PushAnswer =
  | { kind: 'acked'; revision: number /** The sandbox's own CA, PEM. */; caPem: string; warnings: string[] }
  | { kind: 'refused'; problems: PushProblem[] };

/** A credential proxy as its owner sees it: a process that only this object can configure (facts D.1). */
export interface CredentialProxy {
  /** Where it listens on loopback, for sandboxes that are known by their token. */
  readonly address: { host: string; port: number };
  readonly pid: number;
  /**
   * Gives a sandbox its configuration. Rejects when the process is gone, or did not answer and was ended for it: nothing
   * is forwarded then, and the configuration is never taken late.
   */
  push(push: SandboxPush): Promise<PushAnswer>;
  /**
   * Forgets a sandbox: its tunnels are cut and its secrets dropped. Unknown ones are fine. A process that does not answer
   * is ended: its secrets go with it.
   */
  remove(sandboxId: string): Promise<void>;
  /** Which rule a request would meet, and why; nothing is sent or resolved. */
  explain(sandboxId: string, url: string): Promise<Explanation>;
  /** Prometheus text. */
  metrics(): Promise<string>;
  /** Each request's audit line, as it ends. */
  onAudit(listener: (entry: AuditEntry) => void): void;
  /** Settles when the process has ended, whoever ended it. */
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  /** Lets it live on without us, configured for good; audit goes on to its file. Returns what `stopDetached` needs. */
  detach(): Promise<DetachedProxy>;
  /** Ends it; resolves when it is gone. */
  stop(): Promise<void>;
}

/** A proxy that nobody holds a channel to: told by pid and start time, so that a reused pid is never ended. */
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
  /** How long an answer may take, in milliseconds; 30 s unless said. */
  answerMs?: number;
}
