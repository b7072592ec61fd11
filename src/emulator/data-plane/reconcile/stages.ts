import type { Source } from '../../../contract/source.ts';
import type { RevisionStatus } from '../../../contract/statuses.ts';

/** The statuses a revision passes through, each of which may take time and go wrong. */
export type Stage =
  | 'CREATING'
  | 'QUEUED'
  | 'AWAITING_BUILD'
  | 'BUILDING'
  | 'AWAITING_DEPLOY'
  | 'DEPLOYING'
  | 'DEPLOYED';

/** What a revision is called when this stage fails (seams/faults.ts). */
export function failureStatusOf(stage: Stage): RevisionStatus {
  switch (stage) {
    case 'CREATING':
      return 'CREATE_FAILED';
    case 'QUEUED':
    case 'AWAITING_BUILD':
    case 'BUILDING':
      return 'BUILD_FAILED';
    default:
      return 'DEPLOY_FAILED';
  }
}

/** Which of a revision's two logs tells about this stage. */
export function logKindOf(stage: Stage): 'build' | 'deploy' {
  return failureStatusOf(stage) === 'DEPLOY_FAILED' ? 'deploy' : 'build';
}

/** Where a revision starts once it is its turn: an image is not built here. */
export function firstStage(source: Source): 'AWAITING_BUILD' | 'AWAITING_DEPLOY' {
  return source === 'git_host' || source === 'internal_source' ? 'AWAITING_BUILD' : 'AWAITING_DEPLOY';
}

/** Where work on a revision goes on that an emulator left in the middle. */
export type Recovery = { kind: 'go-on'; at: Stage } | { kind: 'give-up'; stage: Stage };

/**
 * Judges a revision that was found at work with nobody working on it. What was cut short is done once more, but not a
 * third time: it may be what ends the emulator. `built`: its artifact is whole and on disk.
 */
export function planRecovery(
  revision: { status: string; source: Source; history: readonly { status: string }[] },
  built: boolean,
): Recovery {
  const times = (status: string) =>
    sinceQueued(revision.history).filter((entry) => entry.status === status).length;
  const first = firstStage(revision.source);
  switch (revision.status) {
    case 'AWAITING_DEPLOY':
    case 'DEPLOYING':
      if (times('DEPLOYING') > 1) return { kind: 'give-up', stage: 'DEPLOYING' };
      return { kind: 'go-on', at: built || first === 'AWAITING_DEPLOY' ? 'AWAITING_DEPLOY' : first };
    case 'BUILDING':
      // It was done, and only not yet told.
      if (built) return { kind: 'go-on', at: 'AWAITING_DEPLOY' };
      if (times('BUILDING') > 1) return { kind: 'give-up', stage: 'BUILDING' };
      return { kind: 'go-on', at: first };
    default:
      return { kind: 'go-on', at: first };
  }
}

/** An emulator that ends in good order puts its work back into the queue: what came before does not count. */
function sinceQueued(history: readonly { status: string }[]): readonly { status: string }[] {
  return history.slice(history.findLastIndex(({ status }) => status === 'QUEUED') + 1);
}
