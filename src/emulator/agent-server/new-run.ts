import type { RunCreate } from '../../contract/run.ts';
import type { AssistantRow, RunRow } from '../ports/store.ts';

export interface RunRequest {
  deploymentId: string;
  /** Absent: a thread of its own, removed with the run unless the body says `keep`. */
  threadId?: string;
  body: RunCreate;
  /** Given when somebody watches the run before it exists. */
  runId?: string;
  /** What the request's headers add to `config.configurable`. */
  headerConfig?: Record<string, string>;
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The create body as it is kept with the run, with what its request's headers say. */
function kwargsOf({ threadId, body, headerConfig: configurable = {} }: RunRequest): Record<string, unknown> {
  const config = body.config ?? {};
  return {
    ...body,
    ...(Object.keys(configurable).length > 0 && {
      config: { ...config, configurable: { ...asRecord(config.configurable), ...configurable } },
    }),
    ...(threadId === undefined && body.on_completion !== 'keep' && { stateless: true }),
  };
}

/** The row of a run that was asked for at `now` (epoch milliseconds). */
export function toRunRow(
  request: RunRequest,
  made: { id: string; threadId: string; assistant: Pick<AssistantRow, 'id' | 'graphId'>; now: number },
): RunRow {
  const { body, deploymentId } = request;
  const { id, threadId, assistant, now } = made;
  const after = Math.round((body.after_seconds ?? 0) * 1_000);
  return {
    id,
    threadId,
    deploymentId,
    assistantId: assistant.id,
    graphId: assistant.graphId,
    status: 'pending',
    kwargs: kwargsOf(request),
    metadata: body.metadata ?? {},
    multitaskStrategy: body.multitask_strategy ?? 'enqueue',
    error: null,
    attempt: 1,
    revisionId: null,
    fence: 0,
    notBefore: after > 0 ? now + after : null,
    createdAt: now,
    updatedAt: now,
  };
}

/** The checkpoint a run is to begin from; undefined: where its thread stands. */
export function startingCheckpoint(
  body: Pick<RunCreate, 'checkpoint' | 'checkpoint_id'>,
): { id: string; ns: string } | undefined {
  const id = body.checkpoint?.checkpoint_id ?? body.checkpoint_id;
  return id === undefined || id === null ? undefined : { id, ns: body.checkpoint?.checkpoint_ns ?? '' };
}
