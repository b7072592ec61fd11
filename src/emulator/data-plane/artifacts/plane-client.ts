import { setTimeout as delay } from 'node:timers/promises';
import { BACKOFF, type BackoffOptions, doublingMs, retry } from '../../../clients/retry.ts';
import { fieldOf, parseJson } from '../../../contract/json-safety.ts';
import { errorMessage } from '../../../os/errors.ts';

/** Options of the client with which a pod requests data from the control plane. */
export interface PlaneClientOptions {
  planeUrl: string;
  /** Common prefix of all paths that the client requests: `/_pods/…`. */
  path: string;
  token: string;
  /** Further headers of all requests. */
  headers?: Readonly<Record<string, string>> | undefined;
  signal: AbortSignal;
  log: (line: string) => void;
  /** Purpose of all requests, such as "send the revision", for the log line "the control plane cannot … yet". */
  purpose: string;
  /** Milliseconds without data from the control plane after which the request is sent again. */
  silenceMs?: number | undefined;
  backoff?: BackoffOptions | undefined;
}

interface PlaneRequest {
  method?: 'GET' | 'POST' | 'PUT';
  /** Body of the request: JSON, or bytes that can be read again if the request is repeated. */
  body?: { json: unknown } | { bytes: () => ReadableStream<Uint8Array>; size: number };
  /** Offset of the first byte to request. */
  from?: number;
  signal?: AbortSignal;
}

/**
 * Sends requests to the control plane. Repeats a request while the control plane is unreachable, so every request must
 * be safe to repeat.
 */
export interface PlaneClient {
  /**
   * Sends a request. @throws ControlPlaneRefusedError for an error response that another attempt would not change.
   */
  send(path: string, request?: PlaneRequest): Promise<Response>;
  json(path: string, request?: PlaneRequest): Promise<unknown>;
  /** Yields exactly `size` bytes. If a connection ends early, the next connection continues at the same byte. */
  content(path: string, size: number): AsyncIterable<Uint8Array>;
}

/** Thrown if the control plane refuses a request and would refuse another attempt too. */
export class ControlPlaneRefusedError extends Error {
  override readonly name = 'ControlPlaneRefusedError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const SILENCE_MS = 30_000;
const FINAL = [400, 401, 403, 404, 405, 409, 413, 416, 422];

export function createPlaneClient(options: PlaneClientOptions): PlaneClient {
  const { planeUrl, path: base, token, signal, log, purpose } = options;
  const { silenceMs = SILENCE_MS, backoff = BACKOFF.controlPlane } = options;
  const origin = planeUrl.replace(/(?<!\/)\/+$/, '');

  const request = async (path: string, { method = 'GET', body, from = 0, ...more }: PlaneRequest) => {
    const isJson = body !== undefined && 'json' in body;
    const upload = body !== undefined && !isJson ? whileSent(body.bytes(), silenceMs) : undefined;
    const headers = {
      ...options.headers,
      authorization: `Bearer ${token}`,
      ...(from > 0 && { range: `bytes=${from}-` }),
      ...(isJson && { 'content-type': 'application/json' }),
      ...(body && !isJson && { 'content-type': 'application/gzip', 'content-length': String(body.size) }),
    };
    const response = await fetch(`${origin}${base}${path}`, {
      method,
      headers,
      ...(isJson && { body: JSON.stringify(body.json) }),
      ...(upload && { body: upload.stream, duplex: 'half' as const }),
      // Redirects are refused, because only the control plane may receive the token.
      redirect: 'error',
      signal: more.signal ?? AbortSignal.any([signal, upload?.silence ?? AbortSignal.timeout(silenceMs)]),
    }).finally(() => upload?.end());
    if (from > 0 ? response.status === 206 : response.ok) return response;
    const answer = await response.text();
    const text = answer.slice(0, 300);
    // A status 404 without `detail` comes from a proxy in front of the control plane, while no replica is available.
    const isOurs = response.status !== 404 || fieldOf(parseJson(answer), 'detail') !== undefined;
    if (FINAL.includes(response.status) && isOurs) {
      throw new ControlPlaneRefusedError(
        response.status,
        `The control plane at ${planeUrl} refused the request with status ${response.status}: ${text}`,
      );
    }
    throw new Error(`it responded with status ${response.status} ${text}`);
  };

  const attempts = {
    delayAfter(error: unknown, attempt: number): number | undefined {
      if (signal.aborted || error instanceof ControlPlaneRefusedError) return undefined;
      log(`The control plane at ${planeUrl} cannot ${purpose} yet: ${reasonOf(error)}`);
      return doublingMs(attempt, backoff);
    },
    sleep: (ms: number) => delay(ms, undefined, { signal }),
  };

  return {
    send: (path, what = {}) => retry(() => request(path, what), attempts),
    json: (path, what = {}) => retry(async () => (await request(path, what)).json(), attempts),
    async *content(path, size) {
      let received = 0;
      for (let attempt = 1; received < size; attempt += 1) {
        const before = received;
        const silence = new AbortController();
        let timer: NodeJS.Timeout | undefined;
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(
            () => silence.abort(new Error(`it sent nothing for ${silenceMs / 1000} s`)),
            silenceMs,
          );
        };
        try {
          wait();
          const response = await request(path, {
            from: received,
            signal: AbortSignal.any([signal, silence.signal]),
          });
          const body: AsyncIterable<Uint8Array> | null = response.body;
          if (body === null) throw new Error('its response has no body');
          for await (const chunk of body) {
            received += chunk.length;
            // Time in which the consumer processes data is not silence of the control plane.
            clearTimeout(timer);
            yield chunk;
            wait();
          }
          if (received < size) throw new Error(`its response ended after ${received} of ${size} bytes`);
        } catch (error) {
          const waitMs = attempts.delayAfter(error, received > before ? 1 : attempt);
          if (waitMs === undefined) throw error;
          await attempts.sleep(waitMs);
        } finally {
          clearTimeout(timer);
        }
      }
    },
  };
}

/**
 * Returns a body, and a signal that aborts if no byte is sent for `silenceMs` milliseconds, or if no response follows
 * the last byte within this time.
 */
function whileSent(bytes: ReadableStream<Uint8Array>, silenceMs: number) {
  const silence = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => silence.abort(new Error(`it did not respond for ${silenceMs / 1000} s`)),
      silenceMs,
    );
  };
  wait();
  const seen = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      wait();
      controller.enqueue(chunk);
    },
  });
  return { stream: bytes.pipeThrough(seen), silence: silence.signal, end: () => clearTimeout(timer) };
}

/** Returns the messages of an error and of its cause, because the cause contains the reason of a failed request. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `: ${errorMessage(error.cause)}` : '';
  return `${errorMessage(error)}${cause}`;
}
