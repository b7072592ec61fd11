import type { AuthAnswers, AuthQuery, AuthSettings } from './agent-auth.ts';
import type { AppAnswer, AppDocument, AppRequest, AppSpec, HttpSettings } from './agent-http.ts';
import type { AgentLanguage, AgentSettings, CheckpointRow, CheckpointWriteRow } from './store.ts';

export type { AgentLanguage };

/** Returns the language of a worker's graphs. */
export function languageOf(spec: Pick<WorkerSpec, 'python'>): AgentLanguage {
  return spec.python ? 'python' : 'javascript';
}

/** Python settings of a worker. All paths in the settings are absolute. */
export interface PythonRuntime {
  /** Interpreter of the environment that contains the revision's packages. */
  interpreter: string;
  /** Folder of packages that only this revision uses, added as a site directory, so its `.pth` files apply. */
  overlay?: string | undefined;
  /** Folders of local dependencies, appended to `sys.path`. */
  paths: readonly string[];
}

/**
 * Web origins that may call a deployment, from its `http.cors`. An absent setting allows nothing, except that absent
 * methods allow GET.
 */
export interface CorsSettings {
  allow_origins?: readonly string[] | undefined;
  allow_origin_regex?: string | undefined;
  allow_methods?: readonly string[] | undefined;
  allow_headers?: readonly string[] | undefined;
  allow_credentials?: boolean | undefined;
  expose_headers?: readonly string[] | undefined;
  max_age?: number | undefined;
}

/** Object in the agent developer's code: its module, in the form of a graph's module, and its exported name. */
export interface AuthorObject {
  module: string;
  exportName: string;
}

/** Settings of searches by meaning. */
export interface StoreIndex {
  /** Number of dimensions of a vector. */
  dims: number;
  /** Paths of the texts in an item's value. */
  fields: readonly string[];
  /** The agent developer's embedding function, or for Python packages, the name of a model with its provider. */
  embed: AuthorObject | string;
}

/** Vector as `VectorText`, and the path of the text that it was computed from. */
export interface FieldVector {
  field: string;
  vector: string;
}

/**
 * Rules for the conversion of Python values to the bytes of checkpoints, in the graph library's terms. A list contains
 * the classes that can be created from bytes; null allows only classes that are known to be safe.
 */
export interface SerdeSettings {
  pickle_fallback?: boolean | undefined;
  allowed_json_modules?: boolean | string[][] | undefined;
  allowed_msgpack_modules?: boolean | string[][] | null | undefined;
}

/** Settings of the item store that graphs use. */
export interface StoreSettings {
  /** Settings for the expiry of items. `ttlMs` is in milliseconds. */
  items?: { ttlMs?: number | undefined; refreshOnRead: boolean } | undefined;
  index?: StoreIndex | undefined;
}

/**
 * User interface components, bundled for browsers: the absolute folder and files of each component, keyed by name.
 */
export type UiComponents = Readonly<Record<string, { folder: string; files: readonly string[] }>>;

/** Absolute paths of a bundled module's TypeScript source and of the checkout that contains it. */
export interface ModuleSource {
  file: string;
  checkout: string;
}

/** Specification of a stateless process that executes the graphs of one revision. */
export interface WorkerSpec {
  deploymentId: string;
  revisionId: string;
  /**
   * Module and exported name of each graph, keyed by graph ID. The module of a TypeScript graph is the absolute path of
   * a bundled ES module. The module of a Python graph is the name in the configuration: a file relative to `cwd`, or a
   * dotted module. Without an exported name, the worker uses the first graph of the module.
   */
  graphs: Record<
    string,
    {
      module: string;
      exportName: string;
      description?: string | undefined;
      source?: ModuleSource | undefined;
    }
  >;
  /** Python settings, or absent for graphs in TypeScript. */
  python?: PythonRuntime | undefined;
  /** Working directory: the revision's checkout. */
  cwd: string;
  /** Complete environment of the process: the permitted variables and the revision's secrets. */
  env: Record<string, string>;
  /** Web origins that may call the deployment, or absent if the configuration sets no origins. */
  cors?: CorsSettings | undefined;
  /** Settings of the item store and checkpoints, or absent if the configuration sets none. */
  store?: StoreSettings | undefined;
  /** Serializer settings of Python graphs, or absent if the configuration does not set them. */
  serde?: SerdeSettings | undefined;
  /** Object that decides the priority of threads, only for Python graphs. */
  priority?: AuthorObject | undefined;
  /** Object that encrypts checkpoints, only for Python graphs. */
  encryption?: AuthorObject | undefined;
  /** Settings of items and threads that the emulator applies. */
  settings?: AgentSettings | undefined;
  /** Object that authenticates requests, with its module in the same form as a graph's module. */
  auth?: { module: string; exportName: string; settings: AuthSettings } | undefined;
  http?: HttpSettings | undefined;
  /** The agent developer's HTTP application. */
  app?: AppSpec | undefined;
  /** User interface components, or absent if the revision has no components or must not serve them. */
  ui?: UiComponents | undefined;
}

