import { fieldOf, parseJson } from '../../contract/json-safety.ts';
import { lstat, stat } from 'node:fs/promises';
import path from 'node:path';
import { isPlainFile, openPlainFile, readPlainText, WRITTEN_MAX_BYTES } from '../../os/plain-file.ts';
import { dockerIgnore } from './docker-ignore.ts';
import { exclusionOf, containsSecret, type IsUnneeded, readIncluded, unneededNames } from './exclusions.ts';
import { readIgnoreFile } from './ignore-file.ts';
import type { Link } from './symbolic-links.ts';
import { displayPath } from './sizes.ts';

interface Selection {
  paths: string[];
  /**
   * Paths that are excluded because they contain secrets; the path of a folder with a git repository ends with a slash.
   */
  secrets: string[];
  /** Path of the env file that was packed because the graph configuration refers to it. */
  envFile: string | undefined;
  /** Path of the excluded file to which `env` in the graph configuration refers, although it is not an env file. */
  notEnvFile: string | undefined;
}

/**
 * Maximum number of bytes at the beginning of a file that are searched for secrets, because files with secrets are
 * usually short.
 */
const MAX_READ_BYTES = 256 * 1024;

interface Rules {
  isUseless: IsUnneeded;
  included: ReadonlySet<string>;
  ignored: (path: string) => boolean;
}

/**
 * Reads the `.dockerignore` in the root, and returns the rules. Lines with `!` in a `.dockerignore` include excluded
 * files again.
 */
export async function readRules(root: string): Promise<Rules> {
  const lines = await readIgnoreFile(root, '.dockerignore');
  const included = readIncluded(lines);
  return { isUseless: unneededNames(included), included, ignored: dockerIgnore(lines) };
}

/**
 * Selects the files to pack. Excludes files that `.dockerignore` excludes, files that no build needs, and files with
 * secrets, except the env file to which the graph configuration refers.
 */
export async function selectFiles(
  root: string,
  listed: readonly string[],
  { isUseless, included, ignored }: Rules,
  configPath: string | undefined,
): Promise<Selection> {
  const environments = new Set(
    pythonEnvironmentsIn(listed).filter((folder) => !included.has(path.posix.basename(folder))),
  );
  const envFile = configPath === undefined ? undefined : await envFileOf(root, configPath);
  const gitFolders = new Set(await gitFoldersIn(root, listed));
  const chosen: Selection = { paths: [], secrets: [], envFile: undefined, notEnvFile: undefined };
  const secrets = new Set<string>();
  for (const name of listed) {
    const excluded = exclusionOf(name, isUseless);
    if (excluded === 'never' || ignored(name)) continue;
    if (firstFolderIn(environments, name) !== undefined) continue;
    const gitFolder = firstFolderIn(gitFolders, name);
    if (gitFolder !== undefined) {
      secrets.add(gitFolder === '' ? './' : gitFolder);
    } else if (excluded === 'env-file' && name === envFile) {
      chosen.envFile = name;
      chosen.paths.push(name);
    } else if (excluded === undefined || (excluded === 'maybe' && !(await isSecret(root, name)))) {
      chosen.paths.push(name);
    } else {
      secrets.add(name);
      if (name === envFile) chosen.notEnvFile = name;
    }
  }
  return { ...chosen, secrets: [...secrets] };
}

/**
 * Returns the outermost folder of a set that contains a path. Paths of folders in the set end with a slash, and the
 * root is an empty string.
 */
function firstFolderIn(folders: ReadonlySet<string>, name: string): string | undefined {
  if (folders.size === 0) return undefined;
  if (folders.has('')) return '';
  for (let at = name.indexOf('/'); at !== -1; at = name.indexOf('/', at + 1)) {
    const folder = name.slice(0, at + 1);
    if (folders.has(folder)) return folder;
  }
  return undefined;
}

/**
 * Returns the folders that are Python virtual environments, with any name, each with a slash at the end of its path.
 */
function pythonEnvironmentsIn(listed: readonly string[]): string[] {
  return listed.flatMap((name) => /^(.+\/)pyvenv\.cfg$/.exec(name)?.[1] ?? []);
}

/** Matches the path of a file or folder that belongs to a git repository. */
const PART_OF_GIT =
  /(?<=^|\/)(?:(?:HEAD|FETCH_HEAD|ORIG_HEAD|packed-refs|index|description|config(?:\.worktree)?)$|(?:objects|refs|logs|hooks|info)\/)/g;

