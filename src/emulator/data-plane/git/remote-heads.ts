import { fullRef, type RemoteRefs, repositoryKey } from '../../ports/git.ts';
import type { DeploymentRow, GitHeads, RevisionRow } from '../../ports/store.ts';
import { StepAborted } from '../build/step.ts';
import type { Git } from './git.ts';
import { parseRepositoryUrl } from './names.ts';

/**
 * Asks local repositories where their refs lead, by one `git ls-remote` for all refs of a repository. `allowLocal`: false
 * when others can reach us; then no repository is local.
 */
export function createRemoteHeads(options: { git: Git; allowLocal: boolean }): RemoteRefs {
  const { git, allowLocal } = options;
  return {
    addressOf(repoUrl) {
      const read = parseRepositoryUrl(repoUrl, { local: allowLocal });
      return read.ok && read.url.local ? read.url.address : undefined;
    },
    async read(address, refs, signal) {
      // A tag may be an object of its own: what it leads to stands under its peeled name.
      const patterns = refs.flatMap((ref) => (ref.startsWith('refs/tags/') ? [ref, `${ref}^{}`] : [ref]));
      const answer = await git.withFacade(address, (gitDir) =>
        git.run({ args: ['ls-remote', '--quiet', '--', gitDir, ...patterns], gitDir, signal }),
      );
      if (answer?.end.kind === 'aborted') throw new StepAborted('looking at the repository was aborted');
      return answer?.ok ? parseLsRemote(answer.stdout, refs) : undefined;
    },
  };
}

/** How the commit of a revision became known. */
type ResolvedCommit =
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

/**
 * Reads what `git ls-remote` printed: the commit of each wanted full ref that is there. git takes names as endings of
 * longer ones, so only exact names count; of a tag that is an object of its own, the commit it leads to.
 */
export function parseLsRemote(printed: string, refs: readonly string[]): ReadonlyMap<string, string> {
  const all = new Map<string, string>();
  for (const line of printed.split('\n')) {
    const [commit, name] = line.split('\t');
    if (commit !== undefined && name !== undefined) all.set(name, commit);
  }
  const found = new Map<string, string>();
  for (const ref of refs) {
    const commit = all.get(`${ref}^{}`) ?? all.get(ref);
    if (commit !== undefined) found.set(ref, commit);
  }
  return found;
}
