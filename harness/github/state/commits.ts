import { blobOf, commitSha } from './objects.ts';
import type { Account, Commit, Repository, Signature, Tree } from './model.ts';
import type { GitHubState } from './state.ts';

/** Path → text; `null` removes the file. */
export type FileEdits = Record<string, string | Buffer | null>;

export interface CommitDraft {
  /** The commit's name, when it was made elsewhere (a real repository). Default: made from its content. */
  sha?: string;
  message?: string;
  files?: FileEdits;
  /** Old path → new path, content unchanged. */
  renames?: Record<string, string>;
  /** Login of the author. Default: `octocat`. */
  author?: string;
  /** Default: the tip it is pushed on. */
  parents?: readonly string[];
}

/** Makes a commit and keeps it in the repository's network; gives the one that is there when it is known already. */
export function makeCommit(
  state: GitHubState,
  repository: Repository,
  draft: CommitDraft,
  parents: readonly string[],
): Commit {
  const { commits } = repository.network;
  const known = draft.sha === undefined ? undefined : commits.get(draft.sha);
  if (known !== undefined) return known;
  for (const parent of parents) {
    if (!commits.has(parent)) throw new Error(`commit ${parent} is unknown: push it before its children`);
  }
  const account = state.account(draft.author ?? 'octocat');
  const signature = signatureOf(account, state.stamp());
  const content = {
    parents,
    message: draft.message ?? 'Change the agent',
    author: signature,
    committer: signature,
    tree: editTree(commits.get(parents[0] ?? '')?.tree ?? new Map(), draft),
  };
  return keepCommit(repository, { ...content, account, sha: draft.sha ?? commitSha(content) });
}

/** Keeps a commit as it is. */
export function keepCommit(repository: Repository, commit: Commit): Commit {
  const known = repository.network.commits.get(commit.sha);
  if (known !== undefined) return known;
  repository.network.commits.set(commit.sha, commit);
  return commit;
}

/** The name and address an account signs its commits with. */
export function signatureOf(account: Account, date: string): Signature {
  return { name: account.login, email: `${account.id}+${account.login}@users.noreply.github.com`, date };
}

function editTree(tree: Tree, { files = {}, renames = {} }: CommitDraft): Tree {
  const edited = new Map(tree);
  for (const [from, to] of Object.entries(renames)) {
    const blob = edited.get(from);
    if (blob === undefined) throw new Error(`there is no file ${from} to rename`);
    edited.delete(from);
    edited.set(to, blob);
  }
  for (const [path, content] of Object.entries(files)) {
    if (content === null) edited.delete(path);
    else edited.set(path, blobOf(content));
  }
  return edited;
}
