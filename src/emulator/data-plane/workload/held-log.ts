import type { RevisionLog } from '../reconcile/revision-log.ts';

/** Maximum number of lines that a held log keeps. */
const MAX_LINES = 1_000;

/** Log that keeps its lines until another log receives them. */
export interface HeldLog {
  log: RevisionLog;
  /** Writes all kept lines and all later lines to `target`. */
  release(target: Pick<RevisionLog, 'write'>): void;
}

/**
 * Creates a log whose lines may be dropped, because they belong to an attempt that may be repeated. Everything except
 * lines, such as secrets, goes to `base` immediately; without `base`, everything else is ignored.
 */
export function holdLog(base?: RevisionLog): HeldLog {
  const lines: Parameters<RevisionLog['write']>[] = [];
  let target: Pick<RevisionLog, 'write'> | undefined;
  return {
    log: {
      render: (message) => base?.render(message) ?? message,
      redact: (text) => base?.redact(text) ?? text,
      addSecrets: (values) => base?.addSecrets(values),
      flush: () => base?.flush() ?? Promise.resolve(),
      write(...line) {
        if (target !== undefined) target.write(...line);
        else if (lines.length < MAX_LINES) lines.push(line);
      },
    },
    release(to) {
      target = to;
      for (const line of lines.splice(0)) to.write(...line);
    },
  };
}
