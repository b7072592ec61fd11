import { parse } from 'yaml';
import * as z from 'zod';
import { checkCondition, checkTemplate } from '../../runner/expressions/index.ts';
import { PLACES, type Place } from './places.ts';
import { CompositeSteps, WorkflowFile, type JobModel, type StepModel, type Workflow } from './schema.ts';

/** A workflow file that GitHub would not take, or that asks for what this harness does not do. Nothing has run. */
export class WorkflowError extends Error {
  override name = 'WorkflowError';
}

/** Keys of a job that are GitHub's but not ours, with what to do instead. */
const NOT_HERE: Readonly<Record<string, string>> = {
  strategy: 'a matrix is not run by this harness: write the jobs out',
  container: 'containers are not run by this harness: leave `container` out',
  services: 'service containers are not run by this harness: start what is needed before the run',
  uses: 'reusable workflows are not run by this harness: run the called file by itself',
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
  for (const [job, key] of jobKeys(document)) {
    const instead = NOT_HERE[key];
    if (instead !== undefined) fail(`jobs.${job}.${key}: ${instead}`);
  }
  const read = WorkflowFile.safeParse(document);
  if (!read.success) return fail(z.prettifyError(read.error), read.error);
  try {
    check(read.data);
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

function jobKeys(document: unknown): [job: string, key: string][] {
  const entries = (value: unknown): [string, unknown][] =>
    typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const jobs = entries(document).find(([key]) => key === 'jobs')?.[1];
  return entries(jobs).flatMap(([id, job]) => entries(job).map(([key]): [string, string] => [id, key]));
}

function check(workflow: Workflow): void {
  filled('run-name', workflow['run-name'], 'run-name');
  each('env', workflow.env, 'workflow env');
  for (const value of Object.values(workflow.concurrency ?? {})) {
    filled('concurrency', value, 'workflow concurrency');
  }
  each('defaults.run', workflow.defaults?.run ?? {}, 'workflow defaults');
  oneFilter(workflow);
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

function checkJob(id: string, job: JobModel, workflow: Workflow): void {
  const at = `jobs.${id}`;
  for (const need of job.needs ?? []) {
    if (!Object.hasOwn(workflow.jobs, need)) throw new Error(`${at}.needs: there is no job '${need}'`);
  }
  checkCircle(id, workflow);
  condition(`${at}.if`, job.if, 'job if');
  filled(`${at}.name`, job.name, 'job settings');
  filled(`${at}.timeout-minutes`, job['timeout-minutes'], 'job settings');
  filled(`${at}.continue-on-error`, job['continue-on-error'], 'job settings');
  for (const value of Object.values(job.concurrency ?? {}))
    filled(`${at}.concurrency`, value, 'job settings');
  filled(`${at}.environment.name`, job.environment?.name, 'job settings');
  if (job.environment && 'url' in job.environment) {
    filled(`${at}.environment.url`, job.environment.url, 'environment url');
  }
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

function each(at: string, values: Readonly<Record<string, string | undefined>>, place: Place): void {
  for (const [name, value] of Object.entries(values)) filled(`${at}.${name}`, value, place);
}

function filled(at: string, value: string | undefined, place: Place): void {
  within(at, () => checkTemplate(value ?? '', PLACES[place]));
}

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
