import { types } from 'node:util';
import * as z from 'zod';
import { failFastList, jsonObject, text } from '../../contract/primitives.ts';
import { Namespace } from '../../contract/store-item.ts';
import type { CheckpointPage } from './store.ts';
import type { RunJob } from './worker.ts';

// Only the emulator parses calls with these schemas, because the worker runs untrusted code. The worker imports only
// the types, so it never loads the schema library.

const bytes = z.custom<Uint8Array>((value) => types.isUint8Array(value), 'must be bytes');
const record = z.record(z.string(), z.unknown());

export const CheckpointBody = z.object({
  threadId: z.string(),
  ns: z.string(),
  id: z.string(),
  parentId: z.string().nullable(),
  checkpointType: z.string(),
  checkpoint: bytes,
  metadataType: z.string(),
  metadata: bytes,
  delta: z.boolean().default(false),
});
export const WriteBody = z.object({
  threadId: z.string(),
  ns: z.string(),
  checkpointId: z.string(),
  taskId: z.string(),
  index: z.int(),
  channel: z.string(),
  valueType: z.string(),
  value: bytes,
  taskPath: z.string().default(''),
});

/** Maximum number of writes in one store call. */
const MAX_WRITES = 100_000;

/** Part of a thread's history. The store decides how many states fit in one response. */
const HistoryPart = z.object({
  ns: z.string().optional(),
  id: z.string().optional(),
  before: z.string().optional(),
  after: z.object({ ns: z.string(), id: z.string() }).optional(),
  limit: z.int().nonnegative().optional(),
  metadata: record.optional(),
});

/**
 * Calls of a graph's checkpointer and item store. A write contains its run and the run's fence (number of the attempt),
 * and is refused if the fence is outdated.
 */
export const StoreCall = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('get'),
    threadId: z.string(),
    ns: z.string(),
    checkpointId: z.string().optional(),
  }),
  z.object({ op: z.literal('list'), threadId: z.string(), query: HistoryPart }),
  z.object({ op: z.literal('put'), runId: z.string(), row: CheckpointBody }),
  z.object({ op: z.literal('put-writes'), runId: z.string(), rows: failFastList(WriteBody, MAX_WRITES) }),
  /**
   * Operations of a graph on the deployment's items. Each operation is validated later, because an invalid operation
   * must not make the valid operations fail.
   */
  z.object({ op: z.literal('items'), operations: z.array(z.unknown()) }),
]);
export type StoreCall = z.infer<typeof StoreCall>;

const page = { limit: z.int().min(0).optional(), offset: z.int().min(0).optional() };
/** A vector in a message: 32-bit floating-point numbers, little-endian, in base64. */
export const VectorText = z.base64().min(1).max(1_000_000);
/** Vectors of an item, each with the path of its text. */
export const FieldVectors = failFastList(z.object({ field: text, vector: VectorText }), 10_000);
const labels = z.array(z.string());

/** Operations of clients and graphs on a deployment's items. */
export const ItemOperation = z.discriminatedUnion('op', [
  z.object({ op: z.literal('get'), namespace: labels, key: z.string(), refresh: z.boolean().optional() }),
  z.object({
    op: z.literal('put'),
    namespace: Namespace,
    key: text,
    value: jsonObject,
    ttlMs: z.int().positive().optional(),
    vectors: FieldVectors.optional(),
  }),
  z.object({ op: z.literal('delete'), namespace: labels, key: z.string() }),
  z.object({
    op: z.literal('search'),
    prefix: labels,
    filter: jsonObject.optional(),
    /** If set, the search returns only items with vectors, most similar first. */
    vector: VectorText.optional(),
    refresh: z.boolean().optional(),
    ...page,
  }),
  z.object({
    op: z.literal('namespaces'),
    match: z.array(z.object({ end: z.enum(['prefix', 'suffix']), pattern: labels })),
    depth: z.int().min(1).optional(),
    ...page,
  }),
]);
export type ItemOperation = z.infer<typeof ItemOperation>;
export type StoreAnswer =
  | ({ ok: true } & Pick<CheckpointPage, 'found'> & Partial<CheckpointPage>)
  /** Results of operations on items, in the order of the operations. */
  | { ok: true; answers: unknown[] }
  | { ok: false; error: string; message: string };

/** Handles a worker's store call for the job `jobOf(runId)`. A refusal is returned as a response, not thrown. */
export type AnswerStoreCall = (
  call: StoreCall,
  jobOf: (runId: string) => RunJob | undefined,
) => Promise<StoreAnswer>;
