import { RunCreate } from '../../contract/run.ts';
import type { RunRow } from '../seams/store.ts';
import type { RunJob } from '../seams/worker.ts';

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** What a worker is told of a run: its create body (spec §4.10), as kept with the run. */
export function toJob(run: RunRow): RunJob {
  const body = RunCreate.parse(run.kwargs);
  const config = body.config ?? {};
  return {
    runId: run.id,
    threadId: run.threadId,
    graphId: run.graphId,
    fence: run.fence,
    input: body.input,
    // It was claimed before, so a worker that is gone may have got part of the way.
    resume: run.fence > 1,
    config: {
      ...config,
      metadata: { ...asRecord(config.metadata), ...run.metadata, run_attempt: run.attempt },
      configurable: { ...asRecord(config.configurable), assistant_id: run.assistantId },
    },
    ...(body.context !== undefined && { context: body.context }),
    ...(body.command && { command: body.command }),
    ...(body.interrupt_before && { interruptBefore: body.interrupt_before }),
    ...(body.durability && { durability: body.durability }),
    ...(body.interrupt_after && { interruptAfter: body.interrupt_after }),
  };
}
