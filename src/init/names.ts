import { parseEnv } from 'node:util';
import { controlPlaneUrlOf, REGION_HOSTS } from '../contract/dialect.ts';
import { DEPLOYMENT_NAME } from '../contract/patterns.ts';
import { toDeploymentName } from './agents.ts';
import { configPathOf, deploymentNameOf, type ExistingWorkflows } from './existing.ts';
import { baseOf, folderOf } from '../agent-code/code-reader.ts';
import type { RepositoryReader } from './repository.ts';

/**
 * Returns a unique deployment name for each agent: the first of the specified name, the name in an existing workflow,
 * the name in `.env`, and the name of the agent's folder or of the repository.
 */
export async function namesOf(
  configs: readonly string[],
  {
    reader,
    existing,
    name: given,
  }: { reader: RepositoryReader; existing: ExistingWorkflows; name: string | undefined },
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const claim = (path: string, name: string): void => {
    let free = name;
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${name.slice(0, 58)}-${count}`;
    taken.add(free.toLowerCase());
    names.set(path, free);
  };
  for (const path of configs) {
    const inUse = existing.uses.find((use) => use.roles.has('deploy') && configPathOf(use) === path);
    const name = given ?? (inUse && deploymentNameOf(inUse)) ?? (await nameOfEnvFile(reader, path));
    if (name !== undefined && DEPLOYMENT_NAME.test(name) && !taken.has(name.toLowerCase())) claim(path, name);
  }
  for (const path of configs) {
    if (names.has(path)) continue;
    const folder = folderOf(path);
    const candidates = [
      ...(folder === '' || isPlainFolder(folder, configs) ? [reader.name] : []),
      baseOf(folder),
      folder,
      `agent ${folder}`,
    ];
    const possible = candidates.flatMap((text) => toDeploymentName(text) ?? []);
    const free = possible.find((name) => !taken.has(name.toLowerCase()));
    claim(path, free ?? possible[0] ?? 'agent');
  }
  return names;
}

/** Returns whether the repository has only one agent, whose folder has a common name such as `src`. */
const isPlainFolder = (folder: string, configs: readonly string[]): boolean =>
  configs.length === 1 &&
  /^(?:src|app|apps|agent|agents|backend|server|api|langgraph)$/i.test(baseOf(folder));

/** Returns the deployment name that `langgraph deploy` stores in `.env`. */
async function nameOfEnvFile(reader: RepositoryReader, configPath: string): Promise<string | undefined> {
  return readVariable(reader, folderOf(configPath), 'LANGSMITH_DEPLOYMENT_NAME');
}

async function readVariable(
  reader: RepositoryReader,
  folder: string,
  name: string,
): Promise<string | undefined> {
  const text = await reader.read(folder === '' ? '.env' : `${folder}/.env`);
  return text === undefined ? undefined : parseEnv(text)[name];
}

/**
 * Returns the region of the hosted service in the agents' `.env` files, or `undefined` for the default region or
 * without a region.
 */
export async function regionOf(
  reader: RepositoryReader,
  configs: readonly string[],
): Promise<string | undefined> {
  for (const folder of new Set([...configs.map(folderOf), ''])) {
    const endpoint = await readVariable(reader, folder, 'LANGSMITH_ENDPOINT');
    const url = endpoint !== undefined && URL.canParse(endpoint) ? controlPlaneUrlOf(endpoint) : undefined;
    const region = Object.entries(REGION_HOSTS).find(([, host]) => host === url)?.[0];
    if (region !== undefined) return region === 'us' ? undefined : region;
  }
  return undefined;
}
