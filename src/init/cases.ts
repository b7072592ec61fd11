import { parseCheckFile } from '../action/inputs/cases.ts';
import { parseRepoPath } from '../action/inputs/parsers.ts';
import { baseOf, folderOf, isWithin } from '../agent-code/code-reader.ts';
import { UNSPEAKABLE } from './agents.ts';
import type { Agent, RepositoryReader } from './repository.ts';

/** Maximum number of files whose content is parsed. */
const MAX_CANDIDATES = 200;
const NAMED = /^(?:[\w-]+[._-])?(?:cases|checks|evals?|dataset)\.(?:jsonl|csv|ya?ml|json)$/i;
const IN_FOLDER = /(?:^|\/)(?:evals?|evaluations?|cases)\/(?:.*\/)?[^/]+\.(?:jsonl|csv|ya?ml|json)$/i;
const NOT_OWN =
  /(?:^|\/)(?:__fixtures__|fixtures|examples?|samples?|templates?|node_modules|cookbook|\.[^/]+)(?:\/|$)/;

/** Files with cases that `init` found. */
export interface FoundCases {
  /** Path of the file with an agent's cases, keyed by the path of the agent's configuration. */
  chosen: ReadonlyMap<string, string>;
  /** Paths of further files with an agent's cases, keyed by the path of the agent's configuration. */
  others: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds the file with the cases of each agent: a file whose name or folder indicates cases, and whose whole content the
 * action's parser accepts. Starts no program. A file belongs to the agent whose folder contains the file. Any other
 * file belongs to the agent with the name of the file or of its folder, or else to the agent in the root, or else to
 * the only agent.
 */
export async function findCases(
  reader: RepositoryReader,
  files: readonly string[],
  agents: readonly Agent[],
): Promise<FoundCases> {
  const configs = new Set(agents.map(({ configPath }) => configPath));
  const candidates = files
    .filter((path) => NAMED.test(baseOf(path)) || IN_FOLDER.test(path))
    .filter((path) => !configs.has(path) && !NOT_OWN.test(path) && !UNSPEAKABLE.test(path))
    .filter((path) => parseRepoPath(path).ok)
    .toSorted(byPreference)
    .slice(0, MAX_CANDIDATES);
  const chosen = new Map<string, string>();
  const others = new Map<string, string[]>();
  for (const path of candidates) {
    const agent = ownerOf(path, agents);
    if (agent === undefined || !(await holdsCases(reader, path))) continue;
    if (!chosen.has(agent.configPath)) chosen.set(agent.configPath, path);
    else others.set(agent.configPath, [...(others.get(agent.configPath) ?? []), path]);
  }
  return { chosen, others };
}

const depthOf = (path: string): number => path.split('/').length;
const isNamedCases = (path: string): boolean => /^cases\./i.test(baseOf(path));

/** Compares paths for sorting: files named `cases` first, then by number of parent folders, then by name. */
function byPreference(a: string, b: string): number {
  const byName = Number(isNamedCases(b)) - Number(isNamedCases(a));
  return byName || depthOf(a) - depthOf(b) || (a < b ? -1 : 1);
}

function ownerOf(path: string, agents: readonly Agent[]): Agent | undefined {
  const containing = agents
    .filter(({ folder }) => folder !== '' && isWithin(folder, path))
    .toSorted((a, b) => b.folder.length - a.folder.length);
  const names = [baseOf(path).replace(/\..*$/, ''), baseOf(folderOf(path))];
  const atRoot = agents.find(({ folder }) => folder === '');
  return (
    containing[0] ??
    agents.find(({ name, folder }) => names.includes(name) || names.includes(baseOf(folder))) ??
    atRoot ??
    (agents.length === 1 ? agents[0] : undefined)
  );
}

/**
 * Returns whether a file contains only cases. Returns false if a case uses an existing thread, because the gate refuses
 * such a case.
 */
async function holdsCases(reader: RepositoryReader, path: string): Promise<boolean> {
  const text = await reader.read(path);
  if (text === undefined) return false;
  return (await parseCheckFile(text, path, { gated: true })).ok;
}
