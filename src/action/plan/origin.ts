import { statusKind } from '../../contract/statuses.ts';
import type { Wanted } from '../inputs/settings.ts';
import type { Actual, RevisionView } from './actual.ts';
import type { Change } from './types.ts';

/** Which change of ref, commit or image is due; undefined: the active revision has it already. Pure. */
export function originChange(wanted: Wanted, actual: Actual): Change | undefined {
  return wanted.source === 'git_host' ? refChange(wanted, actual) : imageChange(wanted, actual);
}

/** The change that `force` asks for when there is none. */
export function forcedChange(wanted: Wanted): Change {
  const to = wanted.source === 'git_host' ? at(wanted.ref, wanted.commit) : (wanted.imageUri ?? '');
  return { field: fieldOf(wanted), from: to, to: `${to} (forced)`, revision: true };
}

/** Whether a revision is of the wanted commit or image, as far as it says. */
export function isOfOrigin(revision: RevisionView, wanted: Wanted): boolean {
  if (wanted.source === 'git_host') {
    return wanted.commit !== undefined && revision.commit === wanted.commit;
  }
  return wanted.imageUri !== undefined && revision.imageUri === wanted.imageUri;
}

/** The latest revision when it is on its way with what is wanted: waiting for it beats building it again. */
export function revisionUnderway(wanted: Wanted, actual: Actual): RevisionView | undefined {
  const { latest } = actual;
  if (latest === undefined || latest.id === actual.activeRevisionId) return undefined;
  const fits = isOfOrigin(latest, wanted) && (latest.ref === undefined || latest.ref === wanted.ref);
  return fits && statusKind(latest.status) === 'progress' ? latest : undefined;
}

function refChange(wanted: Wanted, actual: Actual): Change | undefined {
  const { active } = actual;
  const sameRef = [actual.ref, active?.ref].every((ref) => ref === undefined || ref === wanted.ref);
  const sameCommit = active !== undefined && isOfOrigin(active, wanted);
  if (sameRef && sameCommit && !failedSince(wanted, actual)) return undefined;
  return {
    field: fieldOf(wanted),
    from: active === undefined ? (actual.ref ?? null) : at(active.ref ?? actual.ref, active.commit),
    to: at(wanted.ref, wanted.commit),
    revision: true,
  };
}

function imageChange(wanted: Wanted, actual: Actual): Change | undefined {
  if (wanted.imageUri === undefined) return undefined;
  const { active } = actual;
  const same =
    active !== undefined &&
    isOfOrigin(active, wanted) &&
    (actual.imageUri === undefined || actual.imageUri === wanted.imageUri);
  if (same && !failedSince(wanted, actual)) return undefined;
  return {
    field: fieldOf(wanted),
    from: active?.imageUri ?? actual.imageUri ?? null,
    to: wanted.imageUri,
    revision: true,
  };
}

/** A later attempt at the same commit or image failed: it may have carried settings that the active one lacks. */
function failedSince(wanted: Wanted, actual: Actual): boolean {
  const { latest } = actual;
  if (latest === undefined || latest.id === actual.activeRevisionId) return false;
  return ['failed', 'interrupted'].includes(statusKind(latest.status)) && isOfOrigin(latest, wanted);
}

function fieldOf(wanted: Wanted): string {
  return `source_revision_config.${wanted.source === 'git_host' ? 'repo_ref' : 'image_uri'}`;
}

/** `main @ 1a2b3c4`. */
function at(ref: string | undefined, commit: string | undefined): string {
  return `${ref ?? '?'} @ ${commit?.slice(0, 7) ?? 'unknown commit'}`;
}
