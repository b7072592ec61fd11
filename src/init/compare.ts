import type { Problem } from '../action/inputs/problem.ts';
import { isIncluded, parsePathFilter } from '../action/paths/glob.ts';
import { isSample } from '../agent-code/agent-variables.ts';
import {
  type ActionUse,
  configPathOf,
  deploymentNameOf,
  type ExistingWorkflows,
  type Role,
} from './existing.ts';
import type { Agent } from './repository.ts';
import { WORKFLOW_PATHS } from './workflows.ts';

/** Permissions that the action needs in a job, keyed by the job's purpose. */
const RIGHTS: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  deploy: { contents: 'read', deployments: 'write' },
  preview: { contents: 'read', deployments: 'write', 'pull-requests': 'write' },
  manual: { contents: 'read', deployments: 'write' },
  sweep: { contents: 'read', deployments: 'write', 'pull-requests': 'read' },
};
const TYPES = ['opened', 'synchronize', 'reopened', 'closed'];
const WHAT: Readonly<Record<Exclude<Role, 'sweep'>, string>> = {
  deploy: 'no workflow deploys it on a push',
  preview: 'no workflow creates a preview for its pull requests',
  manual: 'no workflow can deploy it or roll it back manually',
};

/** Content that existing workflows should have. */
export interface Expected {
  agents: readonly Agent[];
  branch: { name: string; isKnown: boolean };
}

/**
 * Compares existing workflows with the workflows that `init` would write. Any file can contain the steps that an agent
 * needs, and additional steps are not problems. Permissions that the action does not need are problems.
 */
export function compareWorkflows(existing: ExistingWorkflows, expected: Expected): Problem[] {
  const { uses, placeholders, unreadable } = existing;
  const known = new Set(expected.agents.map(({ configPath }) => configPath));
  return [
    ...unreadable.map((path) => ({ path, message: 'the file is not valid YAML', hint: 'Correct it.' })),
    ...placeholders.map(({ file, job, uses: reference }) => ({
      path: `${file}, job ${job}`,
      message: `\`uses: ${reference}\` has a placeholder for the owner of the action, so GitHub cannot start it`,
      hint: 'Replace the placeholder, or run `agent-deploy init --force --action <owner>/agent-deploy@<version>` to write the workflows of init again.',
    })),
    ...expected.agents.flatMap((agent) =>
      (['deploy', 'preview', 'manual'] as const).flatMap((role) => compareAgent(uses, agent, role, expected)),
    ),
    ...(uses.some(({ roles }) => roles.has('sweep'))
      ? []
      : [missing('previews', 'no workflow deletes previews that are no longer needed', 'sweep')]),
    ...distinct(uses).flatMap(compareRights),
    ...uses.flatMap((use) => usesOfMissingConfigs(use, known)),
  ];
}

const missing = (path: string, message: string, role: Role): Problem => ({
  path,
  message,
  hint: `Run \`agent-deploy init\`, which writes ${WORKFLOW_PATHS[role]}.`,
});

/** Returns one use of the action per job, because a matrix job has several uses but only one set of permissions. */
const distinct = (uses: readonly ActionUse[]): ActionUse[] => [
  ...new Map(uses.map((use) => [`${use.file}\n${use.job}`, use])).values(),
];

/**
 * Returns whether a use of the action deploys an agent. For a manual dispatch, compares only the name, because one step
 * can deploy all agents, and a deployment stores the path of its configuration.
 */
export function isUsedFor(use: ActionUse, agent: Agent, role: Role): boolean {
  const path = role === 'manual' ? undefined : configPathOf(use);
  const name = deploymentNameOf(use);
  return (path === undefined || path === agent.configPath) && (name === undefined || name === agent.name);
}

function compareAgent(
  uses: readonly ActionUse[],
  agent: Agent,
  role: Exclude<Role, 'sweep'>,
  { branch }: Expected,
): Problem[] {
  const own = uses.filter((use) => use.roles.has(role) && isUsedFor(use, agent, role));
  const [first] = own;
  if (first === undefined) return [missing(agent.configPath, WHAT[role], role)];
  const about = (use: ActionUse, message: string, hint: string): Problem => ({
    path: `${use.file}, job ${use.job}`,
    message,
    hint,
  });
  const problems: Problem[] = [];
  const showing = role === 'manual' ? undefined : own.find(({ inputs }) => isTrue(inputs['dry-run']));
  if (showing !== undefined) {
    problems.push(
      about(
        showing,
        'it has dry-run set, so it only shows a plan and does not deploy',
        'Remove dry-run: true.',
      ),
    );
  }
  if (role === 'deploy') {
    if (branch.isKnown && !own.some((use) => startsOn(use, branch.name))) {
      problems.push(
        about(
          first,
          `it does not run on pushes to ${branch.name}, the default branch`,
          `Add it to on.push.branches.`,
        ),
      );
    }
    const cancelling = own.find(({ cancels }) => cancels === true);
    if (cancelling !== undefined) {
      problems.push(
        about(
          cancelling,
          'a newer push cancels the run, but its revision continues to build',
          'Write cancel-in-progress: false.',
        ),
      );
    }
  }
  if (role === 'preview' && !own.some((use) => typesOf(use).includes('closed'))) {
    problems.push(
      about(
        first,
        'it does not run when a pull request is closed, so previews remain',
        `Write types: [${TYPES.join(', ')}].`,
      ),
    );
  }
  const without = own.find(({ hasGroup }) => !hasGroup);
  if (without !== undefined) {
    problems.push(
      about(without, 'two runs may deploy the agent at the same time', 'Give it a concurrency group.'),
    );
  }
  if (role !== 'manual') problems.push(...compareVariables(own, agent, about));
  return problems;
}

