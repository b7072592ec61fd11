import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { dockerIgnore } from './docker-ignore.ts';
import { exclusionOf } from './exclusions.ts';
import type { Link } from './links.ts';
import { shownPath } from './sizes.ts';

/** Which of the listed paths are packed. */
export interface Chosen {
  paths: string[];
  /** Left out because such files hold secrets. */
  secrets: string[];
  /** Packed although it is such a file, because the graph configuration names it. */
  envFile: string | undefined;
}

/**
 * Leaves out what `.dockerignore` at the root says, what is never of use in a build, and files that hold secrets, unless
 * the graph configuration names one as its `env`.
 */
export async function choose(
  root: string,
  listed: readonly string[],
  configPath: string | undefined,
): Promise<Chosen> {
  const rules = await textOf(path.join(root, '.dockerignore'));
  const ignored = rules === undefined ? () => false : dockerIgnore(rules);
  const envFile = configPath === undefined ? undefined : await envFileOf(root, configPath);
  const chosen: Chosen = { paths: [], secrets: [], envFile: undefined };
  for (const name of listed) {
    const excluded = exclusionOf(name);
    if (excluded === 'never' || ignored(name)) continue;
    if (excluded === 'secret' && name !== envFile) {
      chosen.secrets.push(name);
      continue;
    }
    if (excluded === 'secret') chosen.envFile = name;
    chosen.paths.push(name);
  }
  return chosen;
}

/** The file that a graph configuration names as `env`, relative to the root; undefined: none, or it cannot be read. */
async function envFileOf(root: string, configPath: string): Promise<string | undefined> {
  const text = await textOf(path.join(root, configPath));
  if (text === undefined) return undefined;
  try {
    const config: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    const env: unknown =
      typeof config === 'object' && config !== null ? Reflect.get(config, 'env') : undefined;
    if (typeof env !== 'string' || env === '') return undefined;
    return path.posix.join(path.posix.dirname(configPath), env);
  } catch {
    // What is wrong with it is for the build to say.
    return undefined;
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
}

interface Left {
  links: readonly Link[];
  special: readonly string[];
  unnamed: number;
  secrets: readonly string[];
  envFile: string | undefined;
}

const MOST_NAMED = 5;

/** Says what is not packed that somebody could miss, and what is that somebody could not want: never silently. */
export function tellLeft(
  left: Left,
  to: { note: (line: string) => void; warn: (line: string) => void },
): void {
  const { links, special, unnamed, secrets, envFile } = left;
  if (secrets.length > 0) {
    to.note(`Not packed, because such files hold secrets: ${named(secrets)}. Give secrets by \`secrets\`.`);
  }
  if (envFile !== undefined) {
    to.note(`${shownPath(envFile)} is packed, because the graph configuration names it as env.`);
  }
  if (links.length > 0) {
    const shown = links.map(({ path: at, target }) => `${at} -> ${target}`);
    to.warn(`Links that lead out of what is packed, or to nothing in it, are left out: ${named(shown)}.`);
  }
  const odd = special.length + unnamed;
  if (odd > 0) {
    const list = special.length > 0 ? `: ${named(special)}` : '';
    to.warn(`${odd} entries are left out that are no files, or whose names are no UTF-8${list}.`);
  }
}

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const shown = names.slice(0, MOST_NAMED).map(shownPath).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
