import type { RevisionRow } from '../seams/store.ts';
import type { ControlPlaneDeps } from './deps.ts';
import { makeRevision } from './new-revision.ts';

/** A push that reached a repository. */
export interface Push {
  repoUrl: string;
  /** A branch: its bare name, or `refs/heads/<name>`. A tag never makes a revision. */
  ref: string;
  /** The commit pushed; absent: whatever the ref names when it is built. */
  commitSha?: string | undefined;
  /** Only this workspace's deployments; absent: everybody's. */
  workspaceId?: string | undefined;
}

/**
 * Makes a revision of every deployment that is built on a push to this ref (spec §2.2 `build_on_push`). Gives the
 * revisions made.
 */
export async function acceptPush(deps: ControlPlaneDeps, push: Push): Promise<RevisionRow[]> {
  const branch = push.ref.replace(/^refs\/heads\//, '');
  const repository = sameRepository(push.repoUrl);
  const made = await deps.store.transaction(async (tx) => {
    const revisions: RevisionRow[] = [];
    for (const row of await tx.deployments.listAll()) {
      const { repo_url: repoUrl, build_on_push: onPush } = row.sourceConfig;
      if (row.source !== 'git_host' || onPush !== true || row.status === 'AWAITING_DELETE') continue;
      if (push.workspaceId !== undefined && push.workspaceId !== row.workspaceId) continue;
      if (typeof repoUrl !== 'string' || sameRepository(repoUrl) !== repository) continue;
      const latest =
        row.latestRevisionId === null ? undefined : await tx.revisions.get(row.id, row.latestRevisionId);
      if (latest?.config.repo_ref !== branch) continue;
      const config = { ...latest.config, repo_commit_sha: push.commitSha ?? null };
      revisions.push(await makeRevision(tx, deps, row, config, await tx.deployments.secrets(row.id)));
    }
    return revisions;
  });
  if (made.length > 0) deps.poke();
  return made;
}

/** Two spellings of one repository compare equal: case of the host, `.git` and a slash at the end do not count. */
export function sameRepository(url: string): string {
  const bare = url.replace(/\/+$/, '').replace(/\.git$/, '');
  if (!URL.canParse(bare)) return bare;
  const { protocol, host, pathname } = new URL(bare);
  return `${protocol}//${host}${pathname}`;
}
