import { setTimeout as delay } from 'node:timers/promises';
import { doublingMs } from '../../../clients/retry.ts';
import { fieldOf, parseJson } from '../../../contract/json-safety.ts';
import { errorMessage } from '../../../os/errors.ts';

/** How a pod asks the control plane for what belongs to its revision. */
export interface PlaneClientOptions {
  /** The address of the control plane. */
  planeUrl: string;
  /** Below which everything lies that is asked for: `/_pods/…`. */
  path: string;
  token: string;
  signal: AbortSignal;
  log: (line: string) => void;
  /** What the control plane does not do while it is away, for the log: "give the revision". */
  purpose: string;
  /** How long the control plane may be silent before the request is sent again, in milliseconds. */
  silenceMs?: number | undefined;
  /** The first pause before a request is repeated, in milliseconds; it doubles up to 30 times that. */
  pauseMs?: number | undefined;
}

interface PlaneRequest {
  method?: 'GET' | 'POST' | 'PUT';
  /** JSON, or bytes that can be sent again. */
  body?: { json: unknown } | { bytes: () => ReadableStream<Uint8Array>; size: number };
  /** The first byte that is wanted. */
  from?: number;
  signal?: AbortSignal;
}

/** Repeats what fails for as long as the control plane is away. Every request must bear to be sent twice. */
export interface PlaneClient {
  /** @throws PlaneRefused when the answer is no success, and would be none the next time. */
  send(path: string, request?: PlaneRequest): Promise<Response>;
  /** The same with a JSON answer. */
  json(path: string, request?: PlaneRequest): Promise<unknown>;
  /** So many bytes; where a connection ends early, the next one continues. */
  content(path: string, size: number): AsyncIterable<Uint8Array>;
}

/** The control plane refused for good: another attempt would end the same way. */
export class PlaneRefused extends Error {
  override readonly name = 'PlaneRefused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const SILENCE_MS = 30_000;
const PAUSE_MS = 500;
/** The longest delay, as a multiple of the first. */
const MAX_PAUSES = 30;
const FINAL = [400, 401, 403, 404, 405, 409, 413, 416, 422];

export function createPlaneClient(options: PlaneClientOptions): PlaneClient {
  const { planeUrl, path: base, token, signal, log, purpose } = options;
  const { silenceMs = SILENCE_MS, pauseMs = PAUSE_MS } = options;
  const origin = planeUrl.replace(/(?<!\/)\/+$/, '');

  const request = async (path: string, { method = 'GET', body, from = 0, ...more }: PlaneRequest) => {
    const isJson = body !== undefined && 'json' in body;
    const upload = body !== undefined && !isJson ? whileSent(body.bytes(), silenceMs) : undefined;
    const headers = {
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
      // The token is for this address alone.
      redirect: 'error',
      signal: more.signal ?? AbortSignal.any([signal, upload?.silence ?? AbortSignal.timeout(silenceMs)]),
    }).finally(() => upload?.end());
    if (from > 0 ? response.status === 206 : response.ok) return response;
    const answer = await response.text();
    const text = answer.slice(0, 300);
    // A proxy in front of the control plane answers 404 as well, while no replica is behind it.
    const isOurs = response.status !== 404 || fieldOf(parseJson(answer), 'detail') !== undefined;
    if (FINAL.includes(response.status) && isOurs) {
      throw new PlaneRefused(
        response.status,
        `The control plane at ${planeUrl} refuses with ${response.status}: ${text}`,
      );
    }
    throw new Error(`it answers ${response.status} ${text}`);
  };

  /** Waits before the next attempt. @throws what makes another one pointless. */
  const pauseAfter = async (error: unknown, attempt: number): Promise<void> => {
    if (signal.aborted || error instanceof PlaneRefused) throw error;
    log(`The control plane at ${planeUrl} does not ${purpose} yet: ${reasonOf(error)}`);
    const waitMs = doublingMs(attempt, { baseMs: pauseMs, capMs: pauseMs * MAX_PAUSES });
    await delay(waitMs, undefined, { signal });
  };

  const retry = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        await pauseAfter(error, attempt);
      }
    }
  };

  return {
    send: (path, what = {}) => retry(() => request(path, what)),
    json: (path, what = {}) => retry(async () => (await request(path, what)).json()),
    async *content(path, size) {
      let received = 0;
      for (let attempt = 1; received < size; attempt += 1) {
        const before = received;
        const silence = new AbortController();
        let timer: NodeJS.Timeout | undefined;
        const wait = () => {
          clearTimeout(timer);
          timer = setTimeout(
            () => silence.abort(new Error(`it was silent for ${silenceMs / 1000} s`)),
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
          if (body === null) throw new Error('it has no body');
          for await (const chunk of body) {
            received += chunk.length;
            // The one who takes it may be slow.
            clearTimeout(timer);
            yield chunk;
            wait();
          }
          if (received < size) throw new Error(`it ended after ${received} of ${size} bytes`);
        } catch (error) {
          await pauseAfter(error, received > before ? 1 : attempt);
        } finally {
          clearTimeout(timer);
        }
      }
    },
  };
}

/** A body, and what is aborted when nothing of it is taken for so long, nor answered after its end. */
function whileSent(bytes: ReadableStream<Uint8Array>, silenceMs: number) {
  const silence = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(new Error(`it was silent for ${silenceMs / 1000} s`)), silenceMs);
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

/** The reason of a failed request stands in its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `: ${errorMessage(error.cause)}` : '';
  return `${errorMessage(error)}${cause}`;
}
