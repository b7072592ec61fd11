import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCheckout, openRepository, type Repository, readShortFile } from '../../git/repository.ts';
import { type Git, type GitResult, withGit } from '../../git/program.ts';
import { requestRedirect } from '../../git/redirects.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Resolves a ref of a repository to the SHA of its current commit, or to `undefined` if the commit is unknown. */
export type ResolveRef = (repoUrl: string, ref: string, signal: AbortSignal) => Promise<string | undefined>;

/** Time limit of the git command in milliseconds of wall-clock time. */
const LIMIT_MS = 15_000;
/**
 * Memory limit of git in bytes, which is sufficient for millions of refs, in case a server sends an endless list of
 * refs.
 */
const MEMORY_BYTES = 1024 * 1024 * 1024;
const CONFIG_BYTES = 1024 * 1024;

/**
 * Creates a function that resolves refs with git and the credentials that `actions/checkout` stored for this server.
 * Without git, network or access, the commit remains unknown and is not compared. Reads only the authentication header
 * from the workspace's git configuration. Does not follow a redirect to another server, but logs the redirect with
 * `log`.
 */
export function createResolveRef(env: Env, log: (line: string) => void): ResolveRef {
  return async (repoUrl, ref, signal) => {
    try {
      return await withGit(env, signal, (git) => lsRemote(git, repoUrl, ref, { env, log, signal }));
    } catch (error) {
      if (error === signal.reason || !(error instanceof Error)) throw error;
      return undefined;
    }
  };
}

async function lsRemote(
  git: Git,
  repoUrl: string,
  ref: string,
  { env, log, signal }: { env: Env; log: (line: string) => void; signal: AbortSignal },
): Promise<string | undefined> {
  const full = ref.startsWith('refs/') ? ref : `refs/heads/${ref}`;
  const workspace = path.resolve(env['GITHUB_WORKSPACE'] || '.');
  const remote = readRemote(repoUrl, workspace, env['GITHUB_SERVER_URL']);
  if (remote === undefined) return undefined;
  // The pattern with `^{}` returns the commit to which an annotated tag points.
  const ask = async (address: string, more: { env?: Record<string, string>; transports: Transports }) =>
    git.run(['-c', 'http.lowSpeedTime=10', 'ls-remote', '--quiet', '--', address, full, `${full}^{}`], {
      cwd: git.empty,
      gitDir: git.empty,
      limitMs: LIMIT_MS,
      limits: { memoryBytes: MEMORY_BYTES },
      ...more,
    });
  let end: GitResult;
  if (remote.kind === 'folder') {
    const repository = await openRepository(remote.folder);
    if (repository === undefined) return undefined;
    end = await ask((await git.facade(repository)).gitDir, { transports: ['file'] });
  } else {
    const header = await authorization(git, remote.url, workspace, env);
    remote.url.username = '';
    remote.url.password = '';
    const options = {
      transports: ['https', 'http'] as const,
      env: header === undefined ? {} : headerVariables(remote.url, header),
    };
    const address = remote.url.href;
    end = await ask(address, options);
    if (end.kind === 'ended' && end.code !== 0) {
      const authorization = header?.slice(header.indexOf(':') + 1).trim();
      const redirect = await requestRedirect({ address, authorization }, env, signal);
      if (redirect.kind === 'moved') end = await ask(redirect.address, options);
      if (redirect.kind === 'refused') {
        log(
          `The commit of ${ref} could not be read: the server of ${address} ${redirect.reason}, and credentials are never sent to another server. Use the repository's current URL.`,
        );
      }
    }
  }
  return end.kind === 'ended' && end.code === 0 ? parseLsRemote(end.stdout.toString(), full) : undefined;
}

type Transports = readonly ('https' | 'http' | 'file')[];
type Remote = { kind: 'folder'; folder: string } | { kind: 'server'; url: URL };

/**
 * Parses the URL of a server (https or http) or of a folder. Converts SSH URLs of this GitHub server to https, like
 * `actions/checkout`. Returns `undefined` for any transport except HTTP, a folder, and SSH to this server, because git
 * would start a program for the transport.
 */
