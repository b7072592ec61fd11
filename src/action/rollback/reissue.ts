import type { DeploymentPatch } from '../../contract/deployment.ts';
import { Source } from '../../contract/source.ts';
import type { DesiredDeployment } from '../inputs/settings.ts';
import type { CurrentDeployment, RevisionView } from '../plan/current.ts';
import type { Change, Plan } from '../plan/types.ts';

/** What a rollback wants: what the target is made of, and nothing else. Pure. */
export function toDesired(target: RevisionView, current: CurrentDeployment): DesiredDeployment {
  const source = sourceOf(target, current);
  const git = source === 'git_host';
  return {
    source,
    isSourceSet: false,
    repoUrl: undefined,
    integrationId: undefined,
    deploymentType: undefined,
    buildOnPush: undefined,
    installCommand: undefined,
    buildCommand: undefined,
    listenerId: undefined,
    k8sNamespace: undefined,
    customUrl: undefined,
    resourceSpec: undefined,
    secretReferences: undefined,
    ref: git ? target.ref : undefined,
    commit: git ? target.commit : undefined,
    graphConfigPath: undefined,
    imageUri: git ? undefined : target.imageUri,
    imageVersion: undefined,
    sourcePath: undefined,
    archive: undefined,
    tarballPath: source === 'internal_source' ? target.tarballPath : undefined,
    secrets: undefined,
    secretsStrategy: 'merge',
  };
}

/** Whether a ref has to be looked up before the plan: only git has refs that move. Pure. */
export function refToResolve(
  target: RevisionView,
  current: CurrentDeployment,
): { repoUrl: string; ref: string } | undefined {
  if (sourceOf(target, current) !== 'git_host' || target.commit === undefined) return undefined;
  if (target.ref === undefined || current.repoUrl === undefined) return undefined;
  // The service refuses a tag together with build_on_push (spec §2.2).
  if (target.ref.startsWith('refs/tags/') && current.buildOnPush === true) return undefined;
  return { repoUrl: current.repoUrl, ref: target.ref };
}

/**
 * How a revision is deployed again (DESIGN §5 "rollback of a deployment"): an image or a tarball is sent exactly as it
 * was; a git ref only when it still resolves to the target's commit; everything else is for the service to redeploy. Pure.
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
  if (target.imageUri !== undefined) return { image_uri: target.imageUri };
  return target.tarballPath === undefined ? undefined : { source_tarball_path: target.tarballPath };
}

function sourceOf(target: RevisionView, current: CurrentDeployment): Source {
  const said = Source.safeParse(current.source);
  if (said.success) return said.data;
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

/** What a revision is of, and which it is. Pure. */
export function revisionLabel(revision: RevisionView): string {
  return `${originText(revision)} (revision ${revision.id})`;
}

/** What a revision is of, as people say it. Pure. */
export function originText({ ref, commit, imageUri, tarballPath }: RevisionView): string {
  if (commit !== undefined || ref !== undefined) return `${ref ?? '?'} @ ${commit?.slice(0, 7) ?? '?'}`;
  return imageUri ?? tarballPath ?? 'unknown';
}
