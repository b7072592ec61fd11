import type { RunJob, WorkerQuery, WorkerSpec } from '../../ports/worker.ts';
import type { StoreAnswer } from '../../ports/store-calls.ts';

/** Everything the emulator may tell a worker. The answers are the reports in `reports.ts`. */
export type WorkerCommand =
  | { type: 'load'; graphs: WorkerSpec['graphs'] }
  | { type: 'run'; job: RunJob }
  | { type: 'abort'; runId: string }
  | { type: 'listen'; runId: string }
  | { type: 'events-kept'; runId: string }
  | { type: 'query'; id: number; graphId: string; query: WorkerQuery }
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
 * Tells a command from anything else that arrives on the channel, which user code shares. The sender is this same
 * program on the trusted side, so the kind is what needs checking; a schema library would cost a third of the start.
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
