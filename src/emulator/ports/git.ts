/** Functions that compare the repositories and refs of pushes, webhooks and deployments as texts. */

/**
 * Returns a normalized key of a repository. The key is equal for the `https://`, `ssh://` and `git@host:` forms of a
 * repository, with or without `.git`, user, default port or trailing slash, in any letter case. It is also equal for
 * the path and the file URL of a local folder. Any other text keeps its form, except that trailing slashes and `.git`
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
    // The port of an ssh URL does not identify the repository, because it is the port of another service than the web
    // pages.
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

/** Default of `repo_ref`: the branch to which the repository's HEAD points. */
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
   * Returns the URL from which a local repository is read. The URL is the same for every spelling. Returns
   * `undefined` if `repoUrl` is not a readable local repository.
   */
  addressOf(repoUrl: string): string | undefined;
  /**
   * Returns the commits of these full refs. The refs may include `HEAD`. Omits missing refs. Returns `undefined` if
   * the repository could not be read. Rejects only if aborted.
   */
  read(
    address: string,
    refs: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string> | undefined>;
}

/** The code of two commits compared, or the reason why it cannot be. */
export type ComparedCode =
  | {
      kind: 'compared';
      /** The newer commit first. */
      commits: { id: string; author: string; subject: string; at_ms: number }[];
      /** Output of `git diff`. */
      patch: string;
      truncated: boolean;
    }
  | { kind: 'not-kept' };

/** Reads commits that were built on this machine. */
export interface CodeReader {
  /** Returns the first lines of the messages of these commits. Omits commits that were not built here. */
  subjects(request: {
    repoUrl: string;
    commits: readonly string[];
    signal: AbortSignal;
  }): Promise<{ id: string; subject: string }[]>;
  compare(request: { repoUrl: string; from: string; to: string; signal: AbortSignal }): Promise<ComparedCode>;
}
