import type { DeploymentPatch } from '../../contract/deployment.ts';
import { statusKind } from '../../contract/statuses.ts';
import { Source } from '../../contract/source.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { RollbackTo } from '../inputs/parsers.ts';
import type { ReasonOf } from '../outcome.ts';
import type { CurrentDeployment, RevisionView } from '../plan/current.ts';
import { mapFields } from '../plan/deployment-fields.ts';
import type { Change, Plan } from '../plan/types.ts';

/** Known revisions of a deployment, newest first, with a flag that states whether the list is complete. */
export interface RevisionHistory {
  revisions: readonly RevisionView[];
  activeId: string | undefined;
  complete: boolean;
}

/** The target revision of a rollback, or the reason why no target exists. */
export type TargetChoice =
  | { kind: 'found'; revision: RevisionView }
  | { kind: 'refused'; reason: ReasonOf<'failed'>; message: string };

/**
 * Returns the revision to which `previous` or a ref refers, or `undefined` if more of the history must be read.
 * `previous` refers to the newest revision that is older than the active revision, was deployed, and has another build.
 * A ref refers to the newest deployed revision of the ref. A superseded revision keeps the status DEPLOYED, so this
 * status proves that a revision was deployed.
 */
export function chooseTarget(
  to: Exclude<RollbackTo, { kind: 'revision' }>,
  past: RevisionHistory,
): TargetChoice | undefined {
  return to.kind === 'previous' ? choosePrevious(past) : chooseOfRef(to.ref, past);
}

/** Returns the revision as the target, or a refusal if the revision is not known to have been deployed. */
export function requireDeployed(revision: RevisionView, activeId: string | undefined): TargetChoice {
  if (revision.id === activeId || statusKind(revision.status) === 'deployed') {
    return { kind: 'found', revision };
  }
  return {
    kind: 'refused',
    reason: 'never-deployed',
    message: `Revision ${revision.id} is ${revision.status} and was never DEPLOYED, so it may not work. Specify a revision that was deployed; \`action: status\` lists the revisions.`,
  };
}

/**
 * Returns whether the active revision is already a rollback: an earlier revision has the build of the active revision,
 * and a revision between the two has another build. If the active revision is a rollback, `previous` would refer to the
 * revision that was rolled back.
 */
export function isAlreadyRolledBack({ revisions, activeId }: RevisionHistory): boolean {
  const [active, ...older] = fromActive(revisions, activeId);
  if (active === undefined) return false;
  const deployed = older.filter(({ status }) => statusKind(status) === 'deployed');
  const other = deployed.findIndex((revision) => !isSameBuild(revision, active));
  return other !== -1 && deployed.slice(other).some((revision) => isSameBuild(revision, active));
}

/** Returns whether two revisions are known to have the same commit, image or tarball. */
export function isSameBuild(a: RevisionView, b: RevisionView): boolean {
  if (a.graphConfigPath !== b.graphConfigPath) return false;
  if (a.commit !== undefined && b.commit !== undefined) return a.commit === b.commit;
  // The service wrote both image references, so different references (a tag and a digest, or two tags) mean different
  // images.
  if (a.imageUri !== undefined && b.imageUri !== undefined) {
    // A tag may have moved between the two revisions.
    const isMoved =
      a.imageDigest !== undefined && b.imageDigest !== undefined && a.imageDigest !== b.imageDigest;
    return a.imageUri === b.imageUri && !isMoved;
  }
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
      ? 'No revision is active, so no earlier revision can be chosen. Give the ID of a revision in rollback-to.'
      : `No other commit or image was deployed before the active revision ${active.id}. Give the ID of a revision in rollback-to, or deploy the commit or image that you want to return to.`;
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
  if (newest !== undefined) return requireDeployed(newest, activeId);
  return {
    kind: 'refused',
    reason: 'revision-not-found',
    message: `No revision of this deployment was built from ${ref}. \`action: status\` lists the revisions; use \`action: deploy\` for a ref that was not deployed yet.`,
  };
}

function fromActive(revisions: readonly RevisionView[], activeId: string | undefined): RevisionView[] {
  const at = revisions.findIndex(({ id }) => id === activeId);
  return at === -1 ? [] : revisions.slice(at);
}

interface RollbackFacts {
  ourId: string | undefined;
  /** ID of the revision that was active before the run. */
  targetId: string | undefined;
  activeId: string | undefined;
  latestId: string | undefined;
  /** True if the run has started a rollback. */
  begun: boolean;
}

/** The decision to roll back, or the reason not to roll back. */
export type RollbackDecision =
  | { kind: 'due'; ourId: string; targetId: string }
  | { kind: 'serves-on' | 'nothing-before' | 'left-alone'; message: string };

/**
 * Decides whether to roll back after a failure: only if our revision is both the active and the latest revision, a
 * target exists, and no rollback was started. If the failed revision never became active, the earlier revision is still
 * active, so no rollback is needed.
 */
