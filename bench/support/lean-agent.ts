import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A server that only waits before it responds, so that a measurement shows the time of its client. */
export interface LeanAgentServer extends AsyncDisposable {
  /** Returns the URL of the agent with this name; any name is an agent. */
  urlOf(name: string): string;
}

const VALUES = { messages: [{ type: 'ai', content: 'right' }] };

/** Starts a server of agents that respond with `right` after `answerMs` milliseconds, and that store nothing. */
export async function startLeanAgents(answerMs: number): Promise<LeanAgentServer> {
  const server = createServer((request, response) => {
    request.resume();
    void respond(request, response, { answerMs, origin: originOf() });
  });
  const originOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    urlOf: (name) => `${originOf()}/${name}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function respond(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  { answerMs, origin }: { answerMs: number; origin: string },
): Promise<void> {
  const json = (value: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const path = url.replace(/^\/[\w-]+/, '');
  const [, threadId = ''] = /^\/threads\/([\w-]+)/.exec(path) ?? [];
  if (path === '/info') json({});
  else if (path === '/assistants/search') json([{ assistant_id: 'agent', graph_id: 'agent' }]);
  else if (method === 'GET')
    json({ thread_id: threadId, status: 'idle', values: VALUES, interrupts: {}, error: null });
  else if (!path.endsWith('/runs/stream')) json({});
  else {
    const runId = threadId;
    const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    response.writeHead(200, {
      'content-type': 'text/event-stream',
      'content-location': `/threads/${threadId}/runs/${runId}`,
    });
    response.write(event('metadata', { run_id: runId, attempt: 1 }));
    await delay(answerMs);
    response.end(
      event('updates', { answer: VALUES }) +
        event('feedback', { ci: `${origin}/feedback/tokens/${runId}` }) +
        event('end', null),
    );
  }
}
