import { parseExactJson, stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { API, SESSION_HEADER } from '../logic/paths.ts';
import { endSession, session } from './session.ts';

/** Thrown when the emulator refuses a request of the page, or when the request does not reach the emulator. */
export class ApiError extends Error {
  /** HTTP status of the response, or 0 if no response arrived. */
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, message: string, body: unknown = null, cause?: unknown) {
    super(message, { cause });
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

type Query = Readonly<Record<string, string | number | undefined>>;

/**
 * Sends a request with the session key and returns the response. Throws `ApiError` if the status is not 2xx or if no
 * response arrives. Throws the signal's error if the request was aborted.
 */
export async function request(
  method: string,
  path: string,
  {
    query = {},
    headers = {},
    body,
    signal,
  }: {
    query?: Query;
    headers?: Readonly<Record<string, string>>;
    body?: unknown;
    signal?: AbortSignal;
  } = {},
): Promise<Response> {
  const state = session.peek();
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
  let answer: Response;
  try {
    answer = await fetch(`${API}${path}${search === '' ? '' : `?${search}`}`, {
      method,
      cache: 'no-store',
      headers: {
        ...headers,
        ...(state.kind === 'open' ? { [SESSION_HEADER]: state.key } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: stringifyExactJson(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ApiError(0, 'The emulator does not respond. Check that the emulator is running.', null, error);
  }
  // A 401 of the emulator itself contains the session header, and ends the session. A 401 that the emulator forwards
  // from another API does not contain the session header.
  if (answer.headers.get(SESSION_HEADER) === 'ended') endSession();
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

async function refusal(answer: Response): Promise<ApiError> {
  const text = await answer.text().catch(() => '');
  let body: unknown = text;
  try {
    body = parseExactJson(text);
  } catch {
    // If the body is not JSON, the error shows the body's text.
  }
  return new ApiError(answer.status, `${answer.status}: ${messageOf(body)}`, body);
}

function messageOf(body: unknown): string {
  if (typeof body === 'string') return body === '' ? 'no reason given' : body.slice(0, 500);
  if (typeof body === 'object' && body !== null) {
    for (const name of ['detail', 'message', 'error'] as const) {
      if (name in body) {
        const value = (body as Record<string, unknown>)[name];
        return typeof value === 'string' ? value : stringifyExactJson(value);
      }
    }
  }
  return stringifyExactJson(body);
}

/** Reads from the emulator's dashboard API and returns the parsed response. Throws `ApiError` if the request fails. */
export async function read<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const answer = await request('GET', path, { query, ...(signal === undefined ? {} : { signal }) });
  // The type from this build is correct, because the emulator that serves the page also sends the response.
  return parseExactJson(await answer.text()) as T;
}

/**
 * Sends a request that changes data of the emulator. Returns the parsed response, or null for an empty response. Throws
 * `ApiError` if the request fails.
 */
export async function send<T = unknown>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  query: Query = {},
): Promise<T> {
  const answer = await request(method, path, { query, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  return (text === '' ? null : parseExactJson(text)) as T;
}

/** Reads from a deployment's agent server. The request journal does not record reads through `inspect`. */
export const inspect = {
  get: <T>(path: string, query: Query = {}): Promise<T> => read<T>(`/inspect${path}`, query),
  post: <T>(path: string, body: unknown): Promise<T> => send<T>('POST', `/inspect${path}`, body),
};

/**
 * Sends a request to an agent server on the user's behalf. The request is recorded and fault rules apply, as for any
 * client.
 */
export const forward = <T = unknown>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> => send<T>(method, `/forward${path}`, body);

/** Returns the error's message, for display. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
