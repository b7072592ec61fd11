import { lstat, readlink } from 'node:fs/promises';
import path from 'node:path';
import { packableLinks, type Link } from './symbolic-links.ts';

/** An entry of the archive, whose fields come from the file's stat. */
export type Entry =
  | { kind: 'file'; path: string; size: number; executable: boolean; changedMs: number }
  | { kind: 'link'; path: string; target: string };

export interface StatResult {
  /** Entries in the order of the archive, sorted by the bytes of their paths. */
  entries: Entry[];
  /**
   * Entries that are not packed: links that cannot be packed, special files, and files with undecodable names. For
   * files with undecodable names, only the number of files is known.
   */
  omitted: { links: Link[]; special: string[]; unnamed: number };
}

const AT_ONCE = 32;

/**
 * Reads the stat of every path. Skips deleted files, and links that {@link packableLinks} does not return. Rejects with
 * file system errors.
 */
export async function statEntries(root: string, paths: readonly string[]): Promise<StatResult> {
  const files: Extract<Entry, { kind: 'file' }>[] = [];
  const links: Link[] = [];
  const left: StatResult['omitted'] = { links: [], special: [], unnamed: 0 };
  const plain = new Map<string, Promise<boolean>>([['.', Promise.resolve(true)]]);
  const statPath = async (name: string): Promise<void> => {
    // Skips a name that is not valid UTF-8, because the name cannot be written to the archive, and the decoded name
    // does not open the file.
    if (name.includes('\uFFFD')) {
      left.unnamed += 1;
      return;
    }
    const at = path.join(root, name);
    try {
      if (!(await isInFolders(root, path.posix.dirname(name), plain))) return;
      const stat = await lstat(at);
      if (stat.isSymbolicLink()) links.push({ path: name, target: await readlink(at) });
      else if (stat.isFile()) {
        const executable = (stat.mode & 0o100) !== 0;
        files.push({ kind: 'file', path: name, size: stat.size, executable, changedMs: stat.mtimeMs });
      } else if (!stat.isDirectory()) left.special.push(name);
    } catch (error) {
      const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
      if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    }
  };
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    await Promise.all(paths.slice(at, at + AT_ONCE).map(statPath));
  }
  const kept = packableLinks(
    files.map((file) => file.path),
    links,
  );
  left.links = links.filter((link) => !kept.has(link.path)).toSorted(byPath);
  const entries: Entry[] = [
    ...files,
    ...links.filter((link) => kept.has(link.path)).map((link) => ({ kind: 'link' as const, ...link })),
  ];
  return { entries: entries.toSorted(byPath), omitted: left };
}

/**
 * Returns whether a folder and all folders above it are folders and not links. Git can list files behind a folder that
 * has been replaced by a link.
 */
function isInFolders(root: string, folder: string, known: Map<string, Promise<boolean>>): Promise<boolean> {
  const seen = known.get(folder);
  if (seen !== undefined) return seen;
  const stats = isInFolders(root, path.posix.dirname(folder), known).then(
    async (above) => above && (await lstat(path.join(root, folder))).isDirectory(),
  );
  known.set(folder, stats);
  return stats;
}

function byPath(one: { path: string }, other: { path: string }): number {
  return Buffer.compare(Buffer.from(one.path), Buffer.from(other.path));
}
