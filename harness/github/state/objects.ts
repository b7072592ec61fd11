import { createHash } from 'node:crypto';
import type { Account, Blob, Commit, Repository, Signature, Tree } from './model.ts';
import type { GitHubState } from './state.ts';
import { compareCommits, mergeTrees } from './history.ts';

/** Content under git's own name for it. */
export function blobOf(content: string | Buffer): Blob {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { sha: gitHash('blob', bytes), bytes };
}

/** The object name git would give to `bytes` as an object of this type. */
export function gitHash(type: 'blob' | 'commit' | 'tag', bytes: Buffer): string {
  return createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
}

/** A name for a tree: it depends on every path and content, but is not git's (clients only ever pass it on). */
export function treeSha(tree: Tree): string {
  const hash = createHash('sha1').update('tree\0');
  for (const [path, blob] of [...tree].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${blob.sha}\0`);
  return hash.digest('hex');
}

/** A name for a commit made here; equal commits have equal names. */
export function commitSha(commit: Omit<Commit, 'sha' | 'account'>): string {
  const lines = [
    `tree ${treeSha(commit.tree)}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${signed(commit.author)}`,
    `committer ${signed(commit.committer)}`,
    '',
    commit.message,
  ];
  return gitHash('commit', Buffer.from(lines.join('\n')));
}

const signed = ({ name, email, date }: Signature) => `${name} <${email}> ${date}`;

/** What a commit-ish of a request comes to. */
export type Resolved = { commit: Commit; ref: string | null };

const HEX = /^[0-9a-f]{4,40}$/i;

/**
 * Finds a branch, a tag, a full ref or a commit (short names of at least 7 digits too), in this order; `undefined` when
 * there is none. An annotated tag leads to its commit.
 */
export function resolveRef(repository: Repository, name: string): Resolved | undefined {
  for (const ref of [`refs/heads/${name}`, `refs/tags/${name}`, name, `refs/${name}`]) {
    const commit = commitAt(repository, repository.refs.get(ref));
    if (commit !== undefined) return { commit, ref };
  }
  const commit = findCommit(repository, name);
  return commit === undefined ? undefined : { commit, ref: null };
}

/** The commit of that name, or of which `sha` is the beginning (7 digits at least, and no other begins so). */
function findCommit(repository: Repository, sha: string): Commit | undefined {
  if (!HEX.test(sha)) return undefined;
  const wanted = sha.toLowerCase();
  const exact = repository.network.commits.get(wanted);
  if (exact !== undefined || wanted.length < 7) return exact;
  const found = [...repository.network.commits.values()].filter((commit) => commit.sha.startsWith(wanted));
  return found.length === 1 ? found[0] : undefined;
}

/** The commit an object's name leads to, through an annotated tag when need be. */
export function commitAt(repository: Repository, sha: string | undefined): Commit | undefined {
  if (sha === undefined) return undefined;
  const { commits, tags } = repository.network;
  return commits.get(sha) ?? commits.get(tags.get(sha)?.commit ?? '');
}

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

/** Merges two commits into a new one, which no ref points at yet; `null` when both sides changed the same file. */
export function mergeOf(
  state: GitHubState,
  repository: Repository,
  { ours, theirs, message, by }: { ours: Commit; theirs: Commit; message: string; by: Account },
): Commit | null {
  const base = compareCommits(repository.network, ours, theirs)?.mergeBase;
  const tree = mergeTrees(base?.tree ?? new Map(), ours.tree, theirs.tree);
  if (tree === null) return null;
  const signature = signatureOf(by, state.stamp());
  const content = {
    parents: [ours.sha, theirs.sha],
    message,
    author: signature,
    committer: signature,
    tree,
  };
  return keepCommit(repository, { ...content, account: by, sha: commitSha(content) });
}
