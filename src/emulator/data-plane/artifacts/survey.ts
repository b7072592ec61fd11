import { type FileHandle, readdir, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { openPlainFile } from '../../../os/plain-file.ts';
import { isWithin } from '../../../os/paths.ts';

/**
 * Description of a packed folder, with data that the packed files do not contain. The description is the last entry of
 * the folder's archive.
 */
export const ArchiveDescription = z.object({
  version: z.literal(1),
  /** Spellings of the folder's path when the folder was packed. */
  packedFrom: z.array(z.string().min(2)),
  /** Files that contain the path of the packed folder, which unpacking replaces with the new path. */
  bound: z.array(z.string()),
  /** Path and target of each symbolic link; links are created after all files. */
  links: z.array(z.tuple([z.string(), z.string()])),
});
export type ArchiveDescription = z.infer<typeof ArchiveDescription>;

/** Maximum size in bytes of a file that is searched for paths. Only scripts, settings and bundles contain paths. */
const SEARCHED_BYTES = 64 * 1024 * 1024;
const HEAD_BYTES = 8 * 1024;

export interface SurveyOptions {
  folder: string;
  /** Root folder of all archives. An absolute link to a path in this folder is stored as a relative link. */
  root: string;
  /**
   * Returns whether the folder's path is searched in the files of the subfolder `name`; absent if no files are
   * searched.
   */
  searched?: (name: string) => boolean;
}

/**
 * Describes a folder before it is packed. Never follows symbolic links of the folder, because the agent developer
 * chooses the links' targets.
 */
export async function surveyFolder(options: SurveyOptions): Promise<ArchiveDescription> {
  const { folder, root, searched = () => false } = options;
  const links: [string, string][] = [];
  const bound: string[] = [];
  const roots = [root, await realpath(root)];
  const packedFrom = [...new Set([folder, await realpath(folder)].flatMap(spellingsOf))];
  const needles = packedFrom.map((text) => Buffer.from(text));
  const surveyEntries = async (at: string, isSearched: boolean): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      const name = relative(folder, path).replaceAll(sep, '/');
      if (entry.isSymbolicLink()) {
        const target = await readlink(path);
        // A relative link stays valid, because all archives are unpacked next to each other.
        const from = isAbsolute(target) ? roots.find((one) => isWithin(one, target)) : undefined;
        const place = relative(root, dirname(path));
        links.push([name, from === undefined ? target : relative(join(from, place), target)]);
      } else if (entry.isDirectory()) {
        await surveyEntries(path, isSearched && searched(name));
      } else if (entry.isFile() && isSearched && (await names(path, needles))) bound.push(name);
    }
  };
  await surveyEntries(folder, searched(''));
  return { version: 1, packedFrom, bound: bound.toSorted(), links };
}

/** Returns the spellings of a path in text files: unchanged, and encoded as in a URL. */
export function spellingsOf(path: string): string[] {
  return [...new Set([path, pathToFileURL(path).pathname])];
}

/** Returns whether a text file contains one of the strings. */
async function names(path: string, needles: readonly Buffer[]): Promise<boolean> {
  const file = await openPlainFile(path);
  try {
    const { size } = await file.stat();
    if (size > SEARCHED_BYTES || size === 0) return false;
    const head = await readSome(file, Math.min(size, HEAD_BYTES));
    if (head.includes(0)) return false;
    const text =
      size <= HEAD_BYTES ? head : await file.readFile().then((rest) => Buffer.concat([head, rest]));
    return needles.some((needle) => text.includes(needle));
  } finally {
    await file.close();
  }
}

async function readSome(file: FileHandle, bytes: number): Promise<Buffer> {
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, null);
  return buffer.subarray(0, bytesRead);
}
