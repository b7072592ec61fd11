import { createHash } from 'node:crypto';
import type { Blob, Commit, Repository, Signature, Tree } from './model.ts';

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
export function findCommit(repository: Repository, sha: string): Commit | undefined {
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
