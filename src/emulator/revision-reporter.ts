import { statusKind } from '../contract/statuses.ts';
import type { StoreChange } from './ports/store-changes.ts';
import type { Log, RevisionLine } from './ports/context.ts';

/** Logs the status changes of revisions and deployments, one line each. */
export interface RevisionReporter {
  change(change: StoreChange): void;
  /** Logs warnings that the emulator, not an agent, wrote to a revision's log. */
  line(line: RevisionLine): void;
}

export function createRevisionReporter(log: Log): RevisionReporter {
  return {
    change(change) {
      const { deployment, deployment_id } = change;
      if (change.kind === 'removed') {
        log(oneLine(`${deployment} deleted`), { level: 'info', deployment, deployment_id });
      }
      if (change.kind !== 'revision') return;
      const { revision_id, status } = change;
      log(oneLine(`${nameOf(deployment, revision_id)} ${status}`), {
        level: statusKind(status) === 'failed' ? 'error' : 'info',
        deployment,
        deployment_id,
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

/** The first eight characters of a revision's ID are enough to distinguish a deployment's revisions. */
const nameOf = (deployment: string, revisionId: string): string => `${deployment} ${revisionId.slice(0, 8)}`;

/** Joins the lines of a text, because text from a repository must not look like several log entries. */
function oneLine(text: string): string {
  return text.trim().replaceAll(/(?<!\s)\s*[\r\n\u2028\u2029]\s*/g, ' | ');
}