function readRemote(repoUrl: string, workspace: string, serverUrl: string | undefined): Remote | undefined {
  const url = URL.parse(repoUrl);
  const drive = url !== null && /^[a-z]:$/.test(url.protocol);
  const scp = /^(?:[\w.-]+@)?([\w.-]{2,}):(?!\/\/)(.+)$/.exec(repoUrl);
  if (url !== null && !drive && scp === null) {
    switch (url.protocol) {
      case 'http:':
      case 'https:':
        return { kind: 'server', url };
      case 'file:':
        return { kind: 'folder', folder: fileURLToPath(url) };
      case 'ssh:':
        return overHttps(url.hostname, url.pathname, serverUrl);
      default:
        return undefined;
    }
  }
  if (scp !== null && !drive) return overHttps(scp[1] ?? '', scp[2] ?? '', serverUrl);
  return { kind: 'folder', folder: path.resolve(workspace, repoUrl) };
}

function overHttps(host: string, name: string, serverUrl: string | undefined): Remote | undefined {
  const server = URL.parse(serverUrl ?? '');
  if (server === null || server.hostname !== host.toLowerCase()) return undefined;
  return { kind: 'server', url: new URL(`${server.origin}/${name.replace(/^\/+/, '')}`) };
}

/**
 * Returns the authentication header from the URL, or else the header that `actions/checkout` stored. Since version 6,
 * `actions/checkout` stores the header in a file below the runner's temporary folder, and the checkout's git
 * configuration refers to this file. Reads only the authentication header from git's configuration, and ignores git's
 * includes.
 */
async function authorization(git: Git, url: URL, workspace: string, env: Env): Promise<string | undefined> {
  if (url.username !== '' || url.password !== '') {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    return `Authorization: Basic ${Buffer.from(credentials).toString('base64')}`;
  }
  const folder = await realpath(workspace);
  const checkout = await findCheckout(folder, folder);
  if (checkout === undefined) return undefined;
  for (const file of [configOf(checkout), ...(await credentialFiles(git, checkout, env))]) {
    const [header] = await readConfig(git, file, ['--get-urlmatch', 'http.extraheader', url.href]);
    if (header !== undefined && /^authorization: (basic|bearer) [\x21-\x7e]+$/i.test(header)) return header;
  }
  return undefined;
}

/**
 * Returns environment variables that make git send the header only to this server. The header is not passed as an
 * argument, because any user of the machine can read command lines.
 */
function headerVariables({ origin }: URL, header: string): Record<string, string> {
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${origin}/.extraHeader`,
    GIT_CONFIG_VALUE_0: header,
  };
}

const configOf = ({ commonDir }: Repository): string => path.join(commonDir, 'config');

async function credentialFiles(git: Git, checkout: Repository, env: Env): Promise<string[]> {
  const temporary = await realpath(env['RUNNER_TEMP'] || '').catch(() => undefined);
  if (temporary === undefined || !env['RUNNER_TEMP']) return [];
  const included = await readConfig(git, configOf(checkout), [
    '--get-regexp',
    '^include(if\\.gitdir:.*)?\\.path$',
  ]);
  const files = await Promise.all(
    included.map((entry) => realpath(entry.slice(entry.indexOf('\n') + 1)).catch(() => '')),
  );
  return [...new Set(files.filter((file) => file.startsWith(temporary + path.sep)))];
}

/**
 * Returns the lines that `git config` prints for a file, or no lines if the path is not a regular file or no setting
 * matches.
 */
async function readConfig(git: Git, file: string, query: readonly string[]): Promise<string[]> {
  if ((await readShortFile(file, CONFIG_BYTES)) === undefined) return [];
  return (await git.readConfig(file, query))?.split('\0').slice(0, -1) ?? [];
}

/** Returns the commit from the output of `git ls-remote`: the target of an annotated tag, or else the ref's commit. */
export function parseLsRemote(stdout: string, fullRef: string): string | undefined {
  const rows = stdout.split(/\r?\n/).map((line) => line.split('\t'));
  const find = (name: string) => rows.find(([, rowRef]) => rowRef === name)?.[0];
  const commit = find(`${fullRef}^{}`) ?? find(fullRef);
  return commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined;
}
