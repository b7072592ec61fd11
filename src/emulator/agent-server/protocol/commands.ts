import type { IncomingHttpHeaders } from 'node:http';
import type * as z from 'zod';
import { isJsonObject } from '../../../contract/json-safety.ts';
import { uuid } from '../../../contract/primitives.ts';
import {
  type CommandResponse,
  InputRespondParams,
  type ProtocolCommand,
  RunStartParams,
  SubscribeParams,
  UnsubscribeParams,
} from '../../../contract/protocol.ts';
import { RunCreate } from '../../../contract/run.ts';
import type { AgentCaller } from '../../ports/agent-auth.ts';
import { HttpError } from '../../server/http-error.ts';
import type { RunRow } from '../../ports/store.ts';
import { authorizeThread } from '../access/authorize.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { servingWorker } from '../query-graph.ts';
import { toRunRequest } from '../run-row.ts';
import type { RunService } from '../run-service.ts';
import { createPendingInterruptsReader } from './pending-interrupts.ts';
import { firstSeqOf } from './session.ts';

/** Maximum time that a response waits for an interrupted run to stop, in milliseconds. */
const SETTLE_TIMEOUT_MS = 5_000;
/** Stream modes that every run of the streaming protocol emits and stores. */
const STREAM_MODES: RunCreate['stream_mode'] = [
  'values',
  'updates',
  'messages',
  'tools',
  'custom',
  'tasks',
  'checkpoints',
];

type ErrorCode = Extract<CommandResponse, { type: 'error' }>['error'];

/** Error of a command, which the protocol reports in a successful HTTP response. */
class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Thread that receives the commands of a request. The thread might not exist yet. */
interface CommandTarget {
  deploymentId: string;
  threadId: string;
  headers: IncomingHttpHeaders;
  agentCaller: AgentCaller | undefined;
  signal: AbortSignal;
}

interface CommandResult {
  result: Record<string, unknown>;
  run?: RunRow;
}

/**
 * Creates the function that executes a command of the streaming protocol
 * (docs/agent-server/streams.md#protocol-commands). The function throws an HttpError only for failures that the command
 * did not cause (5xx).
 */
export function createCommandHandler(
  dependencies: AgentServerDependencies,
  runs: RunService,
): (target: CommandTarget, command: ProtocolCommand) => Promise<CommandResponse> {
  const { start, respond } = createRunCommands(dependencies, runs);

  const execute = async (
    target: CommandTarget,
    { method, params }: ProtocolCommand,
  ): Promise<CommandResult> => {
    switch (method) {
      case 'run.start':
        return start(target, params);
      case 'input.respond':
        return respond(target, params);
      case 'subscription.subscribe':
        parse(SubscribeParams, params);
        // Subscriptions over HTTP are not stored, because each request for an event stream contains its own filter.
        return { result: { subscription_id: dependencies.newId(), replayed_events: 0 } };
      case 'subscription.unsubscribe': {
        const { subscription_id: id } = parse(UnsubscribeParams, params);
        throw new CommandError('no_such_subscription', `Subscription ${id} does not exist`);
      }
      case 'subscription.reconnect':
      case 'agent.getTree':
        throw new CommandError(
          'no_such_run',
          'Over HTTP a command does not belong to a run: read POST /threads/{thread_id}/stream/events instead',
        );
      default:
        throw new CommandError('unknown_command', `Unknown protocol command: ${method}`);
    }
  };

  return async (target, command) => {
    const { id } = command;
    try {
      const { result, run } = await execute(target, command);
      // The sequence number lets the client distinguish a new interrupt from an interrupt that an earlier run reported.
      const through = run ? firstSeqOf(run) - 1 : 0;
      return { type: 'success', id, result, meta: { applied_through_seq: through } };
    } catch (failure) {
      if (failure instanceof CommandError) {
        return { type: 'error', id, error: failure.code, message: failure.message };
      }
      if (!(failure instanceof HttpError) || failure.status >= 500) throw failure;
      return { type: 'error', id, error: 'unknown_error', message: failure.message };
    }
  };
}

