/** This module does not import the schemas, because the schemas load slowly. */

/**
 * Statuses of deployments (docs/api/deployments.md#deployment-statuses). The status READY of a deployment does not
 * depend on the deployment's revisions.
 */
export const DEPLOYMENT_STATUSES = [
  'AWAITING_DATABASE',
  'READY',
  'UNUSED',
  'AWAITING_DELETE',
  'UNKNOWN',
] as const;

/** Statuses of revisions in their usual order (docs/api/revisions.md#revision-statuses). */
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

export const SANDBOX_STATUSES = ['provisioning', 'ready', 'failed', 'stopped', 'deleting'] as const;

type StatusKind = 'deployed' | 'failed' | 'skipped' | 'interrupted' | 'progress';

/**
 * Returns the meaning of a revision's status for a client that waits for the revision. An unknown status means that the
 * revision is in progress.
 */
export function statusKind(status: string): StatusKind {
  if (status === 'DEPLOYED') return 'deployed';
  if (status.includes('FAILED')) return 'failed';
  if (status === 'SKIPPED') return 'skipped';
  if (status === 'INTERRUPTED') return 'interrupted';
  return 'progress';
}

/** Returns whether a deployment with this status is being deleted and must therefore not be used any more. */
export function isBeingDeleted(status: string): boolean {
  return /^AWAITING_(FINAL_)?DELETE$/.test(status);
}

/** Returns whether a revision's status is final (docs/api/revisions.md#revision-final). */
export function isFinal(status: string): boolean {
  return statusKind(status) !== 'progress';
}

/** Verdicts of cases in the order of reports, most important verdict first. */
export const CASE_VERDICTS = [
  'failed',
  'broken',
  'worse',
  'flaky',
  'errored',
  'fixed',
  'better',
  'changed',
  'same',
  'passed',
] as const;
