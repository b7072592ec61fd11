import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import { stringifyExactJson, tryParseExactJson } from '../../contract/exact-json.ts';
import { CLIP_CHARACTERS, clipTexts, shortenTexts } from '../../contract/dashboard/clip.ts';
import type { AgentResponse, HeaderList } from '../ports/agent-http.ts';
import { HttpError } from '../server/http-error.ts';
import type { ReplayMark } from '../server/journal-entry.ts';
import type { Redactor } from '../server/journal-redactor.ts';
import { redactEvents } from './redact-events.ts';

/** Request that the page sends to a surface. */
interface InnerCall {
  /**
   * True if the page only reads. A request that only reads is not recorded, does not trigger a fault rule and does not
   * stop the clock.
   */
  isReadOnly: boolean;
  method: string;
  /** Path and query of a request to the main port. */
  path: string;
  workspaceId: string;
  headers?: HeaderList;
  body?: Uint8Array;
  signal: AbortSignal;
}

/** Sends requests to this process's surfaces, each with a temporary key. */
export type SendInner = (call: InnerCall) => Promise<AgentResponse>;

/** A recorded request that is sent again. */
interface ReplayCall {
  method: string;
  /** Path as the recorded request sent it, including the query. */
  path: string;
  headers: HeaderList;
  body: Uint8Array;
  deploymentId: string | undefined;
  /** True if the recorded request arrived on the deployment's own port. */
  onOwnPort: boolean;
  replay: ReplayMark;
  /** Method and path of the recorded request before it was edited. */
  recorded: KeyPurpose;
}

/**
 * Sends a request again, and reads the response until its end or until `signal` aborts. Resolves with the status, or
 * with 0 if the connection was closed without a response.
 */
export type SendReplay = (call: ReplayCall, signal: AbortSignal) => Promise<number>;

/** Keys that the authenticator accepts. */
interface AcceptedKeys {
  add(key: string, workspaceId: string): void;
  remove(key: string): void;
}

/** Request for which a temporary key is issued. */
interface KeyPurpose {
  method: string;
  /** Path including the query. */
  path: string;
}

/** Temporary keys of inner requests, each valid until the response to its request has ended. */
interface TemporaryKeys {
  /** Creates a key of a workspace for one request. */
  issue(workspaceId: string, purpose: KeyPurpose): string;
  end(key: string): void;
  /**
   * Returns the workspace of a key that was issued for this request, even if the key is no longer valid. Returns
   * `undefined` for any other key and any other request, because the agent's code might have seen the key and might
   * have sent requests with it.
   */
  workspaceOf(key: string, purpose: KeyPurpose): string | undefined;
}

/** Maximum number of issued keys that are remembered, which exceeds the number of requests in the journal. */
const REMEMBERED_KEYS = 20_000;

/** Creates the temporary keys, which `accepted` accepts while they are valid. */
export function createTemporaryKeys(accepted: AcceptedKeys): TemporaryKeys {
  const workspaces = new Map<string, string>();
  const nameOf = (key: string, { method, path }: KeyPurpose) => digestOf(`${key} ${method} ${path}`);
  return {
    issue(workspaceId, purpose) {
      const key = randomBytes(32).toString('base64url');
      accepted.add(key, workspaceId);
      workspaces.set(nameOf(key, purpose), workspaceId);
      const [oldest] = workspaces.keys();
      if (workspaces.size > REMEMBERED_KEYS && oldest !== undefined) workspaces.delete(oldest);
      return key;
    },
    end: (key) => accepted.remove(key),
    workspaceOf: (key, purpose) => workspaces.get(nameOf(key, purpose)),
  };
}

/**
 * Creates the function that sends inner requests. Each request gets a key for one workspace, which becomes invalid when
 * the response ends. The agent's code might see this key, but the key permits no more than the caller's own key.
 */
export function createInnerRequests(
  send: (
    from: { isReadOnly: boolean },
    request: { method: string; path: string; headers: HeaderList; body: Uint8Array; signal: AbortSignal },
  ) => Promise<AgentResponse>,
  keys: TemporaryKeys,
): SendInner {
  return async ({ isReadOnly, method, path, workspaceId, headers = [], body: sent, signal }) => {
    const key = keys.issue(workspaceId, { method, path });
    const own: HeaderList = [
      ...headers,
      ['x-api-key', key],
      // Marks the caller as a developer of the agent for the agent's authentication.
      ['x-auth-scheme', 'langsmith'],
    ];
    let answer: AgentResponse;
    try {
      answer = await send(
        { isReadOnly },
        { method, path, headers: own, body: sent ?? new Uint8Array(), signal },
      );
    } catch (cause) {
      keys.end(key);
      throw new HttpError(502, 'The connection was closed without a response, as for any client.', {
        cause,
      });
    }
    const forget = () => keys.end(key);
    // If the response is not read to its end, the key becomes invalid when the page's request ends.
    if (signal.aborted) forget();
    else signal.addEventListener('abort', forget, { once: true });
    const body = async function* () {
      try {
        yield* answer.body;
      } finally {
        forget();
        signal.removeEventListener('abort', forget);
      }
    };
    return { ...answer, body: body() };
  };
}

