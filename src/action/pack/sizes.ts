export interface SizedFile {
  path: string;
  size: number;
}

/** Facts about a packed source for the plan and the summary. */
export interface Archive {
  files: number;
  /** Total size of the files before compression, in bytes. */
  contentBytes: number;
  bytes: number;
  /** SHA-256 of the archive before compression, which is the same for the same files on all machines. */
  sha256: string;
  /** SHA of the commit that is checked out, or `undefined` without git. */
  commit: string | undefined;
}

const MOST = 10;

/** Formats a number of bytes as `1.2 MB`, in millions of bytes like `du -h --si`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = '';
  for (const next of units) {
    if (value < 1000) break;
    value /= 1000;
    unit = next;
  }
  return `${value.toFixed(1)} ${unit}`;
}

/**
 * Returns the largest top-level folders and files, largest first, one line each. Compares the sizes of the folders and
 * files before compression.
 */
export function largestFiles(files: readonly SizedFile[]): string[] {
  const folders = new Map<string, number>();
  for (const { path, size } of files) {
    const [top = ''] = path.split('/');
    if (path.includes('/')) folders.set(`${top}/`, (folders.get(`${top}/`) ?? 0) + size);
  }
  return [...folders, ...files.map(({ path, size }): [string, number] => [path, size])]
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, MOST)
    .map(([path, size]) => `${formatBytes(size).padStart(10)}  ${displayPath(path)}`);
}

/** Returns a path for a log line, with escaped special characters. */
export function displayPath(path: string): string {
  return /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(path) ? JSON.stringify(path) : path;
}

/** Returns a line for a plan that describes the packed source. */
export function describeArchive({ files, bytes, sha256, commit }: Archive): string {
  const of = commit === undefined ? '' : `, checkout of ${commit.slice(0, 7)}`;
  return `${files} files, ${formatBytes(bytes)}, sha256 ${sha256.slice(0, 12)}${of}`;
}
