import { PREVIEW_MARKER } from '../inputs/secrets.ts';
import { isLoopback } from '../../clients/base-url.ts';
import type { Deployment } from '../../contract/deployment.ts';
import { sameRepository } from '../inputs/desired.ts';
import { toCurrent } from '../plan/current.ts';
import { normalizeRepoUrl } from '../plan/fields.ts';
import { isRedactedValue } from '../plan/hidden-value.ts';
import { holdsNumber } from './name-template.ts';

/** A pull request of a repository: the owner of a preview. */
export interface PullRequestId {
  repository: string;
  number: number;
}

/** Whether a deployment is the preview of a pull request; if not, the reason, in words that follow "it". */
export type Ownership = { ours: true } | { ours: false; why: string };

export interface OwnershipEvidence {
  /** `force: true`: if the service hides the marker's value, the name alone is trusted. */
  force: boolean;
  /** Something else proves the owner if the value is hidden. */
  proven?: boolean;
  /** The server of the pull request's repository, such as `https://github.com`. */
  serverUrl: string;
  /** The input `repo-url`: the repository of previews, if another one. */
  repoUrl: string | undefined;
}

/**
 * Whether a deployment is this pull request's preview: its name contains the number, its marker matches, and its
 * visible repository is the right one. All of them, always: any deployment can have the name, a marker can have been
 * copied with other variables, and no input overrules evidence.
 */
export function checkOwnership(
  deployment: Deployment,
  of: PullRequestId,
  evidence: OwnershipEvidence,
): Ownership {
  if (!holdsNumber(deployment.name, of.number)) {
    return { ours: false, why: `does not hold the number ${of.number} in its name` };
  }
  const { repoUrl } = toCurrent(deployment, []);
  if (repoUrl !== undefined && !isBuiltFrom(repoUrl, of, evidence)) {
    return { ours: false, why: `is built from ${normalizeRepoUrl(repoUrl)}, not from ${of.repository}` };
  }
  const mark = readMarker(deployment);
  switch (mark.kind) {
    case 'none':
      return { ours: false, why: `does not carry the variable ${PREVIEW_MARKER}, which every preview has` };
    case 'hidden':
      if (evidence.force || evidence.proven === true) return { ours: true };
      return {
        ours: false,
        why: `carries ${PREVIEW_MARKER}, but the service hides its value: set \`force: true\` if you are sure that it is the preview of ${markerText(of)}`,
      };
    case 'of':
      if (samePullRequest(mark.of, of)) return { ours: true };
      return { ours: false, why: `is the preview of ${markerText(mark.of)}` };
  }
}

/** Owner and name, and the host, unless it is on this machine; or exactly the input's URL. */
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

/** The host of a URL, in git's short form too; undefined for a path. */
function hostOf(url: string): string | undefined {
  const host = /^[\w.-]+@([\w.-]+):/.exec(url)?.[1] ?? URL.parse(url)?.hostname;
  return host ? host.toLowerCase().replace(/^(?:www|ssh)\./, '') : undefined;
}

/** The run's evidence for {@link checkOwnership}. */
export function evidenceOf({
  settings,
  event,
}: {
  settings: { force: boolean; repoUrl: string | undefined };
  event: { serverUrl: string };
}): OwnershipEvidence {
  return { force: settings.force, repoUrl: settings.repoUrl, serverUrl: event.serverUrl };
}

type ParsedMarker =
  /** None: not a preview of ours, or the service does not even show which variables exist. */
  | { kind: 'none' }
  /** It is a preview, and the service hides its owner. */
  | { kind: 'hidden' }
  | { kind: 'of'; of: PullRequestId };

/** The marker's value. */
export function markerText({ repository, number }: PullRequestId): string {
  return `${repository}#${number}`;
}

/** Reads the marker of a deployment. An invalid value counts as no marker: it proves nothing. */
export function readMarker({ secrets }: Pick<Deployment, 'secrets'>): ParsedMarker {
  const marker = secrets?.find(({ name }) => name === PREVIEW_MARKER);
  if (marker === undefined) return { kind: 'none' };
  if (!marker.value || isRedactedValue(marker.value)) return { kind: 'hidden' };
  const [, repository, digits] = /^([^\s#/]+\/[^\s#]+)#([1-9]\d{0,14})$/.exec(marker.value) ?? [];
  if (repository === undefined) return { kind: 'none' };
  return { kind: 'of', of: { repository, number: Number(digits) } };
}

/** Whether two are the same pull request: GitHub's names are case-insensitive. */
function samePullRequest(one: PullRequestId, other: PullRequestId): boolean {
  return one.number === other.number && sameRepositoryName(one.repository, other.repository);
}

/** Whether two are the same repository. */
export function sameRepositoryName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
