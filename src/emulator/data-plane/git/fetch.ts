import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Git, GitCall, GitResult } from './git.ts';
import { redactCredentials, type RepositoryUrl } from './names.ts';

/** Limits of a fetch, which abort the fetch if a server sends endless refs or files. */
export interface FetchLimits {
  /** Maximum time in milliseconds until the first byte of file data arrives. */
  packBeginsMs: number;
  /** Memory limit of each process of a fetch, in bytes. */
  memoryBytes: number;
  /** Maximum size of a fetch's pack file, in bytes. */
  packBytes: number;
}

export const FETCH_LIMITS: FetchLimits = {
  packBeginsMs: 90_000,
  memoryBytes: 2 * 1024 * 1024 * 1024,
  packBytes: 4 * 1024 * 1024 * 1024,
};

export type RunInClone = (args: string[], more?: Partial<GitCall>) => Promise<GitResult>;
/** A clone that receives fetched files. */
export interface Clone {
  git: Git;
  clone: string;
  inClone: RunInClone;
}

/**
 * Values of `stderr` that this module sets if the server sent no files in time, sent too many files, or redirected the
 * request.
 */
const NO_FILES = 'no-files';
const TOO_LARGE = 'too-large';
const REDIRECT_REFUSED = 'redirect-refused: ';

/** Matches git's message about a redirect. git is configured not to follow redirects. */
const REDIRECTED = /returned error: 30[12378]\b/;

interface FetchedObjects {
  /** Refs or commits to fetch. */
  what: readonly string[];
  /** Number of commits to fetch for each ref or commit, including the commit itself and its ancestors. */
  depth: number;
  /** `tree:0` fetches only commits, without files. A server without filters sends the files too. */
  filter?: 'tree:0';
}

