import { type Glob, GlobError, matches, parseGlob } from './glob.ts';

/** The lines of `paths`, read: each takes paths in, or with `!` out again. */
export type PathFilter = readonly { glob: Glob; takes: boolean }[];

/** Reads patterns in their order. Throws GlobError, naming the pattern. Pure. */
export function parsePathFilter(patterns: readonly string[]): PathFilter {
  return patterns.map((pattern) => {
    const takes = !pattern.startsWith('!');
    try {
      return { glob: parseGlob(takes ? pattern : pattern.slice(1)), takes };
    } catch (error) {
      if (!(error instanceof GlobError)) throw error;
      throw new GlobError(`${pattern}: ${error.message}`, { cause: error });
    }
  });
}

/** Whether a path counts: the last pattern that fits it decides, and one that none fits does not. Pure. */
export function isIncluded(filter: PathFilter, path: string): boolean {
  return filter.findLast(({ glob }) => matches(glob, path))?.takes ?? false;
}

/** A file that changed; a renamed one has the name that it had before. */
export interface ChangedFile {
  filename: string;
  previous_filename?: string | undefined;
}

/** The first path that counts, by its name or the one it had before; undefined: none does. Pure. */
export function firstIncluded(filter: PathFilter, files: readonly ChangedFile[]): string | undefined {
  return files
    .flatMap(({ filename, previous_filename: before }) =>
      before === undefined ? [filename] : [filename, before],
    )
    .find((path) => isIncluded(filter, path));
}
