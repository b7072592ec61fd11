import { ancestors } from './history.ts';
import {
  commitAt,
  type CommitDraft,
  type FileEdits,
  gitHash,
  makeCommit,
  mergeOf,
  signatureOf,
} from './objects.ts';
import type { Commit, PullRequest, Repository } from './model.ts';
import type { GitHubState } from './state.ts';

/** What a push did: everything a `push` event is made of. */
export interface Push {
  repository: Repository;
  /** Full ref. */
  ref: string;
  /** `null`: the ref was made. */
  before: string | null;
  /** `null`: the ref was deleted. An annotated tag's own object, not its commit. */
  after: string | null;
  /** The commit `after` leads to; after a deletion the default branch's. */
  head: Commit;
  forced: boolean;
  pusher: string;
}

/**
 * Puts commits on a branch, one on another, and gives what a push event would say. A branch that is not there yet
 * starts at the default branch. Without commits it creates the branch. Throws when it would need `force`.
 */
export function pushCommits(
  state: GitHubState,
  repository: Repository,
  branch: string,
  drafts: readonly CommitDraft[],
  options: { force?: boolean; pusher?: string } = {},
): Push {
  const ref = `refs/heads/${branch}`;
  const before = repository.refs.get(ref) ?? null;
  let tip = before ?? repository.refs.get(`refs/heads/${repository.defaultBranch}`) ?? null;
  for (const draft of drafts) {
    tip = makeCommit(state, repository, draft, draft.parents ?? (tip === null ? [] : [tip])).sha;
  }
  if (tip === null) throw new Error(`${branch} would be empty: push at least one commit`);
  return moveRef(state, repository, ref, tip, options);
}

/** One commit with these files on a branch. */
export function setFiles(
  state: GitHubState,
  repository: Repository,
  branch: string,
  files: FileEdits,
  message?: string,
): Push {
  return pushCommits(state, repository, branch, [{ files, ...(message === undefined ? {} : { message }) }]);
}

/** Tags a commit: lightly, or with an object of its own. */
export function pushTag(
  state: GitHubState,
  repository: Repository,
  tag: string,
  options: { commit?: string; annotated?: boolean; object?: string } = {},
): Push {
  const commit = options.commit ?? repository.refs.get(`refs/heads/${repository.defaultBranch}`);
  if (commit === undefined || !repository.network.commits.has(commit)) {
    throw new Error(`there is no commit ${commit ?? 'on the default branch'} to tag`);
  }
  if (options.annotated !== true) return moveRef(state, repository, `refs/tags/${tag}`, commit, {});
  const tagger = signatureOf(state.account('octocat'), state.stamp());
  const text = `object ${commit}\ntype commit\ntag ${tag}\ntagger ${tagger.name} ${tagger.date}\n\n${tag}\n`;
  const sha = options.object ?? gitHash('tag', Buffer.from(text));
  repository.network.tags.set(sha, { sha, tag, message: tag, commit, tagger });
  return moveRef(state, repository, `refs/tags/${tag}`, sha, {});
}

/** Points a ref somewhere else, as a push does. Throws when commits would be lost and `force` was not said. */
export function moveRef(
  state: GitHubState,
  repository: Repository,
  ref: string,
  to: string,
  options: { force?: boolean; pusher?: string },
): Push {
  const head = commitAt(repository, to);
  if (head === undefined) throw new Error(`${ref} cannot point at ${to}: there is no such commit`);
  const before = repository.refs.get(ref) ?? null;
  const old = commitAt(repository, before ?? undefined);
  const forced = old !== undefined && !ancestors(repository.network, head.sha).has(old.sha);
  if (forced && options.force !== true) {
    throw new Error(`${ref} would lose commits: ${old.sha} is not behind ${head.sha} (say force)`);
  }
  repository.refs.set(ref, to);
  touch(state, repository);
  return { repository, ref, before, after: to, head, forced, pusher: options.pusher ?? 'octocat' };
}

/** Deletes a branch or a tag, as a push does. Throws when it is not there. */
export function deleteRef(state: GitHubState, repository: Repository, ref: string): Push {
  const before = repository.refs.get(ref);
  const head = commitAt(repository, repository.refs.get(`refs/heads/${repository.defaultBranch}`));
  if (before === undefined || head === undefined) throw new Error(`there is no ref ${ref} to delete`);
  repository.refs.delete(ref);
  touch(state, repository);
  return { repository, ref, before, after: null, head, forced: false, pusher: 'octocat' };
}

function touch(state: GitHubState, repository: Repository): void {
  repository.pushedAt = state.stamp();
  repository.updatedAt = state.stamp();
  refreshPullRequests(state, repository);
}

/**
 * Brings open pull requests up to date after a ref moved: their head, their base, their test merge. What is closed
 * stays as it was.
 */
export function refreshPullRequests(state: GitHubState, changed: Repository): void {
  for (const repository of state.repositories.values()) {
    if (repository.network !== changed.network) continue;
    for (const pull of repository.pulls.values()) {
      if (pull.issue.state === 'open') refreshPullRequest(state, repository, pull);
    }
  }
}

/**
 * Brings one pull request up to date. A head branch that was deleted leaves the last commit it had. `base.sha` is read
 * anew only when the head moves, as on GitHub; the test merge is always with the base branch as it is now.
 */
export function refreshPullRequest(state: GitHubState, repository: Repository, pull: PullRequest): void {
  const head = pull.headRepository?.refs.get(`refs/heads/${pull.headRef}`) ?? pull.headSha;
  const tip = repository.refs.get(`refs/heads/${pull.baseRef}`) ?? pull.baseSha;
  if (head !== pull.headSha) {
    pull.headSha = head;
    pull.baseSha = tip;
    pull.issue.updatedAt = state.stamp();
  }
  repository.refs.set(`refs/pull/${pull.issue.number}/head`, head);
  if (pull.mergeable === null) return;
  const merged = repository.network.commits.get(pull.mergeSha ?? '')?.parents;
  if (merged?.[0] === tip && merged[1] === head) return;
  const merge = testMerge(state, repository, tip, head);
  pull.mergeable = merge !== null;
  pull.mergeSha = merge?.sha ?? null;
  const ref = `refs/pull/${pull.issue.number}/merge`;
  if (merge === null) repository.refs.delete(ref);
  else repository.refs.set(ref, merge.sha);
}

/** The commit GitHub makes of both sides; `null` when they conflict. */
function testMerge(state: GitHubState, repository: Repository, base: string, head: string): Commit | null {
  const { commits } = repository.network;
  const [ours, theirs] = [commits.get(base), commits.get(head)];
  if (ours === undefined || theirs === undefined) return null;
  const message = `Merge ${head} into ${base}`;
  return mergeOf(state, repository, { ours, theirs, message, by: state.account('github') });
}
