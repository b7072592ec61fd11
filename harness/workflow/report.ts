import { findLeaksIn, type Leak } from '../runner/leaks.ts';
import type { WorkflowRun } from './types.ts';

/** Searches all output of a run's jobs for secrets, as `findLeaks` does for one action. */
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
