import type { Blob, Commit, Network, Tree } from './model.ts';

/** Every commit that can be reached from one, itself included. */
export function ancestors(network: Network, sha: string): Set<string> {
  const seen = new Set<string>();
  const open = [sha];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(network.commits.get(next)?.parents ?? []));
  }
  return seen;
}

export interface Comparison {
  status: 'ahead' | 'behind' | 'diverged' | 'identical';
  /** Commits of the head that the base does not have, oldest first. */
  ahead: Commit[];
  behindBy: number;
  mergeBase: Commit;
}

/** Compares two commits as `git log base..head` and back; `null` when they have no ancestor in common. */
export function compareCommits(network: Network, base: Commit, head: Commit): Comparison | null {
  const ofBase = ancestors(network, base.sha);
  const ofHead = ancestors(network, head.sha);
  const mergeBase = bestCommonAncestor(network, ofBase, ofHead);
  if (mergeBase === undefined) return null;
  const ahead = inOrder(
    network,
    [...ofHead].filter((sha) => !ofBase.has(sha)),
  );
  const behindBy = [...ofBase].filter((sha) => !ofHead.has(sha)).length;
  const status =
    ahead.length > 0 ? (behindBy > 0 ? 'diverged' : 'ahead') : behindBy > 0 ? 'behind' : 'identical';
  return { status, ahead, behindBy, mergeBase };
}

/** The common ancestor that no other common ancestor descends from (the first by name when there are several). */
function bestCommonAncestor(
  network: Network,
  ofBase: ReadonlySet<string>,
  ofHead: ReadonlySet<string>,
): Commit | undefined {
  const common = [...ofBase].filter((sha) => ofHead.has(sha));
  const older = new Set<string>();
  for (const sha of common) {
    for (const parent of network.commits.get(sha)?.parents ?? []) {
      if (older.has(parent)) continue;
      for (const ancestor of ancestors(network, parent)) older.add(ancestor);
    }
  }
  const best = common.filter((sha) => !older.has(sha)).sort();
  return network.commits.get(best[0] ?? '');
}

/** The commits of a set, parents before children, otherwise by date. */
export function inOrder(network: Network, shas: readonly string[]): Commit[] {
  const wanted = new Set(shas);
  const done = new Set<string>();
  const ordered: Commit[] = [];
  const byDate = shas
    .flatMap((sha) => network.commits.get(sha) ?? [])
    .sort((a, b) => compareText(a.committer.date, b.committer.date));
  for (const start of byDate) {
    const stack: { commit: Commit; entered: boolean }[] = [{ commit: start, entered: false }];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      const { commit } = top;
      if (done.has(commit.sha)) continue;
      if (top.entered) {
        done.add(commit.sha);
        ordered.push(commit);
        continue;
      }
      stack.push({ commit, entered: true });
      for (const parent of commit.parents.toReversed()) {
        const found = wanted.has(parent) && !done.has(parent) ? network.commits.get(parent) : undefined;
        if (found !== undefined) stack.push({ commit: found, entered: false });
      }
    }
  }
  return ordered;
}

export interface FileChange {
  status: 'added' | 'removed' | 'modified' | 'renamed';
  path: string;
  /** Where a renamed file was before. */
  previous: string | null;
  sha: string;
  additions: number;
  deletions: number;
}

/** What changed between two trees, by path. A file that went and came back elsewhere unchanged was renamed. */
export function diffTrees(before: Tree, after: Tree): FileChange[] {
  const removed = new Map([...before].filter(([path]) => !after.has(path)));
  const changes: FileChange[] = [];
  for (const [path, blob] of after) {
    const old = before.get(path);
    if (old?.sha === blob.sha) continue;
    if (old !== undefined) {
      changes.push({ status: 'modified', path, previous: null, sha: blob.sha, ...changedLines(old, blob) });
      continue;
    }
    const source = [...removed].find(([, other]) => other.sha === blob.sha && blob.bytes.length > 0)?.[0];
    if (source === undefined) {
      const additions = linesOf(blob).length;
      changes.push({ status: 'added', path, previous: null, sha: blob.sha, additions, deletions: 0 });
    } else {
      removed.delete(source);
      changes.push({ status: 'renamed', path, previous: source, sha: blob.sha, additions: 0, deletions: 0 });
    }
  }
  for (const [path, blob] of removed) {
    const deletions = linesOf(blob).length;
    changes.push({ status: 'removed', path, previous: null, sha: blob.sha, additions: 0, deletions });
  }
  return changes.sort((a, b) => compareText(a.path, b.path));
}

function linesOf(blob: Blob): string[] {
  // Binary files have no lines, and no line counts on GitHub.
  if (blob.bytes.length === 0 || blob.bytes.includes(0)) return [];
  const lines = blob.bytes.toString('utf8').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Counts lines as a diff would: common ends first, then the longest common subsequence of what is left. */
function changedLines(before: Blob, after: Blob): { additions: number; deletions: number } {
  let a = linesOf(before);
  let b = linesOf(after);
  let same = 0;
  while (same < Math.min(a.length, b.length) && a[same] === b[same]) same += 1;
  a = a.slice(same);
  b = b.slice(same);
  while (a.length > 0 && b.length > 0 && a.at(-1) === b.at(-1)) {
    a.pop();
    b.pop();
  }
  // Beyond this a table would be slow, and the exact number is never read.
  const common = a.length * b.length > 4_000_000 ? 0 : commonLength(a, b);
  return { additions: b.length - common, deletions: a.length - common };
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let row = new Uint32Array(b.length + 1);
  for (const line of a) {
    const next = new Uint32Array(b.length + 1);
    for (let at = 1; at <= b.length; at += 1) {
      next[at] = line === b[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Brings the changes of one side of a fork in history into the other; `null` when both changed the same path. */
export function mergeTrees(base: Tree, ours: Tree, theirs: Tree): Tree | null {
  const merged = new Map(ours);
  for (const path of new Set([...base.keys(), ...theirs.keys()])) {
    const [was, mine, other] = [base.get(path)?.sha, ours.get(path)?.sha, theirs.get(path)?.sha];
    if (was === other || mine === other) continue;
    if (mine !== was) return null;
    const blob = theirs.get(path);
    if (blob === undefined) merged.delete(path);
    else merged.set(path, blob);
  }
  return merged;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
