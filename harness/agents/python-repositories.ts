import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, 'python');

/** Returns the kinds of Python repositories, which are the folder names of the examples. */
export async function pythonShapes(): Promise<string[]> {
  return (await readdir(FOLDER)).toSorted();
}

/** Returns the files of an example repository by path, or throws if the kind does not exist. */
export async function pythonRepository(shape: string): Promise<Record<string, string>> {
  const folder = path.join(FOLDER, shape);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'));
  return Object.fromEntries(
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const file = path.join(parentPath, name);
        return [path.relative(folder, file).replaceAll(path.sep, '/'), await readFile(file, 'utf8')] as const;
      }),
    ),
  );
}
