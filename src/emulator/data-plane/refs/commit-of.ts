import { fullRef, repositoryKey } from '../../ports/git-names.ts';
import type { RemoteRefs } from '../../ports/remote-heads.ts';
import type { DeploymentRow, GitHeads, RevisionRow } from '../../ports/store.ts';

/** How the commit of a revision became known. */
export type ResolvedCommit =
  /** It was said when the revision was made. */
  | { kind: 'given'; commit: string }
  /** A push told that the ref leads there. */
  | { kind: 'told'; commit: string }
  /** The repository itself says so. */
  | { kind: 'read'; commit: string }
  | { kind: 'unknown'; reason?: string };

/**
 * The commit a revision from git is of, found out now, without building it (DESIGN §6 `stub`): so that a branch which
 * moves before the build is seen to have moved. Rejects only when aborted.
 */
export async function resolveCommit(
  deps: { told: Pick<GitHeads, 'find'>; heads: RemoteRefs },
  deployment: Pick<DeploymentRow, 'workspaceId' | 'sourceConfig'>,
  revision: Pick<RevisionRow, 'config'>,
  signal: AbortSignal,
): Promise<ResolvedCommit> {
  const given = revision.config.repo_commit_sha;
  if (given) return { kind: 'given', commit: given };
  const repoUrl = deployment.sourceConfig.repo_url;
  if (!repoUrl) return { kind: 'unknown' };
  const ref = fullRef(revision.config.repo_ref);
  const { workspaceId } = deployment;
  const told = await deps.told.find({ workspaceId, repository: repositoryKey(repoUrl), ref });
  if (told !== undefined) return { kind: 'told', commit: told };
  const address = deps.heads.addressOf(repoUrl);
  if (address === undefined) return { kind: 'unknown' };
  const found = await deps.heads.read(address, [ref], signal);
  if (found === undefined) return { kind: 'unknown', reason: 'the repository cannot be read' };
  const commit = found.get(ref);
  return commit === undefined
    ? { kind: 'unknown', reason: `the repository has no ${ref}` }
    : { kind: 'read', commit };
}
