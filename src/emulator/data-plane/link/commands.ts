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
import type { Packed } from './parts.ts';
import type { AppSpec } from '../../ports/agent-http.ts';
import type { HttpMessage } from './exchange.ts';

/** Module and export of the object that authenticates requests. */
export type AuthModule = Pick<NonNullable<WorkerSpec['auth']>, 'module' | 'exportName'>;

/** Messages from the emulator to a worker. Messages from a worker are in `link/parse.ts`. */
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
  /** A link with this number begins, or was lost. Its number is used again only after the answer `detached`. */
  | { type: 'attach' | 'detach'; link: number }
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
  | { type: 'store-answer'; id: number; answer: Packed<StoreAnswer> }
  | HttpMessage;
