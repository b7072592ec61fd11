import type {
  PythonRuntime,
  RunJob,
  SerdeSettings,
  StoreSettings,
  WorkerQuery,
  WorkerSpec,
} from '../../ports/worker.ts';
import type { StoreAnswer } from '../../ports/store-calls.ts';

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
      python?: Omit<PythonRuntime, 'interpreter'>;
    }
  | { type: 'run'; job: RunJob }
  | { type: 'abort'; runId: string }
  | { type: 'listen'; runId: string }
  | { type: 'events-kept'; runId: string }
  | { type: 'query'; id: number; graphId: string; query: WorkerQuery }
  /**
   * Answered after all earlier reports. It decides the health of the process, so a Python worker answers it even while a
   * node blocks its event loop: its other runs merely wait.
   */
  | { type: 'ping'; id: number }
  | { type: 'store-answer'; id: number; answer: StoreAnswer };

const COMMAND_TYPES: ReadonlySet<string> = new Set<WorkerCommand['type']>([
  'load',
  'run',
  'abort',
  'listen',
  'events-kept',
  'query',
  'ping',
  'store-answer',
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
