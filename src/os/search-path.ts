import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** A program that was found on the search path, and the search path for the program. */
export interface Program {
  file: string;
  path: string;
}

/**
 * Finds a program on the search path. Skips relative folders and folders in the workspace, because the checkout
 * determines the content of folders such as `node_modules/.bin`. `extension` is the end of the program's file name on
 * Windows.
 */
export async function findProgram(name: string, env: Env, extension = '.exe'): Promise<Program | undefined> {
  const windows = process.platform === 'win32';
  const [, search = ''] =
    Object.entries(env).find(([key]) => (windows ? key.toUpperCase() : key) === 'PATH') ?? [];
  const workspace = await realpath(env['GITHUB_WORKSPACE'] || process.cwd()).catch(() => undefined);
  const trusted: string[] = [];
  let file: string | undefined;
  for (const folder of search.split(path.delimiter)) {
    if (!path.isAbsolute(folder) || (await leadsInto(folder, workspace))) continue;
    trusted.push(folder);
    const candidate = path.join(folder, windows ? `${name}${extension}` : name);
    if (file !== undefined || !(await isProgram(candidate)) || (await leadsInto(candidate, workspace)))
      continue;
    file = candidate;
  }
  return file === undefined ? undefined : { file, path: trusted.join(path.delimiter) };
}

async function leadsInto(file: string, folder: string | undefined): Promise<boolean> {
  if (folder === undefined) return false;
  const real = await realpath(file).catch(() => undefined);
  // `realpath` fails if the path does not exist.
  if (real === undefined) return false;
  const relative = path.relative(folder, real);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
