import type { CheckpointRow, CheckpointWriteRow } from './store.ts';

/** One process that executes the graphs of one revision. It keeps nothing: threads and checkpoints are the store's. */
export interface WorkerSpec {
  deploymentId: string;
  revisionId: string;
  /** Graph id → the bundled ES module (absolute path) and the name it exports. */
  graphs: Record<string, { module: string; exportName: string }>;
  /** Working folder: the revision's checkout. */
  cwd: string;
  /** The whole environment of the process (allow-list plus the revision's secrets). */
  env: Record<string, string>;
}

/** One event of a run as it is streamed; `data` is JSON text on one line. */
export interface StreamedEvent {
  event: string;
  data: string;
}

/** What a run is to tell of its steps. */
export interface StreamPlan {
  /** Stream modes as a client names them. */
  modes: string[];
  /** Whether sub-graphs tell theirs, too. */
  subgraphs: boolean;
  /** Whether there is a listener: without one, nothing is sent. */
  hasSubscriber: boolean;
}

export interface RunJob {
  runId: string;
  threadId: string;
  graphId: string;
  fence: number;
  input: unknown;
  /** An earlier attempt may have got part of the way: go on from this run's own last checkpoint, if it left one. */
  resume?: boolean;
  config: Record<string, unknown>;
  context?: unknown;
  /** Resumes or steers an interrupted thread, in the graph library's terms; `input` is then not used. */
  command?: Record<string, unknown>;
  /** Nodes to stop before or after; `*` means every one. */
  interruptBefore?: string[] | '*';
  interruptAfter?: string[] | '*';
  /** When the graph library waits for its checkpoints to be kept: after each step, meanwhile, or only at the end. */
  durability?: 'sync' | 'async' | 'exit';
  /** Absent: nothing is ever told of its steps. */
  stream?: StreamPlan;
}
export type RunOutcome =
  | { kind: 'success'; values: unknown }
  | { kind: 'interrupted'; values: unknown; interrupts: Record<string, unknown> }
  | { kind: 'error'; error: string; message: string }
  | { kind: 'aborted' };

/** A place in a thread's history; `ns` is empty but for sub-graphs, and without `id` the newest is meant. */
export interface CheckpointPlace {
  ns: string;
  id?: string;
}

/** One change of a thread's state, as the graph library takes it; with a `command` its values are not used. */
export interface StateUpdate {
  values?: unknown;
  command?: Record<string, unknown>;
  asNode?: string;
}

/**
 * What a worker can be asked beside runs. It keeps nothing of it: what an update would write is its answer. `config` is
 * for graphs that are made to measure.
 */
export type WorkerQuery =
  | { kind: 'state'; threadId: string; at?: CheckpointPlace; subgraphs?: boolean }
  | {
      kind: 'history';
      threadId: string;
      at: CheckpointPlace;
      limit: number;
      before?: string;
      metadata?: Record<string, unknown>;
    }
  /** Each step is made of updates at the same time. */
  | { kind: 'update'; threadId: string; at: CheckpointPlace; steps: StateUpdate[][] }
  /** Which version of the graph library the checkout has. */
  | { kind: 'library' }
  | { kind: 'drawing'; xray: boolean | number; config: Record<string, unknown> }
  | { kind: 'schemas'; config: Record<string, unknown> }
  | { kind: 'subgraphs'; namespace?: string; recurse: boolean; config: Record<string, unknown> };

/** What an update would write, and what the thread's state is once it is written. */
export interface DraftedUpdate {
  checkpoint: Record<string, unknown>;
  checkpoints: Omit<CheckpointRow, 'runId'>[];
  writes: Omit<CheckpointWriteRow, 'runId'>[];
  values: unknown;
  /** Nodes to go on with. */
  next: string[];
  interrupts: Record<string, unknown>;
}

type JsonSchema = Record<string, unknown> | null;
/** JSON schemas of a graph, null where none is known. */
export interface GraphSchemas {
  state_schema: JsonSchema;
  input_schema: JsonSchema;
  output_schema: JsonSchema;
  config_schema: JsonSchema;
  context_schema: JsonSchema;
}

