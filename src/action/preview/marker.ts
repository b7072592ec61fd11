import type { Deployment } from '../../contract/deployment.ts';
import { looksHidden } from '../plan/hidden-value.ts';

/**
 * The variable that marks a preview (DESIGN §5): its value says whose it is, such as `acme/agents#7`. It travels among
 * the secrets because that is the only free text a deployment keeps, and it is none: nothing about it is hidden. Inputs
 * may not use the name.
 */
export const PREVIEW_MARKER = 'AGENT_DEPLOY_PREVIEW';

/** A pull request of a repository: whose a preview is. */
export interface PullRequestId {
  /** `owner/name`. */
  repository: string;
  number: number;
}

/** What a deployment says of whose preview it is. */
export type ParsedMarker =
  /** Nothing: it is no preview of ours, or the service does not even show which variables there are. */
  | { kind: 'none' }
  /** It is a preview, and the service hides whose. */
  | { kind: 'hidden' }
  | { kind: 'of'; of: PullRequestId };

/** The marker's value. */
export function markerText({ repository, number }: PullRequestId): string {
  return `${repository}#${number}`;
}

/** Reads the marker of a deployment. A value that is none of ours counts as no marker: it proves nothing. Pure. */
export function readMarker({ secrets }: Pick<Deployment, 'secrets'>): ParsedMarker {
  const marker = secrets?.find(({ name }) => name === PREVIEW_MARKER);
  if (marker === undefined) return { kind: 'none' };
  if (!marker.value || looksHidden(marker.value)) return { kind: 'hidden' };
  const [, repository, digits] = /^([^\s#]+\/[^\s#]+)#([1-9]\d{0,14})$/.exec(marker.value) ?? [];
  if (repository === undefined) return { kind: 'none' };
  return { kind: 'of', of: { repository, number: Number(digits) } };
}

/** Whether two mean the same pull request: GitHub's names know no case. Pure. */
export function samePullRequest(one: PullRequestId, other: PullRequestId): boolean {
  return one.number === other.number && sameRepositoryName(one.repository, other.repository);
}

/** Whether two mean the same repository. Pure. */
export function sameRepositoryName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
