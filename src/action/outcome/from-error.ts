import { ApiError } from '../../clients/errors.ts';
import { outcome, type Outcome, type ReasonOf, ActionError } from './outcome.ts';

/** The outcome of a run that an error ended. Pure. */
export function toOutcome(error: unknown): Outcome {
  if (error instanceof ActionError) return error.outcome;
  if (error instanceof ApiError) return outcome('failed', reasonOf(error), error.message);
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return outcome(
    'failed',
    'internal-error',
    `The action itself failed: ${what}. Please report it with the log of this step.`,
  );
}

function reasonOf(error: ApiError): ReasonOf<'failed'> {
  switch (error.kind) {
    case 'network':
    case 'timeout':
    case 'aborted':
      return 'unreachable';
    case 'ambiguous':
      return 'lost-answer';
    case 'malformed':
      return 'service-error';
    case 'http':
      return reasonOfStatus(error.status ?? 0);
  }
}

function reasonOfStatus(status: number): ReasonOf<'failed'> {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 408 || status === 425 || status === 429) return 'rate-limited';
  return status >= 500 ? 'service-error' : 'rejected';
}
