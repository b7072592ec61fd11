import type { ServerResponse } from 'node:http';

/** The client's end of a request: whether it still waits for the response. */
export interface ClientConnection {
  /** The client has left, or the server closes. */
  readonly isClosed: boolean;
  /** Aborted when that happens. Made when it is first asked for: most requests never look at it, and it is dear. */
  readonly signal: AbortSignal;
}

class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Whether it was its client who left; else the server closes, and the client may come back. */
export function isClientGone({ reason }: AbortSignal): boolean {
  return reason instanceof ClientGone;
}

/** Calls `work` when the signal is aborted; at once when it is so already. */
export function onAbort(signal: AbortSignal, work: () => void): void {
  if (signal.aborted) work();
  else signal.addEventListener('abort', work, { once: true });
}

/** Gives a function that watches over one request. `closing` is aborted when the server closes. */
export function createConnectionWatcher(
  closing: AbortSignal,
): (response: ServerResponse) => ClientConnection {
  // Made once: a request that ends in good order also aborts its signal, and an error with a stack is dear.
  const left = new ClientGone('the client is gone');
  return (response) => new Client(response, closing, left);
}

class Client implements ClientConnection {
  readonly #response: ServerResponse;
  readonly #closing: AbortSignal;
  readonly #left: Error;
  #signal: AbortSignal | undefined;

  constructor(response: ServerResponse, closing: AbortSignal, left: Error) {
    this.#response = response;
    this.#closing = closing;
    this.#left = left;
  }

  get isClosed(): boolean {
    return this.#isGone() || this.#closing.aborted;
  }

  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([this.#leaving(), this.#closing]);
    return this.#signal;
  }

  #isGone(): boolean {
    return this.#response.closed || this.#response.destroyed;
  }

  #leaving(): AbortSignal {
    if (this.#isGone()) return AbortSignal.abort(this.#left);
    const controller = new AbortController();
    this.#response.once('close', () => controller.abort(this.#left));
    return controller.signal;
  }
}
