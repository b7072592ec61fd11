import { statusKind } from '../../contract/statuses.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import { describeArchive } from '../pack/sizes.ts';
import type { CurrentDeployment, RevisionView } from './current.ts';
import type { Change } from './types.ts';

/**
 * Returns the required change of the ref, commit or image, or `undefined` if the active revision already has the
 * desired values.
 */
export function originChange(desired: DesiredDeployment, current: CurrentDeployment): Change | undefined {
  if (desired.source === 'internal_source') {
    return servesSource(desired, current) ? undefined : sourceChange(desired, current);
  }
  return desired.source === 'git_host' ? refChange(desired, current) : imageChange(desired, current);
}

/** Returns the change that `force` adds if no other change is required. */
export function forcedChange(desired: DesiredDeployment): Change {
  const to = targetOf(desired);
  return { field: fieldOf(desired), from: to, to: `${to} (forced)`, revision: true };
}

function targetOf(desired: DesiredDeployment): string {
  if (desired.source === 'internal_source') return sourceText(desired);
  return desired.source === 'git_host' ? at(desired.ref, desired.commit) : (desired.imageUri ?? '');
}

/** Returns whether a revision has the desired commit or image, as far as the service shows the commit and image. */
export function matchesOrigin(revision: RevisionView, desired: DesiredDeployment): boolean {
  if (desired.source === 'git_host') {
    return desired.commit !== undefined && revision.commit === desired.commit;
  }
  if (desired.source === 'internal_source') {
    return desired.tarballPath !== undefined && revision.tarballPath === desired.tarballPath;
  }
  return desired.imageUri !== undefined && revision.imageUri === desired.imageUri;
}

/** Returns whether a revision's ref, commit or image certainly differs from the desired ref, commit or image. */
export function contradictsOrigin(
  { ref, commit, imageUri, tarballPath }: Pick<RevisionView, 'ref' | 'commit' | 'imageUri' | 'tarballPath'>,
  desired: DesiredDeployment,
): boolean {
  if (desired.source === 'internal_source') {
    return (
      tarballPath !== undefined && desired.tarballPath !== undefined && tarballPath !== desired.tarballPath
    );
  }
  if (desired.source !== 'git_host') {
    return (
      imageUri !== undefined && desired.imageUri !== undefined && imagesDiffer(imageUri, desired.imageUri)
    );
  }
  if (ref !== undefined && ref !== desired.ref) return true;
  return commit !== undefined && desired.commit !== undefined && commit !== desired.commit;
}

/**
 * Returns the latest revision if the revision has the desired origin and is either in progress or deployed but not yet
 * active. The run waits for a revision in progress instead of building again.
 */
export function revisionInProgress(
  desired: DesiredDeployment,
  current: CurrentDeployment,
): RevisionView | undefined {
  const { latest } = current;
  if (latest === undefined || serves(latest, current)) return undefined;
  const fits = matchesOrigin(latest, desired) && (latest.ref === undefined || latest.ref === desired.ref);
  return fits && ['progress', 'deployed'].includes(statusKind(latest.status)) ? latest : undefined;
}

/**
 * Returns the latest revision if the revision builds our ref from a commit that is not known yet. The latest revision
 * might already build our commit, so another revision could build the same commit again.
 */
export function inProgressWithoutCommit(
  desired: DesiredDeployment,
  current: CurrentDeployment,
): RevisionView | undefined {
  const { latest } = current;
  if (desired.source !== 'git_host' || desired.commit === undefined || latest === undefined) return undefined;
  const fits = latest.commit === undefined && (latest.ref ?? current.ref) === desired.ref;
  return fits && statusKind(latest.status) === 'progress' ? latest : undefined;
}

/** Returns whether a revision is active and deployed. */
function serves(revision: RevisionView, { activeRevisionId }: CurrentDeployment): boolean {
  return revision.id === activeRevisionId && statusKind(revision.status) === 'deployed';
}

function refChange(desired: DesiredDeployment, current: CurrentDeployment): Change | undefined {
  const { active } = current;
  const sameRef = [current.ref, active?.ref].every((ref) => ref === undefined || ref === desired.ref);
  const sameCommit = active !== undefined && serves(active, current) && matchesOrigin(active, desired);
  if (sameRef && sameCommit && !mayBeStale(desired, current)) return undefined;
  return {
    field: fieldOf(desired),
    from: active === undefined ? (current.ref ?? null) : at(active.ref ?? current.ref, active.commit),
    to: at(desired.ref, desired.commit),
    revision: true,
  };
}

