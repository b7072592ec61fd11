import { statusKind } from '../contract/statuses.ts';
import type { StoreChange } from './admin/events.ts';
import type { Log, RevisionLine } from './ports/context.ts';

/** Logs the changes of revisions and deployments, one line for each. */
export interface RevisionReporter {
  change(change: StoreChange): void;
  /** Logs the emulator's own warnings. Output of agents is not logged. */
  line(line: RevisionLine): void;
}

export function createRevisionReporter(log: Log): RevisionReporter {
  return {
    change(change) {
      const { deployment } = change;
      if (change.kind === 'removed') {
        log(oneLine(`${deployment} deleted`), { level: 'info', deployment });
      }
      if (change.kind !== 'revision') return;
      const { revision_id, status } = change;
      log(oneLine(`${nameOf(deployment, revision_id)} ${status}`), {
        level: statusKind(status) === 'failed' ? 'error' : 'info',
        deployment,
        revision_id,
        status,
      });
    },
    line({ deployment, revisionId, level, message, fromAgent }) {
      if (fromAgent || level === 'INFO') return;
      log(oneLine(`${nameOf(deployment, revisionId)} ${level}: ${message}`), {
        level: level === 'ERROR' ? 'error' : 'warning',
        deployment,
        revision_id: revisionId,
      });
    },
  };
}

/** The beginning of a revision's ID is enough to distinguish the revisions of a deployment. */
const nameOf = (deployment: string, revisionId: string): string => `${deployment} ${revisionId.slice(0, 8)}`;

/**
 * Joins the lines of a text, because one log entry must not look like several. The text may come from a repository.
 */
function oneLine(text: string): string {
  return text.trim().replaceAll(/(?<!\s)\s*[\r\n\u2028\u2029]\s*/g, ' | ');
}
