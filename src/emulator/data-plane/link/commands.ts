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
  /** A link with this number begins, or was lost. Its number is used again only after the worker sends `detached`. */
  | { type: 'attach' | 'detach'; link: number }
  | { type: 'run'; job: RunJob }
  | { type: 'abort'; runId: string }
  | { type: 'listen'; runId: string }
  | { type: 'events-kept'; runId: string }
  | { type: 'query'; id: number; graphId: string; query: WorkerQuery }
  /**
   * Checks the health of the worker, which sends its response after all earlier reports. A Python worker responds even
   * while a node blocks its event loop, and reports for how long, because the limit for silent workers also applies to
   * a blocked event loop.
   */
  | { type: 'ping'; id: number }
  | { type: 'store-answer'; id: number; answer: Packed<StoreAnswer> }
  | HttpMessage;
