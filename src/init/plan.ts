import type { Problem } from '../action/inputs/problem.ts';
import { DEPLOYMENT_NAME } from '../contract/patterns.ts';
import { findPackages } from '../agent-code/agent-code.ts';
import { type AgentContext, describeAgent, findConfigs } from './agents.ts';
import { findCases } from './cases.ts';
import { compareWorkflows, isUsedFor } from './compare.ts';
import {
  type ExistingWorkflows,
  isPlaceholder,
  readExistingWorkflows,
  type Role,
  ROLES,
} from './existing.ts';
import { namesOf, regionOf } from './names.ts';
import { findEarlierCommand, notesOf } from './notes.ts';
import type { Agent, RepositoryReader } from './repository.ts';
import {
  API_KEY,
  PREVIEW_SECRET_SUFFIX,
  renderWorkflow,
  storedName,
  WORKFLOW_PATHS,
  type WorkflowFile,
  type WorkflowSettings,
} from './workflows.ts';

/** Optional settings of `init`. Missing settings are derived from the repository. */
export interface InitSettings {
  /** Paths of the graph configurations to deploy, or an empty list for all configurations in the repository. */
  configs?: readonly string[] | undefined;
  /** Name of the deployment. Only a repository with one agent can have this setting. */
  name?: string | undefined;
  branch?: string | undefined;
  source?: 'git_host' | 'internal_source' | undefined;
  /** Value of `uses` for the action. */
  action?: string | undefined;
  /** Value of `uses` for the action of this release, which is used if no workflow of the repository uses the action. */
  ownAction?: string | undefined;
}

/** Files that `init` would write, with notes and problems for the user. */
export interface InitPlan {
  agents: readonly Agent[];
  branch: { name: string; isKnown: boolean };
  source: 'git_host' | 'internal_source';
  files: readonly PlannedFile[];
  /**
   * Names of the repository's secrets that the workflows need. `variables` contains the names of the repository's
   * variables that the workflows need.
   */
  secrets: readonly string[];
  variables: readonly string[];
  /** Notes for the user, each with one or two sentences. */
  notes: readonly string[];
  /** Problems of existing workflows, such as missing and unneeded parts. */
  differences: readonly Problem[];
}

/**
 * A generated workflow and the state of the existing file. `new` means that the file does not exist, and `same` that
 * the file has the generated content. `edited` means that the file differs but contains everything that the agents
 * need, and `outdated` that the file lacks something that the agents need.
 */
export interface PlannedFile extends WorkflowFile {
  state: 'new' | 'same' | 'edited' | 'outdated';
}

/** Value of `uses` if neither the repository nor this release contains a reference to the action. */
const DEFAULT_ACTION = 'OWNER/agent-deploy@v0';

/**
 * Plans the workflows of a repository. Reads the graph configurations, the agents' code, the names of variables, and
 * the existing workflows of the repository.
 * @returns the plan, or a problem
 */
export async function planInit(
  reader: RepositoryReader,
  settings: InitSettings = {},
): Promise<{ ok: true; plan: InitPlan } | { ok: false; problems: readonly Problem[] }> {
  const wrong = checkInitSettings(settings);
  if (wrong.length > 0) return { ok: false, problems: wrong };
  const files = await reader.files();
  const configs = findConfigs(files, settings.configs ?? []);
  if (!configs.ok) return configs;
  if (settings.name !== undefined && configs.paths.length > 1)
    return { ok: false, problems: [oneName(configs.paths)] };
  const existing = await readExistingWorkflows(reader);
  const named = await namesOf(configs.paths, { reader, existing, name: settings.name });
  const all = new Set(files);
  const packages = await findPackages(reader, all);
  const context: AgentContext = { reader, files: all, packages, configs: configs.paths, names: named };
  const described = await Promise.all(configs.paths.map((path) => describeAgent(path, context)));
  const problems = described.flatMap((result) => (result.ok ? [] : [result.problem]));
  if (problems.length > 0) return { ok: false, problems };
  const withoutCases = described.flatMap((result) => (result.ok ? [result.agent] : []));
  const cases = await findCases(reader, files, withoutCases);
  const agents = withoutCases.map((agent) => ({ ...agent, cases: cases.chosen.get(agent.configPath) }));
  const branch = branchOf(reader, existing, settings);
  const before = await findEarlierCommand(reader, files);
  const source =
    settings.source ?? sourceOf(existing) ?? (before?.isRemote === true ? 'internal_source' : 'git_host');
  const action =
    settings.action ??
    existing.uses.find(({ uses }) => !isPlaceholder(uses))?.uses ??
    settings.ownAction ??
    DEFAULT_ACTION;
  const region = await regionOf(reader, configs.paths);
  const given = agents.flatMap(({ variables }) => variables.filter(({ isNeeded }) => isNeeded));
  const secrets = given.filter(({ kind }) => kind === 'secret').map(storedName);
  const differences = compareWorkflows(existing, { agents, branch });
  return {
    ok: true,
    plan: {
      agents,
      branch,
      source,
      files: plannedFiles({ agents, branch: branch.name, action, source, region }, existing, differences),
      secrets: [
        API_KEY,
        ...new Set(secrets.flatMap((name) => [name, name + PREVIEW_SECRET_SUFFIX]).toSorted()),
      ],
      variables: [...new Set(given.filter(({ kind }) => kind === 'variable').map(storedName))].toSorted(),
      notes: notesOf({ agents, branch, action, source, before, files, otherCases: cases.others }),
      differences,
    },
  };
}