export interface StreamedEvent {
  event: string;
  data: string;
}

export interface StreamPlan {
  /** Names of the stream modes in the API. */
  modes: string[];
  /** True if the events of subgraphs are streamed too. */
  subgraphs: boolean;
  /** True if the run emits streaming protocol events (docs/agent-server/streams.md#protocol), not `modes`. */
  protocol?: boolean;
  /** True if a client reads the events. Without a subscriber, the worker sends no events. */
  hasSubscriber: boolean;
}

export interface RunJob {
  runId: string;
  threadId: string;
  graphId: string;
  fence: number;
  input: unknown;
  /** True if an earlier attempt might have made progress, so the run continues from its own last checkpoint, if any. */
  resume?: boolean;
  config: Record<string, unknown>;
  /** Context of the run. For a Python graph, `context` equals `config.configurable` without the server's fields. */
  context?: unknown;
  /** Resumes or redirects an interrupted thread, in the graph library's terms, and replaces `input`. */
  command?: Record<string, unknown>;
  /** Nodes that the run stops before or after. `*` means every node. */
  interruptBefore?: string[] | '*';
  interruptAfter?: string[] | '*';
  /** When the graph library stores checkpoints: after each step, in parallel with the next step, or at the end. */
  durability?: 'sync' | 'async' | 'exit';
  /** Events to emit, or absent if the run is never streamed. */
  stream?: StreamPlan;
}
export type RunOutcome =
  | { kind: 'success'; values: unknown }
  | { kind: 'interrupted'; values: unknown; interrupts: Record<string, unknown> }
  | { kind: 'error'; error: string; message: string }
  | { kind: 'aborted' };

/** Input of the agent developer's priority object, with the field names that the object expects. */
export interface PriorityContext {
  user: Record<string, unknown> | null;
  permissions: readonly string[];
  /** Null if the run creates a new thread and specifies no ID. */
  thread_id: string | null;
  thread_metadata: Record<string, unknown>;
  assistant_id: string;
  graph_id: string;
  assistant_metadata: Record<string, unknown>;
  run_metadata: Record<string, unknown>;
  cron_id: string | null;
}

/** Position in a thread's history. `ns` is empty except for subgraphs. Without `id`, the position is the newest. */
export interface CheckpointLocation {
  ns: string;
  id?: string;
}

/** Change of a thread's state, in the graph library's form. A `command` replaces `values`. */
export interface StateUpdate {
  values?: unknown;
  command?: Record<string, unknown>;
  asNode?: string;
}

/**
 * Queries to a worker, which execute no run. A query stores nothing: the response to an update contains the writes.
 * `config` is for graph factories.
 */
export type WorkerQuery =
  | { kind: 'state'; threadId: string; at?: CheckpointLocation; subgraphs?: boolean }
  | {
      kind: 'history';
      threadId: string;
      at: CheckpointLocation;
      limit: number;
      before?: string;
      metadata?: Record<string, unknown>;
    }
  /** Applies updates of a thread's state in steps. The updates within a step are simultaneous. */
  | { kind: 'update'; threadId: string; at: CheckpointLocation; steps: StateUpdate[][] }
  /** Requests the version of the checkout's graph library. */
  | { kind: 'library' }
  /** Computes the vectors of items and of a search text. `index` replaces the configured paths of the items' texts. */
  | {
      kind: 'embed';
      documents: { value: Record<string, unknown>; index?: string[] }[];
      query?: string;
    }
  /** Computes the priority of a new run's thread. */
  | { kind: 'priority'; context: PriorityContext }
  | { kind: 'drawing'; xray: boolean | number; config: Record<string, unknown> }
  | { kind: 'schemas'; config: Record<string, unknown> }
  | { kind: 'subgraphs'; namespace?: string; recurse: boolean; config: Record<string, unknown> }
  /** Queries about authentication, which concern no graph. */
  | AuthQuery;

