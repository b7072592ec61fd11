import path from 'node:path';
import {
  evaluateTemplate,
  renderTemplate,
  type Names,
  type Scope,
  toText,
  type Value,
} from '../runner/expressions.ts';
import { type ConcurrencyGroup, deadlock, groupOf } from './concurrency.ts';
import { unstartedJob } from './results.ts';
import type { CellResult, CellTurn, Graph, JobResult, LoadedWorkflow, WorkflowOptions } from './types.ts';
import {
  type CallInputModel,
  type CallJobModel,
  type PermissionName,
  tokenPermissions,
  type TokenPermissions,
  type Workflow,
} from './schema.ts';
import { readWorkflow, WorkflowError } from './read.ts';
import { isKnown } from './steps/uses.ts';

/**
 * Runs the workflow that a job calls, in the same run: the `github` context is the caller's, while inputs and secrets
 * are separate.
 */
export async function runCall(turn: CellTurn, model: CallJobModel): Promise<CellResult> {
  const { graph, id, key, name, cancel } = turn;
  const loaded = graph.loaded.calls.get(id);
  if (loaded === undefined) throw new Error(`${model.uses} was not read`);
  const unstarted = (result: 'failure' | 'cancelled', problem?: string): CellResult => ({
    runs: [unstartedJob(key, name, result, problem)],
    outputs: {},
  });
  const github = turn.contexts['github'] ?? null;
  const vars = turn.contexts['vars'] ?? null;
  let inputs: Names;
  let secrets: Record<string, string>;
  let group: ConcurrencyGroup | null;
  try {
    inputs = callInputs(model, loaded.workflow, turn.scope, {
      contexts: { github, vars, inputs: {} },
      functions: {},
    });
    secrets = callSecrets(model, graph.secrets, turn.scope);
    group = groupOf(loaded.workflow.concurrency, { contexts: { github, vars, inputs }, functions: {} });
  } catch (error) {
    return unstarted('failure', error instanceof Error ? error.message : String(error));
  }
  const held = [...graph.held, ...(turn.concurrency === null ? [] : [turn.concurrency.group])];
  const circle = deadlock(held, group);
  if (circle !== null) return unstarted('cancelled', circle);
  const leave = await graph.groups.enter(
    group,
    () => cancel.abort(new Error('a newer run wants the place in the concurrency group')),
    cancel.signal,
  );
  if (leave === null) return unstarted('cancelled');
  try {
    const ends = await graph.runAll({
      ...graph,
      loaded,
      inputs,
      secrets,
      held: group === null ? held : [...held, group.group],
      prefix: { id: `${key} / `, name: `${name} / ` },
      signal: cancel.signal,
    });
    return collect(ends, loaded.workflow, { contexts: { github, vars, inputs }, functions: {} });
  } finally {
    leave();
  }
}

/** Returns the jobs that ran, and the called workflow's outputs. */
function collect(ends: readonly JobResult[], called: Graph['loaded']['workflow'], around: Scope): CellResult {
  const jobs = Object.fromEntries(ends.map(({ id, result, outputs }) => [id, { result, outputs }]));
  const scope = { ...around, contexts: { ...around.contexts, jobs } };
  const outputs: Record<string, string> = {};
  for (const [name, { value }] of Object.entries(called.on.workflow_call?.outputs ?? {})) {
    const text = renderTemplate(value, scope);
    if (text !== '') outputs[name] = text;
  }
  return { runs: ends.flatMap((end) => end.runs), outputs };
}

/** GitHub's limit for nested workflow calls. */
const DEEPEST = 10;

/**
 * Reads a workflow file and every file that its jobs call, and validates them before anything runs: with GitHub's
 * validator, that each action exists, and that no job requests a permission that its caller does not have. Throws
 * `WorkflowError` for the first problem.
 */