/** Returns the workflows to write, without workflows whose purpose other files already fulfill. */
function plannedFiles(
  settings: WorkflowSettings,
  existing: ExistingWorkflows,
  differences: readonly Problem[],
): PlannedFile[] {
  return ROLES.flatMap((role): PlannedFile[] => {
    const path = WORKFLOW_PATHS[role];
    const elsewhere = existing.uses.filter((use) => use.file !== path && use.roles.has(role));
    const agents = settings.agents.filter((agent) => !elsewhere.some((use) => isUsedFor(use, agent, role)));
    if (role === 'sweep' ? elsewhere.length > 0 : agents.length === 0) return [];
    const text = renderWorkflow(role, { ...settings, agents });
    const before = existing.texts.get(path);
    const isLacking = existing.unreadable.includes(path) || lacks(differences, path, role, agents);
    if (before === undefined) return [{ path, text, state: 'new' }];
    if (before.replaceAll('\r\n', '\n') === text) return [{ path, text, state: 'same' }];
    return [{ path, text, state: isLacking ? 'outdated' : 'edited' }];
  });
}

const lacks = (
  differences: readonly Problem[],
  path: string,
  role: Role,
  agents: readonly Agent[],
): boolean =>
  differences.some(
    (problem) =>
      problem.path.startsWith(`${path},`) ||
      (problem.hint.includes(path) &&
        (role === 'sweep' || agents.some(({ configPath }) => configPath === problem.path))),
  );

const BAD_BRANCH = /[\p{C}\p{Zl}\p{Zp}\s\\~^:?*[]|\$\{\{|\.\.|^[-/]|\/$/u;
const ACTION = /^[\w.-]{1,100}\/[\w.-]{1,100}@[\w./-]{1,200}$/;

function checkInitSettings({ name, branch, action }: InitSettings): Problem[] {
  const problems: Problem[] = [];
  if (name !== undefined && (!DEPLOYMENT_NAME.test(name) || name.length > 63)) {
    const message = `${JSON.stringify(name)} is not a valid deployment name`;
    problems.push({
      path: '--name',
      message,
      hint: 'Use up to 63 letters, digits, dashes and underscores, beginning with a letter.',
    });
  }
  if (branch !== undefined && (branch === '' || BAD_BRANCH.test(branch))) {
    problems.push({
      path: '--branch',
      message: `${JSON.stringify(branch)} is not a valid branch name`,
      hint: 'Such as main.',
    });
  }
  if (action !== undefined && !ACTION.test(action)) {
    const message = `${JSON.stringify(action)} is not a valid reference of an action`;
    problems.push({
      path: '--action',
      message,
      hint: `Use a reference such as ${DEFAULT_ACTION}, or a commit after the @.`,
    });
  }
  if (action !== undefined && isPlaceholder(action)) {
    problems.push({
      path: '--action',
      message: `${JSON.stringify(action)} has a placeholder for the owner of the action`,
      hint: 'Replace it with the owner on GitHub.',
    });
  }
  return problems;
}

const oneName = (paths: readonly string[]): Problem => ({
  path: '--name',
  message: `one name was given for ${paths.length} agents: ${paths.slice(0, 5).join(', ')}`,
  hint: 'Select one agent with --config, or remove --name.',
});

function branchOf(
  { defaultBranch }: RepositoryReader,
  existing: ExistingWorkflows,
  settings: InitSettings,
): InitPlan['branch'] {
  if (settings.branch !== undefined) return { name: settings.branch, isKnown: true };
  if (defaultBranch !== undefined && !BAD_BRANCH.test(defaultBranch))
    return { name: defaultBranch, isKnown: true };
  for (const { roles, events } of existing.uses) {
    const push: unknown = events.get('push');
    const branches: unknown =
      typeof push === 'object' && push !== null ? Reflect.get(push, 'branches') : undefined;
    const branch: unknown = Array.isArray(branches) ? branches[0] : undefined;
    if (roles.has('deploy') && typeof branch === 'string' && /^[\w./-]+$/.test(branch)) {
      return { name: branch, isKnown: false };
    }
  }
  return { name: 'main', isKnown: false };
}

const sourceOf = ({ uses }: ExistingWorkflows): InitPlan['source'] | undefined =>
  uses.some(({ inputs }) => inputs['source'] === 'internal_source') ? 'internal_source' : undefined;
