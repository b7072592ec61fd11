import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach } from '@jest/globals';
import { pushEvent } from '../../../harness/events.ts';
import { runWorkflow } from '../../../harness/workflow/run-workflow.ts';
import type { WorkflowOptions, WorkflowRun } from '../../../harness/workflow/types.ts';

const folders: string[] = [];
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

export const somePush = pushEvent({ branch: 'main', before: 'a'.repeat(40), after: 'd'.repeat(40) });

/** Creates a folder that is removed after the test. */
export async function someFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'workflow-'));
  folders.push(folder);
  return folder;
}

/** Writes a workflow to a file. */
export async function workflowFile(text: string): Promise<string> {
  const file = path.join(await someFolder(), 'test.yml');
  await writeFile(file, text);
  return file;
}

/** Runs a workflow with this text, by default for a push. */
export async function run(text: string, options: Partial<WorkflowOptions> = {}): Promise<WorkflowRun> {
  return runWorkflow({ file: await workflowFile(text), event: somePush, ...options });
}

/** Returns a workflow with one job and these steps, each as a line of YAML. */
export function oneJob(steps: string[], job = ''): string {
  const items = steps.map((step) => `      - ${step.trim().replaceAll('\n', '\n        ')}`).join('\n');
  return `on: push\njobs:\n  a:\n    runs-on: x\n${job === '' ? '' : `    ${job.replaceAll('\n', '\n    ')}\n`}    steps:\n${items}\n`;
}

/** Returns the outcomes of a job and its steps: `['success', 'success', 'skipped']`. */
export function outcomes(result: WorkflowRun, job = 'a'): string[] {
  const ran = result.jobs[job];
  return [ran?.result ?? 'missing', ...(ran?.steps ?? []).map((step) => step.outcome)];
}

/** Returns only the lines that the processes of a job's steps printed. */
export function printed(result: WorkflowRun, job = 'a'): string[] {
  return (result.jobs[job]?.lines ?? [])
    .filter((line) => line.stream !== 'runner' && line.command === null)
    .map((line) => line.text ?? '');
}

/** Waits until a process has exited. */
export async function gone(pid: number): Promise<boolean> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}
