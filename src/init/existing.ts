import { isJsonObject } from '../contract/json-safety.ts';
import { parse } from 'yaml';
import { resolveFrom } from '../agent-code/code-reader.ts';
import type { RepositoryReader } from './repository.ts';

export const ROLES = ['deploy', 'preview', 'manual', 'sweep'] as const;
/** Purpose for which a workflow uses the action. */
export type Role = (typeof ROLES)[number];

export interface ActionUse {
  file: string;
  job: string;
  /** Value of `uses` in the step or job. */
  uses: string;
  roles: ReadonlySet<Role>;
  /** Settings of the events that start the workflow, keyed by the event's name. */
  events: ReadonlyMap<string, unknown>;
  inputs: Readonly<Record<string, string>>;
  /**
   * Permissions of the job's token, or `undefined` if the workflow sets no permissions and the repository's settings
   * apply.
   */
  permissions: Readonly<Record<string, string>> | undefined;
  /** Value of `cancel-in-progress` in the concurrency group, or `undefined` without a concurrency group. */
  cancels: unknown;
  hasGroup: boolean;
  /** True if the job contains only the action, checkouts, and steps for artifacts. */
  isAlone: boolean;
}

/** Uses of the action in a repository's workflows. */
export interface ExistingWorkflows {
  uses: readonly ActionUse[];
  /** Steps and jobs whose `uses` contains a placeholder such as `OWNER` instead of the action's owner. */
  placeholders: readonly { file: string; job: string; uses: string }[];
  /** Paths of files that are not valid YAML. */
  unreadable: readonly string[];
  texts: ReadonlyMap<string, string>;
}

type Node = Readonly<Record<string, unknown>>;
const nodeOf = (value: unknown): Node => (isJsonObject(value) ? value : {});
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;
const ACTION = /^[\w.-]{1,100}\/agent-deploy@[\w./-]{1,200}$/;
/** Matches actions that a job can contain next to this project's action without additional permissions. */
const HELPER = /^actions\/(?:checkout|upload-artifact|download-artifact)@/;
const REUSABLE =
  /^([\w.-]{1,100}\/agent-deploy)\/\.github\/workflows\/reusable-(deploy|preview|manual)\.yml(@[\w./-]{1,200})$/;
/** Matches a reference to this project's action or reusable workflow with a placeholder instead of the owner. */
const PLACEHOLDER = /^(?:OWNER|<[^/]*>|your-\w+)\/agent-deploy[/@]/i;
/** Maximum number of jobs that GitHub creates from one matrix. */
const MOST_CELLS = 256;

/** Finds the uses of the action in a repository's workflows, including uses through our reusable workflows. */
export async function readExistingWorkflows(reader: RepositoryReader): Promise<ExistingWorkflows> {
  const files = (await reader.files()).filter((path) => WORKFLOW.test(path)).toSorted();
  const uses: ActionUse[] = [];
  const placeholders: ExistingWorkflows['placeholders'][number][] = [];
  const unreadable: string[] = [];
  const texts = new Map<string, string>();
  for (const file of files) {
    const text = await reader.read(file);
    if (text === undefined) continue;
    texts.set(file, text);
    try {
      const workflow: unknown = parse(text);
      uses.push(...usesIn(file, workflow));
      placeholders.push(...placeholdersIn(file, workflow));
    } catch {
      unreadable.push(file);
    }
  }
  return { uses, placeholders, unreadable, texts };
}

/** Returns whether a reference to the action contains a placeholder such as `OWNER` instead of the action's owner. */
export const isPlaceholder = (uses: string): boolean => PLACEHOLDER.test(uses);

function placeholdersIn(file: string, workflow: unknown): ExistingWorkflows['placeholders'] {
  return Object.entries(nodeOf(nodeOf(workflow)['jobs'])).flatMap(([job, value]) => {
    const { steps, uses } = nodeOf(value);
    const all = [uses, ...(Array.isArray(steps) ? steps.map((step) => nodeOf(step)['uses']) : [])];
    const found = all.map(textOf).filter(isPlaceholder);
    return [...new Set(found)].map((reference) => ({ file, job, uses: reference }));
  });
}

function usesIn(file: string, workflow: unknown): ActionUse[] {
  const { jobs, permissions, concurrency, on } = nodeOf(workflow);
  const events = eventsOf(on);
  return Object.entries(nodeOf(jobs)).flatMap(([id, value]) => {
    const job = nodeOf(value);
    if (isOff(job)) return [];
    const group = job['concurrency'] ?? concurrency;
    const common = {
      file,
      job: id,
      events,
      permissions: permissionsOf(job['permissions'] ?? permissions),
      cancels: nodeOf(group)['cancel-in-progress'],
      hasGroup: group !== undefined && group !== null,
    };
    const steps = Array.isArray(job['steps']) ? job['steps'].map(nodeOf) : [];
    const others = steps.filter(({ uses }) => !ACTION.test(textOf(uses)) && !HELPER.test(textOf(uses)));
    const called = calledUse(common, job);
    const own = steps
      .filter((step) => ACTION.test(textOf(step['uses'])) && !isOff(step))
      .map((step) => ({
        ...common,
        uses: textOf(step['uses']),
        inputs: inputsOf(step['with']),
        isAlone: others.length === 0,
      }));
    return [...(called === undefined ? [] : [called]), ...own].flatMap((use) =>
      cellsOf(job, on).map((cell) =>
        withRoles({ ...use, inputs: fill(use.inputs, cell) }, called === undefined),
      ),
    );
  });
}

