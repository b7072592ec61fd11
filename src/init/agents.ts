import { fieldOf } from '../contract/json-safety.ts';
import { NAME_MAX } from '../contract/limits.ts';
import { PLAIN_DEPLOYMENT_NAME } from '../contract/patterns.ts';
import type { Problem } from '../action/inputs/problem.ts';
import { baseOf, folderOf, isWithin, type Language, resolveFrom } from '../agent-code/code-reader.ts';
import type { Agent, RepositoryReader } from './repository.ts';
import { readAgentCode, readJson } from '../agent-code/agent-code.ts';
import { languageOf, type Module } from '../agent-code/sources.ts';

/** Maximum number of agents for which `init` writes workflows. */
const MOST_AGENTS = 40;
const SAMPLE_FOLDER =
  /(?:^|\/)(?:tests?|__tests__|__fixtures__|fixtures|examples?|samples?|templates?|node_modules|cookbook|\.[^/]+)(?:\/|$)/;
/**
 * Matches characters of file names that a workflow must not contain: control and format characters, and the start of an
 * expression.
 */
export const UNSPEAKABLE = /[\p{C}\p{Zl}\p{Zp}\\]|\$\{\{/u;

/**
 * Returns the paths of the graph configurations to deploy: the specified configurations, or else all files named
 * `langgraph.json`, without samples if other files exist. Returns a problem if no configuration or too many
 * configurations exist.
 */
export function findConfigs(
  files: readonly string[],
  named: readonly string[],
): { ok: true; paths: string[] } | { ok: false; problems: Problem[] } {
  const missing = named.filter((path) => !files.includes(path));
  if (missing.length > 0) {
    return { ok: false, problems: missing.map((path) => noSuchConfig(path, files)) };
  }
  const all = files.filter((path) => baseOf(path) === 'langgraph.json');
  const own = all.filter((path) => !SAMPLE_FOLDER.test(folderOf(path)));
  const paths = (named.length > 0 ? [...new Set(named)] : own.length > 0 ? own : all).toSorted();
  if (paths.length === 0) return { ok: false, problems: [noConfig(files)] };
  if (paths.length > MOST_AGENTS) {
    const message = `the repository has ${paths.length} graph configurations`;
    const hint = `Select up to ${MOST_AGENTS} of them with --config.`;
    return { ok: false, problems: [{ path: 'langgraph.json', message, hint }] };
  }
  const problems = paths.filter((path) => UNSPEAKABLE.test(path)).map(unspeakable);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, paths };
}

function unspeakable(path: string): Problem {
  return {
    path: JSON.stringify(path),
    message: 'its path contains a control character, a backslash or "${{", which a workflow cannot express',
    hint: 'Rename the folder.',
  };
}

function noSuchConfig(path: string, files: readonly string[]): Problem {
  const near = files
    .filter((file) => baseOf(file) === baseOf(path) || baseOf(file) === 'langgraph.json')
    .slice(0, 3);
  const hint =
    near.length === 0 ? 'Specify a graph configuration of this repository.' : `There is ${near.join(', ')}.`;
  return { path: `--config ${path}`, message: 'the file does not exist in the repository', hint };
}

function noConfig(files: readonly string[]): Problem {
  const similar = files.filter((path) => /^langgraph[^/]{0,40}\.json$/i.test(baseOf(path))).slice(0, 3);
  const isPython = files.some((path) => path.endsWith('.py'));
  const example = isPython
    ? '{ "dependencies": ["."], "graphs": { "agent": "./agent.py:graph" } }'
    : '{ "node_version": "22", "graphs": { "agent": "./src/agent.ts:graph" } }';
  return {
    path: 'langgraph.json',
    message: 'the repository has no graph configuration, so there is no agent to deploy',
    hint:
      similar.length > 0
        ? `Select it with --config ${similar[0]}.`
        : `Add langgraph.json next to the agent, such as ${example}.`,
  };
}

/** Facts about a repository that are needed to describe an agent. */
export interface AgentContext {
  reader: RepositoryReader;
  files: ReadonlySet<string>;
  /** Paths of all graph configurations that are deployed. */
  configs: readonly string[];
  /** Folders of the repository's packages, keyed by package name. */
  packages: ReadonlyMap<string, string>;
  /** Names of known deployments, keyed by the path of the configuration. */
  names: ReadonlyMap<string, string>;
}

/** Reads a graph configuration, and returns its agent or a problem. */
export async function describeAgent(
  configPath: string,
  context: AgentContext,
): Promise<{ ok: true; agent: Agent } | { ok: false; problem: Problem }> {
  const code = await readAgentCode(configPath, context);
  if (typeof code === 'string') {
    const hint = 'Fix it, and run `agent-deploy check` to verify.';
    return { ok: false, problem: { path: configPath, message: code, hint } };
  }
  const { folder, localFolders, outline, located, modules, variables } = code;
  const name = context.names.get(configPath) ?? '';
  const languages = new Set(outline.graphs.map((path) => languageOf(path) ?? 'python'));
  return {
    ok: true,
    agent: {
      name,
      configPath,
      folder,
      languages: [...languages].toSorted(),
      paths: pathsOf({ configPath, folder, localFolders, uvRoot: outline.uvRoot, modules }, context),
      buildCommand: await buildCommandOf(folder, located, languages, context),
      cases: undefined,
      variables,
    },
  };
}

const below = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/**
 * Returns patterns of an agent's files for the input `paths`, or an empty list if every file might affect the agent.
 */
function pathsOf(
  agent: {
    configPath: string;
    folder: string;
    localFolders: readonly string[];
    uvRoot: string | undefined;
    modules: readonly Module[];
  },
  { configs, files }: AgentContext,
): string[] {
  const others = configs.filter((path) => path !== agent.configPath).map(folderOf);
  if (agent.folder === '') {
    const without = others.filter((folder) => folder !== '').map((folder) => `!${glob(folder)}/**`);
    return without.length === 0 ? [] : ['**', ...new Set(without)];
  }
  const folders = new Set([agent.folder, ...agent.localFolders]);
  const apart = agent.modules.map(({ path }) => path).filter((path) => !within(folders, path));
  // The patterns match whole packages of the repository and whole folders of imported modules.
  for (const path of apart) folders.add(packageOf(path, files));
  const patterns = [...folders].filter((folder) => folder !== '').map((folder) => `${glob(folder)}/**`);
  const alone = apart.filter((path) => folderOf(path) === '').map(glob);
  const uvRoot = agent.uvRoot === undefined ? undefined : resolveFrom(agent.folder, agent.uvRoot);
  const shared = [
    'package.json',
    'package-lock.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'yarn.lock',
    'bun.lock',
  ];
  const installed = agent.modules.some(({ language }) => language === 'typescript') ? shared : [];
  const locked = uvRoot === undefined ? [] : ['pyproject.toml', 'uv.lock'].map((name) => below(uvRoot, name));
  const lists = [...installed, ...locked].filter((path) => files.has(path) && !within(folders, path));
  return [...new Set([...patterns, ...alone, ...lists.map(glob)])].filter(
    (pattern) => !UNSPEAKABLE_PATTERN.test(pattern),
  );
}

const UNSPEAKABLE_PATTERN = /[\p{C}\p{Zl}\p{Zp}]|\$\{\{/u;
const within = (folders: ReadonlySet<string>, path: string): boolean =>
  [...folders].some((folder) => folder !== '' && isWithin(folder, path));

/** Returns the folder of the nearest package that contains a module, or else the folder of the module. */
function packageOf(path: string, files: ReadonlySet<string>): string {
  for (let at = folderOf(path); at !== ''; at = folderOf(at)) {
    if (['package.json', 'pyproject.toml', 'setup.py'].some((name) => files.has(`${at}/${name}`))) return at;
  }
  return folderOf(path);
}

/** Returns a glob that matches only this path. */
export const glob = (path: string): string => path.replaceAll(/[^\p{L}\p{N}_/.@-]/gu, String.raw`\$&`);

const BUILT = /(?:^|\/)(?:dist|build|out|lib|\.output)\//;

/**
 * Returns the command that creates missing modules, which runs the `build` script of the package, or `undefined` if the
 * package has no `build` script.
 */
async function buildCommandOf(
  folder: string,
  graphs: readonly (string | undefined)[],
  languages: ReadonlySet<Language>,
  { reader, files }: AgentContext,
): Promise<string | undefined> {
  const isBuilt = graphs.some((path) => path !== undefined && !files.has(path) && BUILT.test(path));
  if (!isBuilt || !languages.has('typescript')) return undefined;
  const manifest = await readJson(reader, below(folder, 'package.json'));
  if (typeof fieldOf(fieldOf(manifest, 'scripts'), 'build') !== 'string') return undefined;
  const has = (name: string): boolean => files.has(name) || files.has(below(folder, name));
  if (has('pnpm-lock.yaml')) return 'pnpm run build';
  if (has('yarn.lock')) return 'yarn run build';
  return has('bun.lock') || has('bun.lockb') ? 'bun run build' : 'npm run build';
}

/**
 * Returns a valid deployment name that is similar to a string, or `undefined` if the string contains no usable
 * character.
 */
export function toDeploymentName(text: string): string | undefined {
  const name = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, NAME_MAX)
    .replace(/(?<!-)-+$/, '');
  return PLAIN_DEPLOYMENT_NAME.test(name) ? name : undefined;
}
