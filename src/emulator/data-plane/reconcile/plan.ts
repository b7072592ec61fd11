import { awaitsSource, type RevisionStatus } from '../../../contract/deployment.ts';
import type { Source } from '../../../contract/source.ts';
import type { DeploymentRow, RevisionRow } from '../../ports/store.ts';

/** What is to be done now for one deployment. */
export type DeploymentAction =
  /** AWAITING_DATABASE → READY. */
  | { kind: 'prepare' }
  /** AWAITING_DELETE → gone. */
  | { kind: 'remove' }
  /** A new revision is to be taken in, and then to run or to wait. */
  | { kind: 'create'; revisionId: string }
  /** The one that holds the slot, or that may take it now. */
  | { kind: 'run'; revisionId: string };

type Unfinished = Pick<RevisionRow, 'id' | 'seq' | 'status' | 'source' | 'config'>;

/**
 * One revision of a deployment is worked on at a time; when the slot is free, the newest queued one takes it
 * (DESIGN §5 "queue"). `unfinished`: the deployment's revisions that are not final, in any order.
 */
export function planDeployment(
  deployment: Pick<DeploymentRow, 'status'>,
  unfinished: readonly Unfinished[],
): DeploymentAction[] {
  if (deployment.status === 'AWAITING_DELETE') return [{ kind: 'remove' }];
  if (deployment.status === 'AWAITING_DATABASE') return [{ kind: 'prepare' }];
  const ready = unfinished
    .filter(({ source, config }) => !awaitsSource(source, config))
    .sort((a, b) => a.seq - b.seq);
  const created = ready.filter(({ status }) => status === 'CREATING');
  const queued = ready.filter(({ status }) => status === 'QUEUED');
  // Never two, but if it were so, the older goes first.
  const next = ready.find(holdsSlot) ?? queued.at(-1);
  return [
    ...(next ? [{ kind: 'run' as const, revisionId: next.id }] : []),
    ...created.map(({ id }) => ({ kind: 'create' as const, revisionId: id })),
  ];
}

/** Whether this unfinished revision is at work, or was when its emulator ended. */
export function holdsSlot({ status }: Pick<Unfinished, 'status'>): boolean {
  return status !== 'CREATING' && status !== 'QUEUED';
}

/** What becomes of a revision that asks for the slot, and of the queued ones it overtakes. */
type Admission =
  | { kind: 'run'; skip: string[] }
  | { kind: 'wait' }
  /** A newer one is queued: this one will never run. */
  | { kind: 'skip' };

/**
 * Decides about the slot. `others`: the deployment's other unfinished revisions; `newer`: those made after this one,
 * ended or not. What a newer one was given is no longer an older one's, however that ended: it would put old code in
 * the place of new.
 */
export function admit(
  own: Pick<Unfinished, 'seq'>,
  others: readonly Unfinished[],
  newer: readonly Pick<RevisionRow, 'history'>[] = [],
): Admission {
  if (newer.some(tookSlot)) return { kind: 'skip' };
  if (others.some((other) => holdsSlot(other) && !awaitsSource(other.source, other.config)))
    return { kind: 'wait' };
  const queued = others.filter(({ status }) => status === 'QUEUED');
  if (queued.some(({ seq }) => seq > own.seq)) return { kind: 'skip' };
  return { kind: 'run', skip: queued.map(({ id }) => id) };
}

/** What a revision may have been called without having been given the slot. */
const BEFORE_THE_SLOT: ReadonlySet<string> = new Set([
  'CREATING',
  'CREATE_FAILED',
  'QUEUED',
  'SKIPPED',
  'INTERRUPTED',
]);

/** Whether this revision was ever at work. */
function tookSlot({ history }: Pick<RevisionRow, 'history'>): boolean {
  return history.some(({ status }) => !BEFORE_THE_SLOT.has(status));
}

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
type Recovery = { kind: 'resume'; at: Stage } | { kind: 'give-up'; stage: Stage };

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
      return { kind: 'resume', at: built || first === 'AWAITING_DEPLOY' ? 'AWAITING_DEPLOY' : first };
    case 'BUILDING':
      // It was done, and only not yet told.
      if (built) return { kind: 'resume', at: 'AWAITING_DEPLOY' };
      if (times('BUILDING') > 1) return { kind: 'give-up', stage: 'BUILDING' };
      return { kind: 'resume', at: first };
    default:
      return { kind: 'resume', at: first };
  }
}

/** An emulator that ends in good order puts its work back into the queue: what came before does not count. */
function sinceQueued(history: readonly { status: string }[]): readonly { status: string }[] {
  return history.slice(history.findLastIndex(({ status }) => status === 'QUEUED') + 1);
}
