import * as z from 'zod';
import { failFastList } from '../../../contract/primitives.ts';
import { CheckpointBody, FieldVectors, StoreCall, VectorText, WriteBody } from '../../ports/store-calls.ts';
import type { AgentLanguage, WorkerAnswers } from '../../ports/worker.ts';
import type { ReceivedFrame } from './frames.ts';
import { unpackCall } from './parts.ts';

// A worker's messages are not trusted, because the worker runs the agent's code, so the emulator parses them with these
// schemas. The worker imports only the types of the schemas, and never loads the schema library.

const record = z.record(z.string(), z.unknown());

const Outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('success'), values: z.unknown() }),
  z.object({ kind: z.literal('interrupted'), values: z.unknown(), interrupts: record }),
  z.object({ kind: z.literal('error'), error: z.string(), message: z.string() }),
  z.object({ kind: z.literal('aborted') }),
]);

/** Maximum length in characters of a name from the agent's code. */
const MAX_NAME_LENGTH = 500;

const EVENT_NAME =
  /^(values|updates|messages(\/(metadata|partial|complete))?|events|tasks|checkpoints|debug|custom(:[^|\r\n]+)?|tools|lifecycle|input|trace)(\|[^\r\n]*)?$/;

/** Maximum number of events in one message. A worker sends at most 500. */
const MAX_EVENTS = 10_000;
/** Maximum number of states, checkpoints, writes or other rows in the response to a query. */
const MAX_ROWS = 100_000;

const Event = z.object({
  event: z.string().regex(EVENT_NAME),
  data: z.string().regex(/^[^\r\n]+$/),
});

const Names = z.record(z.string(), z.string().min(1).max(MAX_NAME_LENGTH));

const AppDocument = z.object({
  paths: z.record(z.string().startsWith('/'), z.record(z.string(), z.unknown())),
  components: z.object({ schemas: record.optional() }).optional(),
});

