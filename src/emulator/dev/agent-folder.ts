import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { PLAIN_DEPLOYMENT_NAME } from '../../contract/patterns.ts';
import { NAME_MAX } from '../../contract/limits.ts';
import {
  findOwnCheckout,
  UntrustedRepositoryError,
  type Repository,
  trustedOwners,
} from '../../git/repository.ts';
import { isFile } from '../data-plane/build/disk.ts';
import { UsageError } from '../ports/usage-error.ts';

/** Folder of an agent, and the folder tree that is deployed with it. All paths are absolute and without links. */
export interface AgentFolder {
  /**
   * Folder that is watched and deployed: the whole checkout, as for a push, or the agent's folder without a checkout.
   */
  root: string;
  /** Repository of the checkout, or `undefined` without a checkout. */
  repository: Repository | undefined;
  /** Path of the graph configuration relative to `root`, with `/`. */
  configPath: string;
  /** Name of the deployment. */
  name: string;
}

/**
 * Finds the agent in a folder.
 * @throws UsageError if the folder does not exist, contains no graph configuration, or is in a repository that belongs
 * to another user.
 */
export async function findAgent(given: string, configName: string): Promise<AgentFolder> {
  const folder = await realpath(path.resolve(given)).catch(() => undefined);
  if (folder === undefined || !(await stat(folder)).isDirectory()) {
    throw new UsageError(`${given}: the folder does not exist; specify the folder of the agent`);
  }
  const config = path.resolve(folder, configName);
  if (!isBelow(folder, config)) {
    throw new UsageError(`--config ${configName}: must be in the folder of the agent, ${folder}`);
  }
  if (!(await isFile(config))) throw await missingConfig(folder, configName);
  const checkout = await findOwnCheckout(folder, trustedOwners(process.env)).catch((error: unknown) => {
    throw error instanceof UntrustedRepositoryError
      ? new UsageError(`${error.message}. ${error.hint}`)
      : error;
  });
  const root = checkout?.top ?? folder;
  return {
    root,
    repository: checkout,
    configPath: path.relative(root, config).split(path.sep).join('/'),
    name: deploymentName(path.basename(folder)),
  };
}

function isBelow(folder: string, file: string): boolean {
  const way = path.relative(folder, file);
  return way !== '' && !way.startsWith('..') && !path.isAbsolute(way);
}

/**
 * Creates an error that suggests subfolders with a configuration, because the agents of a monorepo are in subfolders.
 */
async function missingConfig(folder: string, configName: string): Promise<UsageError> {
  const found = await foldersWith(folder, configName, 3);
  const hint =
    found.length === 0
      ? 'specify the folder of the agent, or another file with --config'
      : `did you mean ${found.slice(0, 3).join(' or ')}?`;
  return new UsageError(`${folder}: ${configName} does not exist; ${hint}`);
}

async function foldersWith(folder: string, name: string, depth: number): Promise<string[]> {
  if (depth === 0) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const below = entries.filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name));
  const found: string[] = [];
  for (const entry of below.slice(0, 50)) {
    const at = path.join(folder, entry.name);
    if (await isFile(path.join(at, name))) found.push(at);
    else found.push(...(await foldersWith(at, name, depth - 1)));
  }
  return found;
}

/** Returns a valid deployment name that resembles the folder's name. */
export function deploymentName(folder: string): string {
  const name = folder
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, NAME_MAX)
    .replace(/(?<!-)-+$/, '');
  return PLAIN_DEPLOYMENT_NAME.test(name) ? name : 'agent';
}