/** Writes of a state update, and the thread's state after the update. */
export interface DraftedUpdate {
  checkpoint: Record<string, unknown>;
  checkpoints: Omit<CheckpointRow, 'runId'>[];
  writes: Omit<CheckpointWriteRow, 'runId'>[];
  values: unknown;
  /** Names of the next nodes. */
  next: string[];
  interrupts: Record<string, unknown>;
}

type JsonSchema = Record<string, unknown> | null;
/** JSON schemas of a graph, or null if a schema is unknown. */
export interface GraphSchemas {
  state_schema: JsonSchema;
  input_schema: JsonSchema;
  output_schema: JsonSchema;
  config_schema: JsonSchema;
  context_schema: JsonSchema;
}

export interface WorkerAnswers extends AuthAnswers {
  /**
   * State of the thread in the graph library's form. The object is empty if the graph does not store its state, because
   * only the thread's row contains the values of such a graph.
   */
  state: Record<string, unknown>;
  /** States, latest first, as many as fit in one message. `next` is the position where the next page begins. */
  history: { states: Record<string, unknown>[]; next?: string | undefined };
  update: DraftedUpdate;
  /** Version of the graph library, or null if unknown. */
  library: { version: string | null };
  /** Vectors as `VectorText`. `documents` is empty and `query` is null if the revision has no embedding function. */
  embed: { documents: FieldVector[][]; query: string | null };
  /** Priority from -5 (runs first) to 5. */
  priority: { priority: number };
  drawing: { nodes: Record<string, unknown>[]; edges: Record<string, unknown>[] };
  schemas: GraphSchemas;
  subgraphs: Record<string, GraphSchemas>;
}

/** Process that serves one revision. */
interface WorkerProcess {
  readonly deploymentId: string;
  readonly revisionId: string;
  readonly pid: number;
  /**
   * Resolves once the process responds and has loaded everything. Rejects with the reason if the process exits first.
   */
  readonly ready: Promise<void>;
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  ping(timeoutMs: number): Promise<boolean>;
  /** Sends SIGTERM to the process, and SIGKILL after `graceMs` milliseconds. */
  stop(graceMs: number): Promise<void>;
}

/** Image or program with its own agent server. The server receives every request of the deployment unchanged. */
export interface ServerWorker extends WorkerProcess {
  /** Base URL of the server, known once `ready` resolves. */
  readonly address: string;
}

/** Name and description of a graph's default assistant, if the agent developer specifies them. */
export interface GraphLabel {
  name?: string | undefined;
  description?: string | undefined;
}

/** Last node that a run began. */
export interface RunningNode {
  runId: string;
  graphId: string;
  node: string;
}