const Headers = failFastList(
  z.tuple([z.string().regex(/^[!#$%&'*+.^_`|~\w-]+$/), z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/)]),
  1_000,
);
const ofExchange = { id: z.int() };

const ofBody = { ...ofExchange, side: z.enum(['request', 'response']) };

const HTTP_REPORTS = [
  z.object({
    type: z.literal('http'),
    ...ofExchange,
    purpose: z.enum(['api', 'authenticate', 'forward', 'forward-own']),
    method: z.string().regex(/^[A-Z]{1,20}$/),
    path: z.string().regex(/^\/[\x21-\x7e]*$/),
    query: z.string().regex(/^[\x21-\x7e]*$/),
    headers: Headers,
    hasBody: z.boolean(),
  }),
  z.object({
    type: z.literal('head'),
    ...ofExchange,
    status: z.int().min(200).max(599),
    headers: Headers,
  }),
  z.object({ type: z.literal('pass'), ...ofExchange, headers: Headers, hasBody: z.boolean() }),
  z.object({ type: z.literal('data'), ...ofBody, bytes: z.int() }),
  z.object({ type: z.literal('more'), ...ofBody, count: z.int().min(1).max(1_000) }),
  z.object({ type: z.literal('end'), ...ofBody }),
  z.object({ type: z.literal('reset'), ...ofExchange, message: z.string() }),
] as const;

/** Messages from a worker to the emulator; `link/commands.ts` has the messages from the emulator. */
export const WorkerReport = z.discriminatedUnion('type', [
  /**
   * Reports that the worker is ready. `names` contains the names of graphs whose name differs from the ID.
   * `Worker.hasProtocol` and `Worker.appDocument` describe the other fields.
   */
  z.object({
    type: z.literal('ready'),
    names: Names.optional().catch(undefined),
    protocol: z.boolean().optional().catch(undefined),
    appDocument: AppDocument.optional().catch(undefined),
  }),
  /**
   * Reports the part that the worker loads next, such as `graph 'agent'`. The first such report shows that the worker
   * is running.
   */
  z.object({ type: z.literal('loading'), what: z.string().max(500) }),
  z.object({ type: z.literal('load-failed'), message: z.string() }),
  z.object({ type: z.literal('run-ended'), runId: z.string(), outcome: Outcome }),
  z.object({ type: z.literal('listening'), runId: z.string() }),
  /**
   * Reports on link 0 that a run begins a node, because the node's code may block the process. A report without a node
   * means that the run has ended.
   */
  z.object({
    type: z.literal('node'),
    runId: z.string(),
    graphId: z.string().optional(),
    node: z.string().max(MAX_NAME_LENGTH).optional(),
  }),
  /** Reports the number of executed steps of a run that stores its first checkpoint at the end. */
  z.object({
    type: z.literal('steps'),
    runId: z.string(),
    count: z.int().min(1),
    ns: z.string().max(MAX_NAME_LENGTH),
    node: z.string().max(MAX_NAME_LENGTH),
  }),
  z.object({ type: z.literal('events'), runId: z.string(), events: failFastList(Event, MAX_EVENTS) }),
  z.object({ type: z.literal('answer'), id: z.int(), answer: z.unknown() }),
  z.object({ type: z.literal('query-failed'), id: z.int(), error: z.string(), message: z.string() }),
  /**
   * Response to a ping. If another thread responds for a blocked event loop (Python), `blockedMs` is the duration of
   * the block.
   */
  z.object({ type: z.literal('pong'), id: z.int(), blockedMs: z.int().min(0).optional() }),
  z.object({ type: z.literal('store-call'), id: z.int(), call: StoreCall }),
  ...HTTP_REPORTS,
]);
export type WorkerReport = z.infer<typeof WorkerReport>;

const Schemas = z.object({
  state_schema: record.nullable(),
  input_schema: record.nullable(),
  output_schema: record.nullable(),
  config_schema: record.nullable(),
  context_schema: record.nullable(),
});
const Refused = z.object({
  refused: z.object({
    status: z.int().min(400).max(599),
    message: z.string(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
});
const Identity = z.object({
  user: z.looseObject({ identity: z.string() }),
  permissions: z.array(z.string()),
  handle: z.string().max(200).optional(),
});
const draftIn = (language: AgentLanguage) =>
  z.object({
    checkpoint: record,
    checkpoints: failFastList(
      CheckpointBody.transform((row) => ({ ...row, language })),
      MAX_ROWS,
    ),
    writes: failFastList(WriteBody, MAX_ROWS),
    values: z.unknown(),
    next: z.array(z.string()),
    interrupts: record,
  });

/**
 * Returns the schema of each query's response. Adds the worker's language to checkpoints, because they do not contain
 * it.
 */
export function queryAnswers(language: AgentLanguage): {
  [K in keyof WorkerAnswers]: z.ZodType<WorkerAnswers[K]>;
} {
  return {
    state: record,
    history: z.object({ states: failFastList(record, MAX_ROWS), next: z.string().optional() }),
    update: draftIn(language),
    library: z.object({ version: z.string().max(100).nullable() }),
    embed: z.object({ documents: failFastList(FieldVectors, MAX_ROWS), query: VectorText.nullable() }),
    priority: z.object({ priority: z.int().min(-5).max(5) }),
    drawing: z.object({ nodes: failFastList(record, MAX_ROWS), edges: failFastList(record, MAX_ROWS) }),
    schemas: Schemas,
    subgraphs: z.record(z.string(), Schemas),
    authenticate: z.union([Refused, z.object({ identity: Identity })]),
    authorize: z.union([
      Refused,
      z.strictObject({
        handler: z.string().optional(),
        filter: record.optional(),
        changes: record.optional(),
      }),
    ]),
  };
}

/** Invalid store call or HTTP message, for whose response the agent waits. */
export interface InvalidCall {
  type: 'invalid-store-call' | 'invalid-http';
  id: number;
  message: string;
}

const ofRun = z.object({ runId: z.string() });
const numbered = z.object({ id: z.int() });
const Unparsable = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run-ended'), ...ofRun.shape }),
  z.object({ type: z.literal('events'), ...ofRun.shape }),
  z.object({ type: z.literal('answer'), ...numbered.shape }),
  z.object({ type: z.literal('query-failed'), ...numbered.shape }),
  z.object({ type: z.literal('store-call'), ...numbered.shape }),
  z.object({ type: z.literal('http'), ...numbered.shape }),
  z.object({ type: z.literal('head'), ...numbered.shape }),
  z.object({ type: z.literal('pass'), ...numbered.shape }),
  z.object({ type: z.literal('data'), ...numbered.shape }),
]);

/** Inserts the parts of a message into the byte fields of its store call. */
function insertParts({ message, parts }: ReceivedFrame): Record<string, unknown> {
  if (message['type'] !== 'store-call') return message;
  return { ...message, call: unpackCall(message['call'], parts) };
}

/**
 * Returns why the sender did not send a whole message, or `undefined` for a whole message. An incomplete message only
 * identifies its request or run.
 */
function problemOf({ problem }: Record<string, unknown>): string | undefined {
  return typeof problem === 'string' ? problem : undefined;
}

/**
 * Parses a message of a worker. An invalid message becomes the failure of the run, query or call to which the message
 * belongs, so no run waits forever. Returns `undefined` if the message is not a report, because the agent's code can
 * also write to the channel.
 */
export function parseReport(received: ReceivedFrame): WorkerReport | InvalidCall | undefined {
  const { message } = received;
  const problem = received.problem ?? problemOf(message);
  const report = WorkerReport.safeParse(insertParts(received));
  if (report.success && problem === undefined) return report.data;
  const unparsable = Unparsable.safeParse(message);
  if (!unparsable.success) return undefined;
  const { data } = unparsable;
  const why = `the worker sent an invalid message: ${problem ?? (report.error && z.prettifyError(report.error))}`;
  switch (data.type) {
    case 'run-ended':
      return { ...data, outcome: { kind: 'error', error: 'Error', message: why } };
    case 'events':
      return { ...data, events: [] };
    case 'answer':
    case 'query-failed':
      return { type: 'query-failed', id: data.id, error: 'Error', message: why };
    case 'store-call':
      return { type: 'invalid-store-call', id: data.id, message: why };
    case 'http':
    case 'head':
    case 'pass':
    case 'data':
      return { type: 'invalid-http', id: data.id, message: why };
  }
}