function createRunCommands(dependencies: AgentServerDependencies, runs: RunService) {
  const { store, live } = dependencies;
  const settle = createPendingInterruptsReader(dependencies);

  const startRun = async (
    target: CommandTarget,
    body: Omit<RunCreate, 'stream_mode' | 'if_not_exists' | 'on_completion'>,
  ): Promise<RunRow> => {
    const checkpoint = checkpointOf(body.config);
    if (servingWorker(live, target.deploymentId)?.hasProtocol() === false) {
      throw new CommandError(
        'unsupported',
        "The agent's graph library is too old for this protocol. Upgrade langgraph to 1.2 or newer, or @langchain/langgraph to 1.3 or newer; the older calls (runs.stream) work without an upgrade",
      );
    }
    const parsed = RunCreate.parse({
      ...body,
      ...checkpoint,
      stream_mode: STREAM_MODES,
      stream_subgraphs: true,
      stream_resumable: true,
      if_not_exists: 'create',
      on_completion: 'keep',
    });
    return runs.create(toRunRequest(target, parsed, { threadId: target.threadId, protocol: true }));
  };

  const start = async (target: CommandTarget, given: unknown): Promise<CommandResult> => {
    const params = parse(RunStartParams, given);
    const { assistant_id, input, config, metadata, multitaskStrategy } = params;
    const strategy = multitaskStrategy ?? 'enqueue';
    // With `enqueue`, the previous run can still end with an interrupt, and the queued input then resumes the thread.
    await authorizeThread(store, target, { threadId: target.threadId, action: 'read' });
    const timeoutMs = strategy === 'enqueue' ? SETTLE_TIMEOUT_MS : 0;
    const hasInput = input !== undefined && input !== null;
    const pending = hasInput ? await settle(target, { timeoutMs }) : undefined;
    const resumes = pending !== undefined && !pending.isBusy && pending.ids.size > 0;
    const run = await startRun(target, {
      assistant_id,
      ...(resumes ? { command: { resume: input } } : { input: input ?? null }),
      config,
      metadata,
      multitask_strategy: strategy,
    });
    return { result: { run_id: run.id }, run };
  };

  const respond = async (target: CommandTarget, given: unknown): Promise<CommandResult> => {
    const params = parse(InputRespondParams, given);
    await authorizeThread(store, target, { threadId: target.threadId, action: 'read' });
    const answers = 'responses' in params ? params.responses : [params];
    const { config, metadata, update, goto } = params;
    const wanted = answers.map((answer) => answer.interrupt_id);
    const pending = await settle(target, {
      timeoutMs: SETTLE_TIMEOUT_MS,
      isEnough: (ids) => wanted.every((id) => ids.has(id)),
    });
    const unknown = answers.find((answer) => !pending.ids.has(answer.interrupt_id));
    if (unknown) {
      throw new CommandError(
        'no_such_interrupt',
        `The thread has no pending interrupt ${unknown.interrupt_id}: it was already answered, or belongs to another thread`,
      );
    }
    if (pending.assistantId === undefined) {
      throw new CommandError('no_such_run', 'The thread has no run that waits for a response');
    }
    const run = await startRun(target, {
      assistant_id: pending.assistantId,
      command: {
        resume: Object.fromEntries(
          answers.map(({ interrupt_id, response }) => [interrupt_id, response ?? null]),
        ),
        update,
        goto,
      },
      config,
      metadata,
      multitask_strategy: 'enqueue',
    });
    return { result: {}, run };
  };

  return { start, respond };
}

/** Parses the parameters of a command. @throws CommandError for the first invalid parameter. */
function parse<T extends z.ZodType>(schema: T, params: unknown): z.infer<T> {
  const parsed = schema.safeParse(params ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = ['params', ...(issue?.path ?? [])].join('.');
  throw new CommandError('invalid_argument', `${place}: ${issue?.message ?? 'is not valid'}`);
}

/**
 * Returns the checkpoint from which a run starts. Clients of the protocol specify the checkpoint in the configuration.
 */
function checkpointOf(config: RunCreate['config']): Pick<RunCreate, 'checkpoint_id'> {
  const configurable = config?.['configurable'];
  const id = isJsonObject(configurable) ? configurable['checkpoint_id'] : undefined;
  if (id === undefined || id === null) return {};
  const parsed = uuid.safeParse(id);
  if (parsed.success) return { checkpoint_id: parsed.data };
  throw new CommandError(
    'invalid_argument',
    'params.config.configurable.checkpoint_id: must be the ID of a checkpoint, a UUID',
  );
}
