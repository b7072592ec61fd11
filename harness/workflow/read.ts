import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import * as z from 'zod';
import { type Workflow, WorkflowFile } from './schema.ts';
import { type FileOf, validateYaml } from './validate.ts';

/**
 * Thrown for a workflow file that GitHub would refuse, or that requires an unsupported feature of this harness. No job
 * has run before the error is thrown.
 */
export class WorkflowError extends Error {
  override name = 'WorkflowError';
}

/**
 * Reads a workflow file that GitHub's own validator accepts. Throws `WorkflowError` with all problems.
 * @param fileOf returns the file of a workflow that a job calls, whose inputs and secrets are validated as well
 */
export async function readWorkflow(file: string, fileOf?: FileOf): Promise<Workflow> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new WorkflowError(`${file}: there is no such workflow file`, { cause });
  });
  const problems = await validateYaml(file, text, { fileOf });
  if (problems.length > 0) throw new WorkflowError(problems.join('\n'));
  const read = WorkflowFile.safeParse(parse(text));
  if (read.success) return read.data;
  throw new WorkflowError(`${file}: ${z.prettifyError(read.error)}`, { cause: read.error });
}
