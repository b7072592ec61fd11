import type { AuthAnswers, AuthQuery, AuthSettings } from './agent-auth.ts';
import type { AppAnswer, AppDocument, AppRequest, AppSpec, HttpSettings } from './agent-http.ts';
import type { AgentLanguage, AgentSettings, CheckpointRow, CheckpointWriteRow } from './store.ts';

export type { AgentLanguage };

/** The language of the graphs that a worker is started with. */
export function languageOf(spec: Pick<WorkerSpec, 'python'>): AgentLanguage {
  return spec.python ? 'python' : 'javascript';
}

/** What a Python worker is started with. All paths are absolute. */
export interface PythonRuntime {
  /** The interpreter of the environment that holds the revision's packages. */
  interpreter: string;
  /** The folder of the revision's own packages, added as a site directory, so that its `.pth` files count. */
  overlay?: string | undefined;
  /** Folders of local dependencies, appended to `sys.path`. */
  paths: readonly string[];
}

/** Which web pages may call a deployment, as `http.cors` of its graph configuration says; what is absent is not allowed. */
export interface CorsSettings {
  allow_origins?: readonly string[] | undefined;
  allow_origin_regex?: string | undefined;
  allow_methods?: readonly string[] | undefined;
  allow_headers?: readonly string[] | undefined;
  allow_credentials?: boolean | undefined;
  expose_headers?: readonly string[] | undefined;
  max_age?: number | undefined;
}

/** An object of the author's: its module, as those of graphs, and the name it exports. */
export interface AuthorObject {
  module: string;
  exportName: string;
}

/** What items are found by when they are searched by meaning. */
export interface StoreIndex {
  /** Numbers of a vector. */
  dims: number;
  /** Paths of texts in the value of an item. */
  fields: readonly string[];
  /** The author's function, or a model by its provider, which only Python's packages can load. */
  embed: AuthorObject | string;
}

/** A vector as `VectorText`, and the path of its text. */
export interface FieldVector {
  field: string;
  vector: string;
}

/**
 * How Python values become the bytes of checkpoints, in the graph library's terms: lists name the classes that may be made from
 * them, null allows those alone that are known to be safe.
 */
export interface SerdeSettings {
  pickle_fallback?: boolean | undefined;
  allowed_json_modules?: boolean | string[][] | undefined;
  allowed_msgpack_modules?: boolean | string[][] | null | undefined;
}

/** What the store of graphs does by itself. */
export interface StoreSettings {
  /** Times to live are in milliseconds. */
  items?: { ttlMs?: number | undefined; refreshOnRead: boolean } | undefined;
  index?: StoreIndex | undefined;
}

/** The components of user interfaces, bundled for browsers: by name, a folder (absolute) and the files in it. */
export type UiComponents = Readonly<Record<string, { folder: string; files: readonly string[] }>>;

/** The TypeScript that a bundled module was made from, and the checkout that it lies in; both absolute. */
export interface ModuleSource {
  file: string;
  checkout: string;
}

/** One process that executes the graphs of one revision, without state: threads and checkpoints are the store's. */
export interface WorkerSpec {
  deploymentId: string;
  revisionId: string;
  /**
   * Graph id → its module and the name it exports. The module is a bundled ES module (absolute path) or, in Python, as the
   * configuration names it: a file relative to `cwd`, or a dotted module. Without a name, the first graph of the module.
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
  /** Present: the graphs are Python's. */
  python?: PythonRuntime | undefined;
  /** Working folder: the revision's checkout. */
  cwd: string;
  /** The whole environment of the process (allow-list plus the revision's secrets). */
  env: Record<string, string>;
  /** Absent: the configuration says nothing of it. */
  cors?: CorsSettings | undefined;
  /** Absent: the configuration says nothing of it. */
  store?: StoreSettings | undefined;
  /** Of Python graphs alone; absent: the configuration says nothing of it. */
  serde?: SerdeSettings | undefined;
  /** The object that decides which threads go first; of Python graphs alone. Absent: there is none. */
  priority?: AuthorObject | undefined;
  /** The object that encrypts checkpoints; of Python graphs alone. Absent: there is none. */
  encryption?: AuthorObject | undefined;
  /** What it says of items and threads, as the emulator needs it. */
  settings?: AgentSettings | undefined;
  /** The object that authenticates requests; its module as those of graphs. Absent: there is none. */
  auth?: { module: string; exportName: string; settings: AuthSettings } | undefined;
  http?: HttpSettings | undefined;
  /** The author's own application; absent: there is none. */
  app?: AppSpec | undefined;
  /** Absent: none, or they are not to be served. */
  ui?: UiComponents | undefined;
}

