import type { AuthAnswers, AuthQuery, AuthSettings } from './agent-auth.ts';
import type { AppAnswer, AppDocument, AppRequest, AppSpec, HttpSettings } from './agent-http.ts';
import type { AgentLanguage, AgentSettings, CheckpointRow, CheckpointWriteRow } from './store.ts';

export type { AgentLanguage };

/** Returns the language of the graphs that a worker runs. */
export function languageOf(spec: Pick<WorkerSpec, 'python'>): AgentLanguage {
  return spec.python ? 'python' : 'javascript';
}

/** Python settings of a worker. All paths are absolute. */
export interface PythonRuntime {
  /** Interpreter of the environment that contains the revision's packages. */
  interpreter: string;
  /**
   * Folder of packages that only this revision has. It is added as a site directory, so that its `.pth` files apply.
   */
  overlay?: string | undefined;
  /** Folders of local dependencies, appended to `sys.path`. */
  paths: readonly string[];
}

/**
 * Web pages that may call a deployment, from `http.cors` of its graph configuration. An absent setting allows
 * nothing.
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

/** An object in the author's code: its module, in the form of modules of graphs, and the name that it exports. */
export interface AuthorObject {
  module: string;
  exportName: string;
}

/** Settings of searches by meaning. */
export interface StoreIndex {
  /** Dimensions of a vector. */
  dims: number;
  /** Paths of texts in the value of an item. */
  fields: readonly string[];
  /** The author's function, or the name of a model with its provider, which only Python packages can load. */
  embed: AuthorObject | string;
}

/** A vector as `VectorText`, and the path of its text. */
export interface FieldVector {
  field: string;
  vector: string;
}

/**
 * Conversion of Python values to the bytes of checkpoints, in the graph library's terms. A list names the classes
 * that may be created from bytes; null allows only classes that are known to be safe.
 */
export interface SerdeSettings {
  pickle_fallback?: boolean | undefined;
  allowed_json_modules?: boolean | string[][] | undefined;
  allowed_msgpack_modules?: boolean | string[][] | null | undefined;
}

/** Settings of the store that graphs use. */
export interface StoreSettings {
  /** Expiry of items. Times to live are in milliseconds. */
  items?: { ttlMs?: number | undefined; refreshOnRead: boolean } | undefined;
  index?: StoreIndex | undefined;
}

/** User interface components, bundled for browsers. Each name maps to an absolute folder and its files. */
export type UiComponents = Readonly<Record<string, { folder: string; files: readonly string[] }>>;

/** The TypeScript source of a bundled module, and the checkout that contains it, as absolute paths. */
export interface ModuleSource {
  file: string;
  checkout: string;
}

/**
 * One process that executes the graphs of one revision. It is stateless: threads and checkpoints are in the store.
 */
export interface WorkerSpec {
  deploymentId: string;
  revisionId: string;
  /**
   * Maps each graph ID to its module and the name that it exports. The module is a bundled ES module (absolute path)
   * or, in Python, the name from the configuration: a file relative to `cwd`, or a dotted module. Without a name, the
   * first graph of the module is used.
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
  /** Present if the graphs are written in Python. */
  python?: PythonRuntime | undefined;
  /** Working folder: the revision's checkout. */
  cwd: string;
  /** Complete environment of the process: the allowed variables and the revision's secrets. */
  env: Record<string, string>;
  /** Settings of the item store; absent if the configuration does not set them. */
  cors?: CorsSettings | undefined;
  /** Settings of checkpoints; absent if the configuration does not set them. */
  store?: StoreSettings | undefined;
  /** Serializer settings of Python graphs; absent if the configuration does not set them. */
  serde?: SerdeSettings | undefined;
  /** Object that decides the priority of threads, only for Python graphs. */
  priority?: AuthorObject | undefined;
  /** Object that encrypts checkpoints, only for Python graphs. */
  encryption?: AuthorObject | undefined;
  /** Settings of items and threads that the emulator applies. */
  settings?: AgentSettings | undefined;
  /** Object that authenticates requests. Its module has the same form as modules of graphs. */
  auth?: { module: string; exportName: string; settings: AuthSettings } | undefined;
  http?: HttpSettings | undefined;
  /** The author's application. */
  app?: AppSpec | undefined;
  /** User interface components; absent if the revision has none, or if they must not be served. */
  ui?: UiComponents | undefined;
}

export interface StreamedEvent {
  event: string;
  data: string;
}

export interface StreamPlan {
  /** Stream modes by their API names. */
  modes: string[];
  /** True if subgraphs stream too. */
  subgraphs: boolean;
  /** Streams events of the streaming protocol instead of the modes (docs/agent-server/streams.md#protocol). */
  protocol?: boolean;
  /** True if a client listens. Otherwise no events are sent. */
  hasSubscriber: boolean;
}

