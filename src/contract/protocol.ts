import * as z from 'zod';
import { maxItems, jsonObject, optional } from './primitives.ts';
import { MULTITASK_STRATEGIES, RunCommand, RunCreate } from './run.ts';
import { LIST_MAX } from './limits.ts';

// Schemas of "protocol v2", the streaming protocol of a thread where clients send commands and receive events
// (docs/agent-server/streams.md#protocol).

/** Channels that a client can request for an event stream, in addition to `custom:<name>`. */
export const PROTOCOL_CHANNELS = [
  'values',
  'updates',
  'messages',
  'tools',
  'custom',
  'lifecycle',
  'input',
  'tasks',
  'checkpoints',
] as const;
const CUSTOM_CHANNEL = /^custom:[^]+$/;

/** Path of a graph: empty for the root graph, or one `node:<task>` per level for a subgraph. */
const Namespace = maxItems(LIST_MAX, z.array(z.string()));

const channel = z
  .string()
  .refine(
    (name) => PROTOCOL_CHANNELS.some((known) => known === name) || CUSTOM_CHANNEL.test(name),
    `must be one of ${PROTOCOL_CHANNELS.join(', ')}, or custom:<name>`,
  );

/** Body of POST /threads/{id}/stream/events, which selects the events that the connection receives. */
export const EventStreamRequest = z.looseObject({
  channels: maxItems(LIST_MAX, z.array(channel).min(1)),
  /**
   * Prefixes of the namespaces whose events are sent, or absent or empty for all namespaces. A segment without `:`
   * matches every task of the node.
   */
  namespaces: optional(maxItems(LIST_MAX, z.array(Namespace))),
  /** Maximum number of levels below a prefix whose events are sent, or absent for all levels. */
  depth: optional(z.int().min(0)),
  /** `seq` of the last event that the client has, or absent if the client has no event. */
  since: optional(z.int().min(0)),
});
export type EventStreamRequest = z.infer<typeof EventStreamRequest>;

/** One event of a thread. The number `seq` increases with each event, and is the same in all connections. */
export const ProtocolEvent = z.object({
  type: z.literal('event'),
  event_id: z.string(),
  seq: z.int(),
  method: z.string(),
  params: z.object({
    namespace: Namespace,
    timestamp: z.number(),
    /** Name of the node that caused the event, if known. */
    node: z.string().optional(),
    data: z.unknown(),
  }),
});
export type ProtocolEvent = z.infer<typeof ProtocolEvent>;

/** Body of POST /threads/{id}/commands. */
export const ProtocolCommand = z.looseObject({
  id: z.int(),
  method: z.string(),
  params: z.unknown(),
});
export type ProtocolCommand = z.infer<typeof ProtocolCommand>;

/** Options of all commands that create a run. */
const runOptions = RunCreate.pick({ config: true, metadata: true }).shape;

/** Parameters of the command `run.start`. */
export const RunStartParams = z.looseObject({
  ...RunCreate.pick({ assistant_id: true, input: true }).shape,
  ...runOptions,
  /** An unknown multitask strategy is ignored. */
  multitaskStrategy: z.enum(MULTITASK_STRATEGIES).optional().catch(undefined),
  /** Additional destination of the run's trace, which is validated but has no effect. */
  langsmith_tracer: optional(
    z.strictObject({ project_name: z.string().optional(), example_id: z.string().optional() }),
  ),
});
export type RunStartParams = z.infer<typeof RunStartParams>;

const Answer = z.object({
  interrupt_id: z.string(),
  namespace: Namespace.default([]),
  response: z.unknown().optional(),
});
const steering = {
  ...runOptions,
  /** Change of the state that the step after the interrupt applies. `goto` contains the nodes that run next. */
  update: optional(jsonObject),
  goto: RunCommand.shape.goto,
};
const InputRespondMany = z.object({ responses: maxItems(LIST_MAX, z.array(Answer).min(1)), ...steering });
const InputRespondOne = z.object({ ...Answer.shape, ...steering });

/** Parameters of `input.respond`: the responses to one or several pending interrupts. */
export const InputRespondParams = z.union([InputRespondMany, InputRespondOne]);
export type InputRespondParams = z.infer<typeof InputRespondParams>;

/** Parameters of `subscription.subscribe`. */
export const SubscribeParams = EventStreamRequest.omit({ since: true });

/** Parameters of `subscription.unsubscribe`. */
export const UnsubscribeParams = z.looseObject({ subscription_id: z.string() });

/** Machine-readable reason codes of failed commands. */
const PROTOCOL_ERRORS = [
  'invalid_argument',
  'unknown_command',
  'unknown_error',
  'no_such_run',
  'no_such_subscription',
  'no_such_interrupt',
  'unsupported',
] as const;

export const CommandResponse = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('success'),
    id: z.int(),
    result: jsonObject,
    meta: z.object({ applied_through_seq: z.int() }),
  }),
  z.object({
    type: z.literal('error'),
    id: z.int().nullable(),
    error: z.enum(PROTOCOL_ERRORS),
    message: z.string(),
  }),
]);
export type CommandResponse = z.infer<typeof CommandResponse>;
