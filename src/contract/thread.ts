import * as z from 'zod';
import { maxItems, dateTime, jsonObject, optional, uuid } from './primitives.ts';
import { asList, queryBoolean, queryInt } from './query.ts';
import { CHANGES_MAX, LIST_MAX } from './limits.ts';

const THREAD_STATUSES = ['idle', 'busy', 'interrupted', 'error'] as const;

/** Health of a dependency of the agent server. `skipped` means that the dependency was not checked. */
const ServiceHealth = z.enum(['healthy', 'unhealthy', 'skipped']);
export type ServiceHealth = z.infer<typeof ServiceHealth>;

/** Response of `/ok`. `services` is missing if the graph configuration disables the meta routes. */
export const DeploymentHealth = z.object({
  ok: z.boolean(),
  services: z.record(z.string(), ServiceHealth).optional(),
});

const amount = { count: z.int(), bytes: z.int() };
/** Space that a thread's checkpoints take in the store. */
export const ThreadStorage = z.object({
  thread_id: uuid,
  total_bytes: z.int(),
  checkpoints: z.object(amount),
  /** Number and size of the values that are stored outside checkpoints. */
  channel_values: z.object({
    ...amount,
    by_channel: z.record(z.string(), z.object({ versions: z.int(), bytes: z.int() })),
  }),
  pending_writes: z.object(amount),
});
export type ThreadStorage = z.infer<typeof ThreadStorage>;

/** Identifies one state in a thread's history. */
export const CheckpointRef = z.looseObject({
  thread_id: z.string().nullish(),
  checkpoint_ns: z.string().nullish(),
  checkpoint_id: z.string().nullish(),
});
export type CheckpointRef = z.infer<typeof CheckpointRef>;

/** One change of a thread's state. One step in the thread's history can contain several changes. */
const StateChange = z.object({
  values: z.unknown().optional(),
  command: optional(jsonObject),
  as_node: optional(z.string().min(1)),
});

/** Lifetime of a thread in minutes from now, at most a thousand years. */
const minutes = z.number().positive().max(525_960_000);
export const ThreadTtl = z.union([
  minutes,
  z.object({ ttl: minutes, strategy: optional(z.enum(['delete', 'keep_latest'])) }),
]);
export type ThreadTtl = z.infer<typeof ThreadTtl>;

export const ThreadCreate = z.object({
  thread_id: optional(uuid),
  metadata: optional(jsonObject),
  if_exists: optional(z.enum(['raise', 'do_nothing'])),
  /** ID of the graph, which is stored as `graph_id` in the thread's metadata, as client libraries do. */
  graph_id: optional(z.string().min(1)),
  /** Steps that create the initial history of the thread. */
  supersteps: optional(
    maxItems(CHANGES_MAX, z.array(z.object({ updates: maxItems(CHANGES_MAX, z.array(StateChange).min(1)) }))),
  ),
  ttl: optional(ThreadTtl),
});
export type ThreadCreate = z.infer<typeof ThreadCreate>;

/** Body of PATCH /threads/{id}. The metadata in the body is merged into the thread's metadata. */
export const ThreadPatch = z.object({ metadata: optional(jsonObject), ttl: optional(ThreadTtl) });
export type ThreadPatch = z.infer<typeof ThreadPatch>;

/**
 * Query of GET /threads/{id}. `include` contains the names of optional parts of the response, as a comma-separated list
 * or a JSON list. Unknown parts are ignored.
 */
export const ThreadQuery = z.object({ include: z.string().default('') });

export const ThreadPrune = z.object({
  thread_ids: maxItems(LIST_MAX, z.array(uuid)),
  strategy: z.enum(['delete', 'keep_latest']).default('delete'),
});
export const ThreadPruned = z.object({ pruned_count: z.int() });

const filters = {
  status: optional(z.enum(THREAD_STATUSES)),
  metadata: optional(jsonObject),
  values: optional(jsonObject),
  ids: optional(maxItems(LIST_MAX, z.array(uuid))),
};

export const ThreadCount = z.object(filters);
export type ThreadCount = z.infer<typeof ThreadCount>;

export const ThreadSearch = z.object({
  ...filters,
  limit: optional(z.int().min(1).max(1000)),
  offset: optional(z.int().min(0)),
  sort_by: optional(z.enum(['thread_id', 'status', 'created_at', 'updated_at', 'state_updated_at'])),
  sort_order: optional(z.enum(['asc', 'desc'])),
  /** Names of the fields to return, or absent for all fields. */
  select: optional(
    maxItems(
      LIST_MAX,
      z.array(
        z.enum([
          'thread_id',
          'created_at',
          'updated_at',
          'state_updated_at',
          'metadata',
          'config',
          'context',
          'status',
          'values',
          'interrupts',
        ]),
      ),
    ),
  ),
  /** Paths such as `values.messages[-1]`, keyed by the names of the extracted values in the response. */
  extract: optional(
    z.record(z.string(), z.string()).refine((paths) => Object.keys(paths).length <= 10, 'at most 10 paths'),
  ),
});
export type ThreadSearch = z.infer<typeof ThreadSearch>;