export interface RunJob {
  runId: string;
  threadId: string;
  graphId: string;
  fence: number;
  input: unknown;
  /** An earlier attempt may have made progress, so the run continues from its own last checkpoint, if one exists. */
  resume?: boolean;
  config: Record<string, unknown>;
  /** For a Python graph, equal to `config.configurable` without the fields that the server adds. */
  context?: unknown;
  /** Resumes or redirects an interrupted thread, in the graph library's terms. `input` is then ignored. */
  command?: Record<string, unknown>;
  /** Nodes to stop before or after. `*` means every node. */
  interruptBefore?: string[] | '*';
  interruptAfter?: string[] | '*';
  /**
   * When the graph library waits for its checkpoints to be stored: after each step, in parallel with the next step,
   * or only at the end.
   */
  durability?: 'sync' | 'async' | 'exit';
  /** Absent if the run is never streamed. */
  stream?: StreamPlan;
}
export type RunOutcome =
  | { kind: 'success'; values: unknown }
  | { kind: 'interrupted'; values: unknown; interrupts: Record<string, unknown> }
  | { kind: 'error'; error: string; message: string }
  | { kind: 'aborted' };

/** Input of the author's priority object, with the names that it expects. */
export interface PriorityContext {
  user: Record<string, unknown> | null;
  permissions: readonly string[];
  /** Null if the run creates a new thread without a given ID. */
  thread_id: string | null;
  thread_metadata: Record<string, unknown>;
  assistant_id: string;
  graph_id: string;
  assistant_metadata: Record<string, unknown>;
  run_metadata: Record<string, unknown>;
  cron_id: string | null;
}

/**
 * A position in a thread's history. `ns` is empty except for subgraphs. Without `id`, it is the newest checkpoint.
 */
export interface CheckpointLocation {
  ns: string;
  id?: string;
}

/** One change of a thread's state, in the graph library's form. With a `command`, its values are ignored. */
export interface StateUpdate {
  values?: unknown;
  command?: Record<string, unknown>;
  asNode?: string;
}

/**
 * Queries to a worker outside of runs. A query stores nothing: the writes of an update are in its response. `config`
 * is for graph factories.
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
  /** Applies updates in steps. The updates of one step are simultaneous. */
  | { kind: 'update'; threadId: string; at: CheckpointLocation; steps: StateUpdate[][] }
  /** Version of the graph library in the checkout. */
  | { kind: 'library' }
  /** Computes vectors of items and of a search text. `index` replaces the configured paths. */
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
  /** Concerns no graph. */
  | AuthQuery;

/** Writes of an update, and the thread's state after them. */
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
/** JSON schemas of a graph, null if unknown. */
export interface GraphSchemas {
  state_schema: JsonSchema;
  input_schema: JsonSchema;
  output_schema: JsonSchema;
  config_schema: JsonSchema;
  context_schema: JsonSchema;
}

export interface WorkerAnswers extends AuthAnswers {
  /**
   * The thread's state in the graph library's form (GET state of the agent server). It is empty if the graph stores
   * no state: only the thread's own values exist then.
   */
  state: Record<string, unknown>;
  /** States, latest first, as many as fit one message. `next` is the position of the rest. */
  history: { states: Record<string, unknown>[]; next?: string | undefined };
  update: DraftedUpdate;
  /** Null if the value is unknown. */
  library: { version: string | null };
  /** Vectors as `VectorText`. Null and empty if the revision has no embedding function. */
  embed: { documents: FieldVector[][]; query: string | null };
  /** Priority from -5, which runs first, to 5. */
  priority: { priority: number };
  drawing: { nodes: Record<string, unknown>[]; edges: Record<string, unknown>[] };
  schemas: GraphSchemas;
  subgraphs: Record<string, GraphSchemas>;
}

