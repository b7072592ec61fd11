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

/** How many revisions back the same push is searched. */
const SEARCH_LIMIT = 100;

/**
 * Stores the ref's current commit, and ensures that each deployment built on pushes to it has its revision. Gives the
 * push's revisions, created now or when it was reported on another channel. Inside the caller's transaction.
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

/** The one revision that a deployment has for a push. */
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
  return createRevision(tx, dependencies, deployment, config, secrets, toRevisionPush(push));
}

/** The revision a deployment shows. */
export async function latestRevision(
  from: Repositories,
  { id, latestRevisionId }: Pick<DeploymentRow, 'id' | 'latestRevisionId'>,
): Promise<RevisionRow | undefined> {
  return latestRevisionId === null ? undefined : from.revisions.get(id, latestRevisionId);
}

/** Stores the ref's current commit; a move to an unknown commit removes the reported head. */
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

/** A push that reached a repository, as POST /_local/push reports it. */
export interface PushRequest {
  repoUrl: string;
  /** A branch: its bare name, or `refs/heads/<name>`. A tag (`refs/tags/<name>`) never makes a revision. */
  ref: string;
  /** The commit pushed; absent: the commit the ref names when it is built. */
  commitSha?: string | undefined;
  /** The ref is new, and brings no commit: the service builds nothing then. */
  created?: boolean | undefined;
  deleted?: boolean | undefined;
  /** Only deployments of this workspace; absent: of all workspaces. */
  workspaceId?: string | undefined;
}

/** How long reading a ref of a local repository may take. */
const READ_TIMEOUT_MS = 10_000;

/**
 * Makes a revision of every deployment that is built on a push to this ref, each time it is reported; the same push
 * reported on another channel has its revision already. Gives the push's revisions.
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

/** The commit of a local repository's ref; null if unknown. */
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
    // It only serves to recognize the same push.
    return null;
  }
}
