import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { bearerTokenOf, apiKeyOf } from './authenticate.ts';
import { bodyFraming, hopByHopOf } from './body-framing.ts';
import { HttpError } from './http-error.ts';

/** The servers that deployments bring: what such a deployment is asked goes there as it is. */
export interface Upstreams {
  /** Whether a deployment is answered by a server of its own, up or not. */
  has(deploymentId: string): Promise<boolean>;
  /** Holds that server, so that a switch waits for the answer. Throws HttpError 503 when none is up. */
  acquire(deploymentId: string): Upstream;
}
export interface Upstream {
  /** The server's origin. */
  address: string;
  release(): void;
}

/**
 * Passes a request on to the server that answers for its deployment, and the answer back, both as they come: bodies and
 * event streams are not gathered. The key that opened the deployment stays here. `path` carries the query.
 * @throws HttpError 502 when the server cannot be reached, or leaves before its answer begins.
 */
export async function reverseProxy(
  request: IncomingMessage,
  response: ServerResponse,
  { address, path, signal }: { address: string; path: string; signal: AbortSignal },
): Promise<void> {
  const { hostname, port } = new URL(address);
  const upstream = httpRequest({
    // A connection that is kept may be closed from the other side just when it is used again.
    agent: false,
    host: hostname,
    port,
    path,
    method: request.method ?? 'GET',
    headers: passedOn(request),
    signal,
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    upstream.once('response', resolve);
    upstream.on('error', reject);
    // Such as after an answer that changes the protocol, which nobody asked for.
    upstream.once('close', () => reject(new Error('the connection was closed without an answer')));
  });
  // Not a pipeline: the client is still to be told when this end of it fails.
  request.pipe(upstream);
  let answer: IncomingMessage;
  try {
    answer = await answered;
    response.writeHead(answer.statusCode ?? 0, withoutHops(answer));
  } catch (cause) {
    upstream.destroy();
    throw new HttpError(
      502,
      'The server of this deployment did not answer, or not by HTTP. Its deploy log may say why.',
      { cause },
    );
  }
  response.flushHeaders();
  try {
    await pipeline(answer, response);
  } catch {
    // Half an answer must not look whole.
    response.destroy();
  }
}

/** The headers of a request as the container sees them: without the key, and with who asked. */
function passedOn(request: IncomingMessage): Record<string, string | string[]> {
  const headers = withoutHops(request);
  // Whichever of the two carried the key (DESIGN §5), or both; another bearer token is the agent's.
  if (bearerTokenOf(request.headers) === apiKeyOf(request.headers)) delete headers['authorization'];
  delete headers['x-api-key'];
  const { host } = request.headers;
  if (host !== undefined) headers['x-forwarded-host'] = host;
  headers['x-forwarded-for'] = request.socket.remoteAddress ?? '';
  return { ...headers, ...bodyFraming(request, headers['content-length'] !== undefined) };
}

function withoutHops(message: IncomingMessage): Record<string, string | string[]> {
  const isOfHop = hopByHopOf(message);
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined && !isOfHop(name)) kept[name] = value;
  }
  return kept;
}
