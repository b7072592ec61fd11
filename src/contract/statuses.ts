/** Deployment states (spec §3.1). READY says nothing about a revision. */
export const DEPLOYMENT_STATUSES = [
  'AWAITING_DATABASE',
  'READY',
  'UNUSED',
  'AWAITING_DELETE',
  'UNKNOWN',
] as const;
export type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number];

/** Revision states in their normal order (DESIGN §5; facts/service §1.6). */
export const REVISION_STATUSES = [
  'CREATING',
  'QUEUED',
  'AWAITING_BUILD',
  'BUILDING',
  'AWAITING_DEPLOY',
  'DEPLOYING',
  'DEPLOYED',
  'CREATE_FAILED',
  'BUILD_FAILED',
  'DEPLOY_FAILED',
  'SKIPPED',
  'INTERRUPTED',
  'UNKNOWN',
] as const;
export type RevisionStatus = (typeof REVISION_STATUSES)[number];

export type StatusKind = 'deployed' | 'failed' | 'skipped' | 'interrupted' | 'progress';

/** What a revision status means for somebody who waits (spec §3.2; DESIGN §5). Unknown text is progress. */
export function statusKind(status: string): StatusKind {
  if (status === 'DEPLOYED') return 'deployed';
  if (status.includes('FAILED')) return 'failed';
  if (status === 'SKIPPED') return 'skipped';
  if (status === 'INTERRUPTED') return 'interrupted';
  return 'progress';
}

/** Whether a deployment in this status is on its way out (facts: service §1.6): it is there, and no longer to be used. */
export function isBeingDeleted(status: string): boolean {
  return /^AWAITING_(FINAL_)?DELETE$/.test(status);
}

/** Whether nothing more will happen to a revision in this status (DESIGN §5). */
export function isFinal(status: string): boolean {
  return statusKind(status) !== 'progress';
}
