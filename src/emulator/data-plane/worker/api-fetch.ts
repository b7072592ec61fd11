import type { ExchangeAnswer, ExchangeRequest } from '../link/exchange.ts';

/**
 * Function like `fetch` with which the agent's code calls the API of its own deployment, without a port and without a
 * key.
 */
export type ApiFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Creates the `fetch` for the deployment's own API. `ask` sends the request over the link. */
export function createApiFetch(ask: (request: ExchangeRequest) => Promise<ExchangeAnswer>): ApiFetch {
  return async (input, init) => {
    // A path is accepted in place of a URL.
    const given = typeof input === 'string' && input.startsWith('/') ? `http://localhost${input}` : input;
    const request = new Request(given, init);
    const { signal, method } = request;
    signal.throwIfAborted();
    const { pathname: path, search } = new URL(request.url);
    const bytes = new Uint8Array(await request.arrayBuffer());
    try {
      const answer = await ask({
        purpose: 'api',
        method,
        path,
        query: search.slice(1),
        headers: [...request.headers],
        hasBody: bytes.length > 0,
        body: bytes.length > 0 ? chunksOf(bytes) : undefined,
        signal,
      });
      return toResponse(answer, signal);
    } catch (error) {
      signal.throwIfAborted();
      const { message } = error as Error;
      throw new TypeError(`the deployment's own API did not respond: ${message}`, { cause: error });
    }
  };
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function toResponse(answer: ExchangeAnswer, signal: AbortSignal): Response {
  if (answer.kind === 'pass') throw new Error('no route matches the request');
  const { status, headers, body } = answer;
  const fields = headers.map(([name, value]): [string, string] => [name, value]);
  if (status === 204 || status === 205 || status === 304)
    return new Response(null, { status, headers: fields });
  const pieces = body?.[Symbol.asyncIterator]();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const piece = await pieces?.next();
          if (piece === undefined || piece.done === true) controller.close();
          else controller.enqueue(new Uint8Array(piece.value));
        } catch (error) {
          signal.throwIfAborted();
          const { message } = error as Error;
          throw new TypeError(`the deployment's own API did not respond: ${message}`, { cause: error });
        }
      },
      async cancel() {
        await pieces?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, { status, headers: fields });
}

/**
 * Sets the global variable with which official clients that have no URL call the API of the deployment where they run.
 */
export function provideApiFetch(ask: ApiFetch): void {
  Reflect.set(globalThis, Symbol.for('langgraph_api:fetch'), ask);
}
