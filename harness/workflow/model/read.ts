import { parse } from 'yaml';
import * as z from 'zod';
import { checkStep } from './check-step.ts';
import { checkWorkflow } from './check.ts';
import { CompositeSteps, WorkflowFile, type StepModel, type Workflow } from './schema.ts';

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
  for (const [job, key] of jobKeys(document)) {
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

function jobKeys(document: unknown): [job: string, key: string][] {
  const entries = (value: unknown): [string, unknown][] =>
    typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const jobs = entries(document).find(([key]) => key === 'jobs')?.[1];
  return entries(jobs).flatMap(([id, job]) => entries(job).map(([key]): [string, string] => [id, key]));
}
