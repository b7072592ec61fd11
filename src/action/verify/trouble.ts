import { type ApiError, isThreadBusy } from '../../clients/errors.ts';
import type { CheckResult } from './result.ts';
import type { ValueRenderer } from './value-renderer.ts';

/** The agent said nothing about itself: the key, the network, or somebody else's run stand in between. */
const SAYS_NOTHING: readonly number[] = [401, 403, 407, 408, 425, 429];

/** What an error of the agent server makes of a case, and why in one line. Pure. */
export function judgeError(error: ApiError, shown: ValueRenderer): Pick<CheckResult, 'result' | 'why'> {
  const { status, kind } = error;
  const busy = isThreadBusy(error);
  const said = error.detail === null ? '' : `: ${shown.text(error.detail)}`;
  if (kind === 'http' && status !== undefined) {
    const answer = `The agent server answered ${status} to ${error.method} ${shownPath(error.path, shown)}${said}`;
    return {
      // A redirection leads to a gateway, or to the page where people log in.
      result: busy || status < 400 || SAYS_NOTHING.includes(status) ? 'impossible' : 'failed',
      why: [`${answer}${busy ? BUSY : (CURES[status] ?? '')}`],
    };
  }
  if (kind === 'malformed') {
    return {
      result: 'failed',
      why: [`What the agent server answered cannot be used: ${shown.text(error.message)}`],
    };
  }
  // A server that failed while it was asked has answered.
  const answered = kind === 'ambiguous' && (status ?? 0) >= 500;
  return { result: answered ? 'failed' : 'impossible', why: [shown.text(error.message)] };
}

const CURES: Readonly<Record<number, string>> = {
  401: '. Check the API key.',
  403: '. The API key may not use this deployment.',
};
const BUSY = '. A run is active on the thread: give another thread-id, or another multitask-strategy.';

/** IDs in a path tell a reader nothing. */
function shownPath(path: string, shown: ValueRenderer): string {
  return shown.text(path.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '…'));
}
