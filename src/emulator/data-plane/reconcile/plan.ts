import { waitsForSource } from '../../../contract/awaits-source.ts';
import type { RevisionStatus } from '../../../contract/statuses.ts';
import type { Source } from '../../../contract/source.ts';
import type { DeploymentRow, RevisionRow } from '../../ports/store.ts';

/** Action that the reconciler performs next for a deployment. */
export type DeploymentAction =
  /** Changes the deployment's status from AWAITING_DATABASE to READY. */
  | { kind: 'prepare' }
  /** Deletes a deployment with the status AWAITING_DELETE. */
  | { kind: 'remove' }
  /** Starts a new revision, or queues the revision. */
  | { kind: 'create'; revisionId: string }
  /** Advances the revision that holds the slot or can get it now. */
  | { kind: 'run'; revisionId: string };

type Unfinished = Pick<RevisionRow, 'id' | 'seq' | 'status' | 'source' | 'config'>;

/**
 * Chooses the next actions for a deployment. A deployment has one slot, which the revision in progress holds. When the
 * slot is free, the newest queued revision gets the slot: see docs/api/revisions.md#revision-queue. `unfinished`
 * contains the deployment's revisions that are not final, in any order.
 */
export function planDeployment(
  deployment: Pick<DeploymentRow, 'status'>,
  unfinished: readonly Unfinished[],
): DeploymentAction[] {
  if (deployment.status === 'AWAITING_DELETE') return [{ kind: 'remove' }];
  if (deployment.status === 'AWAITING_DATABASE') return [{ kind: 'prepare' }];
  const ready = unfinished
    .filter(({ source, config }) => !waitsForSource(source, config))
    .sort((a, b) => a.seq - b.seq);
  const created = ready.filter(({ status }) => status === 'CREATING');
  const queued = ready.filter(({ status }) => status === 'QUEUED');
  // If two revisions hold the slot, which should never happen, the older revision is advanced first.
  const next = ready.find(usesSlot) ?? queued.at(-1);
  return [
    ...(next ? [{ kind: 'run' as const, revisionId: next.id }] : []),
    ...created.map(({ id }) => ({ kind: 'create' as const, revisionId: id })),
  ];
}

/** Returns whether an unfinished revision holds the slot, or held it when its emulator exited. */
export function usesSlot({ status }: Pick<Unfinished, 'status'>): boolean {
  return status !== 'CREATING' && status !== 'QUEUED';
}

/** Decision about a revision that requests the slot. `skip` lists the older queued revisions, which will never run. */
type Admission =
  | { kind: 'run'; skip: string[] }
  | { kind: 'wait' }
  /** The revision never runs, because a newer revision had the slot or is queued. */
  | { kind: 'skip' };

/**
 * Decides whether a revision gets its deployment's slot. Only a revision with the slot is built and started. `others`
 * contains the deployment's other unfinished revisions. `newer` contains all later revisions, including final
 * revisions. A revision never gets the slot after a newer revision had the slot, because older code would replace newer
 * code.
 */
export function admit(
  own: Pick<Unfinished, 'seq'>,
  others: readonly Unfinished[],
  newer: readonly Pick<RevisionRow, 'history'>[] = [],
): Admission {
  if (newer.some(tookSlot)) return { kind: 'skip' };
  if (others.some((other) => usesSlot(other) && !waitsForSource(other.source, other.config)))
    return { kind: 'wait' };
  const queued = others.filter(({ status }) => status === 'QUEUED');
  if (queued.some(({ seq }) => seq > own.seq)) return { kind: 'skip' };
  return { kind: 'run', skip: queued.map(({ id }) => id) };
}

/** Statuses of a revision that has never held the slot. */
const BEFORE_THE_SLOT: ReadonlySet<string> = new Set([
  'CREATING',
  'CREATE_FAILED',
  'QUEUED',
  'SKIPPED',
  'INTERRUPTED',
]);

/** Returns whether a revision ever held the slot. */
function tookSlot({ history }: Pick<RevisionRow, 'history'>): boolean {
  return history.some(({ status }) => !BEFORE_THE_SLOT.has(status));
}

/** Stages of a revision. The name of a stage is the revision's status during the stage. */
export type Stage =
  | 'CREATING'
  | 'QUEUED'
  | 'AWAITING_BUILD'
  | 'BUILDING'
  | 'AWAITING_DEPLOY'
  | 'DEPLOYING'
  | 'DEPLOYED';

/** Returns the status of a revision after a stage failed. */
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

/** Returns which of a revision's two logs records a stage. */
export function logKindOf(stage: Stage): 'build' | 'deploy' {
  return failureStatusOf(stage) === 'DEPLOY_FAILED' ? 'deploy' : 'build';
}

/** Returns the first stage of a revision that gets the slot. A revision from an image skips the build. */
export function firstStage(source: Source): 'AWAITING_BUILD' | 'AWAITING_DEPLOY' {
  return source === 'git_host' || source === 'internal_source' ? 'AWAITING_BUILD' : 'AWAITING_DEPLOY';
}

/** Decision about a revision that a stopped emulator left unfinished. */
type Recovery = { kind: 'resume'; at: Stage } | { kind: 'give-up'; stage: Stage };

/**
 * Decides about a revision that was in progress when its emulator exited. An interrupted stage is repeated only once,
 * because the stage may have crashed the emulator. A build outside the emulator's process is always repeated, because
 * it cannot crash the emulator. `built` is true if the artifact is complete and on disk.
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
      // The artifact is complete, so the emulator exited after the build and before the write of the next status.
      if (built) return { kind: 'resume', at: 'AWAITING_DEPLOY' };
      if (!buildsApart && times('BUILDING') > 1) return { kind: 'give-up', stage: 'BUILDING' };
      return { kind: 'resume', at: first };
    default:
      return { kind: 'resume', at: first };
  }
}

/**
 * Returns the history since the revision was last queued. Earlier history does not count, because a normal shutdown
 * queues the revision again.
 */
function sinceQueued(history: readonly { status: string }[]): readonly { status: string }[] {
  return history.slice(history.findLastIndex(({ status }) => status === 'QUEUED') + 1);
}
