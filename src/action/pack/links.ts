export interface Link {
  /** Where it is, relative to the root, forward slashes. */
  path: string;
  target: string;
}

/**
 * The links that can be packed as links: whose target is packed as well, inside the root, and reached through folders
 * alone. A link through another link, out of the root, to nothing or in a circle is not: it would mean something else
 * where it is unpacked, or be refused there. `files`: the paths of everything that is packed as a file.
 */
export function packableLinks(files: Iterable<string>, links: readonly Link[]): Set<string> {
  const there = new Set(files);
  const folders = new Set<string>(['']);
  const addFolders = (path: string) => {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  };
  for (const file of there) addFolders(file);
  const kept = new Set<string>();
  // A link may lead to another one: each round takes those whose target was taken before, and a circle never is.
  for (let more = true; more; ) {
    more = false;
    for (const { path, target } of links) {
      if (kept.has(path)) continue;
      const end = follow(path, target, folders);
      if (end === undefined || !(there.has(end) || folders.has(end))) continue;
      kept.add(path);
      there.add(path);
      addFolders(path);
      more = true;
    }
  }
  return kept;
}

/** Follows a link step by step as the system would; undefined: it leads outside, or not through folders. */
function follow(path: string, target: string, folders: ReadonlySet<string>): string | undefined {
  if (target === '' || target.startsWith('/') || /[\\\0]/.test(target) || /^[A-Za-z]:/.test(target)) {
    return undefined;
  }
  let at = path.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '' || step === '.') continue;
    if (!folders.has(at.join('/'))) return undefined;
    if (step === '..') {
      if (at.length === 0) return undefined;
      at = at.slice(0, -1);
    } else {
      at = [...at, step];
    }
  }
  return at.join('/');
}