/** The server of one revision, while it is kept alive. */
interface WorkerProcess {
  readonly deploymentId: string;
  readonly revisionId: string;
  readonly pid: number;
  /** Resolves once the server responds and has loaded everything. Rejects with the reason if it exits first. */
  readonly ready: Promise<void>;
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  ping(timeoutMs: number): Promise<boolean>;
  /** Sends SIGTERM, then SIGKILL after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** An image or a program with its own agent server, which receives every request of the deployment unchanged. */
export interface ServerWorker extends WorkerProcess {
  /** Origin of the server, known once it is ready. */
  readonly address: string;
}

/** Name and description of a graph's default assistant, if the author sets them. */
export interface GraphLabel {
  name?: string | undefined;
  description?: string | undefined;
}

/** The last node that a run began. */
export interface RunningNode {
  runId: string;
  graphId: string;
  node: string;
}

/** A process of the emulator that executes graphs. The emulator's agent server manages its threads and runs. */
export interface Worker extends WorkerProcess {
  readonly address?: undefined;
  /**
   * Resolves with the first report of the process. Before that, the process may still wait for a processor. Never
   * rejects.
   */
  readonly firstSign: Promise<void>;
  /** Returns the object that the process loads, such as `graph 'agent'`, or `undefined` before its first report. */
  loading(): string | undefined;
  readonly language: AgentLanguage;
  readonly graphIds: readonly string[];
  readonly cors?: CorsSettings | undefined;
  /** Settings of items and threads in the configuration. Absent if it sets none. */
  readonly settings?: AgentSettings | undefined;
  /** Present if the author's code authenticates requests. The emulator then queries the worker. */
  readonly auth?: AuthSettings | undefined;
  readonly http?: HttpSettings | undefined;
  /** User interface components of the worker, by name. */
  readonly ui?: Readonly<Record<string, { files: readonly string[] }>> | undefined;
  /** Reads a file of a user interface component. Rejects when it cannot be read. */
  readUi(component: string, file: string): Promise<string>;
  /** Returns the label of a graph. Complete once the worker is ready. */
  labelOf(graphId: string): GraphLabel;
  /** Returns true if the graph library can emit events of the streaming protocol. Known once the worker is ready. */
  hasProtocol(): boolean;
  /**
   * Returns the description of the application's routes, or `undefined` if none exists. Known once the worker is
   * ready.
   */
  appDocument(): AppDocument | undefined;
  /** Returns the last node that each running run began, newest first. Absent if unknown. */
  lastNodes?(): readonly RunningNode[];
  /**
   * Returns the milliseconds for which the event loop was blocked at its last response to a ping. Absent if unknown.
   */
  blockedMs?(): number;
  /**
   * Runs a job. `take` receives the run's events in batches, sequentially: the next batch waits until the previous
   * call has finished.
   */
  run(
    job: RunJob,
    signal: AbortSignal,
    take?: (events: readonly StreamedEvent[]) => Promise<void>,
  ): Promise<RunOutcome>;
  /** Requires a run to send its events from now on. Resolves once it does, or if that cannot be confirmed. */
  subscribe(runId: string): Promise<void>;
  /** Resolves once the run's pending writes are stored or refused, or if that cannot be confirmed. Never rejects. */
  flushWrites(runId: string): Promise<void>;
  /**
   * Queries a graph or one of its threads. `graphId` is empty for a query that concerns no graph.
   * @throws Error `QueryError` when the graph cannot respond, `WorkerGoneError` when the worker has exited.
   */
  query<K extends WorkerQuery['kind']>(
    graphId: string,
    query: Extract<WorkerQuery, { kind: K }>,
  ): Promise<WorkerAnswers[K]>;
  /**
   * Forwards a request to the author's application. Rejects if the application fails or the worker exits before the
   * response begins. Later, reading the body of the response rejects.
   */
  serve(request: AppRequest): Promise<AppAnswer>;
}

export type AnyWorker = Worker | ServerWorker;

/** The workers that serve deployments now. The data plane writes it, the agent server reads it. */
export interface LiveWorkers {
  /**
   * Connects to a worker of the deployment in another process, so that `acquire` returns it if it is up. Await it
   * before a request or a run needs a worker. Absent if all workers belong to this process. Never rejects.
   */
  connect?(deploymentId: string): Promise<void>;
  /** Returns the serving revision, even for runtimes without worker processes (stub). */
  activeRevision(deploymentId: string): string | undefined;
  /**
   * Returns the current worker and keeps it until `release`, so that a switch drains it. Returns `undefined` if no
   * worker is up at this moment.
   */
  acquire(deploymentId: string): { worker: Worker; release(): void } | undefined;
  /** Returns the current image or program with its own agent server, and keeps it until `release`. */
  acquireServer(deploymentId: string): { worker: ServerWorker; release(): void } | undefined;
  /**
   * Returns the HTTP settings of the serving revision, even while its worker is down, or `undefined` if it was never
   * up.
   */
  httpSettings(deploymentId: string): HttpSettings | undefined;
  /** Calls `listener` whenever a worker starts to serve a deployment. Returns a function that unsubscribes. */
  onServe(listener: (deploymentId: string) => void): () => void;
}

/** The worker process has exited, so the run did not end: another worker may continue it. */
export class WorkerGoneError extends Error {
  override readonly name = 'WorkerGoneError';
}

/** The graph could not respond: the query does not fit the graph, or the graph's own code failed. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly kind: string;
  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}
