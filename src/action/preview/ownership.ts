import { PREVIEW_MARKER } from '../inputs/secrets.ts';
import { isLoopback } from '../../clients/base-url.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { sameRepository } from '../inputs/desired.ts';
import { toCurrent } from '../plan/current.ts';
import { normalizeRepoUrl } from '../plan/fields.ts';
import { isRedactedValue } from '../plan/hidden-value.ts';
import { containsNumber } from './name-template.ts';

/** A pull request of a repository: the owner of a preview. */
export interface PullRequestId {
  repository: string;
  number: number;
}

/** Whether a deployment is the preview of a pull request. If not, the reason continues a sentence after "it". */
export type Ownership = { ours: true } | { ours: false; why: string };

export interface OwnershipEvidence {
  /** `force: true`: if the service hides the marker's value, the name is sufficient. */
  force: boolean;
  /** Whether another fact proves the owner if the value is hidden. */
  proven?: boolean;
  /** Server of the pull request's repository, such as `https://github.com`. */
  serverUrl: string;
  /** Input `repo-url`: the repository of previews, if it differs from the run's repository. */
  repoUrl: string | undefined;
}

/**
 * Returns whether a deployment is this pull request's preview: its name contains the number, its marker matches, and
 * its visible repository is the right one. All three are always required, because any deployment can have the name, a
 * marker can be copied with other variables, and no input overrules evidence.
 */
export function checkOwnership(
  deployment: Deployment,
  of: PullRequestId,
  evidence: OwnershipEvidence,
): Ownership {
  if (!containsNumber(deployment.name, of.number)) {
    return { ours: false, why: `does not have the number ${of.number} in its name` };
  }
  const { repoUrl } = toCurrent(deployment, []);
  if (repoUrl !== undefined && !isBuiltFrom(repoUrl, of, evidence)) {
    return { ours: false, why: `is built from ${normalizeRepoUrl(repoUrl)}, not from ${of.repository}` };
  }
  const mark = readMarker(deployment);
  switch (mark.kind) {
    case 'none':
      return { ours: false, why: `lacks the variable ${PREVIEW_MARKER}, which every preview has` };
    case 'hidden':
      if (evidence.force || evidence.proven === true) return { ours: true };
      return {
        ours: false,
        why: `has the variable ${PREVIEW_MARKER}, but the service hides its value: set \`force: true\` if you are sure that it is the preview of ${markerText(of)}`,
      };
    case 'of':
      if (samePullRequest(mark.of, of)) return { ours: true };
      return { ours: false, why: `is the preview of ${markerText(mark.of)}` };
  }
}

/**
 * Returns whether owner and name match, and also the host unless it is this machine; or whether the URL equals the
 * input.
 */
function isBuiltFrom(
  url: string,
  { repository }: PullRequestId,
  { serverUrl, repoUrl }: Pick<OwnershipEvidence, 'serverUrl' | 'repoUrl'>,
): boolean {
  if (repoUrl !== undefined && normalizeRepoUrl(repoUrl) === normalizeRepoUrl(url)) return true;
  const host = hostOf(url);
  const elsewhere = host !== undefined && !isLoopback(host) && host !== hostOf(serverUrl);
  return !elsewhere && sameRepository(url, { repository });
}

/** Returns the host of a URL, including git's short form; `undefined` for a path. */
function hostOf(url: string): string | undefined {
  const host = /^[\w.-]+@([\w.-]+):/.exec(url)?.[1] ?? URL.parse(url)?.hostname;
  return host ? host.toLowerCase().replace(/^(?:www|ssh)\./, '') : undefined;
}

/** Returns the run's evidence for {@link checkOwnership}. */
export function readEvidence({
  settings,
  event,
}: {
  settings: { force: boolean; repoUrl: string | undefined };
  event: { serverUrl: string };
}): OwnershipEvidence {
  return { force: settings.force, repoUrl: settings.repoUrl, serverUrl: event.serverUrl };
}

type ParsedMarker =
  /** No marker: the deployment is not one of our previews, or the service does not show which variables exist. */
  | { kind: 'none' }
  /** It is a preview, and the service hides its owner. */
  | { kind: 'hidden' }
  | { kind: 'of'; of: PullRequestId };

/** Returns the marker's value. */
export function markerText({ repository, number }: PullRequestId): string {
  return `${repository}#${number}`;
}

/** Parses the marker of a deployment. An invalid value counts as no marker, because it proves nothing. */
export function readMarker({ secrets }: Pick<Deployment, 'secrets'>): ParsedMarker {
  const marker = secrets?.find(({ name }) => name === PREVIEW_MARKER);
  if (marker === undefined) return { kind: 'none' };
  if (!marker.value || isRedactedValue(marker.value)) return { kind: 'hidden' };
  const [, repository, digits] = /^([^\s#/]+\/[^\s#]+)#([1-9]\d{0,14})$/.exec(marker.value) ?? [];
  if (repository === undefined) return { kind: 'none' };
  return { kind: 'of', of: { repository, number: Number(digits) } };
}

/** Returns whether both are the same pull request. GitHub's names are case-insensitive. */
function samePullRequest(one: PullRequestId, other: PullRequestId): boolean {
  return one.number === other.number && sameRepositoryName(one.repository, other.repository);
}

/** Returns whether both are the same repository. */
export function sameRepositoryName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
