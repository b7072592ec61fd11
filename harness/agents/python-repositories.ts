import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, 'python');

/** The kinds of Python repositories, named by the folder that contains an example of each. */
export async function pythonShapes(): Promise<string[]> {
  return (await readdir(FOLDER)).toSorted();
}

/** Returns the files of a repository of that kind. Throws if there is none. */
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
