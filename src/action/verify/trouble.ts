import type { ApiError } from '../../clients/errors.ts';
import type { CaseResult } from './result.ts';
import { shownText } from './shown-value.ts';

/** The agent said nothing about itself: the key, the network, or somebody else's run stand in between. */
const SAYS_NOTHING: readonly number[] = [401, 403, 407, 408, 409, 425, 429];

/** What an error of the agent server makes of a case, and why in one line. Pure. */
export function judgeTrouble(error: ApiError): Pick<CaseResult, 'result' | 'why'> {
  const { status, kind } = error;
  const said = error.detail === null ? '' : `: ${shownText(error.detail)}`;
  if (kind === 'http' && status !== undefined) {
    const answer = `The agent server answered ${status} to ${error.method} ${shownPath(error.path)}${said}`;
    return {
      result: SAYS_NOTHING.includes(status) ? 'impossible' : 'failed',
      why: [`${answer}${CURES[status] ?? ''}`],
    };
  }
  if (kind === 'malformed') {
    return {
      result: 'failed',
      why: [`What the agent server answered cannot be used: ${shownText(error.message)}`],
    };
  }
  // A server that failed while it was asked has answered.
  const answered = kind === 'ambiguous' && (status ?? 0) >= 500;
  return { result: answered ? 'failed' : 'impossible', why: [shownText(error.message)] };
}

const CURES: Readonly<Record<number, string>> = {
  401: '. Check the API key.',
  403: '. The API key may not use this deployment.',
  409: '. A run is active on the thread: give another thread-id, or another multitask-strategy.',
};

/** IDs in a path tell a reader nothing. */
function shownPath(path: string): string {
  return shownText(path.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '…'));
}
