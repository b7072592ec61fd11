import type { IncomingMessage, ServerResponse } from 'node:http';
import { json, type LocalServer, serve } from './support.ts';

/** One event of a stream. */
interface FakeEvent {
  event: string;
  data: unknown;
  id?: string;
}

/** The rest of a stream: its events and its end. */
export interface FakeStream {
  events: FakeEvent[];
  end: 'close' | 'reset' | 'hang';
}

/** An agent server with scripted responses, which records every request. */
export interface FakeAgent extends AsyncDisposable {
  server: LocalServer;
  runs: { run_id: string; status: string; metadata: unknown; thread_id: string }[];
  values: unknown;
  joined: unknown;
  streams: FakeStream[];
  /** Handles the start of a run. Returns false to use the default handling. */
  onStart: (body: Record<string, unknown>, response: ServerResponse) => boolean;
  /** Handles any other request; returns false to use the default handling. */
  onRequest: (method: string, path: string, response: ServerResponse) => boolean;
  /** Responds with this response to all requests, or to requests whose method and path contain `about`. */
  answers: (
    status: number,
    body: unknown,
    about?: (line: string) => boolean,
    headers?: Record<string, string>,
  ) => void;
  /** Status of the run once its stream was read to the end. */
  endsAs: string;
  /** Method and path of each request. */
  asked(): string[];
}

export const RUN = '11111111-1111-4111-8111-111111111111';

/** Writes a stream as a server does. `reset` breaks the connection in the middle of the stream. */
export function writeStream(
  response: ServerResponse,
  { events, end }: FakeStream,
  head: Record<string, string> = {},
) {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...head });
  response.write(': heartbeat\n\n');
  for (const { event, data, id } of events) {
    response.write(
      `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
    );
  }
  if (end === 'close') response.end();
  else if (end === 'reset') setImmediate(() => response.destroy());
}

export async function fakeAgent(): Promise<FakeAgent> {
  const handle = (request: IncomingMessage, response: ServerResponse, text: string): void => {
    const { method = '', url = '' } = request;
    if (agent.onRequest(method, url, response)) return;
    const [, thread = '', rest = ''] = /^\/threads\/([^/]+)(\/.*)?$/.exec(url) ?? [];
    const known = agent.runs.find(({ run_id }) => rest.includes(run_id));
    const body = () => JSON.parse(text) as Record<string, unknown>;
    if (method === 'POST' && url === '/threads')
      return json(response, 200, { thread_id: body()['thread_id'] });
    if (method === 'POST' && url === '/assistants/search')
      return json(response, 200, [{ assistant_id: 'a-1', graph_id: 'agent' }]);
    if (url === '/info') return json(response, 200, { host: { revision_id: 'revision-1' } });
    if (method === 'POST' && rest === '/runs/stream') {
      if (agent.onStart(body(), response)) return;
      agent.runs.unshift({ run_id: RUN, thread_id: thread, status: 'running', metadata: body()['metadata'] });
      return play(response, {
        'content-location': `/threads/${thread}/runs/${RUN}`,
        location: `/threads/${thread}/runs/${RUN}/stream`,
      });
    }
    if (method === 'DELETE') return void response.writeHead(204).end();
    if (rest === '/state') return json(response, 200, { values: agent.values, next: [], tasks: [] });
    if (rest.startsWith('/runs?')) return json(response, 200, agent.runs);
    if (known === undefined) return json(response, 404, { detail: 'no such run' });
    if (rest.endsWith('/stream')) return play(response);
    if (rest.includes('/cancel')) {
      known.status = 'interrupted';
      return void response.writeHead(204).end();
    }
    if (rest.includes('/join')) {
      known.status = agent.endsAs;
      return json(response, 200, agent.joined);
    }
    json(response, 200, known);
  };
  const play = (response: ServerResponse, head: Record<string, string> = {}) => {
    const next = agent.streams.shift() ?? { events: [], end: 'close' };
    writeStream(response, next, head);
    const [run] = agent.runs;
    if (next.end === 'close' && run !== undefined && agent.streams.length === 0) run.status = agent.endsAs;
  };
  const server = await serve(handle);
  const agent: FakeAgent = {
    server,
    runs: [],
    values: { messages: [{ type: 'ai', content: 'hello' }] },
    joined: {},
    streams: [],
    onStart: () => false,
    onRequest: () => false,
    answers: (status, body, about = () => true, headers = {}) => {
      agent.onRequest = (method, path, response) => {
        const answered = about(`${method} ${path}`);
        if (answered) json(response, status, body, headers);
        return answered;
      };
    },
    endsAs: 'success',
    asked: () =>
      server.requests.map(({ method, path }) => `${method} ${path.replace(/^\/threads\/[^/]+/, '/t')}`),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return agent;
}