/** What it answers, by the kind of the query. */
export interface WorkerAnswers {
  /**
   * The thread's state as the graph library tells it (agent server's GET state). Empty when the graph keeps none there:
   * the thread's own values are then all there is.
   */
  state: Record<string, unknown>;
  /** Latest first, each as `state`, and no more than one message should hold; `next`: where the rest begins. */
  history: { states: Record<string, unknown>[]; next?: string | undefined };
  update: DraftedUpdate;
  /** Null: it has none. */
  library: { version: string | null };
  drawing: { nodes: Record<string, unknown>[]; edges: Record<string, unknown>[] };
  schemas: GraphSchemas;
  /** By their namespace. */
  subgraphs: Record<string, GraphSchemas>;
}

/** What serves one revision, as far as it is kept alive. */
interface WorkerProcess {
  readonly deploymentId: string;
  readonly revisionId: string;
  readonly pid: number;
  /** Resolves once it answers, with all that it serves; rejects with the reason when it ends first. */
  readonly ready: Promise<void>;
  /** Resolves when the process is gone, however it ended. */
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  /** Whether it still answers, within `timeoutMs`. */
  ping(timeoutMs: number): Promise<boolean>;
  /** Asks it to end, then ends it after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

/** An image or a program: it brings an agent server of its own, to which every request of the deployment goes as it is. */
export interface ServerWorker extends WorkerProcess {
  /** The origin of that server; known once it is ready. */
  readonly address: string;
}

/** A process of ours that executes graphs; threads and runs are our agent server's. */
export interface Worker extends WorkerProcess {
  readonly address?: undefined;
  readonly graphIds: readonly string[];
  /** `take` is given the run's events, some at a time and never two at once: the next ones wait until it is done. */
  run(
    job: RunJob,
    signal: AbortSignal,
    take?: (events: readonly StreamedEvent[]) => Promise<void>,
  ): Promise<RunOutcome>;
  /** Has a run send its events from now on; resolves when it does, or when that cannot be waited for. */
  subscribe(runId: string): Promise<void>;
  /** Resolves when what the run has sent to be kept is kept or refused, or when that cannot be waited for. Never rejects. */
  flushWrites(runId: string): Promise<void>;
  /**
   * Asks about a graph or a thread of it.
   * @throws Error `QueryError` when the graph could not answer, `WorkerGoneError` when the worker has exited.
   */
  query<K extends WorkerQuery['kind']>(
    graphId: string,
    query: Extract<WorkerQuery, { kind: K }>,
  ): Promise<WorkerAnswers[K]>;
}

/** What serves a deployment. */
export type AnyWorker = Worker | ServerWorker;

export interface WorkerLauncher {
  /** Starts the process and returns at once; `onLine` gets each line it prints. */
  launch(spec: WorkerSpec, onLine: (line: string, stream: 'stdout' | 'stderr') => void): Worker;
}

/** Which worker serves a deployment now. Filled by the data plane, used by the agent server. */
export interface LiveWorkers {
  /** The serving revision, also for runtimes that have no worker process (stub). */
  activeRevision(deploymentId: string): string | undefined;
  /** Holds the current worker so that a switch drains, not cuts. `undefined`: none is up at this moment. */
  acquire(deploymentId: string): { worker: Worker; release(): void } | undefined;
  /** The same where an image or a program serves, with an agent server of its own. */
  acquireServer(deploymentId: string): { worker: ServerWorker; release(): void } | undefined;
  /** Called whenever a worker starts to serve a deployment; returns the unsubscriber. */
  onServe(listener: (deploymentId: string) => void): () => void;
}

/** The worker process is gone, so the run did not end: another worker may take it. */
export class WorkerGoneError extends Error {
  override readonly name = 'WorkerGoneError';
}

/** The graph could not answer: the query does not fit it, or its own code failed. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  /** The name of the graph's error. */
  readonly kind: string;
  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}
