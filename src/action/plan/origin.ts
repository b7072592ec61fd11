import { statusKind } from '../../contract/statuses.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { Archive } from '../pack/port.ts';
import { formatBytes } from '../pack/sizes.ts';
import type { CurrentDeployment, RevisionView } from './current.ts';
import { imagesDiffer } from './image.ts';
import type { Change } from './types.ts';

/** Which change of ref, commit or image is due; undefined: the active revision has it already. Pure. */
export function originChange(wanted: DesiredDeployment, actual: CurrentDeployment): Change | undefined {
  if (wanted.source === 'internal_source') return sourceChange(wanted, actual);
  return wanted.source === 'git_host' ? refChange(wanted, actual) : imageChange(wanted, actual);
}

/** The change that `force` asks for when there is none. */
export function forcedChange(wanted: DesiredDeployment): Change {
  const to = wanted.source === 'git_host' ? at(wanted.ref, wanted.commit) : (wanted.imageUri ?? '');
  return { field: fieldOf(wanted), from: to, to: `${to} (forced)`, revision: true };
}

/** Whether a revision is of the wanted commit or image, as far as it says. */
export function matchesOrigin(revision: RevisionView, wanted: DesiredDeployment): boolean {
  if (wanted.source === 'git_host') {
    return wanted.commit !== undefined && revision.commit === wanted.commit;
  }
  if (wanted.source === 'internal_source') {
    return wanted.tarballPath !== undefined && revision.tarballPath === wanted.tarballPath;
  }
  return wanted.imageUri !== undefined && revision.imageUri === wanted.imageUri;
}

/** Whether what a revision says of its ref, commit or image rules out that it is of the wanted one. */
export function contradictsOrigin(
  { ref, commit, imageUri, tarballPath }: Pick<RevisionView, 'ref' | 'commit' | 'imageUri' | 'tarballPath'>,
  wanted: DesiredDeployment,
): boolean {
  if (wanted.source === 'internal_source') {
    return (
      tarballPath !== undefined && wanted.tarballPath !== undefined && tarballPath !== wanted.tarballPath
    );
  }
  if (wanted.source !== 'git_host') {
    return imageUri !== undefined && wanted.imageUri !== undefined && imagesDiffer(imageUri, wanted.imageUri);
  }
  if (ref !== undefined && ref !== wanted.ref) return true;
  return commit !== undefined && wanted.commit !== undefined && commit !== wanted.commit;
}

/**
 * The latest revision when it is on its way with what is wanted, or there and about to take over: waiting for it beats
 * building it again.
 */
export function revisionInProgress(
  wanted: DesiredDeployment,
  actual: CurrentDeployment,
): RevisionView | undefined {
  const { latest } = actual;
  if (latest === undefined || serves(latest, actual)) return undefined;
  const fits = matchesOrigin(latest, wanted) && (latest.ref === undefined || latest.ref === wanted.ref);
  return fits && ['progress', 'deployed'].includes(statusKind(latest.status)) ? latest : undefined;
}

/**
 * The latest revision when it is on its way from the wanted ref and does not say its commit yet, as none does before it
 * is fetched: it may be of ours, and asking for another one would then build the same twice.
 */
export function inProgressWithoutCommit(
  wanted: DesiredDeployment,
  actual: CurrentDeployment,
): RevisionView | undefined {
  const { latest } = actual;
  if (wanted.source !== 'git_host' || wanted.commit === undefined || latest === undefined) return undefined;
  const fits = latest.commit === undefined && (latest.ref ?? actual.ref) === wanted.ref;
  return fits && statusKind(latest.status) === 'progress' ? latest : undefined;
}

/** Whether a revision is the one that answers: named as active, and deployed. */
function serves(revision: RevisionView, { activeRevisionId }: CurrentDeployment): boolean {
  return revision.id === activeRevisionId && statusKind(revision.status) === 'deployed';
}

function refChange(wanted: DesiredDeployment, actual: CurrentDeployment): Change | undefined {
  const { active } = actual;
  const sameRef = [actual.ref, active?.ref].every((ref) => ref === undefined || ref === wanted.ref);
  const sameCommit = active !== undefined && serves(active, actual) && matchesOrigin(active, wanted);
  if (sameRef && sameCommit && !doubtful(wanted, actual)) return undefined;
  return {
    field: fieldOf(wanted),
    from: active === undefined ? (actual.ref ?? null) : at(active.ref ?? actual.ref, active.commit),
    to: at(wanted.ref, wanted.commit),
    revision: true,
  };
}

function imageChange(wanted: DesiredDeployment, actual: CurrentDeployment): Change | undefined {
  if (wanted.imageUri === undefined) return undefined;
  const { active } = actual;
  const same =
    active !== undefined &&
    serves(active, actual) &&
    matchesOrigin(active, wanted) &&
    (actual.imageUri === undefined || actual.imageUri === wanted.imageUri);
  if (same && !doubtful(wanted, actual)) return undefined;
  return {
    field: fieldOf(wanted),
    from: active?.imageUri ?? actual.imageUri ?? null,
    to: wanted.imageUri,
    revision: true,
  };
}

/**
 * The service calls every upload something else and says nothing of what is in it, so that nobody can tell whether a
 * revision is of the same files: there is always one to make.
 */
function sourceChange(wanted: DesiredDeployment, { active }: CurrentDeployment): Change {
  const { archive, tarballPath } = wanted;
  const to = archive === undefined ? (tarballPath ?? 'the packed source') : describeArchive(archive);
  return { field: fieldOf(wanted), from: active?.tarballPath ?? null, to, revision: true };
}

/** What was packed, for a plan. Pure. */
export function describeArchive({ files, bytes, sha256, commit }: Archive): string {
  const of = commit === undefined ? '' : `, checkout of ${commit.slice(0, 7)}`;
  return `${files} files, ${formatBytes(bytes)}, sha256 ${sha256.slice(0, 12)}${of}`;
}

/**
 * Whether a later revision leaves open that the active one lacks what is wanted. The deployment shows the settings of
 * its latest revision: secrets and resources that were said cannot be told of an earlier one. And a later attempt at
 * the same commit or image that failed may have carried any setting.
 */
function doubtful(wanted: DesiredDeployment, actual: CurrentDeployment): boolean {
  const { latest } = actual;
  if (latest === undefined || latest.id === actual.activeRevisionId) return false;
  if (wanted.secrets !== undefined || wanted.resourceSpec !== undefined) return true;
  return ['failed', 'interrupted'].includes(statusKind(latest.status)) && matchesOrigin(latest, wanted);
}

function fieldOf(wanted: DesiredDeployment): string {
  if (wanted.source === 'internal_source') return 'source_revision_config.source_tarball_path';
  return `source_revision_config.${wanted.source === 'git_host' ? 'repo_ref' : 'image_uri'}`;
}

/** `main @ 1a2b3c4`. */
function at(ref: string | undefined, commit: string | undefined): string {
  return `${ref ?? '?'} @ ${commit?.slice(0, 7) ?? 'unknown commit'}`;
}
