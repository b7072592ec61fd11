import { PREVIEW_MARKER } from '../inputs/secrets.ts';
import { isLoopback } from '../../clients/base-url.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { sameRepository } from '../inputs/desired.ts';
import { toCurrent } from '../plan/current.ts';
import { normalizeRepoUrl } from '../plan/fields.ts';
import { isRedactedValue } from '../plan/hidden-value.ts';
import { containsNumber } from './preview-name.ts';

/** A pull request, identified by its repository and number; each preview belongs to one pull request. */
export interface PullRequestId {
  repository: string;
  number: number;
}

/**
 * Result of checking whether a deployment is the preview of a pull request, where `why` completes a sentence that
 * begins with the deployment.
 */
export type Ownership = { ours: true } | { ours: false; why: string };

export interface OwnershipEvidence {
  /**
   * Value of the input `force`, which makes the deployment's name sufficient if the service hides the value of the
   * marker.
   */
  force: boolean;
  /** True if another fact proves the ownership although the service hides the value of the marker. */
  proven?: boolean;
  /** URL of the server that hosts the pull request's repository, such as `https://github.com`. */
  serverUrl: string;
  /** Value of the input `repo-url`, which is the repository of the previews if it differs from the run's repository. */
  repoUrl: string | undefined;
}

/**
 * Returns whether a deployment is this pull request's preview: its name contains the pull request's number, its marker
 * matches, and its repository (if shown) is the expected repository. Requires the name, the marker and the repository,
 * because any deployment can have the name, and a marker can be copied together with other variables. No input of the
 * action can override evidence against the ownership.
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
    case 'none': {
      const fact = deployment.secrets ? 'lacks' : 'is shown without variables, so it may lack';
      return { ours: false, why: `${fact} the variable ${PREVIEW_MARKER}, which every preview has` };
    }
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
 * Returns whether a URL equals the input `repo-url`, or has the owner and name of the pull request's repository. The
 * URL's host must match the server's host too, unless the URL is on this machine.
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

/** Returns the host of a URL or of git's short form, or `undefined` for a path. */
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
  /** `none` means that the deployment has no marker, or that the service does not show the names of variables. */
  | { kind: 'none' }
  /**
   * `hidden` means that the deployment is a preview, but the service hides the marker's value, so the pull request is
   * unknown.
   */
  | { kind: 'hidden' }
  | { kind: 'of'; of: PullRequestId };

/** Returns the value of the marker for a pull request. */
export function markerText({ repository, number }: PullRequestId): string {
  return `${repository}#${number}`;
}

/**
 * Parses the marker of a deployment. An invalid marker proves nothing, so an invalid marker is treated like a missing
 * marker.
 */
export function readMarker({ secrets }: Pick<Deployment, 'secrets'>): ParsedMarker {
  const marker = secrets?.find(({ name }) => name === PREVIEW_MARKER);
  if (marker === undefined) return { kind: 'none' };
  if (!marker.value || isRedactedValue(marker.value)) return { kind: 'hidden' };
  const [, repository, digits] = /^([^\s#/]+\/[^\s#]+)#([1-9]\d{0,14})$/.exec(marker.value) ?? [];
  if (repository === undefined) return { kind: 'none' };
  return { kind: 'of', of: { repository, number: Number(digits) } };
}

/**
 * Returns whether a deployment might be a preview although {@link checkOwnership} cannot prove it: the service hides the
 * marker's value, or shows no variables. Such a preview stays until a user decides, so a run must report it.
 */
export function isMarkerUnknown(deployment: Pick<Deployment, 'secrets'>): boolean {
  return !deployment.secrets || readMarker(deployment).kind === 'hidden';
}

/**
 * Returns whether two identifiers mean the same pull request. Ignores letter case, because names on GitHub are
 * case-insensitive.
 */
function samePullRequest(one: PullRequestId, other: PullRequestId): boolean {
  return one.number === other.number && sameRepositoryName(one.repository, other.repository);
}

/** Returns whether two names identify the same repository, ignoring letter case. */
export function sameRepositoryName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