/**
 * Returns the folders whose content is a git repository, such as bare repositories or the repositories of submodules.
 * The file `config` of a git repository can contain a password or a token. Recognizes repositories by content instead
 * of by name. The path of each folder ends with a slash.
 */
async function gitFoldersIn(root: string, listed: readonly string[]): Promise<string[]> {
  // One file of a git repository is sufficient to examine a folder, because a `.gitignore` can exclude most files of
  // the repository.
  const candidates = new Set(
    listed.flatMap((name) => [...name.matchAll(PART_OF_GIT)].map(({ index }) => name.slice(0, index))),
  );
  const found: string[] = [];
  for (const folder of candidates) {
    const parts = await Promise.all(
      ['objects', 'refs'].map((part) => isFolder(path.join(root, folder, part))),
    );
    const hasHead = await isPlainFile(path.join(root, folder, 'HEAD'));
    if (hasHead && parts.every(Boolean)) found.push(folder);
  }
  return found;
}

async function isFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/**
 * Returns whether a file contains a secret, or false if the file cannot be read, because packing reports unreadable
 * files later.
 */
async function isSecret(root: string, name: string): Promise<boolean> {
  const at = path.join(root, name);
  try {
    // A link is packed as a link, and the link's target is checked under its own path.
    if (!(await lstat(at)).isFile()) return false;
    await using file = await openPlainFile(at, { within: root, isLinkAllowed: false });
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_READ_BYTES));
    return containsSecret(buffer.toString('utf8', 0, bytesRead));
  } catch {
    return false;
  }
}

/**
 * Returns the path of the file to which `env` of a graph configuration refers, relative to the root, or `undefined` if
 * the configuration refers to no file or cannot be read.
 */
async function envFileOf(root: string, configPath: string): Promise<string | undefined> {
  const text = await textOf(root, configPath);
  if (text === undefined) return undefined;
  // Ignores a problem with the configuration, because the build reports the problem.
  const env = fieldOf(parseJson(text.replace(/^\uFEFF/, '')), 'env');
  if (typeof env !== 'string' || env === '') return undefined;
  return path.posix.join(path.posix.dirname(configPath), env);
}

/** Returns the content of a file in the root, or `undefined` if the file does not exist or cannot be read. */
async function textOf(root: string, file: string): Promise<string | undefined> {
  try {
    return await readPlainText(path.join(root, file), { maxBytes: WRITTEN_MAX_BYTES, within: root });
  } catch {
    return undefined;
  }
}

interface Omitted {
  links: readonly Link[];
  special: readonly string[];
  unnamed: number;
  secrets: readonly string[];
  envFile: string | undefined;
  notEnvFile: string | undefined;
}

const MAX_NAMED = 5;

/** Reports excluded files that the agent might need, and packed files that might be packed unintentionally. */
export function reportOmitted(
  left: Omitted,
  to: { note: (line: string) => void; warn: (line: string) => void },
): void {
  const { links, special, unnamed, secrets, envFile, notEnvFile } = left;
  if (secrets.length > 0) {
    to.note(
      `Not packed, because such files contain secrets: ${named(secrets)}. Pass secrets in the input \`secrets\`.`,
    );
  }
  if (envFile !== undefined) {
    to.note(`${displayPath(envFile)} is packed, because the graph configuration sets it as \`env\`.`);
  }
  if (notEnvFile !== undefined) {
    to.warn(
      `${displayPath(notEnvFile)} is not packed, although the graph configuration sets it as \`env\`: it contains credentials and is not a file of variables. Pass them in the input \`secrets\`.`,
    );
  }
  if (links.length > 0) {
    const shown = links.map(({ path: at, target }) => `${at} -> ${target}`);
    to.warn(`Symbolic links that point outside the packed files are not packed: ${named(shown)}.`);
  }
  const odd = special.length + unnamed;
  if (odd > 0) {
    const list = special.length > 0 ? `: ${named(special)}` : '';
    to.warn(
      `${odd} entries are not packed, because they are not regular files or their names are not valid UTF-8${list}.`,
    );
  }
}

function named(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const shown = names.slice(0, MAX_NAMED).map(displayPath).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
