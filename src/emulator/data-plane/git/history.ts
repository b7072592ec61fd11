import { join } from 'node:path';
import { createKeyedLock } from '../../../os/keyed-lock.ts';
import { readShortFile } from '../../../git/repository.ts';
import type { CommitHistory, CommitSide, LoggedCommit } from '../../ports/git.ts';
import { cloneFolderName } from './checkout.ts';
import {
  classifyFetchFailure,
  describeExceededLimit,
  FETCH_LIMITS,
  fetchBounded,
  type FetchLimits,
  lastOutput,
  refusedRedirect,
} from './fetch.ts';
import type { Git, GitResult } from './git.ts';
import { isCommitSha, parseRepositoryUrl, type RepositoryUrl } from './names.ts';

export interface HistoryLimits extends FetchLimits {
  /** Maximum number of listed commits for each of the two revisions. */
  listed: number;
  /** Number of ancestors that the first fetch requests for each commit. */
  depth: number;
  /** Number of ancestors that the second fetch requests if the first fetch reached no common commit. */
  deepest: number;
  timeoutMs: number;
}

const LIMITS: HistoryLimits = {
  ...FETCH_LIMITS,
  packBeginsMs: 20_000,
  packBytes: 64 * 1024 * 1024,
  listed: 200,
  depth: 200,
  deepest: 2_000,
  timeoutMs: 30_000,
};

/** Maximum number of histories that are cached in memory. */
const MAX_KNOWN = 30;
/** Maximum length of the first line of a message, and of an author's name, in columns. */
const SUBJECT_MAX = 300;
const AUTHOR_MAX = 100;
/** Maximum size in bytes of git's list of commits whose parents were not fetched. */
const SHALLOW_MAX = 4 * 1024 * 1024;

/** Matches git's warning about a server that sends all files although only commits were requested. */
const NO_FILTER = /filtering not recognized by server/;

interface HistoryRequest {
  repoUrl: string;
  from: string;
  to: string;
  signal: AbortSignal;
}

/**
 * Creates the reader of the commits between two commits. The reader fetches only commits, without their files, into a
 * temporary git directory. The clones of checkouts stay unchanged, because a checkout needs the files of each commit
 * in its clone.
 */
export function createHistoryReader(options: {
  git: Git;
  allowLocal: boolean;
  limits?: Partial<HistoryLimits>;
}): (request: HistoryRequest) => Promise<CommitHistory> {
  const { git } = options;
  const limits = { ...LIMITS, ...options.limits };
  const lock = createKeyedLock();
  const known = new Map<string, CommitHistory>();
  return async ({ repoUrl, from, to, signal }) => {
    const parsed = parseRepositoryUrl(repoUrl, { local: options.allowLocal });
    if (!parsed.ok)
      return { kind: 'not-read', reason: `the repository URL cannot be used: ${parsed.reason}` };
    if (!isCommitSha(from) || !isCommitSha(to)) {
      return { kind: 'not-read', reason: 'a revision was not built from a full commit hash' };
    }
    const { url } = parsed;
    return lock(cloneFolderName(url), async () => {
      const key = `${repoUrl} ${from} ${to}`;
      const before = known.get(key);
      if (before !== undefined) return before;
      const history = await git.withTemporaryGitDir((gitDir) =>
        readHistory({ git, gitDir, limits, signal, url, from, to }),
      );
      if (history.kind === 'not-read') return history;
      const oldest = known.size < MAX_KNOWN ? undefined : known.keys().next().value;
      if (oldest !== undefined) known.delete(oldest);
      known.set(key, history);
      return history;
    });
  };
}

interface Reading {
  git: Git;
  gitDir: string;
  limits: HistoryLimits;
  signal: AbortSignal;
  url: RepositoryUrl;
  from: string;
  to: string;
}

