/** The statuses and their meaning, apart from the schemas: to judge one, none need be loaded. */

/** Deployment statuses (docs/api.md#deployment-statuses). READY says nothing about a revision. */
export const DEPLOYMENT_STATUSES = [
  'AWAITING_DATABASE',
  'READY',
  'UNUSED',
  'AWAITING_DELETE',
  'UNKNOWN',
] as const;
export type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number];

/** Revision statuses in their usual order (docs/api.md#revision-statuses). */
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

/** Statuses of sandboxes. */
export const SANDBOX_STATUSES = ['provisioning', 'ready', 'failed', 'stopped', 'deleting'] as const;

type StatusKind = 'deployed' | 'failed' | 'skipped' | 'interrupted' | 'progress';

/** The meaning of a revision status for a client that waits. Unknown text is progress. */
export function statusKind(status: string): StatusKind {
  if (status === 'DEPLOYED') return 'deployed';
  if (status.includes('FAILED')) return 'failed';
  if (status === 'SKIPPED') return 'skipped';
  if (status === 'INTERRUPTED') return 'interrupted';
  return 'progress';
}

/** Whether a deployment in this status is being deleted: it still exists, but must not be used. */
export function isBeingDeleted(status: string): boolean {
  return /^AWAITING_(FINAL_)?DELETE$/.test(status);
}

/** Whether a status is final (docs/api.md#revision-final). */
export function isFinal(status: string): boolean {
  return statusKind(status) !== 'progress';
}
