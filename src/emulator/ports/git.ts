/** Functions that compare the repositories and refs of pushes, webhooks and deployments as strings. */

/**
 * Returns a normalized key of a repository. The key is equal for the `https://`, `ssh://` and `git@host:` URLs of a
 * repository, with or without `.git`, user, default port or trailing slash, in any letter case. The path and the file
 * URL of a local folder also have equal keys. Any other string stays unchanged, except that trailing slashes and `.git`
 * are removed.
 */
export function repositoryKey(spelling: string): string {
  const bare = spelling.replace(/(?<!\/)\/+$/, '').replace(/\.git$/, '');
  const scp = /^(?:[^@/\s]+@)?([^/:\s[\]]{2,}):(?!\/\/)\/?(.+)$/.exec(bare);
  if (scp?.[1] !== undefined && scp[2] !== undefined && !bare.includes('://')) {
    return hosted(scp[1], scp[2]);
  }
  if (!URL.canParse(bare)) return bare;
  const { protocol, hostname, port, pathname } = new URL(bare);
  switch (protocol) {
    case 'file:':
      return decoded(pathname);
    // The port of an ssh URL does not identify the repository, because the repository's https URL has another port.
    case 'ssh:':
    case 'git+ssh:':
      return hosted(hostname, pathname);
    case 'http:':
    case 'https:':
      return hosted(port === '' ? hostname : `${hostname}:${port}`, pathname);
    default:
      return bare;
  }
}

function hosted(host: string, path: string): string {
  return `${host}/${path.replace(/^\/+/, '')}`.toLowerCase();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Default of `repo_ref`: the branch that the repository's HEAD points to. */
const DEFAULT_BRANCH = 'HEAD';

/** Returns the full ref: `refs/heads/<branch>` for a short name, HEAD for an empty or absent ref. */
export function fullRef(ref: string | null | undefined): string {
  if (ref === null || ref === undefined || ref === '' || ref === DEFAULT_BRANCH) return DEFAULT_BRANCH;
  return /^refs\/(heads|tags)\//.test(ref) ? ref : `refs/heads/${ref}`;
}

/** Returns true if a full ref is a branch. Only a push to a branch creates revisions. */
export function isBranch(ref: string): boolean {
  return ref.startsWith('refs/heads/');
}

/** Returns the owner and name of a repository: the last two segments of its URL or path. */
export function parseRepositoryName(url: string): { owner: string; name: string } {
  const parts = url
    .replace(/[?#].*/s, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '')
    .split(/[/:\\]/)
    .filter((part) => part !== '');
  return { owner: parts.at(-2) ?? '', name: parts.at(-1) ?? '' };
}

/** Reads the refs of local repositories. Remote repositories are not polled. */
export interface RemoteRefs {
  /**
   * Returns the URL for reading a local repository. The URL is the same for every spelling of `repoUrl`. Returns
   * `undefined` if `repoUrl` is not a readable local repository.
   */
  addressOf(repoUrl: string): string | undefined;
  /**
   * Returns the commits of these full refs, which can include `HEAD`. The result omits missing refs. Returns
   * `undefined` if the repository could not be read. Rejects only if the read is aborted.
   */
  read(
    address: string,
    refs: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string> | undefined>;
}

/** A commit with the first line of its message. */
export interface LoggedCommit {
  id: string;
  author: string;
  subject: string;
  at_ms: number;
}

/** Comparison of the code of two commits, or the reason why the code cannot be compared. */
export type ComparedCode =
  | {
      kind: 'compared';
      /** Commits of both revisions, the newer commit first. */
      commits: LoggedCommit[];
      /** Output of `git diff`. */
      patch: string;
      truncated: boolean;
    }
  | { kind: 'not-kept' };

/** A commit and its ancestors, except the ancestors that it shares with another commit. */
export interface CommitSide {
  /** The newest commits, newest first. */
  commits: LoggedCommit[];
  /** Number of commits in the fetched history. */
  total: number;
  /** True if the history was not fetched to its end, and more commits might therefore exist. */
  cut: boolean;
}

/** Commits between two commits, or the reason why the commits could not be read, as the end of a sentence. */
export type CommitHistory =
  | {
      kind: 'read';
      /** Newest commit that both commits contain, or null if none was found. */
      mergeBase: string | null;
      /** Commits that only the newer revision contains. */
      added: CommitSide;
      /** Commits that only the older revision contains, or empty if `cut` is true and no common commit was found. */
      removed: CommitSide;
    }
  | { kind: 'not-read'; reason: string };

/** Reads commits that were built on this machine. */
export interface CodeReader {
  /** Returns the subjects (first lines) of these commits, except commits that were not built on this machine. */
  subjects(request: {
    repoUrl: string;
    commits: readonly string[];
    signal: AbortSignal;
  }): Promise<{ id: string; subject: string }[]>;
  compare(request: { repoUrl: string; from: string; to: string; signal: AbortSignal }): Promise<ComparedCode>;
  /** Reads the commits between two commits. The call can take seconds, because it fetches the commits. */
  history(request: {
    repoUrl: string;
    from: string;
    to: string;
    signal: AbortSignal;
  }): Promise<CommitHistory>;
}
