import { statusKind } from '../../contract/statuses.ts';
import type { RevisionView } from '../plan/current.ts';
import { imagesDiffer } from '../plan/origin.ts';

export interface ExpectedRevision {
  revisionId: string;
  /**
   * Commit from which the revision must be built, or `undefined` if the commit is unknown or any commit is accepted.
   */
  commit: string | undefined;
  /** Image that the revision must run, or `undefined` if any image is accepted. */
  imageUri: string | undefined;
  /** Upload from which the revision must be built, or `undefined` if any upload is accepted. */
  tarballPath?: string | undefined;
  /**
   * IDs of the revisions that existed before our revision. While a revision in `before` is active, the switch to our
   * revision is pending.
   */
  before: ReadonlySet<string>;
}

/**
 * Result of one poll, where `deployment` is `undefined` unless the status of the revision requires reading the
 * deployment.
 */
export interface Observation {
  revision: RevisionView;
  deployment: { activeRevisionId: string | undefined; latestRevisionId: string | undefined } | undefined;
}

export type RolloutVerdict =
  | { kind: 'waiting' }
  /** The revision is DEPLOYED, but the service has not switched the deployment to the revision yet. */
  | { kind: 'switching' }
  | { kind: 'deployed' }
  | {
      kind: 'superseded';
      why: 'newer-revision' | 'skipped-by-service' | 'commit-mismatch' | 'image-mismatch';
      by: string | undefined;
    }
  | {
      kind: 'failed';
      why: 'create-failed' | 'build-failed' | 'deploy-failed' | 'revision-failed' | 'interrupted';
    };

/** Returns whether a revision with this status can be evaluated only together with its deployment. */
export function needsDeployment(status: string): boolean {
  return ['deployed', 'skipped'].includes(statusKind(status));
}

/**
 * Evaluates the result of one poll. Our revision is either DEPLOYED and active, replaced by a newer revision, skipped
 * by the service, built from another commit or image, failed, or (for any other status) in progress.
 */
export function evaluateRollout(
  ours: ExpectedRevision,
  { revision, deployment }: Observation,
): RolloutVerdict {
  const kind = statusKind(revision.status);
  if (kind === 'failed') return { kind: 'failed', why: FAILURES[revision.status] ?? 'revision-failed' };
  if (kind === 'interrupted') return { kind: 'failed', why: 'interrupted' };
  const newest = deployment?.latestRevisionId === ours.revisionId ? undefined : deployment?.latestRevisionId;
  if (kind === 'skipped') return { kind: 'superseded', why: 'skipped-by-service', by: newest };
  if (ours.commit !== undefined && revision.commit !== undefined && revision.commit !== ours.commit) {
    return { kind: 'superseded', why: 'commit-mismatch', by: undefined };
  }
  const { imageUri } = revision;
  if (ours.imageUri !== undefined && imageUri !== undefined && imagesDiffer(imageUri, ours.imageUri)) {
    return { kind: 'superseded', why: 'image-mismatch', by: undefined };
  }
  const { tarballPath } = revision;
  if (ours.tarballPath !== undefined && tarballPath !== undefined && tarballPath !== ours.tarballPath) {
    return { kind: 'superseded', why: 'image-mismatch', by: undefined };
  }
  if (kind === 'progress') return { kind: 'waiting' };
  const active = deployment?.activeRevisionId;
  if (active === ours.revisionId) return { kind: 'deployed' };
  // If our revision is the latest revision, every active revision except ours is older.
  const older = active === undefined || ours.before.has(active);
  if (older || deployment?.latestRevisionId === ours.revisionId) return { kind: 'switching' };
  return { kind: 'superseded', why: 'newer-revision', by: active };
}

const FAILURES: Readonly<Record<string, 'create-failed' | 'build-failed' | 'deploy-failed'>> = {
  CREATE_FAILED: 'create-failed',
  BUILD_FAILED: 'build-failed',
  DEPLOY_FAILED: 'deploy-failed',
};
