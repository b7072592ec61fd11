import { repositoryKey } from '../../ports/git-names.ts';
import type { DeploymentRow, Repositories, RevisionRow } from '../../ports/store.ts';
import type { ControlPlaneDependencies } from '../deps.ts';
import { createRevision } from '../new-revision.ts';
import {
  findRevisionOfPush,
  matchesDeployment,
  triggersRevision,
  toRevisionPush,
  type PushEvent,
} from './push-event.ts';

type Deps = Pick<ControlPlaneDependencies, 'clock' | 'newId'>;

/** How many revisions back the same push is looked for. */
const LOOK_BACK = 100;

/**
 * Keeps where the ref leads now, and sees to it that each deployment built on a push to it has its revision (spec §2.2
 * `build_on_push`). Gives the push's revisions, made now or made when it was told on another way. Inside the caller's
 * transaction.
 */
export async function recordPush(tx: Repositories, deps: Deps, push: PushEvent): Promise<RevisionRow[]> {
  await keepHead(tx, deps, push);
  const revisions: RevisionRow[] = [];
  for (const row of await tx.deployments.listBuiltOnPush()) {
    if (!matchesDeployment(push, row)) continue;
    const latest = await latestRevision(tx, row);
    if (!triggersRevision(push, latest)) continue;
    revisions.push(await ensureRevisionForPush(tx, deps, row, latest, push));
  }
  return revisions;
}

/** The one revision that a deployment has for a push. */
export async function ensureRevisionForPush(
  tx: Repositories,
  deps: Deps,
  deployment: DeploymentRow,
  latest: RevisionRow | undefined,
  push: PushEvent,
): Promise<RevisionRow> {
  const known = findRevisionOfPush(push, await tx.revisions.listForPush(deployment.id, LOOK_BACK));
  if (known?.push) {
    const claimed = { ...known.push, channels: [...known.push.channels, push.channel] };
    await tx.revisions.update(known.id, { push: claimed });
    return { ...known, push: claimed };
  }
  const config = { ...latest?.config, repo_commit_sha: push.commit };
  const secrets = await tx.deployments.secrets(deployment.id);
  return createRevision(tx, deps, deployment, config, secrets, toRevisionPush(push));
}

/** The revision a deployment shows. */
export async function latestRevision(
  from: Repositories,
  { id, latestRevisionId }: Pick<DeploymentRow, 'id' | 'latestRevisionId'>,
): Promise<RevisionRow | undefined> {
  return latestRevisionId === null ? undefined : from.revisions.get(id, latestRevisionId);
}

/** A ref that moved to nobody knows where leads no longer to what was told before. */
async function keepHead(tx: Repositories, { clock }: Deps, push: PushEvent): Promise<void> {
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
