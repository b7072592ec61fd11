import { randomUUID } from 'node:crypto';
import type { AuditEntry } from '../../credential-proxy/messages.ts';
import { DASHBOARD_PATH } from '../../contract/dashboard/session.ts';
import { createListeners } from '../../clients/listeners.ts';
import { DASHBOARD_FILES } from '../ports/installation.ts';
import type { RunChanges } from '../ports/store-run-summaries.ts';
import { HttpError } from '../server/http-error.ts';
import type { Redactor } from '../server/journal-redactor.ts';
import type { DashboardGate } from '../server/middleware.ts';
import type { ServerOrigins } from '../server/server-origins.ts';
import { createDashboardFiles } from './files.ts';
import { createDashboardGate } from './gate.ts';
import { createRing, type Ring } from './ring.ts';
import type { SessionFile } from './session-file.ts';
import { createDashboardSessions, type DashboardSessions } from './sessions.ts';

/** State of the dashboard that survives a reset. */
export interface DashboardHost {
  readonly gate: DashboardGate;
  readonly sessions: DashboardSessions;
  readonly audit: Ring<AuditEntry>;
  readonly redactor: Redactor;
  /** ID of this process. */
  readonly epoch: string;
  /** Number of resets and restores so far. */
  generation(): number;
  /** Reports that all data was replaced, which ends open streams. */
  replaced(): void;
  /**
   * Runs `work`, which replaces all data, for a page that has seen this generation of the data. If two tabs call
   * `replaceOnce` at the same time, only one call succeeds.
   * @throws HttpError 409 if the data was replaced after the page had read it, or is being replaced.
   */
  replaceOnce<T>(generation: number, work: () => Promise<T>): Promise<T>;
  /** Calls `notify` after each replacement of all data. The returned function unsubscribes `notify`. */
  onReplaced(notify: () => void): () => void;
  /** Calls `notify` after a line was written to a revision's log. The returned function unsubscribes `notify`. */
  onLogLine(notify: (revisionId: string) => void): () => void;
  logLine(revisionId: string): void;
  /** Calls `notify` after runs have changed. The returned function unsubscribes `notify`. */
  onRunsChanged(notify: (changes: RunChanges) => void): () => void;
  runsChanged: (changes: RunChanges) => void;
  /** Returns a link that is valid for one sign-in until `expiresAt`, in epoch milliseconds. */
  link(): { url: string; expiresAt: number };
  /** Open streams that send changes to pages. */
  readonly streams: Set<symbol>;
}

/** Maximum number of stored log lines of the credential proxy. */
const AUDIT_KEPT = 10_000;

/**
 * Creates the dashboard's state that survives a reset, without reading any file before the page is opened. `origin` is
 * the main port's public URL.
 */
export function createDashboardHost({
  origin,
  serverOrigins,
  redactor,
  sessionFile,
  files = DASHBOARD_FILES,
}: {
  origin: string;
  serverOrigins: ServerOrigins;
  redactor: Redactor;
  /** Stores sessions across restarts, or is absent if the data does not survive a restart either. */
  sessionFile?: SessionFile | undefined;
  files?: string | undefined;
}): DashboardHost {
  // Sessions of people use real time, even if the emulator's clock is virtual.
  const sessions = createDashboardSessions({
    now: () => performance.now(),
    learn: (values) => redactor.addSecrets(values),
    origin,
    file: sessionFile,
  });
  const replacements = createListeners();
  const logLines = createListeners<[revisionId: string]>();
  const changedRuns = createListeners<[changes: RunChanges]>();
  let generation = 1;
  let isReplacing = false;
  return {
    gate: createDashboardGate({ origins: serverOrigins, sessions, files: createDashboardFiles(files) }),
    sessions,
    audit: createRing(AUDIT_KEPT),
    redactor,
    epoch: randomUUID(),
    generation: () => generation,
    replaced() {
      generation += 1;
      replacements.notify();
    },
    async replaceOnce(seen, work) {
      if (isReplacing || seen !== generation) {
        throw new HttpError(
          409,
          'The emulator was reset or restored in the meantime. Check its data, and try again.',
        );
      }
      isReplacing = true;
      try {
        return await work();
      } finally {
        isReplacing = false;
      }
    },
    onReplaced: replacements.add,
    onLogLine: logLines.add,
    logLine: logLines.notify,
    onRunsChanged: changedRuns.add,
    runsChanged: changedRuns.notify,
    link() {
      const { token, expiresInMs } = sessions.link();
      return { url: `${origin}${DASHBOARD_PATH}/#${token}`, expiresAt: Date.now() + expiresInMs };
    },
    streams: new Set(),
  };
}
