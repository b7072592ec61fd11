import type { DeploymentCreate, DeploymentPatch } from '../../contract/deployment.ts';
import type { ReasonOf } from '../outcome.ts';

export interface Change {
  field: string;
  from: string | null;
  to: string | null;
  /** True if sending the field creates a revision. */
  revision: boolean;
}

export interface Refusal {
  reason: ReasonOf<'failed'>;
  path: string;
  message: string;
  hint: string;
}

/** Planned requests that bring the deployment to the desired state. */
export type Plan =
  | { kind: 'create'; body: DeploymentCreate; changes: Change[] }
  /**
   * `originOnly` is true if the new commit is the only difference, so a revision that the service creates for the push
   * is equivalent.
   */
  | { kind: 'patch'; body: DeploymentPatch; changes: Change[]; originOnly: boolean }
  /** Rebuilds an earlier revision. */
  | { kind: 'redeploy'; revisionId: string; changes: Change[] }
  /** Waits for a revision of exactly this commit or image that is already in progress. */
  | { kind: 'adopt'; revisionId: string; changes: Change[] }
  | { kind: 'unchanged'; changes: Change[] }
  | { kind: 'refused'; refusals: Refusal[]; changes: Change[] };

/** Returns whether the plan creates a revision. */
export function makesRevision(plan: Plan): boolean {
  if (plan.kind === 'create' || plan.kind === 'redeploy') return true;
  return plan.kind === 'patch' && plan.changes.some(({ revision }) => revision);
}

/**
 * Returns whether the request of a plan contains the ref or the image, which determines the origin of the resulting
 * revision.
 */
export function includesOrigin(plan: Plan): boolean {
  if (plan.kind === 'create' || plan.kind === 'redeploy') return true;
  const sent = plan.kind === 'patch' ? plan.body.source_revision_config : undefined;
  return Boolean(sent?.repo_ref ?? sent?.image_uri ?? sent?.source_tarball_path);
}
