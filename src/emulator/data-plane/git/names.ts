import { isAbsolute, win32 } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Address of a repository from which commits may be fetched. */
export interface RepositoryUrl {
  /** Address for git's command line, without credentials, because every user can read command lines. */
  address: string;
  /**
   * Value of the Authorization header (`Basic …`), or `undefined` if the URL contained no user and no
   * password.
   */
  authorization: string | undefined;
  /** The only origin to which the Authorization header may be sent. */
  origin: string | undefined;
  /** URL without credentials, for log lines and error messages. */
  displayUrl: string;
  local: boolean;
}
type ParsedRepositoryUrl = { ok: true; url: RepositoryUrl } | { ok: false; reason: string };

/**
 * Parses `source_config.repo_url`. Accepts http and https, and local folders if only this machine can reach the
 * emulator. Refuses other URLs, because some of git's transports run programs (`ext::`) and git reads some URLs as
 * options.
 */
export function parseRepositoryUrl(text: string, allow: { local: boolean }): ParsedRepositoryUrl {
  if (text.startsWith('-')) return refused('it starts with "-", which git would read as an option');
  // eslint-disable-next-line no-control-regex -- that is what is looked for
  if (/[\0-\x1f\x7f]/.test(text)) return refused('it contains control characters');
  if (/^[a-z0-9]*::/i.test(text)) return refused(`the transport "${text.split('::')[0]}::" is not allowed`);
  if (isAbsolute(text) || win32.isAbsolute(text)) return localFolder(text, text, allow);

  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    return /^[^/][^/@]*@[^/]+:/.test(text)
      ? refused(
          'ssh is not supported; use the https URL of the repository, such as "https://github.com/owner/repo"',
        )
      : refused('it is neither an http(s) URL nor an absolute path');
  }
  if (!URL.canParse(text)) return refused('it is not a valid URL');
  const url = new URL(text);
  switch (scheme) {
    case 'http':
    case 'https':
      return remote(url);
    case 'file':
      return fileUrl(url, text, allow);
    default:
      return refused(`the scheme "${scheme}" is not supported; use the https URL of the repository`);
  }
}

function remote(url: URL): ParsedRepositoryUrl {
  if (url.hash !== '' || url.search !== '')
    return refused('it contains a query or a fragment, which a repository URL cannot have');
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const hasCredentials = username !== '' || password !== '';
  const credentials = `${decoded(username)}:${decoded(password)}`;
  return {
    ok: true,
    url: {
      address: url.href,
      authorization: hasCredentials ? `Basic ${Buffer.from(credentials).toString('base64')}` : undefined,
      origin: url.origin,
      displayUrl: hasCredentials ? url.href.replace('://', '://***@') : url.href,
      local: false,
    },
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function fileUrl(url: URL, text: string, allow: { local: boolean }): ParsedRepositoryUrl {
  let folder: string;
  try {
    folder = fileURLToPath(url);
  } catch {
    return refused('it is not a file URL of this machine; expected "file:///<absolute path>"');
  }
  return localFolder(folder, text, allow);
}

function localFolder(folder: string, shown: string, allow: { local: boolean }): ParsedRepositoryUrl {
  if (!allow.local) {
    return refused(
      'local paths and file URLs are allowed only if the emulator listens on loopback; use an https URL, or start the emulator without --host',
    );
  }
  return {
    ok: true,
    url: { address: folder, authorization: undefined, origin: undefined, displayUrl: shown, local: true },
  };
}

function refused(reason: string): ParsedRepositoryUrl {
  return { ok: false, reason };
}

/** Masks user and password in every URL in the output of git. */
export function redactCredentials(text: string): string {
  return text.replace(/\b([a-z][a-z0-9+.-]{0,40}:\/\/)[^\s/@]+@/gi, '$1***@');
}

/** Full name of a ref to build: `refs/heads/…`, `refs/tags/…`, or the remote's default branch. */
export interface GitRef {
  full: string;
  /** Name of the ref in messages, such as `branch main` or `tag v1`. */
  displayName: string;
}
type ParsedRef = { ok: true; ref: GitRef } | { ok: false; reason: string };

/**
 * Parses `repo_ref`: a branch name without prefix, or a tag as `refs/tags/<tag>`. If the value is absent, the default
 * branch is used. See docs/api/deployments.md#repo-ref.
 */
export function parseRef(text: string | null | undefined): ParsedRef {
  if (text === null || text === undefined)
    return { ok: true, ref: { full: 'HEAD', displayName: 'default branch' } };
  const [, kind, name] = /^refs\/(tags|heads)\/(.*)$/s.exec(text) ?? [undefined, 'heads', text];
  const problem = refNameProblem(name ?? '');
  if (problem !== undefined) return { ok: false, reason: `"${text}" ${problem}` };
  return kind === 'tags'
    ? { ok: true, ref: { full: `refs/tags/${name}`, displayName: `tag ${name}` } }
    : { ok: true, ref: { full: `refs/heads/${name}`, displayName: `branch ${name}` } };
}

/**
 * Returns why git refuses the name of a branch or tag (git check-ref-format), or `undefined` if the name is
 * valid.
 */
export function refNameProblem(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (name === '@') return 'is "@", which git reserves';
  if (name.startsWith('-')) return 'starts with "-"';
  // eslint-disable-next-line no-control-regex -- that is what is looked for
  if (/[\0-\x20\x7f~^:?*[\\]/.test(name))
    return 'contains a space, a control character or one of ~ ^ : ? * [ \\';
  if (name.includes('..')) return 'contains ".."';
  if (name.includes('@{')) return 'contains "@{"';
  if (name.endsWith('.')) return 'ends with "."';
  for (const part of name.split('/')) {
    if (part === '') return 'has an empty part between slashes, or begins or ends with a slash';
    if (part.startsWith('.')) return 'has a part that starts with "."';
    if (part.endsWith('.lock')) return 'has a part that ends with ".lock"';
  }
  return undefined;
}

/** Returns whether the string is a full commit SHA; abbreviated SHAs may be ambiguous. */
export function isCommitSha(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