export function decideRollback({
  ourId,
  targetId,
  activeId,
  latestId,
  begun,
}: RollbackFacts): RollbackDecision {
  if (begun) return leave('This run already started a rollback and never starts a second one.');
  if (targetId === undefined || targetId === ourId) {
    return {
      kind: 'nothing-before',
      message: 'No rollback is possible, because no other revision was active before.',
    };
  }
  if (activeId === targetId) {
    return {
      kind: 'serves-on',
      message: `No rollback is necessary: revision ${targetId} is still active.`,
    };
  }
  if (ourId === undefined || activeId !== ourId) {
    return leave(
      `Not rolled back: the active revision ${activeId ?? '(unknown)'} was not created by this run.`,
    );
  }
  if (latestId !== ourId) {
    return leave(
      `Not rolled back: revision ${latestId ?? '(unknown)'} is newer than the revision of this run and must not be replaced.`,
    );
  }
  return { kind: 'due', ourId, targetId };
}

function leave(message: string): RollbackDecision {
  return { kind: 'left-alone', message };
}

/** Returns the desired deployment of a rollback, which contains only the target's origin. */
export function toDesired(target: RevisionView, current: CurrentDeployment): DesiredDeployment {
  const source = sourceOf(target, current);
  const git = source === 'git_host';
  return {
    source,
    isSourceSet: false,
    ...mapFields(() => undefined),
    ref: git ? target.ref : undefined,
    commit: git ? target.commit : undefined,
    imageUri: git ? undefined : target.imageUri,
    sourcePath: undefined,
    archive: undefined,
    tarballPath: source === 'internal_source' ? target.tarballPath : undefined,
    secrets: undefined,
    secretsStrategy: 'merge',
  };
}

/**
 * Returns the ref whose current commit must be looked up before planning, because git refs move, or `undefined` if no
 * lookup is needed.
 */
export function refToResolve(
  target: RevisionView,
  current: CurrentDeployment,
): { repoUrl: string; ref: string } | undefined {
  if (sourceOf(target, current) !== 'git_host' || target.commit === undefined) return undefined;
  if (target.ref === undefined || current.repoUrl === undefined) return undefined;
  // The service refuses a tag in combination with `build_on_push`.
  if (target.ref.startsWith('refs/tags/') && current.buildOnPush === true) return undefined;
  return { repoUrl: current.repoUrl, ref: target.ref };
}

/**
 * Plans how to deploy a revision again. Sends the image or the tarball of the target again. Sends the target's git ref
 * only if the ref still resolves to the target's commit, and an image only if no digest was recorded for it. Uses the service's redeploy endpoint for a revision that
 * cannot be sent again.
 */
export function planReissue(
  target: RevisionView,
  current: CurrentDeployment,
  resolved: string | undefined,
): Extract<Plan, { kind: 'patch' | 'redeploy' }> {
  const sent = reissued(target, current, resolved);
  const changes = [describe(target, current, sent === undefined)];
  if (sent === undefined) return { kind: 'redeploy', revisionId: target.id, changes };
  const path = target.graphConfigPath;
  const repath = path !== undefined && path !== current.graphConfigPath;
  if (repath) {
    changes.push({
      field: 'source_revision_config.graph_config_path',
      from: current.graphConfigPath ?? null,
      to: path,
      revision: true,
    });
  }
  const body: DeploymentPatch = {
    ...(sent.source_tarball_path ? { revision_source: 'internal_source' } : {}),
    source_revision_config: { ...sent, ...(repath ? { graph_config_path: path } : {}) },
  };
  return { kind: 'patch', body, changes, originOnly: !repath };
}

function reissued(
  target: RevisionView,
  current: CurrentDeployment,
  resolved: string | undefined,
): NonNullable<DeploymentPatch['source_revision_config']> | undefined {
  if (sourceOf(target, current) === 'git_host') {
    const still = target.commit !== undefined && resolved === target.commit;
    return still && target.ref !== undefined ? { repo_ref: target.ref } : undefined;
  }
  if (target.imageUri !== undefined) {
    // The tag may have moved. A control plane that recorded the image's digest deploys that digest again.
    return target.imageDigest === undefined ? { image_uri: target.imageUri } : undefined;
  }
  return target.tarballPath === undefined ? undefined : { source_tarball_path: target.tarballPath };
}

function sourceOf(target: RevisionView, current: CurrentDeployment): Source {
  const parsedSource = Source.safeParse(current.source);
  if (parsedSource.success) return parsedSource.data;
  if (target.tarballPath !== undefined) return 'internal_source';
  return target.imageUri === undefined ? 'git_host' : 'external_docker';
}

function describe(target: RevisionView, current: CurrentDeployment, byService: boolean): Change {
  const { active } = current;
  return {
    field: 'revision',
    from: active === undefined ? null : revisionLabel(active),
    to: `${revisionLabel(target)}${byService ? ', by the service' : ''}`,
    revision: true,
  };
}

/** Returns a string with a revision's origin and ID. */
export function revisionLabel(revision: RevisionView): string {
  return `${originText(revision)} (revision ${revision.id})`;
}

/** Returns a string with a revision's ref and commit, image or tarball. */
export function originText({ ref, commit, imageUri, tarballPath }: RevisionView): string {
  if (commit !== undefined || ref !== undefined) return `${ref ?? '?'} @ ${commit?.slice(0, 7) ?? '?'}`;
  return imageUri ?? tarballPath ?? 'unknown';
}