async function readHistory(reading: Reading): Promise<CommitHistory> {
  const { limits } = reading;
  const fetched = await fetchHistory(reading, limits.depth);
  if (!fetched.ok) return { kind: 'not-read', reason: failureReason(fetched, limits) };
  const first = await compareHistory(reading);
  const isCut = first.kind === 'read' && (first.added.cut || first.removed.cut);
  if (!isCut || NO_FILTER.test(fetched.stderr)) return first;
  const deepened = await fetchHistory(reading, limits.deepest);
  if (!deepened.ok) return first;
  const second = await compareHistory(reading);
  return second.kind === 'read' ? second : first;
}

function fetchHistory({ git, gitDir, limits, signal, url, from, to }: Reading, depth: number) {
  const { timeoutMs } = limits;
  const inClone = (args: string[], more = {}) => git.run({ args, gitDir, signal, timeoutMs, ...more });
  const what = [to, from];
  return fetchBounded(
    { git, clone: gitDir, inClone },
    { url, limits },
    { what, depth, filter: 'tree:0' },
    signal,
  );
}

/** Returns why the history could not be fetched, as the end of a sentence. */
function failureReason(answer: GitResult, limits: HistoryLimits): string {
  const redirect = refusedRedirect(answer);
  if (redirect !== undefined) return `the server ${redirect}`;
  const excess = describeExceededLimit(answer, limits);
  if (excess !== undefined) return excess.replace(/\.$/, '');
  if (answer.end.kind === 'not-started') return `git could not be started: ${answer.end.reason}`;
  if (classifyFetchFailure(answer.stderr) === 'ref-missing') {
    return 'the repository no longer has one of the two commits. A force push may have removed it';
  }
  return lastOutput(answer).replace(/\.$/, '');
}

/** Compares the fetched history of the two commits. */
async function compareHistory({ git, gitDir, limits, signal, from, to }: Reading): Promise<CommitHistory> {
  const { timeoutMs } = limits;
  const run: RunGit = (...args) => git.run({ args, gitDir, signal, timeoutMs });
  const [base, sides, cuts] = await Promise.all([
    run('merge-base', to, from),
    run('rev-list', '--left-right', `${to}...${from}`, '--'),
    readShortFile(join(gitDir, 'shallow'), SHALLOW_MAX),
  ]);
  if (!sides.ok) return { kind: 'not-read', reason: lastOutput(sides) };
  const ends = new Set((cuts ?? '').split('\n'));
  const lines = sides.stdout.split('\n');
  const sideOf = async (mark: string, range: string): Promise<CommitSide> => {
    const ids = lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1));
    const commits =
      ids.length === 0 ? [] : await readCommits(run, '--topo-order', `--max-count=${limits.listed}`, range);
    return { commits, total: ids.length, cut: ids.some((id) => ends.has(id)) };
  };
  const added = await sideOf('<', `${from}..${to}`);
  const removed = await sideOf('>', `${to}..${from}`);
  const mergeBase = base.ok ? base.stdout.trim() : null;
  // If the fetched history has no common commit, it is unknown which commits the newer revision lacks.
  const isUnknown = mergeBase === null && (added.cut || removed.cut);
  return {
    kind: 'read',
    mergeBase,
    added,
    removed: isUnknown ? { commits: [], total: 0, cut: true } : removed,
  };
}

/** Runs git with these arguments in the git directory of a clone. */
export type RunGit = (...args: string[]) => Promise<GitResult>;

/**
 * Reads the commits that `git log` selects with these arguments. Returns no commits if git fails. git truncates long
 * messages, because a hostile commit message could otherwise exceed the maximum output.
 */
export async function readCommits(run: RunGit, ...selection: string[]): Promise<LoggedCommit[]> {
  const format = `%H%x00%at%x00%<(${AUTHOR_MAX},trunc)%an%x00%<(${SUBJECT_MAX},trunc)%s`;
  const shown = await run('log', '--no-show-signature', `--format=${format}`, ...selection, '--');
  const lines = shown.ok ? shown.stdout.split('\n').filter((line) => line !== '') : [];
  return lines.map((line) => {
    const [id = '', seconds = '', author = '', subject = ''] = line.split('\0');
    return {
      id,
      author: author.trimEnd().toWellFormed(),
      subject: subject.trimEnd().toWellFormed(),
      at_ms: Number(seconds) * 1_000,
    };
  });
}
