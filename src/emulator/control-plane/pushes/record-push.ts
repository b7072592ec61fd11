import { fullRef, repositoryKey } from '../../ports/git.ts';
import type { DeploymentRow, Repositories, RevisionRow } from '../../ports/store.ts';
import type { ControlPlaneDependencies } from '../dependencies.ts';
import { createRevision } from '../revision-changes.ts';
import {
  findRevisionOfPush,
  matchesDeployment,
  type PushEvent,
  toRevisionPush,
  triggersRevision,
} from './push-event.ts';

type RevisionContext = Pick<ControlPlaneDependencies, 'clock' | 'newId'>;

/** Number of newest revisions that are searched for a push that was already reported. */
const SEARCH_LIMIT = 100;

/**
 * Stores the ref's current commit, and ensures that each affected deployment has a revision for the push. Returns the
 * revisions for the push, including revisions that were created when another channel reported the push. All statements
 * run in the caller's transaction.
 */
export async function recordPush(
  tx: Repositories,
  dependencies: RevisionContext,
  push: PushEvent,
): Promise<RevisionRow[]> {
  await keepHead(tx, dependencies, push);
  const revisions: RevisionRow[] = [];
  for (const row of await tx.deployments.listBuiltOnPush()) {
    if (!matchesDeployment(push, row)) continue;
    const latest = await latestRevision(tx, row);
    if (!triggersRevision(push, latest)) continue;
    revisions.push(await ensureRevisionForPush(tx, dependencies, row, latest, push));
  }
  return revisions;
}

/** Returns the deployment's revision for a push, and creates the revision if it does not exist. */
export async function ensureRevisionForPush(
  tx: Repositories,
  dependencies: RevisionContext,
  deployment: DeploymentRow,
  latest: RevisionRow | undefined,
  push: PushEvent,
): Promise<RevisionRow> {
  const known = findRevisionOfPush(push, await tx.revisions.listForPush(deployment.id, SEARCH_LIMIT));
  if (known?.push) {
    const claimed = { ...known.push, channels: [...known.push.channels, push.channel] };
    await tx.revisions.update(known.id, { push: claimed });
    return { ...known, push: claimed };
  }
  const config = { ...latest?.config, repo_commit_sha: push.commit };
  const secrets = await tx.deployments.secrets(deployment.id);
  return createRevision(tx, dependencies, deployment, config, secrets, { push: toRevisionPush(push) });
}

/** Returns the deployment's latest revision, which responses describe. */
export async function latestRevision(
  from: Repositories,
  { id, latestRevisionId }: Pick<DeploymentRow, 'id' | 'latestRevisionId'>,
): Promise<RevisionRow | undefined> {
  return latestRevisionId === null ? undefined : from.revisions.get(id, latestRevisionId);
}

/** Stores the ref's current commit, or removes the stored commit if the current commit is unknown. */
async function keepHead(tx: Repositories, { clock }: RevisionContext, push: PushEvent): Promise<void> {
  const commit = push.change === 'deleted' ? null : push.commit;
  const workspaces = (await tx.workspaces.list()).filter(
    ({ id }) => push.workspaceId === undefined || push.workspaceId === id,
  );
  for (const { id: workspaceId } of workspaces) {
    for (const repository of new Set(push.repoUrls.map(repositoryKey))) {
      await tx.gitHeads.put({ workspaceId, repository, ref: push.ref }, commit, clock.now());
      if (push.isDefaultBranch !== true) continue;
      await tx.gitHeads.put({ workspaceId, repository, ref: 'HEAD' }, commit, clock.now());
    }
  }
}

/** Push to a repository, in the format of POST /_local/push. */
export interface PushRequest {
  repoUrl: string;
  /** Branch, as a plain name or `refs/heads/<name>`. Tags (`refs/tags/<name>`) never trigger a revision. */
  ref: string;
  /** ID of the pushed commit. If `commitSha` is absent, the ref's commit at build time is used. */
  commitSha?: string | undefined;
  /** True if the ref is new without a new commit, so the service builds nothing. */
  created?: boolean | undefined;
  deleted?: boolean | undefined;
  /**
   * ID of the only workspace whose deployments are affected. If `workspaceId` is absent, the push affects all
   * workspaces.
   */
  workspaceId?: string | undefined;
}

/** Timeout for reading a local repository's ref, in milliseconds. */
const READ_TIMEOUT_MS = 10_000;

/**
 * Creates a revision for every deployment that is built on pushes to this ref. A repeated report creates another
 * revision, unless the earlier report came from another channel. Returns the push's revisions.
 */
export async function acceptPush(
  dependencies: ControlPlaneDependencies,
  push: PushRequest,
): Promise<RevisionRow[]> {
  const ref = fullRef(push.ref);
  const event: PushEvent = {
    repoUrls: [push.repoUrl],
    ref,
    change: push.deleted === true ? 'deleted' : push.created === true ? 'created' : 'moved',
    commit: push.commitSha ?? null,
    observedCommit: push.commitSha === undefined ? await readHead(dependencies, push.repoUrl, ref) : null,
    channel: 'local',
    workspaceId: push.workspaceId,
  };
  const revisions = await dependencies.store.transaction((tx) => recordPush(tx, dependencies, event));
  if (revisions.length > 0) dependencies.wakeDataPlane();
  return revisions;
}

/** Returns the commit of a local repository's ref, or null if the commit is unknown. */
async function readHead(
  { remoteHeads: heads }: ControlPlaneDependencies,
  repoUrl: string,
  ref: string,
): Promise<string | null> {
  const address = heads.addressOf(repoUrl);
  if (address === undefined) return null;
  try {
    return (await heads.read(address, [ref], AbortSignal.timeout(READ_TIMEOUT_MS)))?.get(ref) ?? null;
  } catch {
    // Errors are ignored, because the commit only helps to recognize repeated reports of the same push.
    return null;
  }
}
