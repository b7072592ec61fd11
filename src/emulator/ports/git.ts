/**
 * How repositories and refs are compared, in pushes, webhooks and deployments alike. Texts only;
 * nothing here reads a repository.
 */

/**
 * A normalized key of a repository: equal for `https://`, `ssh://` and `git@host:` forms of a host's repository, with
 * or without `.git`, user, default port or a trailing slash, in any case; a local folder as path or file URL. Any other
 * text is compared verbatim.
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
    // The port of an ssh URL is another service's than that of the pages: it does not identify the repository.
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

/** The default of `repo_ref`: the branch that the repository's HEAD is on. */
const DEFAULT_BRANCH = 'HEAD';

/** A ref in full: `refs/heads/<branch>` for a bare name, a full one unchanged, HEAD for none. */
export function fullRef(ref: string | null | undefined): string {
  if (ref === null || ref === undefined || ref === '' || ref === DEFAULT_BRANCH) return DEFAULT_BRANCH;
  return /^refs\/(heads|tags)\//.test(ref) ? ref : `refs/heads/${ref}`;
}

/** Whether this full ref is a branch: only a push to one makes revisions. */
export function isBranch(ref: string): boolean {
  return ref.startsWith('refs/heads/');
}

/** The last two parts of a URL, owner and name: `https://host/owner/name.git`, `git@host:owner/name`, a path. */
export function parseRepositoryName(url: string): { owner: string; name: string } {
  const parts = url
    .replace(/[?#].*/s, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '')
    .split(/[/:\\]/)
    .filter((part) => part !== '');
  return { owner: parts.at(-2) ?? '', name: parts.at(-1) ?? '' };
}

/** Reads the refs of repositories. Only local ones: polling remote ones is out of scope. */
export interface RemoteRefs {
  /**
   * The address to read this repository by; undefined when it is not a readable local one. The same for every spelling.
   */
  addressOf(repoUrl: string): string | undefined;
  /**
   * The commit of each of these full refs (`HEAD` among them); a missing ref is not in the result. Undefined: the
   * repository could not be read. Rejects only when aborted.
   */
  read(
    address: string,
    refs: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string> | undefined>;
}
