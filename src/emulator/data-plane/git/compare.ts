import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeReader, ComparedCode } from '../../ports/git.ts';
import { cloneFolderName } from './checkout.ts';
import type { Git } from './git.ts';
import { createHistoryReader, readCommits, type RunGit } from './history.ts';
import { isCommitSha, parseRepositoryUrl } from './names.ts';

/** Maximum length of a patch in characters. */
const PATCH_MAX = 400_000;
/** Time limit of a comparison in milliseconds. A comparison is fast, because it reads only the clone on disk. */
const TIMEOUT_MS = 20_000;

/** Maximum number of commit subjects that are cached in memory. */
const MAX_KNOWN = 10_000;

const NOT_KEPT: ComparedCode = { kind: 'not-kept' };

/**
 * Creates a reader of code that reads the clones of earlier checkouts. Only `history` fetches commits from the
 * repository. Filters and external diff programs are disabled, because a repository's attributes could start programs.
 */
export function createCodeReader(options: { git: Git; folder: string; allowLocal: boolean }): CodeReader {
  /** Returns a function that runs git in the clone of a repository, or `undefined` without a clone. */
  const openClone = (repoUrl: string, signal: AbortSignal): RunGit | undefined => {
    const url = parseRepositoryUrl(repoUrl, { local: options.allowLocal });
    if (!url.ok) return undefined;
    const clone = join(options.folder, `${cloneFolderName(url.url)}.git`);
    if (!existsSync(clone)) return undefined;
    return (...args) => options.git.run({ args, gitDir: clone, signal, timeoutMs: TIMEOUT_MS });
  };
  // The subject of a commit is read only once, because a commit never changes.
  const known = new Map<string, string>();
  return {
    history: createHistoryReader(options),
    async subjects({ repoUrl, commits, signal }) {
      const run = openClone(repoUrl, signal);
      if (run === undefined) return [];
      const keyOf = (id: string) => `${repoUrl} ${id}`;
      const valid = commits.filter(isCommitSha);
      const unknown = valid.filter((id) => !known.has(keyOf(id)));
      const read = unknown.length === 0 ? new Map<string, string>() : await readSubjects(run, unknown);
      const found = valid.flatMap((id) => {
        const subject = known.get(keyOf(id)) ?? read.get(id);
        return subject === undefined ? [] : [{ id, subject }];
      });
      if (known.size + found.length > MAX_KNOWN) known.clear();
      for (const { id, subject } of found) known.set(keyOf(id), subject);
      return found;
    },
    async compare({ repoUrl, from, to, signal }) {
      const run = openClone(repoUrl, signal);
      if (run === undefined || !isCommitSha(from) || !isCommitSha(to)) return NOT_KEPT;
      const commits = await readCommits(run, '--no-walk=unsorted', to, from);
      if (commits.length < 2) return NOT_KEPT;
      const patch = await run(
        'diff',
        '--no-color',
        '--no-ext-diff',
        '--no-textconv',
        '--no-renames',
        '--src-prefix=a/',
        '--dst-prefix=b/',
        from,
        to,
        '--',
      );
      const isCut = !patch.ok || patch.stdout.length > PATCH_MAX;
      return {
        kind: 'compared',
        commits,
        patch: patch.stdout.slice(0, PATCH_MAX).toWellFormed(),
        truncated: isCut,
      };
    },
  };
}

/** Reads the first lines of commit messages with one git command. Omits commits that the clone does not contain. */
async function readSubjects(run: RunGit, commits: readonly string[]): Promise<Map<string, string>> {
  const options = ['--no-walk=unsorted', '--ignore-missing', '--no-show-signature', '--format=%H %s'];
  const shown = await run('log', ...options, ...commits, '--');
  const lines = shown.ok ? shown.stdout.split('\n').filter((line) => line !== '') : [];
  return new Map(
    lines.map((line) => {
      const end = line.indexOf(' ');
      return [line.slice(0, end), line.slice(end + 1)];
    }),
  );
}
