import type { ServerResponse } from 'node:http';

export interface ClientConnection {
  /** True if the client has disconnected or the server is closing. */
  readonly isClosed: boolean;
  /**
   * Signal that is aborted when the client disconnects or the server closes. The signal is created on first use,
   * because its creation is expensive and most requests never need the signal.
   */
  readonly signal: AbortSignal;
}

class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/**
 * Returns whether a signal was aborted because the client has disconnected. If a signal was aborted and the result is
 * false, the server is closing, and the client can reconnect.
 */
export function isClientGone({ reason }: AbortSignal): boolean {
  return reason instanceof ClientGone;
}

/** Calls `work` when the signal is aborted, or immediately if the signal is already aborted. */
export function onAbort(signal: AbortSignal, work: () => void): void {
  if (signal.aborted) work();
  else signal.addEventListener('abort', work, { once: true });
}

/** Resolves when the signal is aborted. */
export function whenAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    onAbort(signal, () => resolve(undefined));
  });
}

/** Creates the function that watches the connections of clients. `closing` is aborted when the server closes. */
export function createConnectionWatcher(
  closing: AbortSignal,
): (response: ServerResponse) => ClientConnection {
  // All requests share one error object, because every ended request aborts its signal, and stacks are expensive.
  const left = new ClientGone('the client disconnected');
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