/**
 * Creates the function that sends recorded requests again. The temporary key of a request from the page is replaced by
 * a new key of the same workspace. A key that is not temporary is sent as it was recorded, so a request that was
 * refused for its key is refused again.
 */
export function createRequestReplays(
  send: (
    from: { deploymentId?: string | undefined; replay: ReplayMark },
    request: { method: string; path: string; headers: HeaderList; body: Uint8Array; signal: AbortSignal },
  ) => Promise<AgentResponse>,
  keys: TemporaryKeys,
): SendReplay {
  return async ({ deploymentId, onOwnPort, replay, recorded, ...request }, signal) => {
    const issued: string[] = [];
    const headers = request.headers.map(([name, value]): readonly [string, string] => {
      const workspaceId = name === 'x-api-key' ? keys.workspaceOf(value, recorded) : undefined;
      if (workspaceId === undefined) return [name, value];
      const key = keys.issue(workspaceId, request);
      issued.push(key);
      return [name, key];
    });
    const from = { ...(onOwnPort && { deploymentId }), replay };
    let status = 0;
    try {
      const answer = await send(from, { ...request, headers, signal });
      status = answer.status;
      for await (const _ of answer.body) signal.throwIfAborted();
      return status;
    } catch {
      // A fault rule can close the connection, as for any client.
      return status;
    } finally {
      for (const key of issued) keys.end(key);
    }
  };
}

/** Headers of a surface's response that the page receives. All other response headers are for API clients. */
const PASSED: ReadonlySet<string> = new Set([
  'content-type',
  'retry-after',
  'location',
  'content-location',
  'x-pagination-total',
  'x-pagination-next',
]);

/** Maximum size of a JSON response that is read completely, in bytes. */
const MAX_JSON_BYTES = 32 * 1024 * 1024;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Number of characters of a clipped text that are searched for secrets beyond the displayed characters. A secret that
 * begins in the displayed text and has at most this length is redacted.
 */
const SECRET_MARGIN = 16_384;

/**
 * Removes secrets from a value and clips its long texts. Only the displayed part of a long text is searched for
 * secrets.
 */
function redactClipped(value: unknown, redactor: Pick<Redactor, 'redact'>): unknown {
  const short = shortenTexts(value, CLIP_CHARACTERS + SECRET_MARGIN);
  return clipTexts(redactor.redact(short), digestOf, CLIP_CHARACTERS, value);
}

const clippingRedactor = (redactor: Redactor): Pick<Redactor, 'redact' | 'redactText'> => ({
  redact: (value) => redactClipped(value, redactor),
  redactText: (line, met) => redactor.redactText(line, met),
});

/**
 * Sends JSON to the page as a whole, and an event stream event by event. Secrets are removed from JSON and from events,
 * and long texts are clipped unless `whole` is true. Content that is neither JSON nor an event stream is dropped.
 */
export async function sendInnerAnswer(
  response: ServerResponse,
  answer: AgentResponse,
  { redactor, signal, whole = false }: { redactor: Redactor; signal: AbortSignal; whole?: boolean },
): Promise<void> {
  const headers = Object.fromEntries(answer.headers.filter(([name]) => PASSED.has(name)));
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  try {
    if (type === 'text/event-stream') {
      response.writeHead(answer.status, headers);
      response.flushHeaders();
      for await (const text of redactEvents(answer.body, whole ? redactor : clippingRedactor(redactor))) {
        if (!response.write(text)) await once(response, 'drain', { signal });
      }
      response.end();
      return;
    }
    const bytes = await readWhole(answer.body);
    if (bytes.length > 0 && type !== 'application/json' && type?.endsWith('+json') !== true) {
      throw new HttpError(
        502,
        `The response has ${type === undefined ? 'no content type' : `the type ${type}`}, which the dashboard cannot display.`,
      );
    }
    const body = tryParseExactJson(bytes.toString());
    if (bytes.length > 0 && body === undefined) {
      throw new HttpError(
        502,
        'The response is not JSON, or contains too many values. Read it with a request to the API.',
      );
    }
    const shown = whole ? redactor.redact(body) : redactClipped(body, redactor);
    const text = bytes.length === 0 ? '' : stringifyExactJson(shown);
    response.writeHead(answer.status, { ...headers, 'content-length': Buffer.byteLength(text) });
    response.end(text);
  } catch (error) {
    if (!response.headersSent) throw error;
    // Destroying the connection shows the page that the response is incomplete.
    response.destroy();
    if (!signal.aborted) throw error;
  }
}

async function readWhole(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_JSON_BYTES) {
      throw new HttpError(
        502,
        `The response is longer than ${MAX_JSON_BYTES} bytes. Read it with a request to the API.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
