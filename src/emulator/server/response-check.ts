import type { ServerResponse } from 'node:http';
import { HttpError, OwnAuthError } from './http-error.ts';
import { errorResponse, responseHeaders, type SerializedResponse, serializeResponse } from './respond.ts';
import type { Route, RouteResponse } from './route.ts';

interface SentResponse {
  status: number;
  type: string | undefined;
  text: string | undefined;
}

/** Returns the position and problem of an invalid response, without its content, or `undefined` if it is valid. */
export type ResponseCheck = (route: Route, answer: SentResponse) => string | undefined;

/** Error for a response that contradicts the API document. A mismatch is a bug in the emulator, never in its client. */
export class ResponseMismatch extends Error {
  override readonly name = 'WrongAnswer';
}

/**
 * Handles a request with `handle` in tests. Throws ResponseMismatch if the response or error contradicts the route's
 * published description. If a stream is invalid, its connection is closed.
 */
export async function withResponseCheck(
  route: Route,
  handle: () => Promise<RouteResponse>,
  check: ResponseCheck,
): Promise<RouteResponse> {
  const evaluate = (answer: SentResponse, cause?: unknown) => {
    const wrong = check(route, answer);
    if (wrong !== undefined) throw new ResponseMismatch(`${route.method} ${route.path} ${wrong}`, { cause });
  };
  const refusals = (error: unknown): never => {
    // Only refusals by the emulator are compared with the API document. Errors that are not refusals already cause a
    // 500, and the document does not describe refusals by an agent developer's code.
    if (error instanceof HttpError && !(error instanceof OwnAuthError))
      evaluate(sentAnswer(serializeResponse(errorResponse(error))), error);
    throw error;
  };
  const answer = await handle().catch(refusals);
  if (!('stream' in answer)) {
    evaluate(sentAnswer(serializeResponse(answer)));
    return answer;
  }
  return {
    stream: async (response) => {
      const watch = watched(response, evaluate);
      try {
        await answer.stream(response).catch(refusals);
      } finally {
        // The error response that replaces a failed stream has already been checked, so its writes are not checked.
        watch.stop();
      }
      watch.verdict();
    },
  };
}

function sentAnswer(answer: SerializedResponse): SentResponse {
  const type = responseHeaders(answer)['content-type'];
  return { status: answer.status, type: typeof type === 'string' ? type : undefined, text: answer.text };
}

/** Checks the writes of a response before the last byte is sent. `verdict` throws if the writes are invalid. */
function watched(response: ServerResponse, evaluate: (answer: SentResponse) => void) {
  const chunks: Uint8Array[] = [];
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) chunks.push(chunk);
  };
  let wrong: { error: unknown } | undefined;
  let type: unknown;
  const writeHead = response.writeHead.bind(response);
  const write = response.write.bind(response);
  const end = response.end.bind(response);
  response.writeHead = (...given: unknown[]): typeof response => {
    // Headers that are passed to `writeHead` are not stored in `response`.
    type = new Map(Object.entries(given.at(-1) ?? {})).get('content-type');
    Reflect.apply(writeHead, response, given);
    return response;
  };
  response.write = (chunk: unknown, ...more: unknown[]): boolean => {
    keep(chunk);
    return Reflect.apply(write, response, [chunk, ...more]) === true;
  };
  response.end = (...given: unknown[]): typeof response => {
    keep(given[0]);
    type ??= response.getHeader('content-type');
    const text = chunks.length === 0 ? undefined : Buffer.concat(chunks).toString('utf8');
    try {
      evaluate({ status: response.statusCode, type: typeof type === 'string' ? type : undefined, text });
      Reflect.apply(end, response, given);
    } catch (error) {
      wrong = { error };
      response.destroy();
    }
    return response;
  };
  return {
    stop: () => {
      if (!response.headersSent) Object.assign(response, { writeHead, write, end });
    },
    verdict: () => {
      if (wrong !== undefined) throw wrong.error;
    },
  };
}