/** Process of the emulator that executes graphs, while the emulator's agent server manages the threads and runs. */
export interface Worker extends WorkerProcess {
  readonly address?: undefined;
  /** Resolves at the process's first message, and never rejects. Earlier, the process might wait for a CPU. */
  readonly firstSign: Promise<void>;
  /**
   * Returns the object that the process is loading, such as `graph 'agent'`, or `undefined` before the first report.
   */
  loading(): string | undefined;
  readonly language: AgentLanguage;
  readonly graphIds: readonly string[];
  readonly cors?: CorsSettings | undefined;
  /** Settings of items and threads, or absent if the configuration sets none. */
  readonly settings?: AgentSettings | undefined;
  /** Settings of the agent developer's authentication, or absent if the agent's code authenticates no requests. */
  readonly auth?: AuthSettings | undefined;
  readonly http?: HttpSettings | undefined;
  /** Files of the worker's user interface components, keyed by component name. */
  readonly ui?: Readonly<Record<string, { files: readonly string[] }>> | undefined;
  /** Reads a file of a user interface component. Rejects if the file of the component cannot be read. */
  readUi(component: string, file: string): Promise<string>;
  /** Returns the label of a graph. All labels are known once `ready` resolves. */
  labelOf(graphId: string): GraphLabel;
  /** Returns true if the graph library supports the streaming protocol. The result is known once `ready` resolves. */
  hasProtocol(): boolean;
  /** Returns the description of the application's routes, if any. The description is known once `ready` resolves. */
  appDocument(): AppDocument | undefined;
  /** Returns the last node of each running run, newest first. The method is absent if the worker reports no nodes. */
  lastNodes?(): readonly RunningNode[];
  /** Returns how long the event loop was blocked at the last ping, in milliseconds. */
  blockedMs?(): number;
  /** Executes a run. `take` receives events in batches, each after the previous call has resolved. */
  run(
    job: RunJob,
    signal: AbortSignal,
    take?: (events: readonly StreamedEvent[]) => Promise<void>,
  ): Promise<RunOutcome>;
  /** Requires a run to send its events. Resolves once the run sends them, or if the worker cannot confirm this. */
  subscribe(runId: string): Promise<void>;
  /** Resolves once the run's pending writes are stored or refused, or cannot be confirmed. Never rejects. */
  flushWrites(runId: string): Promise<void>;
  /**
   * Queries a graph or one of its threads. `graphId` is empty if the query concerns no graph.
   * @throws Error `QueryError` if the graph cannot respond; `WorkerGoneError` if the worker has exited.
   */
  query<K extends WorkerQuery['kind']>(
    graphId: string,
    query: Extract<WorkerQuery, { kind: K }>,
  ): Promise<WorkerAnswers[K]>;
  /**
   * Forwards a request to the agent developer's application. Rejects if the application fails or the worker exits
   * before the response begins. After the response has begun, a failure rejects the read of the response's body.
   */
  serve(request: AppRequest): Promise<AppAnswer>;
}

export type AnyWorker = Worker | ServerWorker;

/**
 * Use of a connection to a worker. A request counts as use of the agent until its signal aborts, and waits until a worker of
 * an idle agent has started. A health check neither counts as use nor starts a worker. Without a `ConnectionUse`, work in the
 * background starts a worker but does not wait for it.
 */
export type ConnectionUse = 'health-check' | { readonly signal: AbortSignal };

/** Workers of the active revisions. The data plane updates the list of workers, and the agent server reads it. */
export interface LiveWorkers {
  /**
   * Connects to a deployment's worker in another process, so `acquire` can return this worker. Callers await the
   * connection before a request or a run needs a worker. The method is absent if all workers belong to this process.
   * The promise never rejects.
   */
  connect?(deploymentId: string, use?: ConnectionUse): Promise<void>;
  /**
   * Returns whether a deployment has no worker because it is idle: the next request starts a worker. The method is absent
   * if no deployment can be idle.
   */
  isIdle?(deploymentId: string): boolean;
  /** Returns the ID of the active revision, even for runtimes without worker processes (stub). */
  activeRevision(deploymentId: string): string | undefined;
  /**
   * Returns the current worker if it is ready. After a switch of revisions, the worker is stopped only after `release`.
   */
  acquire(deploymentId: string): { worker: Worker; release(): void } | undefined;
  /** Returns the current image or program with its own agent server. Works in the same way as `acquire`. */
  acquireServer(deploymentId: string): { worker: ServerWorker; release(): void } | undefined;
  /**
   * Returns the active revision's HTTP settings, or `undefined` until the revision's first worker has become ready. The
   * settings stay known while no worker runs.
   */
  httpSettings(deploymentId: string): HttpSettings | undefined;
  /** Calls `listener` whenever a deployment's worker becomes ready. Returns a function that unsubscribes. */
  onServe(listener: (deploymentId: string) => void): () => void;
}

/**
 * Error for a worker process that has exited. The worker's runs have not ended, so another worker can continue the
 * runs.
 */
export class WorkerGoneError extends Error {
  override readonly name = 'WorkerGoneError';
}

/** Error for a query that does not fit the graph, or that the graph's own code failed to process. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly kind: string;
  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}