/**
 * Returns whether the action would parse a value as true. Returns false for an expression, because GitHub evaluates the
 * expression at run time.
 */
const isTrue = (text: string | undefined): boolean => /^\s*true\s*$/i.test(text ?? '');

function compareVariables(
  uses: readonly ActionUse[],
  agent: Agent,
  about: (use: ActionUse, message: string, hint: string) => Problem,
): Problem[] {
  return uses.flatMap((use) => {
    const given = namesOfSecrets(use.inputs['secrets'] ?? '');
    // The secrets cannot be compared if an expression determines the secrets at run time.
    if (given === undefined) return [];
    // Variables in a sample file might be alternatives, so a missing variable is not a problem.
    const lacking = agent.variables.filter(
      ({ name, isNeeded, foundIn }) => isNeeded && !given.has(name) && !isSample(foundIn),
    );
    return lacking.map(({ name, foundIn }) =>
      about(
        use,
        `the agent needs ${name} (${foundIn}), which the input \`secrets\` does not contain`,
        `Add the line ${name}=….`,
      ),
    );
  });
}

/** Returns the names in the input `secrets`, or `undefined` if an expression might add names. */
function namesOfSecrets(text: string): Set<string> | undefined {
  const names = new Set<string>();
  for (const line of text.split('\n')) {
    // A name without a value is skipped.
    const [, name] = /^\s*([A-Za-z_]\w*)\s*(?:=\s*(?!""\s*$)\S|<<)/.exec(line) ?? [];
    if (name !== undefined) names.add(name);
    else if (line.trim().startsWith('${{')) return undefined;
  }
  return names;
}

function startsOn({ events }: ActionUse, branch: string): boolean {
  const push: unknown = events.get('push');
  if (typeof push !== 'object' || push === null) return true;
  const patterns = listOf(Reflect.get(push, 'branches'));
  const ignored = listOf(Reflect.get(push, 'branches-ignore'));
  const fits = (list: readonly string[]): boolean => {
    try {
      return isIncluded(parsePathFilter(list), branch);
    } catch {
      return false;
    }
  };
  if (patterns.length > 0) return fits(patterns);
  if (ignored.length > 0) return !fits(ignored);
  return listOf(Reflect.get(push, 'tags')).length === 0;
}

function typesOf({ events }: ActionUse): readonly string[] {
  const event: unknown = events.get('pull_request') ?? events.get('pull_request_target');
  return typeof event === 'object' && event !== null ? listOf(Reflect.get(event, 'types')) : [];
}

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');

/**
 * Returns problems about missing permissions and, if the job contains only the action, about unneeded permissions.
 */
function compareRights(use: ActionUse): Problem[] {
  const { permissions, roles, isAlone } = use;
  if (roles.size === 0) return [];
  const path = `${use.file}, job ${use.job}`;
  const needed: Record<string, string> = {};
  for (const role of roles) {
    for (const [name, right] of Object.entries(RIGHTS[role])) {
      if (needed[name] !== 'write') needed[name] = right;
    }
  }
  // The notice about an inactive preview is a comment.
  if (roles.has('sweep') && 'preview-idle' in use.inputs) needed['pull-requests'] = 'write';
  const shown = Object.entries(needed)
    .map(([name, right]) => `${name}: ${right}`)
    .join(', ');
  const hint = `Write permissions: { ${shown} }.`;
  if (permissions === undefined) {
    return [{ path, message: 'its permissions are not set, so the settings of the repository apply', hint }];
  }
  const has = (name: string, right: string): boolean => {
    const given = permissions[name] ?? permissions['*'];
    return (
      given === 'write' ||
      given === 'write-all' ||
      (right === 'read' && (given === 'read' || given === 'read-all'))
    );
  };
  const lacking = Object.entries(needed).filter(([name, right]) => !has(name, right));
  const extra = isAlone
    ? Object.entries(permissions).filter(
        ([name, right]) =>
          name === '*' ||
          (right !== 'none' && needed[name] === undefined) ||
          (right === 'write' && needed[name] === 'read'),
      )
    : [];
  return [
    ...lacking.map(([name, right]) => ({ path, message: `it lacks the permission ${name}: ${right}`, hint })),
    ...extra.map(([name, right]) => ({
      path,
      message: `it has the permission ${name === '*' ? right : `${name}: ${right}`}, which is not needed`,
      hint,
    })),
  ];
}

/** Returns a problem if the configuration that a use of the action specifies does not exist. */
function usesOfMissingConfigs(use: ActionUse, known: ReadonlySet<string>): Problem[] {
  const path = configPathOf(use);
  const needs = use.roles.has('deploy') || use.roles.has('preview');
  if (!needs || path === undefined || known.has(path) || isOfImage(use)) return [];
  return [
    {
      path: `${use.file}, job ${use.job}`,
      message: `it deploys ${path}, which is not an agent of this repository`,
      hint: 'Correct graph-config-path, or remove the job.',
    },
  ];
}

const isOfImage = ({ inputs }: ActionUse): boolean =>
  'image-uri' in inputs || /docker/.test(inputs['source'] ?? '') || 'repo-url' in inputs;
