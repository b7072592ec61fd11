import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { runGit } from '../git/program.ts';
import { isNeverPacked } from './exclusions.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The files that git knows or would add, relative to the folder; `commit`: what is checked out. */
export interface GitFiles {
  paths: string[];
  commit: string | undefined;
}

/**
 * What git would take from a folder: tracked files and untracked ones that are not ignored, of submodules and other
 * repositories that are checked out in it as well. Undefined: it is no checkout, or there is no git. `ceiling`: where
 * the search for a repository ends, so that one around the workspace does not count. Throws the signal's reason.
 */
export async function gitFiles(
  folder: string,
  ceiling: string,
  env: Env,
  signal: AbortSignal,
): Promise<GitFiles | undefined> {
  const within = { ...env, GIT_CEILING_DIRECTORIES: path.dirname(ceiling) };
  const paths = await list(folder, within, signal);
  if (paths === undefined) return undefined;
  const head = await runGit(['rev-parse', '--verify', '-q', 'HEAD'], folder, within, signal);
  const commit = head.kind === 'ended' && head.code === 0 ? head.stdout.toString().trim() : undefined;
  return { paths, commit };
}

async function list(folder: string, env: Env, signal: AbortSignal): Promise<string[] | undefined> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const end = await runGit(args, folder, env, signal);
  if (end.kind === 'missing' || end.code !== 0) return undefined;
  const listed = end.stdout
    .toString('utf8')
    .split('\0')
    .filter((entry) => entry !== '');
  const nested = await Promise.all(listed.map((entry) => isFolder(folder, entry)));
  const paths: string[] = [];
  for (const [index, entry] of listed.entries()) {
    if (nested[index] !== true) {
      paths.push(entry);
      continue;
    }
    // A repository within: git names its folder only. Not checked out, it holds nothing.
    const inner = entry.replace(/\/+$/, '');
    if (isNeverPacked(path.posix.basename(inner))) continue;
    const own = await list(path.join(folder, inner), { ...env, GIT_CEILING_DIRECTORIES: folder }, signal);
    paths.push(...(own ?? []).map((name) => `${inner}/${name}`));
  }
  return paths;
}

async function isFolder(folder: string, entry: string): Promise<boolean> {
  if (entry.endsWith('/')) return true;
  try {
    return (await lstat(path.join(folder, entry))).isDirectory();
  } catch {
    return false;
  }
}