/** Returns whether a job or step never runs, because its condition is the constant false. */
const isOff = (node: Node): boolean => /^(?:\$\{\{\s*false\s*\}\}|false)$/.test(textOf(node['if']).trim());

type Roleless = Omit<ActionUse, 'roles'>;

/**
 * Converts a job that calls a reusable workflow of this project to a use of the action, as if the job contained the
 * step of the reusable workflow. Returns `undefined` for any other job.
 */
function calledUse(common: Omit<Roleless, 'uses' | 'inputs' | 'isAlone'>, job: Node): Roleless | undefined {
  const [, action = '', kind = '', version = ''] = REUSABLE.exec(textOf(job['uses'])) ?? [];
  if (action === '') return undefined;
  const secrets = textOf(nodeOf(job['secrets'])['agent-secrets']);
  return {
    ...common,
    uses: action + version,
    inputs: { ...inputsOf(job['with']), action: kind, ...(secrets === '' ? {} : { secrets }) },
    // The reusable workflow sets a concurrency group.
    hasGroup: true,
    cancels: undefined,
    isAlone: true,
  };
}

function withRoles(use: Roleless, isStep: boolean): ActionUse {
  const { action = 'auto' } = use.inputs;
  const isOpen = action === 'auto' || action.includes('${{');
  const may = (...words: string[]): boolean => isOpen || words.some((word) => action.includes(word));
  const on = (...names: string[]): boolean => names.some((name) => use.events.has(name));
  const roles = new Set<Role>();
  if (on('push') && may('deploy')) roles.add('deploy');
  if (on('pull_request', 'pull_request_target') && may('preview')) roles.add('preview');
  const canRollBack = 'rollback-to' in use.inputs || may('rollback', ...(isStep ? [] : ['manual']));
  if (on('workflow_dispatch') && action !== 'auto' ? canRollBack : 'rollback-to' in use.inputs)
    roles.add('manual');
  if (on('schedule') && action === 'sweep') roles.add('sweep');
  // A reusable workflow has only one purpose, whatever events start the calling workflow.
  if (!isStep) for (const role of roles) if (role !== action) roles.delete(role);
  return { ...use, roles };
}

function eventsOf(on: unknown): Map<string, unknown> {
  if (typeof on === 'string') return new Map([[on, undefined]]);
  if (Array.isArray(on)) return new Map(on.map((name) => [textOf(name), undefined]));
  return new Map(Object.entries(nodeOf(on)));
}

function permissionsOf(value: unknown): Record<string, string> | undefined {
  if (typeof value === 'string') return { '*': value };
  if (!isJsonObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, right]) => [name, textOf(right)]));
}

const inputsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(nodeOf(value)).map(([name, text]) => [name, textOf(text)]));

/** Returns all combinations of the values of `matrix.*` and the choices of `inputs.*` in a job. */
function cellsOf(job: Node, on: unknown): Record<string, string>[] {
  const matrix = nodeOf(nodeOf(job['strategy'])['matrix']);
  let cells: Record<string, string>[] = [{}];
  for (const [key, values] of Object.entries(matrix)) {
    if (key === 'include' || key === 'exclude' || !Array.isArray(values)) continue;
    cells = multiply(cells, `matrix.${key}`, values.map(textOf));
  }
  if (Array.isArray(matrix['include'])) {
    const included = matrix['include']
      .slice(0, MOST_CELLS)
      .map((cell) =>
        Object.fromEntries(
          Object.entries(nodeOf(cell)).map(([key, value]) => [`matrix.${key}`, textOf(value)]),
        ),
      );
    cells = cells.length === 1 && Object.keys(matrix).length === 1 ? included : [...cells, ...included];
  }
  const asked = nodeOf(nodeOf(nodeOf(on)['workflow_dispatch'])['inputs']);
  for (const [name, input] of Object.entries(asked)) {
    const options = nodeOf(input)['options'];
    // Choices of the action's verb are skipped, because a verb does not select a deployment.
    if (Array.isArray(options) && name !== 'action')
      cells = multiply(cells, `inputs.${name}`, options.map(textOf));
  }
  return cells;
}

function multiply(
  cells: Record<string, string>[],
  key: string,
  values: readonly string[],
): Record<string, string>[] {
  if (values.length === 0 || cells.length * values.length > MOST_CELLS) return cells;
  return cells.flatMap((cell) => values.map((value) => ({ ...cell, [key]: value })));
}

/** Replaces expressions with the values of one combination, in the inputs that identify an agent. */
function fill(
  inputs: Readonly<Record<string, string>>,
  cell: Readonly<Record<string, string>>,
): Record<string, string> {
  const filled = { ...inputs };
  for (const name of ['deployment-name', 'graph-config-path']) {
    const text = inputs[name];
    if (text === undefined) continue;
    filled[name] = text.replaceAll(
      /\$\{\{\s{0,10}([\w.-]{1,100})\s{0,10}\}\}/g,
      (whole, key: string) => cell[key] ?? whole,
    );
  }
  return filled;
}

/** Returns the path of the graph configuration in the inputs, or `undefined` if the path is an expression. */
export function configPathOf({ inputs }: ActionUse): string | undefined {
  const path = inputs['graph-config-path'] || 'langgraph.json';
  return path.includes('${{') ? undefined : resolveFrom(inputs['source-path'] ?? '', path);
}

/** Returns the name of the deployment in the inputs, or `undefined` if the name is missing or an expression. */
export function deploymentNameOf({ inputs }: ActionUse): string | undefined {
  const name = inputs['deployment-name'];
  return name === undefined || name === '' || name.includes('${{') ? undefined : name;
}
