import { fullRef, type RemoteRefs, repositoryKey } from '../../ports/git.ts';
import type { DeploymentRow, GitHeads, RevisionRow } from '../../ports/store.ts';
import { StepAborted } from '../build/step.ts';
import type { Git } from './git.ts';
import { parseRepositoryUrl } from './names.ts';

/**
 * Creates a reader of the commits that refs point to, which runs one `git ls-remote` per repository. `allowLocal` must
 * be false if other machines can reach the emulator, because they could otherwise read local repositories.
 */
export function createRemoteHeads(options: { git: Git; allowLocal: boolean }): RemoteRefs {
  const { git, allowLocal } = options;
  return {
    addressOf(repoUrl) {
      const read = parseRepositoryUrl(repoUrl, { local: allowLocal });
      return read.ok && read.url.local ? read.url.address : undefined;
    },
    async read(address, refs, signal) {
      // Git lists the commit of an annotated tag under the peeled name, because the tag is a separate object.
      const patterns = refs.flatMap((ref) => (ref.startsWith('refs/tags/') ? [ref, `${ref}^{}`] : [ref]));
      const answer = await git.withFacade(address, (gitDir) =>
        git.run({ args: ['ls-remote', '--quiet', '--', gitDir, ...patterns], gitDir, signal }),
      );
      if (answer?.end.kind === 'aborted') throw new StepAborted('reading the repository was aborted');
      return answer?.ok ? parseLsRemote(answer.stdout, refs) : undefined;
    },
  };
}

/** Commit of a revision, and how it was found. */
type ResolvedCommit =
  /** The request that created the revision specified the commit. */
  | { kind: 'given'; commit: string }
  /** A push reported that the ref points to the commit. */
  | { kind: 'pushed'; commit: string }
  /** The commit was read from the repository. */
  | { kind: 'read'; commit: string }
  | { kind: 'unknown'; reason?: string };

/**
 * Finds a revision's commit before the build, because the branch may move during the build. Rejects only if the signal
 * aborts.
 */
export async function resolveCommit(
  dependencies: { pushed: Pick<GitHeads, 'find'>; heads: RemoteRefs },
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
  const pushed = await dependencies.pushed.find({ workspaceId, repository: repositoryKey(repoUrl), ref });
  if (pushed !== undefined) return { kind: 'pushed', commit: pushed };
  const address = dependencies.heads.addressOf(repoUrl);
  if (address === undefined) return { kind: 'unknown' };
  const found = await dependencies.heads.read(address, [ref], signal);
  if (found === undefined) return { kind: 'unknown', reason: 'the repository cannot be read' };
  const commit = found.get(ref);
  return commit === undefined
    ? { kind: 'unknown', reason: `the repository has no ${ref}` }
    : { kind: 'read', commit };
}

/**
 * Parses the output of `git ls-remote` and returns the commit of each requested full ref. Ignores longer ref names with
 * the same suffix, which git lists too. Returns the commit to which an annotated tag points.
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
