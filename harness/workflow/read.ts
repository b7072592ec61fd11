import { parse } from 'yaml';
import * as z from 'zod';
import { type Allowed, checkCondition, checkTemplate } from '../runner/expressions.ts';
import {
  type CallJobModel,
  CompositeSteps,
  type JobModel,
  type StepModel,
  type StepsJobModel,
  type StrategyModel,
  type Workflow,
  WorkflowFile,
} from './schema.ts';

/** A workflow file that GitHub would not take, or that asks for what this harness does not do. Nothing has run. */
export class WorkflowError extends Error {
  override name = 'WorkflowError';
}

/** Keys of a job that are GitHub's but not ours, with what to do instead. */
const NOT_HERE: Readonly<Record<string, string>> = {
  container: 'containers are not run by this harness: leave `container` out',
  services: 'service containers are not run by this harness: start what is needed before the run',
};

/**
 * Reads a workflow file: its shape, its names, and every expression by what may stand at its place.
 * Throws `WorkflowError` with the place of the first problem.
 * @param name the file's name, for messages
 */
export function readWorkflow(text: string, name: string): Workflow {
  const fail = (problem: string, cause?: unknown): never => {
    throw new WorkflowError(`${name}: ${problem}`, { cause });
  };
  let document: unknown;
  try {
    document = parse(text);
  } catch (cause) {
    return fail(`not YAML: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
  for (const [job, key] of keysOfJobs(document)) {
    const instead = NOT_HERE[key];
    if (instead !== undefined) fail(`jobs.${job}.${key}: ${instead}`);
  }
  const read = WorkflowFile.safeParse(document);
  if (!read.success) return fail(z.prettifyError(read.error), read.error);
  try {
    checkWorkflow(read.data);
  } catch (cause) {
    fail(cause instanceof Error ? cause.message : String(cause), cause);
  }
  return read.data;
}

/** Reads the steps of a composite action. Throws for a shape or an expression that may not be there. */
export function readCompositeSteps(steps: readonly unknown[]): StepModel[] {
  const read = CompositeSteps.safeParse(steps);
  if (!read.success) throw new Error(`steps: ${z.prettifyError(read.error)}`, { cause: read.error });
  read.data.forEach((step, index) => {
    checkStep(step, `steps[${index}]`);
    if (step.run !== undefined && step.shell === undefined) {
      throw new Error(`steps[${index}]: Required property is missing: shell`);
    }
  });
  return read.data;
}

function keysOfJobs(document: unknown): [job: string, key: string][] {
  const entries = (value: unknown): [string, unknown][] =>
    typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const jobs = entries(document).find(([key]) => key === 'jobs')?.[1];
  return entries(jobs).flatMap(([id, job]) => entries(job).map(([key]): [string, string] => [id, key]));
}

/** Checks what a workflow's shape does not tell: names, and every expression by where it stands. Throws for the first problem. */
function checkWorkflow(workflow: Workflow): void {
  filled('run-name', workflow['run-name'], 'run-name');
  each('env', workflow.env, 'workflow env');
  for (const value of Object.values(workflow.concurrency ?? {})) {
    filled('concurrency', value, 'workflow concurrency');
  }
  each('defaults.run', workflow.defaults?.run ?? {}, 'workflow defaults');
  oneFilter(workflow);
  checkChoices(workflow);
  checkCallable(workflow);
  for (const [id, job] of Object.entries(workflow.jobs)) checkJob(id, job, workflow);
}

function oneFilter({ on }: Workflow): void {
  for (const event of [on.push, on.pull_request, on.pull_request_target]) {
    for (const kind of ['branches', 'tags', 'paths'] as const) {
      const filters: Readonly<Record<string, unknown>> = event ?? {};
      if (filters[kind] !== undefined && filters[`${kind}-ignore`] !== undefined) {
        throw new Error(`on: you may only define one of ${kind} and ${kind}-ignore`);
      }
    }
  }
}

function checkChoices({ on }: Workflow): void {
  for (const [name, input] of Object.entries(on.workflow_dispatch?.inputs ?? {})) {
    const at = `on.workflow_dispatch.inputs.${name}`;
    const { type, options = [] } = input ?? {};
    if (type === 'choice' && options.length === 0) throw new Error(`${at}: a choice needs options`);
    if (type === 'choice' && input?.default !== undefined && !options.includes(input.default)) {
      throw new Error(`${at}: the default '${input.default}' is not among the options`);
    }
    if (type !== 'choice' && input?.options !== undefined) throw new Error(`${at}: options go with a choice`);
  }
}

function checkJob(id: string, job: JobModel, workflow: Workflow): void {
  const at = `jobs.${id}`;
  for (const need of job.needs ?? []) {
    if (!Object.hasOwn(workflow.jobs, need)) throw new Error(`${at}.needs: there is no job '${need}'`);
  }
  checkCircle(id, workflow);
  condition(`${at}.if`, job.if, 'job if');
  filled(`${at}.name`, job.name, 'job settings');
  for (const value of Object.values(job.concurrency ?? {})) {
    filled(`${at}.concurrency`, value, 'job settings');
  }
  checkStrategy(at, job.strategy);
  if (job.kind === 'call') checkCall(at, job);
  else checkSteps(at, job);
}

function checkSteps(at: string, job: StepsJobModel): void {
  filled(`${at}.timeout-minutes`, job['timeout-minutes'], 'job settings');
  filled(`${at}.continue-on-error`, job['continue-on-error'], 'job settings');
  filled(`${at}.environment.name`, job.environment?.name, 'job settings');
  filled(`${at}.environment.url`, job.environment?.url, 'environment url');
  filled(`${at}.environment.deployment`, job.environment?.deployment, 'job settings');
  each(`${at}.env`, job.env, 'job env');
  each(`${at}.defaults.run`, job.defaults?.run ?? {}, 'job defaults');
  each(`${at}.outputs`, job.outputs, 'job outputs');
  const ids = new Set<string>();
  for (const [index, step] of job.steps.entries()) {
    const place = `${at}.steps[${index}]`;
    checkStep(step, place);
    const key = step.id?.toLowerCase();
    if (key !== undefined && ids.has(key)) {
      throw new Error(`${place}: the identifier '${step.id ?? ''}' is used more than once`);
    }
    if (key !== undefined) ids.add(key);
  }
}

function checkCircle(start: string, workflow: Workflow): void {
  const seen = new Set<string>();
  const walk = (id: string): void => {
    for (const need of workflow.jobs[id]?.needs ?? []) {
      if (need === start) throw new Error(`jobs.${start}.needs: the job waits for itself`);
      if (!seen.has(need)) {
        seen.add(need);
        walk(need);
      }
    }
  };
  walk(start);
}

/** How `uses` of a job names a workflow: one of the same repository, or one of another at a ref. */
const LOCAL = /^\.\/\.github\/workflows\/[^/@]+\.ya?ml$/;
const REMOTE = /^[\w.-]+\/[\w.-]+\/\.github\/workflows\/[^/@]+\.ya?ml@[^\s@]+$/;

/** Checks a job that calls a workflow. Throws for the first problem. */
function checkCall(at: string, job: CallJobModel): void {
  if (!LOCAL.test(job.uses) && !REMOTE.test(job.uses)) {
    throw new Error(
      `${at}.uses: '${job.uses}' is neither ./.github/workflows/<file> nor <owner>/<repository>/.github/workflows/<file>@<ref>`,
    );
  }
  for (const [name, value] of Object.entries(job.with)) {
    if (typeof value === 'string') filled(`${at}.with.${name}`, value, 'call input');
  }
  if (job.secrets !== 'inherit') each(`${at}.secrets`, job.secrets, 'call secret');
}

/** Checks what `on.workflow_call` offers. Throws for the first problem. */
function checkCallable({ on, jobs }: Workflow): void {
  const { inputs, outputs } = on.workflow_call ?? {};
  for (const [name, input] of Object.entries(inputs ?? {})) {
    const at = `on.workflow_call.inputs.${name}`;
    if (typeof input.default === 'string') filled(`${at}.default`, input.default, 'call input default');
    const fixed = input.default !== undefined && !String(input.default).includes('${{');
    if (fixed && typeof input.default !== input.type) {
      throw new Error(`${at}: the default is no ${input.type}: '${String(input.default)}'`);
    }
  }
  for (const [name, { value }] of Object.entries(outputs ?? {})) {
    const at = `on.workflow_call.outputs.${name}`;
    filled(`${at}.value`, value, 'call output');
    for (const [, job = ''] of value.matchAll(/\bjobs\.([A-Za-z_][\w-]*)/g)) {
      if (!Object.hasOwn(jobs, job)) throw new Error(`${at}: there is no job '${job}'`);
    }
  }
}

/** Checks the expressions of a strategy. Throws for the first problem. */
function checkStrategy(at: string, strategy: StrategyModel | undefined): void {
  if (strategy === undefined) return;
  for (const text of textsIn(strategy)) filled(`${at}.strategy`, text, 'job strategy');
  const { matrix } = strategy;
  if (typeof matrix === 'object' && Object.keys(matrix).every((key) => key === 'exclude')) {
    throw new Error(`${at}.strategy.matrix: Matrix must define at least one vector`);
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Checks a step of a job or of a composite action. Throws for the first problem. */
function checkStep(step: StepModel, at: string): void {
  if ((step.run === undefined) === (step.uses === undefined)) {
    throw new Error(`${at}: exactly one of 'uses' and 'run' is needed`);
  }
  if (step.id !== undefined && !/^(?!__)[A-Za-z_][A-Za-z0-9_-]*$/.test(step.id)) {
    throw new Error(`${at}: the identifier '${step.id}' is invalid`);
  }
  const onlyRun = step.shell ?? step['working-directory'];
  if (step.uses !== undefined && onlyRun !== undefined) {
    throw new Error(`${at}: 'shell' and 'working-directory' go with 'run' only`);
  }
  if (step.run !== undefined && Object.keys(step.with).length > 0) {
    throw new Error(`${at}: 'with' goes with 'uses' only`);
  }
  condition(`${at}.if`, step.if, 'step if');
  for (const key of [
    'name',
    'run',
    'shell',
    'working-directory',
    'continue-on-error',
    'timeout-minutes',
  ] as const) {
    filled(`${at}.${key}`, step[key], 'step settings');
  }
  each(`${at}.env`, step.env, 'step settings');
  each(`${at}.with`, step.with, 'step settings');
}

/** Checks every expression of some values by where they stand. */
function each(at: string, values: Readonly<Record<string, string | undefined>>, place: Place): void {
  for (const [name, value] of Object.entries(values)) filled(`${at}.${name}`, value, place);
}

/** Checks the expressions of a text by where it stands. */
function filled(at: string, value: string | undefined, place: Place): void {
  within(at, () => checkTemplate(value ?? '', PLACES[place]));
}

/** Checks an `if`. */
function condition(at: string, value: string | undefined, place: Place): void {
  within(at, () => checkCondition(value ?? '', PLACES[place]));
}

function within(at: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    throw new Error(`${at}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

const STATUS = {
  always: { least: 0, most: 0 },
  success: { least: 0, most: 0 },
  failure: { least: 0, most: 0 },
  cancelled: { least: 0, most: 0 },
};
const HASH = { hashFiles: { least: 1, most: 255 } };

const RUN = ['github', 'inputs', 'vars'];
const JOB = [...RUN, 'needs', 'strategy', 'matrix'];
const STEP = [...JOB, 'steps', 'job', 'runner', 'env'];

/** What an expression may name, by the place in a workflow file where it stands. GitHub refuses a file that names more. */
export const PLACES = {
  'run-name': { contexts: RUN, functions: {} },
  'workflow concurrency': { contexts: RUN, functions: {} },
  'workflow env': { contexts: [...RUN, 'secrets'], functions: {} },
  'workflow defaults': { contexts: [], functions: {} },
  'job if': { contexts: [...RUN, 'needs'], functions: STATUS },
  'job strategy': { contexts: [...RUN, 'needs'], functions: {} },
  'call input': { contexts: JOB, functions: {} },
  'call secret': { contexts: [...JOB, 'secrets'], functions: {} },
  'call input default': { contexts: RUN, functions: {} },
  'call output': { contexts: [...RUN, 'jobs'], functions: {} },
  'job settings': { contexts: JOB, functions: {} },
  'job env': { contexts: [...JOB, 'secrets'], functions: {} },
  'job defaults': { contexts: [...JOB, 'env'], functions: {} },
  'job outputs': { contexts: [...STEP, 'secrets'], functions: {} },
  'environment url': { contexts: STEP, functions: {} },
  'step if': { contexts: STEP, functions: { ...STATUS, ...HASH } },
  'step settings': { contexts: [...STEP, 'secrets'], functions: HASH },
} satisfies Record<string, Allowed>;
export type Place = keyof typeof PLACES;