/** Fetches refs or commits of a repository within the limits. */
export async function fetchBounded(
  { git, clone, inClone }: Clone,
  { url, limits }: { url: RepositoryUrl; limits: FetchLimits },
  { what, depth, filter }: FetchedObjects,
  outer: AbortSignal,
): Promise<GitResult> {
  const options = ['--quiet', '--no-tags', '--no-write-fetch-head', `--depth=${depth}`];
  if (filter !== undefined) options.push(`--filter=${filter}`);
  const fetch = (address: string, more: Partial<GitCall>) =>
    // All objects go into one pack file, whose start can be observed and whose length can be limited.
    inClone(['-c', 'fetch.unpackLimit=1', 'fetch', ...options, '--', address, ...what], more);
  if (url.local) {
    const answer = await git.withFacade(url.address, async (gitDir) => {
      // git refuses a remote that begins with a slash if a filter is used.
      const address = filter === undefined ? gitDir : pathToFileURL(gitDir).href;
      const fetched = await fetch(address, {});
      return {
        ...fetched,
        stderr: fetched.stderr.replaceAll(address, url.address).replaceAll(gitDir, url.address),
      };
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
  const call = {
    env: authorizationVariables(url),
    signal: AbortSignal.any([outer, silent.signal]),
    limits: { memoryBytes: limits.memoryBytes, fileBytes: limits.packBytes },
  };
  try {
    let answer = await fetch(url.address, call);
    if (!answer.ok && REDIRECTED.test(answer.stderr) && !call.signal.aborted) {
      const redirect = await git.findRedirect(url, call.signal);
      if (redirect.kind === 'refused') return { ...answer, stderr: `${REDIRECT_REFUSED}${redirect.reason}` };
      if (redirect.kind === 'moved') answer = await fetch(redirect.address, call);
    }
    if (silent.signal.aborted) return { ...answer, ok: false, stderr: NO_FILES };
    // An incomplete pack remains, because the kernel kills a process that exceeds the file size limit, without a
    // message.
    const received = await removeIncompletePacks(clone);
    return !answer.ok && received >= limits.packBytes ? { ...answer, stderr: TOO_LARGE } : answer;
  } finally {
    clearTimeout(timer);
    await removeIncompletePacks(clone);
  }
}

const NO_REPOSITORY: GitResult = {
  end: { kind: 'exit', code: 128 },
  ok: false,
  stdout: '',
  stderr: 'fatal: this path does not appear to be a git repository',
};

const packsOf = (clone: string): Promise<string[]> => readdir(join(clone, 'objects', 'pack')).catch(() => []);

/** Removes incomplete packs. Returns the length of the longest incomplete pack in bytes. */
async function removeIncompletePacks(clone: string): Promise<number> {
  let longest = 0;
  for (const name of await packsOf(clone)) {
    if (!name.startsWith('tmp_')) continue;
    const file = join(clone, 'objects', 'pack', name);
    longest = Math.max(longest, (await stat(file).catch(() => undefined))?.size ?? 0);
    await rm(file, { force: true });
  }
  return longest;
}

/** Returns the limit that a fetch exceeded, or `undefined` if the fetch exceeded no limit. */
export function describeExceededLimit({ end, stderr }: GitResult, limits: FetchLimits): string | undefined {
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`;
  const mebibytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MiB`;
  if (stderr === NO_FILES) {
    return `the server sent no files within ${seconds(limits.packBeginsMs)}. It may be sending an endless list of refs. Check the URL and the server.`;
  }
  if (end.kind === 'timeout') {
    return `it took longer than ${seconds(end.afterMs)}. Check the connection to the server, or make the repository smaller.`;
  }
  if (/out of memory|cannot allocate memory/i.test(stderr)) {
    return `it needed more than ${mebibytes(limits.memoryBytes)} of memory. The server may be sending an endless list of refs. Check the URL and the server.`;
  }
  if (stderr === TOO_LARGE) {
    return `the packed files of this commit are larger than ${mebibytes(limits.packBytes)}. Make the repository smaller.`;
  }
  return undefined;
}

/**
 * Returns why a redirect was refused, as the end of a sentence that begins with "the server". Returns `undefined` if
 * the fetch failed for another reason.
 */
export function refusedRedirect({ stderr }: GitResult): string | undefined {
  return stderr.startsWith(REDIRECT_REFUSED) ? stderr.slice(REDIRECT_REFUSED.length) : undefined;
}

/**
 * Returns variables that make git send the credentials as a header. Command-line arguments are not used for the
 * credentials, because every user of the machine can read them.
 */
function authorizationVariables({ authorization, origin }: RepositoryUrl): Record<string, string> {
  if (authorization === undefined || origin === undefined) return {};
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: ${authorization}`,
  };
}

/** Reason why a fetch failed, derived from the output of git. */
type FetchFailure =
  /** The repository exists, but the ref does not exist. */
  | 'ref-missing'
  /** The repository cannot be reached or read. */
  | 'remote'
  /** The output does not show the reason, and the clone may be damaged. */
  | 'unknown';

const REF_MISSING = /couldn't find remote ref|not our ref|no such ref|unadvertised object/i;
const REMOTE =
  /could not resolve|unable to access|authentication failed|could not read (username|password)|does not appear to be a git repository|repository .{0,1000}not found|connection (refused|timed out|reset)|operation timed out|transport '.*' not allowed|returned error: [45]\d\d|ssl certificate|no such file or directory|dubious ownership|access denied|permission denied/i;

/** Finds the reason of a failed fetch in git's standard error. git must have run in the C locale. */
export function classifyFetchFailure(stderr: string): FetchFailure {
  if (REF_MISSING.test(stderr)) return 'ref-missing';
  return REMOTE.test(stderr) ? 'remote' : 'unknown';
}

/** Returns the reason that git printed for its failure, without credentials. */
export function lastOutput({ end, stderr }: GitResult): string {
  if (end.kind === 'timeout') return `it took longer than ${Math.round(end.afterMs / 1000)} s`;
  const lines = redactCredentials(stderr)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const errorLines = lines.filter((line) => /^(fatal|error|remote): /i.test(line));
  return (errorLines.length > 0 ? errorLines : lines).slice(-2).join('; ') || 'git printed no reason';
}
