export interface Link {
  /** Path of the link, relative to the root and with forward slashes. */
  path: string;
  target: string;
}

/**
 * Returns the paths of the links that can be packed as links: the target is packed, is inside the root, and is reached
 * only through folders. Excludes links that lead through another link, out of the root, to a missing path, or in a
 * circle, because the program that unpacks the archive would refuse or change such links. `files` contains the paths of
 * all entries that are packed as files.
 */
export function packableLinks(files: Iterable<string>, links: readonly Link[]): Set<string> {
  const there = new Set(files);
  const folders = new Set<string>(['']);
  /**
   * Links whose target is missing, keyed by the missing path; a link is examined again when its missing path is added.
   */
  const waiting = new Map<string, Link[]>();
  const ready: Link[] = [...links];
  const appear = (path: string) => {
    for (const link of waiting.get(path) ?? []) ready.push(link);
    waiting.delete(path);
  };
  const addFolders = (path: string) => {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
      appear(folder);
    }
  };
  for (const file of there) addFolders(file);
  const kept = new Set<string>();
  // If a link leads to another link, the target link is added first, so links in a circle are never added.
  for (let link = ready.pop(); link !== undefined; link = ready.pop()) {
    const { path, target } = link;
    const end = follow(path, target, { there, folders });
    if (end.kind === 'outside') continue;
    if (end.kind === 'missing') {
      const others = waiting.get(end.path);
      if (others === undefined) waiting.set(end.path, [link]);
      else others.push(link);
      continue;
    }
    kept.add(path);
    there.add(path);
    appear(path);
    addFolders(path);
  }
  return kept;
}

/**
 * Resolves a symbolic link segment by segment, like the operating system. `missing` contains the first path that does
 * not exist or is not a folder.
 */
function follow(
  path: string,
  target: string,
  { there, folders }: { there: ReadonlySet<string>; folders: ReadonlySet<string> },
): { kind: 'found' | 'outside' } | { kind: 'missing'; path: string } {
  if (target === '' || target.startsWith('/') || /[\\\0]/.test(target) || /^[A-Za-z]:/.test(target)) {
    return { kind: 'outside' };
  }
  const above = (at: string) => at.slice(0, Math.max(at.lastIndexOf('/'), 0));
  let at = above(path);
  for (const step of target.split('/')) {
    if (step === '' || step === '.') continue;
    if (!folders.has(at)) return { kind: 'missing', path: at };
    if (step === '..' && at === '') return { kind: 'outside' };
    if (step === '..') at = above(at);
    else at = at === '' ? step : `${at}/${step}`;
  }
  return there.has(at) || folders.has(at) ? { kind: 'found' } : { kind: 'missing', path: at };
}
