import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { tokenPermissions, type PermissionName, type TokenPermissions } from '../model/permissions.ts';
import { readWorkflow, WorkflowError } from '../model/read.ts';
import type { CallJobModel, Workflow } from '../model/schema.ts';
import { isKnown } from '../steps/uses.ts';
import type { WorkflowOptions } from '../types.ts';
import { misfit } from './inputs.ts';

/** A workflow file, and the ones its jobs call. */
export interface LoadedWorkflow {
  workflow: Workflow;
  /** Its path in its repository. */
  place: string;
  /** What the caller lets it do at most; undefined for a workflow that an event started. */
  cap: TokenPermissions | undefined;
  /** By the id of the job that calls. */
  calls: ReadonlyMap<string, LoadedWorkflow>;
}

/** GitHub takes so many workflows in a row. */
const DEEPEST = 10;

/**
 * Reads a workflow file and every file its jobs call, and checks what is known before anything runs: that each is there,
 * that the inputs and secrets are those it takes, that it asks for no permission its caller does not have.
 * Throws `WorkflowError` for the first problem.
 */
export async function loadWorkflow(
  file: string,
  options: WorkflowOptions,
  cap?: TokenPermissions,
  depth = 1,
): Promise<LoadedWorkflow> {
  const workflow = readWorkflow(await read(file), file);
  const source = options.actions ?? (() => null);
  const calls = new Map<string, LoadedWorkflow>();
  for (const [id, job] of Object.entries(workflow.jobs)) {
    const fail = (problem: string): never => {
      throw new WorkflowError(`${file}: jobs.${id}: ${problem}`);
    };
    const permissions = within(workflow, job.permissions, options, cap);
    for (const [name, level] of exceeding(permissions, cap)) {
      fail(`asks for '${name}: ${level}', but is only allowed '${name}: ${cap?.[name] ?? 'none'}'`);
    }
    if (job.kind === 'steps') {
      for (const { uses } of job.steps) {
        if (uses !== undefined && !isKnown(uses, source)) {
          fail(`${uses} is not here: say in \`actions\` where it is, or who plays it`);
        }
      }
      continue;
    }
    if (depth === DEEPEST) fail(`more than ${DEEPEST} workflows call each other`);
    const called = await loadWorkflow(fileOf(job, file, options, fail), options, permissions, depth + 1);
    const problem = misfit(job, called.workflow);
    if (problem !== null) fail(`${job.uses}: ${problem}`);
    calls.set(id, called);
  }
  return { workflow, place: `.github/workflows/${path.basename(file)}`, cap, calls };
}

/** What a job gets that names no more than its caller has; one that names nothing gets what the caller has. */
function within(
  workflow: Workflow,
  job: Workflow['permissions'],
  options: WorkflowOptions,
  cap: TokenPermissions | undefined,
): TokenPermissions {
  if (cap !== undefined && job === undefined && workflow.permissions === undefined) return cap;
  return tokenPermissions({
    workflow: workflow.permissions,
    job,
    byDefault: options.defaultPermissions,
  });
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

function fileOf(
  job: CallJobModel,
  caller: string,
  options: WorkflowOptions,
  fail: (problem: string) => never,
): string {
  const given = options.workflows?.(job.uses) ?? null;
  if (given !== null) return given;
  // A local one stands beside its caller, in the same repository.
  if (job.uses.startsWith('./')) return path.join(path.dirname(caller), path.basename(job.uses));
  return fail(`${job.uses} is not here: say in \`workflows\` where it is`);
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new WorkflowError(`${file}: there is no such workflow file`, { cause });
  }
}