function imageChange(desired: DesiredDeployment, current: CurrentDeployment): Change | undefined {
  if (desired.imageUri === undefined) return undefined;
  const { active } = current;
  const same =
    active !== undefined &&
    serves(active, current) &&
    matchesOrigin(active, desired) &&
    (current.imageUri === undefined || current.imageUri === desired.imageUri);
  if (same && !mayBeStale(desired, current)) return undefined;
  return {
    field: fieldOf(desired),
    from: active?.imageUri ?? current.imageUri ?? null,
    to: desired.imageUri,
    revision: true,
  };
}

/**
 * Returns the change for a packed source. The change creates a new revision, because uploads cannot be compared: the
 * service assigns a new path to each upload and does not show the content of an upload.
 */
function sourceChange(desired: DesiredDeployment, { active }: CurrentDeployment): Change {
  return {
    field: fieldOf(desired),
    from: active?.tarballPath ?? null,
    to: sourceText(desired),
    revision: true,
  };
}

function sourceText({ archive, tarballPath }: DesiredDeployment): string {
  return archive === undefined ? (tarballPath ?? 'the packed source') : describeArchive(archive);
}

/**
 * Returns whether the active revision certainly serves the packed source, because a marker proves the content of the
 * latest upload. A rollback serves an earlier upload again, so the upload of the active revision must belong to no other
 * revision.
 */
function servesSource(desired: DesiredDeployment, current: CurrentDeployment): boolean {
  const { active, revisions } = current;
  if (desired.isLatestUpload !== true || desired.tarballPath !== undefined) return false;
  if (active?.tarballPath === undefined || !serves(active, current) || mayBeStale(desired, current))
    return false;
  return revisions.every(({ id, tarballPath }) => id === active.id || tarballPath !== active.tarballPath);
}

/**
 * Returns whether the active revision might lack desired settings because a later revision exists. The deployment shows
 * the settings of its latest revision, so the secrets and resources of the active revision are unknown. A later
 * revision that failed with the desired commit or image might also have changed any setting.
 */
function mayBeStale(desired: DesiredDeployment, current: CurrentDeployment): boolean {
  const { latest } = current;
  if (latest === undefined || latest.id === current.activeRevisionId) return false;
  if (desired.secrets !== undefined || desired.resourceSpec !== undefined) return true;
  return ['failed', 'interrupted'].includes(statusKind(latest.status)) && matchesOrigin(latest, desired);
}

function fieldOf(desired: DesiredDeployment): string {
  if (desired.source === 'internal_source') return 'source_revision_config.source_tarball_path';
  return `source_revision_config.${desired.source === 'git_host' ? 'repo_ref' : 'image_uri'}`;
}

/** Returns a ref and commit as text, such as `main @ 1a2b3c4`. */
function at(ref: string | undefined, commit: string | undefined): string {
  return `${ref ?? '?'} @ ${commit?.slice(0, 7) ?? 'unknown commit'}`;
}

interface Image {
  name: string;
  tag: string | undefined;
  digest: string | undefined;
}

/**
 * Returns whether two image references certainly refer to different images. A service can expand an image reference
 * (`docker.io/library/a:1` for `a:1`) or replace the tag with the digest.
 */
export function imagesDiffer(one: string, other: string): boolean {
  const [a, b] = [parse(one), parse(other)];
  const sameName = a.name === b.name || a.name.endsWith(`/${b.name}`) || b.name.endsWith(`/${a.name}`);
  if (!sameName) return true;
  if (a.digest !== undefined && b.digest !== undefined) return a.digest !== b.digest;
  if (a.digest === undefined && b.digest === undefined) return (a.tag ?? 'latest') !== (b.tag ?? 'latest');
  return a.tag !== undefined && b.tag !== undefined && a.tag !== b.tag;
}

function parse(reference: string): Image {
  const [, name = '', tag, digest] = /^(.*?)(?::([^:/@]+))?(?:@(.+))?$/s.exec(reference) ?? [];
  return { name, tag, digest };
}