export interface StreamedEvent {
  event: string;
  data: string;
}

export interface StreamPlan {
  /** Stream modes by their API names. */
  modes: string[];
  /** Whether sub-graphs stream too. */
  subgraphs: boolean;
  /** Events of the streaming protocol in place of the modes (docs/agent-server.md#protocol). */
  protocol?: boolean;
  /** Whether there is a listener: without one, nothing is sent. */
  hasSubscriber: boolean;
}

export interface RunJob {
  runId: string;
  threadId: string;
  graphId: string;
  fence: number;
  input: unknown;
  /** An earlier attempt may have made progress: continue from this run's own last checkpoint, if any. */
  resume?: boolean;
  config: Record<string, unknown>;
  /** For a Python graph the same as `config.configurable`, but for what the server adds there. */
  context?: unknown;
  /** Resumes or steers an interrupted thread, in the graph library's terms; `input` is then ignored. */
  command?: Record<string, unknown>;
  /** Nodes to stop before or after; `*` means every one. */
  interruptBefore?: string[] | '*';
  interruptAfter?: string[] | '*';
  /** When the graph library waits for its checkpoints to be stored: after each step, meanwhile, or only at the end. */
  durability?: 'sync' | 'async' | 'exit';
  /** Absent: never streamed. */
  stream?: StreamPlan;
}
export type RunOutcome =
  | { kind: 'success'; values: unknown }
  | { kind: 'interrupted'; values: unknown; interrupts: Record<string, unknown> }
  | { kind: 'error'; error: string; message: string }
  | { kind: 'aborted' };

/** What the author's object decides a priority by, under the names that it has there. */
export interface PriorityContext {
  user: Record<string, unknown> | null;
  permissions: readonly string[];
  /** Null: the run creates its thread without an ID given. */
  thread_id: string | null;
  thread_metadata: Record<string, unknown>;
  assistant_id: string;
  graph_id: string;
  assistant_metadata: Record<string, unknown>;
  run_metadata: Record<string, unknown>;
  cron_id: string | null;
}

/** A position in a thread's history; `ns` is empty but for sub-graphs, and without `id` the newest is meant. */
export interface CheckpointLocation {
  ns: string;
  id?: string;
}

/** One change of a thread's state, in the graph library's form; with a `command` its values are ignored. */
export interface StateUpdate {
  values?: unknown;
  command?: Record<string, unknown>;
  asNode?: string;
}

/**
 * A worker's queries beside runs. It stores nothing: an update's writes are in its response. `config` is for graph
 * factories.
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
  /** A step consists of simultaneous updates. */
  | { kind: 'update'; threadId: string; at: CheckpointLocation; steps: StateUpdate[][] }
  /** The version of the checkout's graph library. */
  | { kind: 'library' }
  /** Vectors of items, and of a text to find them by. `index`: paths in place of the configured ones. */
  | {
      kind: 'embed';
      documents: { value: Record<string, unknown>; index?: string[] }[];
      query?: string;
    }
  /** Which priority the thread of a new run gets. */
  | { kind: 'priority'; context: PriorityContext }
  | { kind: 'drawing'; xray: boolean | number; config: Record<string, unknown> }
  | { kind: 'schemas'; config: Record<string, unknown> }
  | { kind: 'subgraphs'; namespace?: string; recurse: boolean; config: Record<string, unknown> }
  /** Of no graph. */
  | AuthQuery;

