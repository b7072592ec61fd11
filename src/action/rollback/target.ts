import { statusKind } from '../../contract/statuses.ts';
import type { RollbackTo } from '../inputs/settings.ts';
import type { ReasonOf } from '../outcome/outcome.ts';
import type { RevisionView } from '../plan/current.ts';

/** What is known of a deployment's past: revisions latest first, and whether these are all. */
export interface RevisionHistory {
  revisions: readonly RevisionView[];
  activeId: string | undefined;
  complete: boolean;
}

/** The revision to go back to, or why there is none. */
export type TargetChoice =
  | { kind: 'found'; revision: RevisionView }
  | { kind: 'refused'; reason: ReasonOf<'failed'>; message: string };

/**
 * Which revision `previous` or a ref means; undefined when more of the past is needed to tell. `previous` is the newest
 * one before the active that was deployed and is of something else; a ref means the newest one of it that was deployed.
 * An earlier revision keeps DEPLOYED when another takes over (facts: service §1.6), so that says that it once was. Pure.
 */
export function chooseTarget(
  to: Exclude<RollbackTo, { kind: 'revision' }>,
  past: RevisionHistory,
): TargetChoice | undefined {
  return to.kind === 'previous' ? choosePrevious(past) : chooseOfRef(to.ref, past);
}

/** Refuses a revision that is not known to have been deployed. Pure. */
export function demandDeployed(revision: RevisionView, activeId: string | undefined): TargetChoice {
  if (revision.id === activeId || statusKind(revision.status) === 'deployed') {
    return { kind: 'found', revision };
  }
  return {
    kind: 'refused',
    reason: 'never-deployed',
    message: `Revision ${revision.id} is ${revision.status}: it never was DEPLOYED, so it is not known to work. Give one that was; \`action: status\` lists them.`,
  };
}

/**
 * Whether the active revision is a return already: of the same as an earlier one, with another in between. `previous`
 * would then lead forward again, to what somebody rolled back from. Pure.
 */
export function isAlreadyRolledBack({ revisions, activeId }: RevisionHistory): boolean {
  const [active, ...older] = fromActive(revisions, activeId);
  if (active === undefined) return false;
  const deployed = older.filter(({ status }) => statusKind(status) === 'deployed');
  const other = deployed.findIndex((revision) => !isSameBuild(revision, active));
  return other !== -1 && deployed.slice(other).some((revision) => isSameBuild(revision, active));
}

/** Whether two revisions are known to be of the same commit, image or tarball. Pure. */
export function isSameBuild(a: RevisionView, b: RevisionView): boolean {
  if (a.graphConfigPath !== b.graphConfigPath) return false;
  if (a.commit !== undefined && b.commit !== undefined) return a.commit === b.commit;
  // The same service writes both, so a tag and a digest, or two tags, are two images.
  if (a.imageUri !== undefined && b.imageUri !== undefined) return a.imageUri === b.imageUri;
  return a.tarballPath !== undefined && a.tarballPath === b.tarballPath;
}

function choosePrevious(past: RevisionHistory): TargetChoice | undefined {
  const [active, ...older] = fromActive(past.revisions, past.activeId);
  const found = older.find(
    (revision) =>
      active !== undefined && statusKind(revision.status) === 'deployed' && !isSameBuild(revision, active),
  );
  if (found !== undefined) return { kind: 'found', revision: found };
  if (!past.complete && past.activeId !== undefined) return undefined;
  const message =
    active === undefined
      ? 'No revision is active, so there is none before it. Give the ID of a revision in rollback-to.'
      : `No other commit or image was deployed before the active revision ${active.id}. Give the ID of a revision in rollback-to, or deploy the commit or image to go back to.`;
  return { kind: 'refused', reason: 'no-rollback-target', message };
}

function chooseOfRef(
  ref: string,
  { revisions, activeId, complete }: RevisionHistory,
): TargetChoice | undefined {
  const ofRef = revisions.filter((revision) => revision.ref === ref);
  const found = ofRef.find(({ id, status }) => id === activeId || statusKind(status) === 'deployed');
  if (found !== undefined) return { kind: 'found', revision: found };
  if (!complete) return undefined;
  const [newest] = ofRef;
  if (newest !== undefined) return demandDeployed(newest, activeId);
  return {
    kind: 'refused',
    reason: 'revision-not-found',
    message: `No revision of this deployment is of ${ref}. \`action: status\` lists what there is; a ref that was not deployed yet is for \`action: deploy\`.`,
  };
}

function fromActive(revisions: readonly RevisionView[], activeId: string | undefined): RevisionView[] {
  const at = revisions.findIndex(({ id }) => id === activeId);
  return at === -1 ? [] : revisions.slice(at);
}
