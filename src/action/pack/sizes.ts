export interface SizedFile {
  path: string;
  size: number;
}

/** A packed source, for plan and summary. */
export interface Archive {
  /** How many files and links it holds. */
  files: number;
  /** Their size before compression. */
  contentBytes: number;
  bytes: number;
  /** SHA-256 of the archive before compression: equal files give an equal one on any machine. */
  sha256: string;
  /** The checked out commit; undefined without git. */
  commit: string | undefined;
}

const MOST = 10;

/** `1.2 MB`; of a million bytes, as `du -h --si` counts. */
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

/** The largest folders of the top level and files, the largest first, a line each, before compression. */
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

/** A path for a log line, with special characters escaped. */
export function displayPath(path: string): string {
  return /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(path) ? JSON.stringify(path) : path;
}

/** The packed source, for a plan. */
export function describeArchive({ files, bytes, sha256, commit }: Archive): string {
  const of = commit === undefined ? '' : `, checkout of ${commit.slice(0, 7)}`;
  return `${files} files, ${formatBytes(bytes)}, sha256 ${sha256.slice(0, 12)}${of}`;
}
