import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import type { AgentRequest, AgentResponse, HeaderList } from '../ports/agent-http.ts';
import { headersOf } from './agent-app.ts';

type Sent = Omit<AgentRequest, 'purpose'>;

/**
 * Sends requests to a listener over connections inside this process, without an open port. `from` marks in-process
 * requests with an object that clients cannot send.
 */
export function createInProcessRequests<From extends object>(
  listener: (request: IncomingMessage, response: ServerResponse, from: From) => void,
): (from: From, request: Sent) => Promise<AgentResponse> {
  const connections = new WeakMap<Duplex, From>();
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const from = connections.get(request.socket);
    if (from === undefined) response.destroy();
    else listener(request, response, from);
  });

  return async (from, { method, path, headers, body, signal }) => {
    signal.throwIfAborted();
    const [ours, theirs] = duplexPair();
    connections.set(theirs, from);
    server.emit('connection', theirs);
    const sent = httpRequest({
      createConnection: () => ours,
      method,
      path,
      headers: toFields(headers, body.length),
      signal,
    });
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve);
      sent.on('error', reject);
      sent.end(body);
    });
    return { status: answer.statusCode ?? 0, headers: headersOf(answer), body: answer };
  };
}

const FRAMING: ReadonlySet<string> = new Set(['connection', 'content-length', 'transfer-encoding']);

function toFields(headers: HeaderList, length: number): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = { host: 'localhost' };
  for (const [name, value] of headers) {
    if (FRAMING.has(name)) continue;
    const before = name === 'host' ? undefined : fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  }
  return { ...fields, connection: 'close', ...(length > 0 && { 'content-length': String(length) }) };
}
