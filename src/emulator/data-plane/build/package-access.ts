import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Secret } from '../../../contract/source.ts';
import { errorCode } from '../../../os/errors.ts';
import { GENERATED_MAX_BYTES, readPlainText } from '../../../os/plain-file.ts';
import { isIndexSetting } from '../environment.ts';

/** Access of a deployment's installs to private packages: docs/private-packages.md#which-secrets. */
export interface PackageAccess {
  /** The deployment's secrets that its installs receive, by the name of the variable. */
  variables: Readonly<Record<string, string>>;
  /**
   * Folder for the caches of installs that can reach private packages. The folder is outside the checkout, and is
   * deleted when the build ends.
   */
  cacheFolder: string;
}

/** Matches the names of secrets with tokens of npm registries and of git servers, and with settings of git. */
const TOKEN =
  /^(?:(?:NPM|PYPI|GIT)_TOKEN(?:_[A-Z0-9_]+)?|NODE_AUTH_TOKEN|YARN_NPM_AUTH_(?:TOKEN|IDENT)|GIT_CONFIG_(?:COUNT|KEY_\d{1,3}|VALUE_\d{1,3}))$/;

/** Returns whether installs receive a secret with this name. */
function isPackageSecret(name: string): boolean {
  return TOKEN.test(name) || isIndexSetting(name);
}

/** Returns the secrets of a deployment that its installs receive, as variables. */
export function packageVariables(secrets: readonly Secret[]): Record<string, string> {
  const chosen = secrets.filter(({ name, value }) => value !== '' && isPackageSecret(name));
  return Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
}

/**
 * Returns variables that move the caches of all installers into a folder. An installer returns a cached package without
 * asking the registry, so a shared cache would offer private packages to deployments without access.
 */
export function cacheVariables(folder: string): Record<string, string> {
  return {
    XDG_CACHE_HOME: join(folder, 'xdg'),
    npm_config_cache: join(folder, 'npm'),
    npm_config_store_dir: join(folder, 'pnpm'),
    YARN_CACHE_FOLDER: join(folder, 'yarn'),
    YARN_GLOBAL_FOLDER: join(folder, 'yarn-global'),
    BUN_INSTALL_CACHE_DIR: join(folder, 'bun'),
    UV_CACHE_DIR: join(folder, 'uv'),
    PIP_CACHE_DIR: join(folder, 'pip'),
    POETRY_CACHE_DIR: join(folder, 'poetry'),
    PDM_CACHE_DIR: join(folder, 'pdm'),
  };
}

