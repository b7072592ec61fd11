/** A ref to build, in full: `refs/heads/…` or `refs/tags/…`, or the remote's default branch. */
export interface GitRef {
  full: string;
  /** `branch main`, `tag v1`: for people. */
  displayName: string;
}
export type ParsedRef = { ok: true; ref: GitRef } | { ok: false; reason: string };

/**
 * Reads `repo_ref` (spec §2.3): a branch by its bare name, a tag as `refs/tags/<tag>`. Without one: the default branch.
 */
export function parseRef(text: string | null | undefined): ParsedRef {
  if (text === null || text === undefined)
    return { ok: true, ref: { full: 'HEAD', displayName: 'default branch' } };
  const [, kind, name] = /^refs\/(tags|heads)\/(.*)$/s.exec(text) ?? [undefined, 'heads', text];
  const problem = refNameProblem(name ?? '');
  if (problem !== undefined) return { ok: false, reason: `"${text}" ${problem}` };
  return kind === 'tags'
    ? { ok: true, ref: { full: `refs/tags/${name}`, displayName: `tag ${name}` } }
    : { ok: true, ref: { full: `refs/heads/${name}`, displayName: `branch ${name}` } };
}

/** Why git would not take this as the name of a branch or tag; undefined when it would (git check-ref-format). */
export function refNameProblem(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name === '@') return 'is "@", which git keeps for itself';
  if (name.startsWith('-')) return 'starts with "-"';
  // eslint-disable-next-line no-control-regex -- that is what is looked for
  if (/[\0-\x20\x7f~^:?*[\\]/.test(name))
    return 'contains a space, a control character or one of ~ ^ : ? * [ \\';
  if (name.includes('..')) return 'contains ".."';
  if (name.includes('@{')) return 'contains "@{"';
  if (name.endsWith('.')) return 'ends with "."';
  for (const part of name.split('/')) {
    if (part === '') return 'has an empty part between slashes, or begins or ends with one';
    if (part.startsWith('.')) return 'has a part that starts with "."';
    if (part.endsWith('.lock')) return 'has a part that ends with ".lock"';
  }
  return undefined;
}

/** Whether this is the full name of a commit: only that is exact (spec §2.3 `repo_commit_sha`). */
export function isCommitSha(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