/** The writes of an update, and the thread's state after them. */
export interface DraftedUpdate {
  checkpoint: Record<string, unknown>;
  checkpoints: Omit<CheckpointRow, 'runId'>[];
  writes: Omit<CheckpointWriteRow, 'runId'>[];
  values: unknown;
  /** The next nodes. */
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
   * The thread's state in the graph library's form (agent server's GET state). Empty when the graph stores none: the
   * thread's own values are then all there is.
   */
  state: Record<string, unknown>;
  /** Latest first, each as `state`, and no more than fits one message; `next`: the position of the rest. */
  history: { states: Record<string, unknown>[]; next?: string | undefined };
  update: DraftedUpdate;
  /** Null: unknown. */
  library: { version: string | null };
  /** Vectors as `VectorText`; null and none: the revision has no embedding function. */
  embed: { documents: FieldVector[][]; query: string | null };
  /** From -5, which runs first, to 5. */
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
  /** Resolves once it answers, with everything loaded; rejects with the reason when it exits first. */
  readonly ready: Promise<void>;
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  ping(timeoutMs: number): Promise<boolean>;
  /** SIGTERM, then SIGKILL after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** An image or a program: it has its own agent server, which gets every request of the deployment unchanged. */
export interface ServerWorker extends WorkerProcess {
  /** The origin of that server; known once it is ready. */
  readonly address: string;
}

/** What a graph's default assistant is called and how it is described, where its author says so. */
export interface GraphLabel {
  name?: string | undefined;
  description?: string | undefined;
}

/** The node that a run began last. */
export interface RunningNode {
  runId: string;
  graphId: string;
  node: string;
}

/** A process of ours that executes graphs; threads and runs are our agent server's. */
export interface Worker extends WorkerProcess {
  readonly address?: undefined;
  /** Resolves with the first thing that its process reports: before, it may wait for a processor. Never rejects. */
  readonly firstSign: Promise<void>;
  /** What it loads, such as `graph 'agent'`; undefined before its first sign of life. */
  loading(): string | undefined;
  readonly language: AgentLanguage;
  readonly graphIds: readonly string[];
  readonly cors?: CorsSettings | undefined;
  /** What its configuration says of items and threads; absent: nothing. */
  readonly settings?: AgentSettings | undefined;
  /** Present: its author's code authenticates requests, by queries to it. */
  readonly auth?: AuthSettings | undefined;
  readonly http?: HttpSettings | undefined;
  /** The components of user interfaces that it has, by name. */
  readonly ui?: Readonly<Record<string, { files: readonly string[] }>> | undefined;
  /** A file of one of them. Rejects when it cannot be read. */
  readUi(component: string, file: string): Promise<string>;
  /** Complete once it is ready. */
  labelOf(graphId: string): GraphLabel;
  /** Whether its graph library can emit the events of the streaming protocol. Known once it is ready. */
  hasProtocol(): boolean;
  /** What the author's application says of its routes; undefined: nothing. Known once it is ready. */
  appDocument(): AppDocument | undefined;
  /** The node that each running run began last, the newest first. Absent: it is not known. */
  lastNodes?(): readonly RunningNode[];
  /** How long its event loop had been blocked at its last response to a ping, in milliseconds. Absent: it cannot be known. */
  blockedMs?(): number;
  /** `take` gets the run's events in batches, sequentially: the next ones wait until it is done. */
  run(
    job: RunJob,
    signal: AbortSignal,
    take?: (events: readonly StreamedEvent[]) => Promise<void>,
  ): Promise<RunOutcome>;
  /** Makes a run send its events from now on; resolves when it does, or cannot be waited for. */
  subscribe(runId: string): Promise<void>;
  /** Resolves when the run's pending writes are stored or refused, or cannot be waited for. Never rejects. */
  flushWrites(runId: string): Promise<void>;
  /**
   * Queries a graph or a thread of it; `graphId` is empty where the query is of none.
   * @throws Error `QueryError` when the graph could not answer, `WorkerGoneError` when the worker has exited.
   */
  query<K extends WorkerQuery['kind']>(
    graphId: string,
    query: Extract<WorkerQuery, { kind: K }>,
  ): Promise<WorkerAnswers[K]>;
  /**
   * Lets the author's application answer a request. Rejects when it fails before its response begins, or the worker exits;
   * reading the body of the response rejects then, too.
   */
  serve(request: AppRequest): Promise<AppAnswer>;
}

export type AnyWorker = Worker | ServerWorker;

/** Which worker serves a deployment now. Written by the data plane, read by the agent server. */
export interface LiveWorkers {
  /**
   * Connects to a worker of the deployment that runs elsewhere, so that `acquire` gives it if one is up. Await it before a
   * request or a run looks for a worker. Absent: workers are of this process. Never rejects.
   */
  connect?(deploymentId: string): Promise<void>;
  /** The serving revision, also for runtimes that have no worker process (stub). */
  activeRevision(deploymentId: string): string | undefined;
  /** Holds the current worker so that a switch drains it. `undefined`: none is up at this moment. */
  acquire(deploymentId: string): { worker: Worker; release(): void } | undefined;
  /** The same for an image or a program with its own agent server. */
  acquireServer(deploymentId: string): { worker: ServerWorker; release(): void } | undefined;
  /** What the serving revision's configuration says of HTTP, also while its worker is down; undefined: it was never up. */
  httpSettings(deploymentId: string): HttpSettings | undefined;
  /** Called whenever a worker starts to serve a deployment; returns the unsubscriber. */
  onServe(listener: (deploymentId: string) => void): () => void;
}

/** The worker process is gone, so the run did not end: another worker may continue it. */
export class WorkerGoneError extends Error {
  override readonly name = 'WorkerGoneError';
}

/** The graph could not answer: the query does not fit it, or its own code failed. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly kind: string;
  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}
