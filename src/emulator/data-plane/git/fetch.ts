import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Git, GitCall, GitResult } from './git.ts';
import type { RepositoryUrl } from './names.ts';

/** What a server may take of us. A server that lists refs without end, or files, is left when one of these is reached. */
export interface FetchLimits {
  /** Until the first byte of files, in milliseconds. */
  packBeginsMs: number;
  /** Of each program of a fetch. */
  memoryBytes: number;
  /** All that a fetch writes is one file. */
  packBytes: number;
}

export const FETCH_LIMITS: FetchLimits = {
  packBeginsMs: 90_000,
  memoryBytes: 2 * 1024 * 1024 * 1024,
  packBytes: 4 * 1024 * 1024 * 1024,
};

/** Runs git in a clone. */
export type RunInClone = (args: string[], more?: Partial<GitCall>) => Promise<GitResult>;
/** The clone that a fetch fills. */
export interface Clone {
  git: Git;
  clone: string;
  inClone: RunInClone;
}

/** What we say of a fetch instead of git: the server sent no files in time, or too much of them. */
const NO_FILES = 'no-files';
const TOO_LARGE = 'too-large';

/** Fetches one ref or commit of a repository, without its history, within the limits. */
export async function fetchBounded(
  { git, clone, inClone }: Clone,
  { url, limits }: { url: RepositoryUrl; limits: FetchLimits },
  what: string,
  outer: AbortSignal,
): Promise<GitResult> {
  const options = ['--quiet', '--no-tags', '--no-write-fetch-head', '--depth=1'];
  const fetch = (address: string, more: Partial<GitCall>) =>
    // One file for whatever comes, so that its length can be limited, and its beginning seen.
    inClone(['-c', 'fetch.unpackLimit=1', 'fetch', ...options, '--', address, what], more);
  if (url.local) {
    const answer = await git.withFacade(url.address, async (gitDir) => {
      const fetched = await fetch(gitDir, {});
      return { ...fetched, stderr: fetched.stderr.replaceAll(gitDir, url.address) };
    });
    return answer ?? NO_REPOSITORY;
  }
  const silent = new AbortController();
  const before = await packsOf(clone);
  const timer = setTimeout(() => {
    void packsOf(clone).then((packs) => {
      if (packs.every((name) => before.includes(name))) silent.abort(NO_FILES);
    });
  }, limits.packBeginsMs);
  try {
    const answer = await fetch(url.address, {
      env: authorizationVariables(url),
      signal: AbortSignal.any([outer, silent.signal]),
      limits: { memoryBytes: limits.memoryBytes, fileBytes: limits.packBytes },
    });
    if (silent.signal.aborted) return { ...answer, ok: false, stderr: NO_FILES };
    // The kernel ends who writes more, without a word; what was written stays.
    const received = await removeHalves(clone);
    return !answer.ok && received >= limits.packBytes ? { ...answer, stderr: TOO_LARGE } : answer;
  } finally {
    clearTimeout(timer);
    await removeHalves(clone);
  }
}

const NO_REPOSITORY: GitResult = {
  end: { kind: 'exit', code: 128 },
  ok: false,
  stdout: '',
  stderr: 'fatal: there does not appear to be a git repository at this path',
};

const packsOf = (clone: string): Promise<string[]> => readdir(join(clone, 'objects', 'pack')).catch(() => []);

/** Removes what a fetch received by half; gives the length of the longest. */
async function removeHalves(clone: string): Promise<number> {
  let longest = 0;
  for (const name of await packsOf(clone)) {
    if (!name.startsWith('tmp_')) continue;
    const file = join(clone, 'objects', 'pack', name);
    longest = Math.max(longest, (await stat(file).catch(() => undefined))?.size ?? 0);
    await rm(file, { force: true });
  }
  return longest;
}

/** What a server took of us beyond a limit; undefined when it did not. */
export function describeExceededLimit({ end, stderr }: GitResult, limits: FetchLimits): string | undefined {
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
  const mebibytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MiB`;
  if (stderr === NO_FILES) {
    return `the server sent no files within ${seconds(limits.packBeginsMs)}, as one does that lists refs without end. Check the URL, and the server.`;
  }
  if (end.kind === 'timeout') {
    return `it took longer than ${seconds(end.afterMs)}. Check the connection to the server, or make the repository smaller.`;
  }
  if (/out of memory|cannot allocate memory/i.test(stderr)) {
    return `it needs more than ${mebibytes(limits.memoryBytes)} of memory, as with a server that lists refs without end. Check the URL, and the server.`;
  }
  if (stderr === TOO_LARGE) {
    return `the files of this one commit are larger than ${mebibytes(limits.packBytes)} when packed. Make the repository smaller.`;
  }
  return undefined;
}

/** Credentials travel as a header by variable: everyone can read a command line, also that of the remote helper. */
function authorizationVariables({ authorization, origin }: RepositoryUrl): Record<string, string> {
  if (authorization === undefined || origin === undefined) return {};
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${authorization}`,
  };
}

/** What a failing fetch was about, read from what git printed. */
type FetchFailure =
  /** The repository is there, the ref is not. */
  | 'ref-missing'
  /** The repository cannot be reached or read. */
  | 'remote'
  /** Anything else: perhaps our own copy is damaged. */
  | 'unknown';

const REF_MISSING = /couldn't find remote ref|not our ref|no such ref|unadvertised object/i;
const REMOTE =
  /could not resolve|unable to access|authentication failed|could not read (username|password)|does not appear to be a git repository|repository .*not found|connection (refused|timed out|reset)|operation timed out|transport '.*' not allowed|returned error: [45]\d\d|ssl certificate|no such file or directory|dubious ownership|access denied|permission denied/i;

/** Judges git's words on standard error (in the C locale). */
export function classifyFetchFailure(stderr: string): FetchFailure {
  if (REF_MISSING.test(stderr)) return 'ref-missing';
  return REMOTE.test(stderr) ? 'remote' : 'unknown';
}
