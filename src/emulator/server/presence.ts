import type { ServerResponse } from 'node:http';

/** Whether somebody still waits for an answer. */
export interface Presence {
  /** The client has left, or the server closes. */
  readonly over: boolean;
  /** Aborted when that happens. Made when it is first asked for: most requests never look at it, and it is dear. */
  readonly signal: AbortSignal;
}

/** Gives a function that watches over one request. `closing` is aborted when the server closes. */
export function createPresence(closing: AbortSignal): (response: ServerResponse) => Presence {
  // Made once: a request that ends in good order also aborts its signal, and an error with a stack is dear.
  const left = new Error('the client is gone');
  const leaving = (response: ServerResponse): AbortSignal => {
    if (isGone(response)) return AbortSignal.abort(left);
    const controller = new AbortController();
    response.once('close', () => controller.abort(left));
    return controller.signal;
  };
  return (response) => {
    let signal: AbortSignal | undefined;
    return {
      get over() {
        return isGone(response) || closing.aborted;
      },
      get signal() {
        signal ??= AbortSignal.any([leaving(response), closing]);
        return signal;
      },
    };
  };
}

function isGone(response: ServerResponse): boolean {
  return response.closed || response.destroyed;
}
