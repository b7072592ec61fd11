/** Whose rules for names the disk keeps. */
export type NameRules = 'posix' | 'windows';
/** A place within the archive: parts joined by `/`; empty for its root. */
export type ArchivePath = { ok: true; path: string } | { ok: false; reason: string };

const MAX_PATH_BYTES = 1024;
const MAX_NAME_BYTES = 255;
const MAX_DEPTH = 100;

/** Reads the name of an entry, which must be a plain way downwards from the root of the archive. */
export function parseArchivePath(name: string, rules: NameRules): ArchivePath {
  if (name === '') return refused('has no name');
  const odd = oddity(name);
  if (odd !== undefined) return refused(odd);
  if (name.startsWith('/')) return refused('is absolute: it must be below the root of the archive');
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return refused('leads up with ..: it must be below the root of the archive');
  if (parts.length > MAX_DEPTH) return refused(`lies deeper than ${MAX_DEPTH} folders`);
  const bad = parts.map((part) => badName(part, rules)).find((reason) => reason !== undefined);
  if (bad !== undefined) return refused(bad);
  const path = parts.join('/');
  return bytesOf(path) > MAX_PATH_BYTES
    ? refused(`has a path longer than ${MAX_PATH_BYTES} bytes`)
    : { ok: true, path };
}

/** The parts of a symbolic link's target, which may lead up: where to is judged on the whole archive. */
export function parseLinkTarget(
  target: string,
  rules: NameRules,
): { ok: true; parts: string[] } | { ok: false; reason: string } {
  if (target === '') return refused('is a link that leads nowhere');
  const odd = oddity(target);
  if (odd !== undefined) return refused(`is a link whose target ${odd}`);
  if (target.startsWith('/')) return refused('is a link to an absolute path');
  if (bytesOf(target) > MAX_PATH_BYTES)
    return refused(`is a link whose target is longer than ${MAX_PATH_BYTES} bytes`);
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const bad = parts.filter((part) => part !== '..').map((part) => badName(part, rules));
  const first = bad.find((reason) => reason !== undefined);
  return first === undefined ? { ok: true, parts } : refused(`is a link whose target ${first}`);
}

/** What no path of an archive holds, whatever disk it is for: a reader of another system would see another path. */
function oddity(text: string): string | undefined {
  if (text.includes('\0')) return 'holds a NUL';
  if (text.includes('\uFFFD')) return 'is not UTF-8';
  if (text.includes('\\')) return 'holds a backslash';
  return /^[A-Za-z]:/.test(text) ? 'starts with a drive letter' : undefined;
}

function badName(part: string, rules: NameRules): string | undefined {
  if (bytesOf(part) > MAX_NAME_BYTES) return `has a name longer than ${MAX_NAME_BYTES} bytes`;
  if (rules === 'posix') return undefined;
  const isDevice = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part);
  // oxlint-disable-next-line no-control-regex -- Windows has no names with them
  const isBad = /[<>:"|?*\x00-\x1F]|[. ]$/.test(part);
  return isDevice || isBad ? 'has a name that Windows does not have' : undefined;
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
