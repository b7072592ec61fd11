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

/** Messages from the emulator to a worker; `link/parse.ts` has the messages from a worker. */
export type WorkerCommand =
  /**
   * Tells a spare worker to import libraries before its code is known: `imports`, resolved from the folder `modules`,
   * or for Python the graph library. The command `load` follows.
   */
  | { type: 'prepare'; imports: readonly string[]; modules?: string | undefined }
  | {
      type: 'load';
      /** Folder and variables of the revision, for a spare worker. A variable with null is removed. */
      process?: { cwd: string; env: Readonly<Record<string, string | null>> };
      graphs: WorkerSpec['graphs'];
      store?: StoreSettings | undefined;
      serde?: SerdeSettings | undefined;
      auth?: AuthModule | undefined;
      priority?: AuthorObject | undefined;
      encryption?: AuthorObject | undefined;
      python?: Omit<PythonRuntime, 'interpreter'>;
      app?: AppSpec;
    }
  /**
   * Reports that the link with this number begins, or that the link was lost. After a loss, the number is reused only
   * after the worker has sent `detached`.
   */
  | { type: 'attach' | 'detach'; link: number }
  | { type: 'run'; job: RunJob }
  | { type: 'abort'; runId: string }
  | { type: 'listen'; runId: string }
  | { type: 'events-kept'; runId: string }
  | { type: 'query'; id: number; graphId: string; query: WorkerQuery }
  /**
   * Checks the health of the worker. The worker responds after all its earlier reports. If a node blocks the event loop
   * of a Python worker, another thread responds with the duration of the block.
   */
  | { type: 'ping'; id: number }
  | { type: 'store-answer'; id: number; answer: Packed<StoreAnswer> }
  | HttpMessage;
