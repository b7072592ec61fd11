import { findLeaksIn, type Leak } from '../runner/leaks.ts';
import type { JobRun, WorkflowRun } from './types.ts';

/** A run as a table: one line per job and step, with how it went and what the job made of that. */
export function formatRun(run: WorkflowRun): string {
  const title = run.started
    ? `${run.name}: ${run.conclusion}`
    : `${run.name}: not started, ${run.reason ?? ''}`;
  const group = run.concurrency === null ? [] : [`concurrency: ${run.concurrency.group}`];
  const rows = Object.values(run.jobs).flatMap(rowsOf);
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [title, ...group, ...lines].join('\n');
}

function rowsOf(job: JobRun): string[][] {
  const steps = job.steps.map((step) => [
    `  ${step.name}`,
    step.outcome,
    step.conclusion === step.outcome ? '' : `counts as ${step.conclusion}`,
    `${Math.round(step.durationMs)} ms`,
  ]);
  return [[job.id, job.result, job.counts ? '' : 'may fail', ''], ...steps];
}

/** Looks for secrets in everything the jobs of a run gave away, as `findLeaks` does for one action. */
export function findWorkflowLeaks(run: WorkflowRun, secrets: readonly string[]): Leak[] {
  return Object.values(run.jobs).flatMap((job) =>
    findLeaksIn(
      {
        lines: job.lines,
        annotations: job.annotations,
        phases: job.steps.flatMap((step) => step.processes),
        outputs: Object.assign({}, ...job.steps.map((step) => step.outputs), job.outputs) as Record<
          string,
          string
        >,
        state: {},
        exportedEnv: {},
        addedPaths: [],
      },
      secrets,
    ).map((leak) => ({ ...leak, where: `${job.id}: ${leak.where}` })),
  );
}
