import type { ServerResponse } from 'node:http';
import { isDiskFull } from '../store/until-room.ts';
import { HttpError } from './http-error.ts';

const NO_ROOM =
  "There is no room left on the disk that holds the emulator's data: nothing of this request was done. Make room there and send it again.";

/** An answer about to be written. */
export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * What a failure says to the client: an HttpError its own detail, a full disk that it is full (507: nothing was done,
 * and sending it again helps once there is room), anything else a 500 that tells nothing.
 */
export function errorAnswer(error: unknown): Answer {
  if (error instanceof HttpError) {
    return { status: error.status, body: { detail: error.detail }, headers: error.headers };
  }
  if (isDiskFull(error)) return { status: 507, body: { detail: NO_ROOM } };
  return { status: 500, body: { detail: 'Internal Server Error' } };
}

/**
 * Writes an answer: JSON, with its length; nothing after the head for 204 and HEAD. Resolves once it is handed to the
 * socket, or the socket is gone.
 */
export function send(response: ServerResponse, answer: Answer): Promise<void> {
  if (response.headersSent || response.destroyed) {
    // A stream failed half-way: all that is left to say is that it did not end well.
    response.destroy();
    return Promise.resolve();
  }
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (answer.body === undefined || answer.status === 204 || answer.status === 304) {
    if (answer.status !== 204 && answer.status !== 304) response.setHeader('content-length', 0);
    return ended(response, undefined);
  }
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  const type = typeof answer.body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  if (!response.hasHeader('content-type')) response.setHeader('content-type', type);
  response.setHeader('content-length', Buffer.byteLength(text));
  return ended(response, text);
}

function ended(response: ServerResponse, text: string | undefined): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', resolve);
    response.end(text, () => resolve());
  });
}
