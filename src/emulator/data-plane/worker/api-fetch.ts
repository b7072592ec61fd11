import type { HttpCommand } from './commands.ts';
import type { HttpReport } from './reports.ts';

/** The agent's own way to the API of its deployment, without a port and without a key. */
export interface ApiFetch {
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  receive(command: Extract<HttpCommand, { type: `api-${string}` }>): void;
}

interface Pending {
  response: PromiseWithResolvers<Response>;
  part: PromiseWithResolvers<Uint8Array> | undefined;
}

export function createApiFetch(send: (report: HttpReport) => void): ApiFetch {
  const pending = new Map<number, Pending>();
  let last = 0;

  const toResponse = (
    id: number,
    { status, headers }: Extract<HttpCommand, { type: 'api-head' }>,
  ): Response => {
    const one = pending.get(id);
    const hasBody = status !== 204 && status !== 205 && status !== 304;
    if (!hasBody) {
      pending.delete(id);
      send({ type: 'api-cancel', id });
    }
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (one === undefined) return controller.close();
          one.part = Promise.withResolvers();
          send({ type: 'api-pull', id });
          const bytes = await one.part.promise;
          if (bytes.length > 0) return controller.enqueue(new Uint8Array(bytes));
          pending.delete(id);
          controller.close();
        },
        cancel() {
          if (pending.delete(id)) send({ type: 'api-cancel', id });
        },
      },
      { highWaterMark: 0 },
    );
    const fields = headers.map(([name, value]): [string, string] => [name, value]);
    return new Response(hasBody ? body : null, { status, headers: fields });
  };

  return {
    async fetch(input, init) {
      // The clients of this API name it by paths, too.
      const given = typeof input === 'string' && input.startsWith('/') ? `http://localhost${input}` : input;
      const request = new Request(given, init);
      request.signal.throwIfAborted();
      const url = new URL(request.url);
      const bytes = new Uint8Array(await request.arrayBuffer());
      last += 1;
      const id = last;
      const one: Pending = { response: Promise.withResolvers(), part: undefined };
      pending.set(id, one);
      request.signal.addEventListener(
        'abort',
        () => {
          const { reason } = request.signal as { reason: unknown };
          if (pending.delete(id)) send({ type: 'api-cancel', id });
          one.response.reject(reason);
          one.part?.reject(reason);
        },
        { once: true },
      );
      send({
        type: 'api-request',
        id,
        purpose: 'api',
        method: request.method,
        path: `${url.pathname}${url.search}`,
        headers: [...request.headers],
        bytes,
      });
      return one.response.promise;
    },
    receive(command) {
      const one = pending.get(command.id);
      switch (command.type) {
        case 'api-head':
          return one?.response.resolve(toResponse(command.id, command));
        case 'api-chunk':
          return one?.part?.resolve(command.bytes);
        case 'api-failed': {
          pending.delete(command.id);
          const failure = new TypeError(`the deployment's own API did not answer: ${command.message}`);
          one?.response.reject(failure);
          one?.part?.reject(failure);
        }
      }
    },
  };
}

/** Where the official client looks for a way to the API of the server that it runs in, when it is given no URL. */
export function provideApiFetch(api: ApiFetch): void {
  const ask: ApiFetch['fetch'] = (input, init) => api.fetch(input, init);
  Reflect.set(globalThis, Symbol.for('langgraph_api:fetch'), ask);
}
