import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { initGitDir, type Repository } from './repository.ts';
import type { Git, GitResult } from './program.ts';

/** Result of merging one commit. The merge changes nothing unless its kind is `merged`. */
type MergeResult =
  | { kind: 'merged'; commit: string; tree: string }
  | { kind: 'conflict'; files: string[] }
  /** The commits have no common ancestor, or git needed too much time. */
  | { kind: 'failed' };

/** Merges commits of a checkout without changing the checkout. */
export interface Merger {
  /** True if the checkout lacks the history of its commits, so a merge could find no common ancestor. */
  isShallow: boolean;
  /** Returns the commits that the checkout lacks. */
  findMissing(commits: readonly string[]): Promise<string[]>;
  /** Returns the SHA of a commit's tree. */
  treeOf(commit: string): Promise<string>;
  /** Merges `head` into the commit `onto`. */
  merge(onto: string, head: string): Promise<MergeResult>;
  /** Returns the number of files of a tree, and their total size in bytes. */
  measure(tree: string): Promise<{ files: number; bytes: number }>;
  /** Writes the files of a tree into a new folder, with an index, so the folder is a checkout without commits. */
  checkOut(tree: string, folder: string): Promise<void>;
}

/** Time limit of one git command in milliseconds of wall-clock time. */
const LIMIT_MS = 60_000;
/** Time limit for writing all files of a tree, in milliseconds of wall-clock time. */
const CHECKOUT_MS = 300_000;
const MEMORY_BYTES = 4 * 1024 * 1024 * 1024;

/**
 * Attributes that take precedence over every `.gitattributes` of the merged commits. Files are merged as plain text and
 * written without conversions. Drivers and filters could not run anyway, because no configuration defines them.
 */
const ATTRIBUTES = '* -text !eol -ident !filter !merge !diff !working-tree-encoding !conflict-marker-size\n';

const SHA256_CONFIG =
  '[core]\n\trepositoryFormatVersion = 1\n\tbare = true\n[extensions]\n\tobjectFormat = sha256\n';

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Agent Deploy',
  GIT_AUTHOR_EMAIL: 'agent-deploy@localhost',
  GIT_AUTHOR_DATE: '946684800 +0000',
  GIT_COMMITTER_NAME: 'Agent Deploy',
  GIT_COMMITTER_EMAIL: 'agent-deploy@localhost',
  GIT_COMMITTER_DATE: '946684800 +0000',
};

/** Thrown if a git command failed that succeeds for every complete checkout. */
export class GitFailedError extends Error {
  override readonly name = 'GitFailedError';
}

/**
 * Creates a merger for the commits in a checkout. New objects are written to `scratch`, an empty folder, and the objects
 * of the checkout are only read. Git uses neither the configuration nor the hooks of the checkout, and needs no work
 * tree for a merge.
 */
export async function createMerger(git: Git, checkout: Repository, scratch: string): Promise<Merger> {
  const { gitDir } = await git.facade(checkout);
  await mkdir(path.join(gitDir, 'info'), { recursive: true });
  await writeFile(path.join(gitDir, 'info', 'attributes'), ATTRIBUTES);
  const env = {
    GIT_OBJECT_DIRECTORY: scratch,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: path.join(gitDir, 'objects'),
  };
  const call = { cwd: git.empty, gitDir, env, limitMs: LIMIT_MS, limits: { memoryBytes: MEMORY_BYTES } };
  const run = (args: readonly string[], more: { input?: string; env?: Record<string, string> } = {}) =>
    git.run(args, { ...call, ...more, env: { ...env, ...more.env } });
  const treeOf = async (commit: string) =>
    lineOf(await run(['rev-parse', '--verify', '-q', '--end-of-options', `${commit}^{tree}`]), 'rev-parse');
  const isShallow =
    textOf(await run(['rev-parse', '--is-shallow-repository']), 'rev-parse').trim() !== 'false';
  return {
    isShallow,
    treeOf,
    async findMissing(commits) {
      const end = await run(['cat-file', '--batch-check=%(objecttype)'], {
        input: commits.map((commit) => `${commit}^{commit}\n`).join(''),
      });
      const kinds = textOf(end, 'cat-file').split('\n');
      return commits.filter((_, index) => kinds[index] !== 'commit');
    },
    async merge(onto, head) {
      const end = await run(['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', onto, head]);
      if (end.kind !== 'ended' || end.code > 1) return { kind: 'failed' };
      const [tree = '', ...files] = end.stdout.toString('utf8').split('\0').slice(0, -1);
      if (end.code === 1) return { kind: 'conflict', files };
      const parents = ['-p', onto, '-p', head];
      const made = await run(['commit-tree', ...parents, '-m', 'Merge', tree], { env: IDENTITY });
      return { kind: 'merged', commit: lineOf(made, 'commit-tree'), tree };
    },
    async measure(tree) {
      const entries = textOf(await run(['ls-tree', '-r', '-l', '-z', '--full-tree', tree]), 'ls-tree')
        .split('\0')
        .flatMap((entry) => /^\d+ blob [0-9a-f]+ +(\d+)\t/.exec(entry)?.[1] ?? []);
      return { files: entries.length, bytes: entries.reduce((sum, size) => sum + Number(size), 0) };
    },
    async checkOut(tree, folder) {
      const ownDir = path.join(folder, '.git');
      await initGitDir(ownDir, process.platform);
      if (tree.length === 64) await writeFile(path.join(ownDir, 'config'), SHA256_CONFIG);
      const index = { ...env, GIT_INDEX_FILE: path.join(ownDir, 'index') };
      textOf(await run(['read-tree', tree], { env: index }), 'read-tree');
      const written = await git.run(['checkout-index', '--all', '--force', '--quiet'], {
        ...call,
        cwd: folder,
        workTree: folder,
        env: index,
        limitMs: CHECKOUT_MS,
      });
      textOf(written, 'checkout-index');
    },
  };
}

function textOf(end: GitResult, command: string): string {
  if (end.kind === 'ended' && end.code === 0) return end.stdout.toString('utf8');
  throw new GitFailedError(
    `git ${command} ${end.kind === 'ended' ? `exited with code ${end.code}` : 'exceeded a limit'}`,
  );
}

function lineOf(end: GitResult, command: string): string {
  const line = textOf(end, command).trim();
  if (/^[0-9a-f]{40,64}$/.test(line)) return line;
  throw new GitFailedError(`git ${command} did not print a SHA`);
}