export async function loadWorkflow(
  file: string,
  options: WorkflowOptions,
  cap?: TokenPermissions,
  depth = 1,
): Promise<LoadedWorkflow> {
  // A local workflow is in the same repository as its caller.
  const fileOf = (uses: string) =>
    options.workflows?.(uses) ?? path.join(path.dirname(file), path.basename(uses));
  const workflow = await readWorkflow(file, fileOf);
  const calls = new Map<string, LoadedWorkflow>();
  for (const [id, job] of Object.entries(workflow.jobs)) {
    const fail = (problem: string): never => {
      throw new WorkflowError(`${file}: jobs.${id}: ${problem}`);
    };
    // A job without `permissions:` has the permissions of its caller.
    const permissions = tokenPermissions({ workflow: workflow.permissions ?? cap, job: job.permissions });
    for (const [name, level] of exceeding(permissions, cap)) {
      fail(`asks for '${name}: ${level}', but is only allowed '${name}: ${cap?.[name] ?? 'none'}'`);
    }
    if (job.kind === 'steps') {
      for (const { uses } of job.steps) {
        if (uses !== undefined && !isKnown(uses, options.actions ?? (() => null))) {
          fail(`${uses} is not here: say in \`actions\` where it is, or who plays it`);
        }
      }
      continue;
    }
    if (depth === DEEPEST) fail(`more than ${DEEPEST} workflows call each other`);
    calls.set(id, await loadWorkflow(fileOf(job.uses), options, permissions, depth + 1));
  }
  return { workflow, place: `.github/workflows/${path.basename(file)}`, cap, calls };
}

function exceeding(
  asked: TokenPermissions,
  cap: TokenPermissions | undefined,
): [name: PermissionName, level: string][] {
  if (cap === undefined) return [];
  const names = Object.keys(asked) as PermissionName[];
  return names.flatMap((name): [PermissionName, string][] => {
    const level = asked[name];
    const enough = cap[name] === 'write' || cap[name] === level;
    return level === undefined || enough ? [] : [[name, level]];
  });
}

/**
 * Returns the `inputs` context of a called workflow. Throws for a value of the wrong type, which is found only at run
 * time if an expression returns the value (the string 'true' is not a boolean).
 * @param around the scope of the calling job
 * @param own the scope of the called workflow's defaults
 */
function callInputs(job: CallJobModel, called: Workflow, around: Scope, own: Scope): Names {
  const values: Record<string, Value> = {};
  for (const [name, input] of Object.entries(called.on.workflow_call?.inputs ?? {})) {
    const given = job.with[name];
    const value = given === undefined ? byDefault(input, own) : evaluated(given, around);
    if (!fits(input, value)) {
      throw new Error(`the input '${name}' of ${job.uses} is no ${input.type}: '${toText(value)}'`);
    }
    values[name] = input.type === 'string' ? toText(value) : value;
  }
  return values;
}

/** Returns the secrets of a called workflow: all secrets of the caller, or the secrets that are passed by name. */
function callSecrets(
  job: CallJobModel,
  secrets: Readonly<Record<string, string>>,
  around: Scope,
): Record<string, string> {
  if (job.secrets === 'inherit') return { ...secrets };
  const scope = { ...around, contexts: { ...around.contexts, secrets } };
  return Object.fromEntries(
    Object.entries(job.secrets).map(([name, text]) => [name, renderTemplate(text, scope)]),
  );
}

function byDefault(input: CallInputModel, own: Scope): Value {
  if (input.default !== undefined) return evaluated(input.default, own);
  return { boolean: false, number: 0, string: '' }[input.type];
}

function evaluated(value: string | number | boolean, scope: Scope): Value {
  return typeof value === 'string' ? evaluateTemplate(value, scope) : value;
}

/**
 * Returns whether a value has the type of an input. Any scalar is accepted as a string, but booleans and numbers must
 * have their own type.
 */
function fits(input: CallInputModel, value: Value): boolean {
  return input.type === 'string' ? value === null || typeof value !== 'object' : typeof value === input.type;
}
