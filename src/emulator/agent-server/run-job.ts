import { isJsonObject } from '../../contract/json-safety.ts';
import { type RunCommand, RunCreate } from '../../contract/run.ts';
import type { RunRow } from '../ports/store.ts';
import type { RunJob } from '../ports/worker.ts';
import { withoutLibraryKeys } from './reserved-keys.ts';
import { startingCheckpoint, toRecord } from './run-row.ts';

/** Returns the request body of a stored run, including the configuration of the run's assistant. */
export function toBody({ kwargs }: RunRow): RunCreate {
  return RunCreate.parse(kwargs);
}

/** Returns whether the stored fields are a valid run request. */
export function isBody(kwargs: Record<string, unknown>): boolean {
  return RunCreate.safeParse(kwargs).success;
}

/** Converts a run to the format that its worker receives. For `resume`, see `RunJob`. */
export function toJob(run: RunRow, { resume = false }: { resume?: boolean } = {}): RunJob {
  const body = toBody(run);
  const config = body.config ?? {};
  const configurable = withoutLibraryKeys(toRecord(config.configurable));
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
      metadata: { ...toRecord(config.metadata), ...run.metadata, run_attempt: run.attempt },
      configurable: {
        ...(resume ? withoutCheckpoint(configurable) : { ...configurable, ...checkpointConfig(body) }),
        assistant_id: run.assistantId,
      },
    },
    ...(body.context !== undefined && {
      context: isJsonObject(body.context) ? withoutLibraryKeys(body.context) : body.context,
    }),
    ...(command && { command }),
    ...(body.interrupt_before && { interruptBefore: body.interrupt_before }),
    ...(durability && { durability }),
    ...(body.interrupt_after && { interruptAfter: body.interrupt_after }),
  };
}

/** Removes the starting checkpoint of a run that resumes from its own last checkpoint. */
function withoutCheckpoint(configurable: Record<string, unknown>): Record<string, unknown> {
  const { checkpoint_id: _id, checkpoint_ns: _ns, checkpoint_map: _map, ...rest } = configurable;
  return rest;
}

function checkpointConfig(body: RunCreate): Record<string, unknown> {
  const from = startingCheckpoint(body);
  if (!from) return {};
  const map = body.checkpoint?.['checkpoint_map'];
  return {
    checkpoint_id: from.id,
    checkpoint_ns: from.ns,
    ...(map !== undefined && map !== null && { checkpoint_map: map }),
  };
}

/** Converts a command to the graph library's format. An empty command counts as absent. */
function toCommand(command: RunCommand | null | undefined): Record<string, unknown> | undefined {
  const { update, resume, goto } = command ?? {};
  const fields = {
    ...(update !== undefined && update !== null && { update }),
    ...(resume !== undefined && { resume }),
    ...(goto !== undefined &&
      goto !== null && { goto: Array.isArray(goto) ? goto.map(toTarget) : toTarget(goto) }),
  };
  return Object.keys(fields).length === 0 ? undefined : fields;
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
