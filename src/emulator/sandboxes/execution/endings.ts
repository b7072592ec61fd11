import type { ExecuteEvent } from '../../../contract/sandbox-execution.ts';

/** Of a command that ran longer than it was given. */
export function timedOut(ms: number | null): ExecuteEvent {
  return {
    type: 'error',
    error_type: 'CommandTimeout',
    error: `The command was ended: it ran longer than the ${(ms ?? 0) / 1000} seconds it was given.`,
  };
}

/** Of a command that was ended because its box ends. */
export function boxEnded(): ExecuteEvent {
  return {
    type: 'error',
    error_type: 'CommandError',
    error: 'The command was ended together with its sandbox.',
  };
}