export const Thread = z.looseObject({
  thread_id: uuid,
  created_at: dateTime,
  updated_at: dateTime,
  state_updated_at: dateTime,
  metadata: jsonObject,
  status: z.string(),
  config: jsonObject,
  values: z.unknown(),
  interrupts: jsonObject,
  /** Error of the last run, if the thread's status is `error`. */
  error: z.object({ error: z.string(), message: z.string() }).optional(),
  /** Lifetime of a thread that expires, which only responses to requests with `include=ttl` contain. */
  ttl: z.object({ strategy: z.string(), ttl_minutes: z.number(), expires_at: dateTime }).optional(),
});
export type Thread = z.infer<typeof Thread>;

/** A thread in search results, which contains only the selected fields if the search sets `select`. */
export const ThreadSearchResult = z.looseObject({
  ...Thread.partial().shape,
  extracted: jsonObject.optional(),
});

export const ThreadState = z.looseObject({
  values: z.unknown(),
  next: z.array(z.string()),
  tasks: z.array(z.looseObject({})),
  checkpoint: CheckpointRef.nullish(),
  metadata: jsonObject.nullish(),
  created_at: z.string().nullish(),
  parent_checkpoint: CheckpointRef.nullish(),
  interrupts: z.array(z.unknown()).nullish(),
});
export type ThreadState = z.infer<typeof ThreadState>;

export const PartialThreadState = z.looseObject(ThreadState.partial().shape);

/** Names of the state's fields that the response contains, or absent for all fields. */
const stateFields = maxItems(LIST_MAX, z.array(ThreadState.keyof()));
const stateSelect = z.preprocess(asList, stateFields).optional();

/** Body of POST /threads/{id}/state/checkpoint. */
export const StateAtCheckpoint = z.object({
  checkpoint: CheckpointRef,
  subgraphs: optional(z.boolean()),
  select: optional(stateFields),
});

/** Body of POST /threads/{id}/state. Without values and a node, only the state's metadata changes. */
export const StateUpdate = z.object({
  values: z.unknown().optional(),
  as_node: optional(z.string().min(1)),
  checkpoint: optional(CheckpointRef),
  /** ID of the checkpoint. `checkpoint_id` is an older form of `checkpoint`. */
  checkpoint_id: optional(z.string()),
});
export type StateUpdate = z.infer<typeof StateUpdate>;

/** Response of POST /threads/{id}/state: the checkpoint of the new state, also under the older name `configurable`. */
export const StateUpdated = z.object({ checkpoint: CheckpointRef, configurable: CheckpointRef });
export type StateUpdated = z.infer<typeof StateUpdated>;

/** Body of PATCH /threads/{id}/state. The metadata is also merged into the thread's metadata. */
export const StatePatch = z.object({ metadata: jsonObject });

/**
 * Position in a thread's history: the ID of a checkpoint, a reference to a checkpoint, or a run configuration with a
 * reference.
 */
const Before = z.union([z.string(), z.looseObject({ configurable: CheckpointRef }), CheckpointRef]);

export const HistorySearch = z.object({
  limit: optional(z.int().min(1).max(1000)),
  before: optional(Before),
  metadata: optional(jsonObject),
  checkpoint: optional(CheckpointRef),
  select: optional(stateFields),
});
export type HistorySearch = z.infer<typeof HistorySearch>;

export const HistoryQuery = z.object({
  limit: queryInt(1, 1000).default(1),
  before: z.string().optional(),
  select: stateSelect,
});

/** Query of GET /threads/{id}/state and …/state/{checkpoint_id}. */
export const StateQuery = z.object({ subgraphs: queryBoolean.default(false), select: stateSelect });

export const InfoResponse = z.looseObject({
  version: z.string().nullish(),
  /** Version of the graph library of the active revision, or null if unknown. Each language has its own field. */
  langgraph_js_version: z.string().nullish(),
  langgraph_py_version: z.string().nullish(),
  host: z
    .looseObject({
      kind: z.string().nullish(),
      project_id: z.string().nullish(),
      revision_id: z.string().nullish(),
      tenant_id: z.string().nullish(),
    })
    .nullish(),
});
export type InfoResponse = z.infer<typeof InfoResponse>;
