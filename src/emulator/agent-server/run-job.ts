import { RunCreate, type RunCommand } from '../../contract/run.ts';
import type { RunRow } from '../ports/store.ts';
import type { RunJob } from '../ports/worker.ts';
import { startingCheckpoint } from './new-run.ts';

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** What a worker is told of a run: its create body (spec §4.10), as kept with the run. `resume`: see `RunJob`. */
export function toJob(run: RunRow, resume = false): RunJob {
  const body = RunCreate.parse(run.kwargs);
  const config = body.config ?? {};
  const command = toCommand(body.command);
  const durability = body.durability ?? durabilityOf(body.checkpoint_during);
  return {
    runId: run.id,
    threadId: run.threadId,
    graphId: run.graphId,
    fence: run.fence,
    input: body.input,
    resume,
    config: {
      ...config,
      metadata: { ...asRecord(config.metadata), ...run.metadata, run_attempt: run.attempt },
      configurable: {
        ...(resume ? withoutPlace(asRecord(config.configurable)) : asRecord(config.configurable)),
        ...(!resume && whereFrom(body)),
        assistant_id: run.assistantId,
      },
    },
    ...(body.context !== undefined && { context: body.context }),
    ...(command && { command }),
    ...(body.interrupt_before && { interruptBefore: body.interrupt_before }),
    ...(durability && { durability }),
    ...(body.interrupt_after && { interruptAfter: body.interrupt_after }),
  };
}

/** One that goes on from its own last checkpoint must not begin at another again. */
function withoutPlace(configurable: Record<string, unknown>): Record<string, unknown> {
  const { checkpoint_id: _id, checkpoint_ns: _ns, checkpoint_map: _map, ...rest } = configurable;
  return rest;
}

/** Where in the thread the graph begins. */
function whereFrom(body: RunCreate): Record<string, unknown> {
  const from = startingCheckpoint(body);
  if (!from) return {};
  const map = body.checkpoint?.['checkpoint_map'];
  return {
    checkpoint_id: from.id,
    checkpoint_ns: from.ns,
    ...(map !== undefined && map !== null && { checkpoint_map: map }),
  };
}

/** In the graph library's own terms; one that says nothing is none. */
function toCommand(command: RunCommand | null | undefined): Record<string, unknown> | undefined {
  const { update, resume, goto } = command ?? {};
  const said = {
    ...(update !== undefined && update !== null && { update }),
    ...(resume !== undefined && { resume }),
    ...(goto !== undefined &&
      goto !== null && { goto: Array.isArray(goto) ? goto.map(toTarget) : toTarget(goto) }),
  };
  return Object.keys(said).length === 0 ? undefined : said;
}

function toTarget(target: string | { node: string; input?: unknown }): unknown {
  return typeof target === 'string'
    ? target
    : { lg_name: 'Send', node: target.node, args: target.input ?? null };
}

function durabilityOf(during: boolean | null | undefined): 'async' | 'exit' | undefined {
  if (during === undefined || during === null) return undefined;
  return during ? 'async' : 'exit';
}
