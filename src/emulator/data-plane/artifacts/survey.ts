import { type FileHandle, readdir, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { openPlainFile } from '../../../os/plain-file.ts';
import { isWithin } from '../../../os/paths.ts';

/** What a packed folder says of itself, in its last entry: what its files cannot say. */
export const PieceDescription = z.object({
  version: z.literal(1),
  /** The place of the folder when it was packed, in each way that its files may spell it. */
  packedFrom: z.array(z.string().min(2)),
  /** Files that name that place, to be changed where it is another one. */
  bound: z.array(z.string()),
  /** Symbolic links: path and target. They are made last, when nothing more is written. */
  links: z.array(z.tuple([z.string(), z.string()])),
});
export type PieceDescription = z.infer<typeof PieceDescription>;

/** A larger file is not searched: those that name their place are scripts, settings and bundles. */
const SEARCHED_BYTES = 64 * 1024 * 1024;
const HEAD_BYTES = 8 * 1024;

export interface SurveyOptions {
  /** The folder, absolute. */
  folder: string;
  /** The folder that it shares with the other pieces: links between them are kept as relative ones. */
  root: string;
  /** Which folders are searched for files that name their place; by default none is. */
  searched?: (name: string) => boolean;
}

/** Looks through a folder before it is packed. Its links are those of an author: they are only described. */
export async function surveyFolder(options: SurveyOptions): Promise<PieceDescription> {
  const { folder, root, searched = () => false } = options;
  const links: [string, string][] = [];
  const bound: string[] = [];
  const roots = [root, await realpath(root)];
  const packedFrom = [...new Set([folder, await realpath(folder)].flatMap(spellingsOf))];
  const needles = packedFrom.map((text) => Buffer.from(text));
  const look = async (at: string, isSearched: boolean): Promise<void> => {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      const path = join(at, entry.name);
      const name = relative(folder, path).replaceAll(sep, '/');
      if (entry.isSymbolicLink()) {
        const target = await readlink(path);
        // Relative, a link holds wherever all pieces lie side by side.
        const from = isAbsolute(target) ? roots.find((one) => isWithin(one, target)) : undefined;
        const place = relative(root, dirname(path));
        links.push([name, from === undefined ? target : relative(join(from, place), target)]);
      } else if (entry.isDirectory()) {
        await look(path, isSearched && searched(name));
      } else if (entry.isFile() && isSearched && (await names(path, needles))) bound.push(name);
    }
  };
  await look(folder, searched(''));
  return { version: 1, packedFrom, bound: bound.toSorted(), links };
}

/** A path as text of files: as it is, and in addresses. */
export function spellingsOf(path: string): string[] {
  return [...new Set([path, pathToFileURL(path).pathname])];
}

/** Whether a text file names one of these. */
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