/** Matches a URL with a user name and a password, or an https URL with a user name, which may be a token. */
const URL_CREDENTIALS = /\bhttps?:\/\/[^\s/@"'`]+@|:\/\/[^\s/@"'`:]+:[^\s/@"'`]+@/i;
/** Matches the settings with credentials in the files of npm, pnpm, yarn and bun. */
const REGISTRY_CREDENTIALS =
  /(?:_authToken|_auth|_?password|\btoken|username|npmAuthToken|npmAuthIdent|certfile|keyfile|\bcert|\bkey)["']?\s*[=:]/i;

/** Returns whether a file with requirements or settings contains credentials for packages. */
export function hasCredentials(text: string): boolean {
  return URL_CREDENTIALS.test(text.replaceAll(String.raw`\/`, '/'));
}

/** Files that configure the registries of npm, pnpm and yarn. */
const REGISTRY_FILES = ['.npmrc', '.yarnrc', '.yarnrc.yml'];
const MANIFESTS = [
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'yarn.lock',
];

/** Settings for registries in a checkout. */
export interface RegistrySettings {
  /** True if the settings or the manifests contain credentials, or refer to variables with credentials. */
  hasCredentials: boolean;
  /** Names of the variables to which the settings refer, as `${NAME}`. */
  variables: readonly string[];
}

/** Reads the settings for registries in these folders of a checkout. */
export async function readRegistrySettings(
  checkout: string,
  folders: Iterable<string>,
): Promise<RegistrySettings> {
  let found = false;
  const variables = new Set<string>();
  for (const folder of new Set(folders)) {
    for (const name of [...REGISTRY_FILES, ...MANIFESTS]) {
      const text = await readIfPresent(join(folder, name), checkout);
      const isSettings = REGISTRY_FILES.includes(name);
      // The content of an unreadable file is unknown, so the file may contain credentials.
      found ||= text === undefined || hasCredentials(text) || (isSettings && REGISTRY_CREDENTIALS.test(text));
      if (!isSettings || text === undefined) continue;
      for (const [, variable = ''] of text.matchAll(/\$\{(\w+)(?:[:?-][^}\n]{0,200})?\}/g))
        variables.add(variable);
    }
  }
  return { hasCredentials: found, variables: [...variables] };
}

/** Returns the text of a file, '' if the file does not exist, or `undefined` if the file cannot be read. */
async function readIfPresent(file: string, within: string): Promise<string | undefined> {
  try {
    return await readPlainText(file, { maxBytes: GENERATED_MAX_BYTES, within });
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? '' : undefined;
  }
}

/** Returns whether a file in a checkout contains credentials for packages, or cannot be read. */
export async function fileHasCredentials(file: string, checkout: string): Promise<boolean> {
  const text = await readIfPresent(file, checkout);
  if (text === undefined || hasCredentials(text)) return true;
  return isSettingsFile(basename(file)) && REGISTRY_CREDENTIALS.test(text);
}

function isSettingsFile(name: string): boolean {
  return REGISTRY_FILES.includes(name) || name === 'bunfig.toml';
}

/** Names of files in Python projects that can contain URLs of packages and indexes. */
const PYTHON_FILES: ReadonlySet<string> = new Set([
  'pyproject.toml',
  'uv.toml',
  'uv.lock',
  'setup.py',
  'setup.cfg',
]);

/** Returns whether the Python projects in a checkout contain credentials for packages, or are too many to search. */
export async function pythonFilesHaveCredentials(checkout: string): Promise<boolean> {
  return anyFileHasCredentials(checkout, ({ name }) => PYTHON_FILES.has(name));
}

/** Matches the names of files with settings of pip or requirements, also with their folder. */
const PIP_FILE =
  /^pip\.(?:conf|ini)$|^(?:requirements|constraints)[^/]*\.(?:txt|in)$|^requirements\/[^/]+\.(?:txt|in)$/i;

/**
 * Returns whether any file that an install command can read contains credentials for packages, in any folder of a
 * checkout, or whether the files are too many to search. Files of installed packages are not searched.
 */
export async function installFilesHaveCredentials(checkout: string): Promise<boolean> {
  return anyFileHasCredentials(
    checkout,
    ({ name, path }) =>
      !path.split(/[\\/]/).includes('node_modules') &&
      (PYTHON_FILES.has(name) ||
        isSettingsFile(name) ||
        MANIFESTS.includes(name) ||
        [name, `${basename(dirname(path))}/${name}`].some((text) => PIP_FILE.test(text))),
  );
}

/** Maximum number of searched files, above which a checkout counts as a checkout with credentials. */
const MAX_SEARCHED_FILES = 1_000;

async function anyFileHasCredentials(
  checkout: string,
  isSearched: (file: { name: string; path: string }) => boolean,
): Promise<boolean> {
  const waiting = [checkout];
  let count = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== '.git') waiting.push(path);
      if (entry.isDirectory() || !isSearched({ name: entry.name, path: relative(checkout, path) })) continue;
      count += 1;
      if (count > MAX_SEARCHED_FILES || (await fileHasCredentials(path, checkout))) return true;
    }
  }
  return false;
}

const IS_REFUSED = /\bE40[13]\b|\b40[13] (?:Unauthorized|Forbidden)|\bERR_PNPM_FETCH_40[13]\b|\bYN0041\b/i;
/** Registries respond to requests without a valid token as if a private package did not exist. */
const IS_HIDDEN = /\bE404\b|\bERR_PNPM_FETCH_404\b|\bYN0035\b/;
const GIT_REFUSED =
  /could not read (?:Username|Password) for|Authentication failed for|terminal prompts disabled|fatal: unable to access .*\b40[13]\b/i;

/**
 * Returns a hint for the output of an install that a registry or a git server refused, or `undefined` if nothing was
 * refused. The hint contains the variable to set.
 */
export function accessHint(
  output: string,
  { settings, given }: { settings: RegistrySettings; given: Readonly<Record<string, string>> },
): string | undefined {
  if (GIT_REFUSED.test(output))
    return 'A git server refused the credentials of a git dependency, or got none. Set GIT_CONFIG_COUNT, GIT_CONFIG_KEY_0 and GIT_CONFIG_VALUE_0 in the secrets of the deployment.';
  const missing = settings.variables.filter((name) => given[name] === undefined);
  if (!IS_REFUSED.test(output) && !(IS_HIDDEN.test(output) && missing.length > 0)) return undefined;
  const unset = missing.find(isPackageSecret);
  if (unset !== undefined)
    return `The settings of the registry use the variable ${unset}, which is not set. Add ${unset} to the secrets of the deployment.`;
  const [other] = missing;
  if (other !== undefined)
    return `The settings of the registry use the variable ${other}, but installs do not receive secrets with this name. Use \${NPM_TOKEN} instead, and add NPM_TOKEN to the secrets of the deployment.`;
  const [named] = settings.variables;
  return named === undefined
    ? 'The registry requires a token. Add the line "//<host of the registry>/:_authToken=${NPM_TOKEN}" to .npmrc, and add NPM_TOKEN to the secrets of the deployment.'
    : `The registry refused the token. Correct ${named} in the secrets of the deployment.`;
}
