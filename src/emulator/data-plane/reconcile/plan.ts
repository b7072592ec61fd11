import { awaitsSource } from '../../../contract/awaits-source.ts';
import type { RevisionStatus } from '../../../contract/statuses.ts';
import type { Source } from '../../../contract/source.ts';
import type { DeploymentRow, RevisionRow } from '../../ports/store.ts';

/** The current action for one deployment. */
export type DeploymentAction =
  /** AWAITING_DATABASE → READY. */
  | { kind: 'prepare' }
  /** AWAITING_DELETE → gone. */
  | { kind: 'remove' }
  /** A new revision is to be created, and then to run or to wait. */
  | { kind: 'create'; revisionId: string }
  /** The revision that holds the slot, or may take it now. */
  | { kind: 'run'; revisionId: string };

type Unfinished = Pick<RevisionRow, 'id' | 'seq' | 'status' | 'source' | 'config'>;

/**
 * One revision of a deployment is worked on at a time; when the slot is free, the newest queued one takes it: see
 * docs/api.md#revision-queue. `unfinished`: the deployment's revisions that are not final, in any order.
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
  // There should never be two; if there are, the older one goes first.
  const next = ready.find(holdsSlot) ?? queued.at(-1);
  return [
    ...(next ? [{ kind: 'run' as const, revisionId: next.id }] : []),
    ...created.map(({ id }) => ({ kind: 'create' as const, revisionId: id })),
  ];
}

/** Whether this unfinished revision is active, or was when its emulator exited. */
export function holdsSlot({ status }: Pick<Unfinished, 'status'>): boolean {
  return status !== 'CREATING' && status !== 'QUEUED';
}

/** The answer to a revision that asks for the slot, and what happens to the queued ones it overtakes. */
type Admission =
  | { kind: 'run'; skip: string[] }
  | { kind: 'wait' }
  /** A newer one is queued: this one will never run. */
  | { kind: 'skip' };

/**
 * Decides about the slot. `others`: the deployment's other unfinished revisions; `newer`: those created after this one,
 * ended or not. A slot given to a newer one never goes to an older one, however that ended: it would replace new code
 * by old.
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

/** Statuses that a revision may have had without ever holding the slot. */
const BEFORE_THE_SLOT: ReadonlySet<string> = new Set([
  'CREATING',
  'CREATE_FAILED',
  'QUEUED',
  'SKIPPED',
  'INTERRUPTED',
]);

/** Whether this revision ever had the slot. */
function tookSlot({ history }: Pick<RevisionRow, 'history'>): boolean {
  return history.some(({ status }) => !BEFORE_THE_SLOT.has(status));
}

/** The statuses a revision passes through, each of which may take time and fail. */
export type Stage =
  | 'CREATING'
  | 'QUEUED'
  | 'AWAITING_BUILD'
  | 'BUILDING'
  | 'AWAITING_DEPLOY'
  | 'DEPLOYING'
  | 'DEPLOYED';

/** The status of a revision when this stage fails. */
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

/** Which of a revision's two logs has this stage. */
export function logKindOf(stage: Stage): 'build' | 'deploy' {
  return failureStatusOf(stage) === 'DEPLOY_FAILED' ? 'deploy' : 'build';
}

/** The first stage of a revision that holds the slot: an image is not built. */
export function firstStage(source: Source): 'AWAITING_BUILD' | 'AWAITING_DEPLOY' {
  return source === 'git_host' || source === 'internal_source' ? 'AWAITING_BUILD' : 'AWAITING_DEPLOY';
}

/** Where to resume work on a revision that a dead emulator left unfinished. */
type Recovery = { kind: 'resume'; at: Stage } | { kind: 'give-up'; stage: Stage };

/**
 * Decides about a revision that was active when its emulator exited. An interrupted stage is retried once, but no
 * second time: it may be what kills the emulator, unless builds are apart from it. `built`: its artifact is complete and on disk.
 */
export function planRecovery(
  revision: { status: string; source: Source; history: readonly { status: string }[] },
  built: boolean,
  { buildsApart = false }: { readonly buildsApart?: boolean } = {},
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
      // The build was done, and only its status not yet written.
      if (built) return { kind: 'resume', at: 'AWAITING_DEPLOY' };
      if (!buildsApart && times('BUILDING') > 1) return { kind: 'give-up', stage: 'BUILDING' };
      return { kind: 'resume', at: first };
    default:
      return { kind: 'resume', at: first };
  }
}

/** An emulator that shuts down orderly puts its work back into the queue: attempts before that do not count. */
function sinceQueued(history: readonly { status: string }[]): readonly { status: string }[] {
  return history.slice(history.findLastIndex(({ status }) => status === 'QUEUED') + 1);
}
