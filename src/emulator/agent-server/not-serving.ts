import { HttpError } from '../server/http-error.ts';
import type { AgentServerDependencies } from './dependencies.ts';

/** The 503 for what only a worker can answer, when there is none (DESIGN §6 "workload"). */
export function notServingError(runtime: AgentServerDependencies['runtime']): HttpError {
  return new HttpError(
    503,
    runtime === 'stub'
      ? 'This emulator runs no agent code (stub runtime): start it with --runtime process to run agents'
      : 'No revision of this deployment is serving at this moment: wait until one is DEPLOYED',
    { headers: { 'retry-after': '1' } },
  );
}
