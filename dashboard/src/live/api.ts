import { parseExactJson, stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { API, SESSION_HEADER } from '../logic/paths.ts';
import { endSession, session } from './session.ts';

/** A request of the page that the emulator refused, or that did not reach it. */
export class ApiError extends Error {
  /** 0: there was no answer. */
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

/** Sends a request with the session and gives the answer. */
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
    throw new ApiError(0, 'The emulator does not answer. Is it still running?', null, error);
  }
  // A 401 of a surface, which the emulator passes on, is another matter.
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
    // Not ours: the text itself says most.
  }
  return new ApiError(answer.status, `${answer.status}: ${messageOf(body)}`, body);
}

function messageOf(body: unknown): string {
  if (typeof body === 'string') return body === '' ? 'no reason was given' : body.slice(0, 500);
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

/** Reads an answer of the emulator's own. */
export async function read<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  const answer = await request('GET', path, { query, ...(signal === undefined ? {} : { signal }) });
  // The same emulator gave the page and the answer: its shapes are those of this build.
  return parseExactJson(await answer.text()) as T;
}

/** Sends a change and gives its answer; null when it has none. */
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

/** A read of a deployment's agent server that leaves no trace in the journal. */
export const look = {
  get: <T>(path: string, query: Query = {}): Promise<T> => read<T>(`/look${path}`, query),
  post: <T>(path: string, body: unknown): Promise<T> => send<T>('POST', `/look${path}`, body),
};

/** What a user does: recorded and faulted as any client's request. */
export const act = <T = unknown>(
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> => send<T>(method, `/act${path}`, body);

/** What went wrong, as one sentence for people. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
