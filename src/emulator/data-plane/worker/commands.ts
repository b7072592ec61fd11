import type {
  AuthorObject,
  PythonRuntime,
  RunJob,
  SerdeSettings,
  StoreSettings,
  WorkerQuery,
  WorkerSpec,
} from '../../ports/worker.ts';
import type { StoreAnswer } from '../../ports/store-calls.ts';
import type { AppRequest, AppSpec, HeaderList } from '../../ports/agent-http.ts';

/** A request for the author's application, without what is sent of it later. */
export type AppRequestHead = Omit<AppRequest, 'body' | 'signal'> & { hasBody: boolean };

/** HTTP on the channel: `app-…` about requests for the author's application, `api-…` about those of the agent's code. */
export type HttpCommand =
  | { type: 'app-request'; id: number; request: AppRequestHead }
  /** The next part of its body; empty when there is no other. */
  | { type: 'app-body'; id: number; bytes: Uint8Array }
  /** A part of the response has been sent. */
  | { type: 'app-taken'; id: number }
  | { type: 'app-gone'; id: number }
  | { type: 'api-head'; id: number; status: number; headers: HeaderList }
  /** The next part of the response; empty when there is no other. */
  | { type: 'api-chunk'; id: number; bytes: Uint8Array }
  | { type: 'api-failed'; id: number; message: string };

/** Where the object is that authenticates requests. */
export type AuthModule = Pick<NonNullable<WorkerSpec['auth']>, 'module' | 'exportName'>;

/** Everything the emulator sends to a worker. What the worker sends is in `reports.ts`. */
export type WorkerCommand =
  | {
      type: 'load';
      graphs: WorkerSpec['graphs'];
      store?: StoreSettings | undefined;
      serde?: SerdeSettings | undefined;
      auth?: AuthModule | undefined;
      priority?: AuthorObject | undefined;
      encryption?: AuthorObject | undefined;
      python?: Omit<PythonRuntime, 'interpreter'>;
      app?: AppSpec;
    }
  | { type: 'run'; job: RunJob }
  | { type: 'abort'; runId: string }
  | { type: 'listen'; runId: string }
  | { type: 'events-kept'; runId: string }
  | { type: 'query'; id: number; graphId: string; query: WorkerQuery }
  /**
   * Answered after all earlier reports. It decides the health of the process. A Python worker answers it also while a node blocks its
   * event loop, and says for how long: the deadline for silent workers applies to a blocked loop, too.
   */
  | { type: 'ping'; id: number }
  | { type: 'store-answer'; id: number; answer: StoreAnswer }
  | HttpCommand;

const COMMAND_TYPES: ReadonlySet<string> = new Set<WorkerCommand['type']>([
  'load',
  'run',
  'abort',
  'listen',
  'events-kept',
  'query',
  'ping',
  'store-answer',
  'app-request',
  'app-body',
  'app-taken',
  'app-gone',
  'api-head',
  'api-chunk',
  'api-failed',
]);

/**
 * Whether a message is a command: user code shares the channel. The emulator is trusted, so only the type is checked; a
 * schema library would make the worker's start a third longer.
 */
export function isWorkerCommand(message: unknown): message is WorkerCommand {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    typeof message.type === 'string' &&
    COMMAND_TYPES.has(message.type)
  );
}
