import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import * as z from 'zod';
import { type Workflow, WorkflowFile } from './schema.ts';
import { type FileOf, validateYaml } from './validate.ts';

/** A workflow file that GitHub would not take, or that asks for what this harness does not do. Nothing has run. */
export class WorkflowError extends Error {
  override name = 'WorkflowError';
}

/**
 * Reads a workflow file that GitHub's own validator accepts. Throws `WorkflowError` with everything it refuses.
 * @param fileOf where a workflow stands that a job calls: its inputs and secrets are checked as well
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
