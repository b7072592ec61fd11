import { homedir } from 'node:os';
import { type Clock, realClock } from '../../../../../clients/clock.ts';
import type { Dispatcher } from '../../../../../clients/dispatcher.ts';
import {
  type AttemptResult,
  exchange,
  type WireRequest,
  type WireResponse,
} from '../../../../../clients/exchange.ts';
import { describeAttempt } from '../../../../../clients/failure.ts';
import { USER_AGENT } from '../../../../../clients/headers.ts';
import { proxySettings, type ProxySettings } from '../../../../../clients/network-environment.ts';
import {
  BACKOFF,
  backoffMs,
  type BackoffOptions,
  decideRetry,
  isCertificateFault,
} from '../../../../../clients/retry.ts';
import { parseRetryAfter } from '../../../../../clients/retry-after.ts';
import { parseJson } from '../../../../../contract/json-safety.ts';
import type { Metrics } from '../../../../ports/metrics.ts';
import type { Processes } from '../../../../ports/processes.ts';
import { createCredentials, CredentialError, type Credentials } from './credentials.ts';
import type { ClusterAccess } from './kubeconfig.ts';
import {
  type ClusterProblem,
  isTemporary,
  isWebhookUnreachable,
  malformed,
  type Outcome,
  problemOfFault,
  problemOfStatus,
  type RequestTarget,
} from './problems.ts';

export interface ConnectionOptions {
  access: ClusterAccess;
  /** Starts the programs of credential plugins. */
  processes: Processes;
  env: Readonly<Record<string, string | undefined>>;
  /** Redacts secrets in all text from the cluster. */
  redact: (text: string) => string;
  home?: string;
  /** Counts the requests, if it is specified. */
  metrics?: Metrics;
  clock?: Clock;
  random?: () => number;
  attemptTimeoutMs?: number;
  /** Time limit of a request with all its attempts, in milliseconds of the clock. */
  totalTimeoutMs?: number;
  connectTimeoutMs?: number;
  /** Maximum number of concurrent requests, not counting streams. */
  concurrency?: number;
  backoff?: BackoffOptions;
  /**
   * Milliseconds of real time without data after which a watch counts as dead. The cluster sends a bookmark about every
   * minute.
   */
  watchSilenceMs?: number;
}

export interface ClusterRequest {
  target: RequestTarget;
  method: WireRequest['method'];
  /** Encoded path, relative to the root of the API. */
  path: string;
  query?: Record<string, string | number | undefined>;
  json?: unknown;
  contentType?: string;
  signal: AbortSignal;
}

interface ClusterStream extends ClusterRequest {
  /** Milliseconds of real time without data after which the stream counts as dead. */
  silenceMs: number;
  /** Called with each chunk of the body. If `read` throws an error, the stream ends, and `stream` throws this error. */
  read: (chunk: Uint8Array) => void;
}

/** End of a stream: `ended` if the cluster closed the stream normally, or else `silent` or `failed`. */
type ClusterStreamEnd =
  | { kind: 'ended' }
  | { kind: 'silent'; problem: ClusterProblem }
  | { kind: 'failed'; opened: boolean; problem: ClusterProblem };

/** Sends authenticated requests to one cluster. Methods throw only if the signal aborts. */
export interface Connection {
  readonly access: ClusterAccess;
  readonly clock: Clock;
  readonly random: () => number;
  readonly redact: (text: string) => string;
  readonly watchSilenceMs: number;
  /**
   * Sends a request, and retries it after temporary failures, so the request must be safe to repeat. Returns the body
   * of a successful response.
   */
  send(request: ClusterRequest): Promise<Outcome<string>>;
  /** Sends a request once, and passes on the response body as it arrives. */
  stream(request: ClusterStream): Promise<ClusterStreamEnd>;
  /**
   * Returns the address and credentials for direct access to the API, for example for a bidirectional stream.
   * @throws CredentialError if the credentials cannot be read, or the signal's reason after an abort.
   */
  endpoint(signal: AbortSignal): Promise<ClusterEndpoint>;
  /**
   * Returns the cluster's time in milliseconds, computed from its responses. Before the first response, returns the
   * time of the local clock.
   */
  clusterNow(): number;
  close(): Promise<void>;
}

/** Address of a cluster's API, with the caller's credentials. */
export interface ClusterEndpoint {
  /** URL of the API, without a trailing slash. */
  server: string;
  /** Value of the Authorization header, or `undefined` if a client certificate identifies the caller. */
  authorization: string | undefined;
  tls: {
    ca?: string;
    cert?: string;
    key?: string;
    servername?: string;
    rejectUnauthorized: boolean;
  };
}

/**
 * Milliseconds after the start of an API server within which the server may refuse permitted requests, because it has
 * not read all roles yet.
 */
const STARTING_MS = 10_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** Prepares the connection to a cluster without sending a request. */
export function openConnection(options: ConnectionOptions): Connection {
  const {
    access,
    clock = realClock,
    random = Math.random,
    attemptTimeoutMs = 30_000,
    totalTimeoutMs = 60_000,
    concurrency = 64,
    backoff = BACKOFF.request,
    watchSilenceMs = 75_000,
  } = options;
  const sender = createSender(options, clock, attemptTimeoutMs);
  const limit = createLimiter(concurrency);
  const context = { access, clock, redact: sender.redact };

  async function send(request: ClusterRequest): Promise<Outcome<string>> {
    const deadlineAt = clock.now() + totalTimeoutMs;
    for (let attempts = 1; ; attempts += 1) {
      const result = await sender.attempt(request);
      const problem = problemOf(result, request, attemptTimeoutMs, context);
      if (problem === undefined)
        return { ok: true, value: result.kind === 'answer' ? result.answer.body : '' };
      if (problem.kind === 'forbidden' && sender.mayBeStarting()) {
        await clock.sleep(backoffMs(attempts, random, backoff), request.signal);
        continue;
      }
      const isFinal =
        result.kind === 'no-credentials' || problem.kind === 'credentials' || !isTemporary(problem);
      if (isFinal || isWebhookUnreachable(problem.message)) {
        return { ok: false, problem };
      }
      const decision = decideRetry({
        result,
        repeatable: true,
        attempt: attempts,
        now: clock.now(),
        deadlineAt,
        reached: sender.isReached(),
        random,
        backoff,
      });
      if (decision.kind !== 'retry') return { ok: false, problem };
      await clock.sleep(decision.delayMs, request.signal);
    }
  }

  async function stream(request: ClusterStream): Promise<ClusterStreamEnd> {
    let opened = false;
    let thrown: { error: unknown } | undefined;
    const result = await sender.attempt(request, {
      silenceMs: request.silenceMs,
      opened() {
        opened = true;
      },
      read(chunk) {
        try {
          request.read(chunk);
        } catch (error) {
          thrown = { error };
          throw error;
        }
      },
    });
    if (thrown !== undefined) throw thrown.error;
    const problem = problemOf(result, request, opened ? request.silenceMs : attemptTimeoutMs, context);
    if (problem === undefined) return { kind: 'ended' };
    if (problem.kind === 'forbidden' && sender.mayBeStarting())
      return { kind: 'failed', opened, problem: { ...problem, kind: 'unavailable' } };
    return opened && result.kind === 'timeout'
      ? { kind: 'silent', problem }
      : { kind: 'failed', opened, problem };
  }

  return {
    access,
    clock,
    random,
    redact: sender.redact,
    watchSilenceMs,
    send: (request) => limit(request.signal, () => send(request)),
    stream,
    endpoint: sender.endpoint,
    clusterNow: sender.clusterNow,
    close: sender.close,
  };
}

type SentResult = AttemptResult | { kind: 'no-credentials'; error: CredentialError };

/**
 * Creates the function that sends a request once. The function keeps the current credentials, and the times of the
 * cluster's last failure and last response.
 */
function createSender(options: ConnectionOptions, clock: Clock, attemptTimeoutMs: number) {
  const { access, env, connectTimeoutMs = 10_000 } = options;
  let token: string | undefined;
  // The token is redacted too, because the cluster's response may contain the token of the request.
  const redact = (text: string) => options.redact(token === undefined ? text : text.replaceAll(token, '***'));
  const credentials = createCredentials({
    access,
    env,
    clock,
    redact,
    processes: options.processes,
    home: options.home ?? homedir(),
  });
  const pools = createPools(access, env, connectTimeoutMs);
  let reached = false;
  let ahead = 0;
  let brokenAt = Number.NEGATIVE_INFINITY;

  const wireOf = (request: ClusterRequest, given: Credentials): WireRequest => ({
    method: request.method,
    url: new URL(`${access.server}${request.path}${queryOf(request.query)}`),
    headers: {
      accept: 'application/json, */*',
      'user-agent': USER_AGENT,
      ...(given.token !== undefined && { authorization: `Bearer ${given.token}` }),
      ...(request.json !== undefined && { 'content-type': request.contentType ?? 'application/json' }),
    },
    ...(request.json !== undefined && { body: JSON.stringify(request.json) }),
    timeoutMs: attemptTimeoutMs,
    maxBytes: MAX_BYTES,
    signal: request.signal,
  });

  /** Sends a request. If the cluster rejects the credentials, sends the request once more with new credentials. */
  async function attempt(
    request: ClusterRequest,
    reader?: Parameters<typeof exchange>[2],
  ): Promise<SentResult> {
    for (let renewed = false; ; renewed = true) {
      let given: Credentials;
      try {
        given = await credentials.current(request.signal);
      } catch (error) {
        if (error instanceof CredentialError) return { kind: 'no-credentials', error };
        throw error;
      }
      token = given.token;
      const result = await exchange(await pools.of(given), wireOf(request, given), reader);
      if (result.kind === 'answer' || result.kind === 'too-large') reached = true;
      if (result.kind === 'answer') readDate(result.answer);
      else brokenAt = clock.now();
      const isRefused = result.kind === 'answer' && result.answer.status === 401;
      if (!isRefused || !credentials.refuse(given) || renewed) return result;
    }
  }

  function readDate({ headers }: WireResponse): void {
    const date = Date.parse(headers.find(([name]) => name === 'date')?.[1] ?? '');
    // Half a second is added, because the Date header is rounded down to whole seconds.
    if (!Number.isNaN(date)) ahead = date + 500 - clock.now();
  }

  async function endpoint(signal: AbortSignal): Promise<ClusterEndpoint> {
    const given = await credentials.current(signal);
    token = given.token;
    return {
      server: access.server,
      authorization: given.token === undefined ? undefined : `Bearer ${given.token}`,
      tls: {
        rejectUnauthorized: !access.insecure,
        ...(given.ca !== undefined && { ca: given.ca }),
        ...given.identity,
        ...(access.serverName !== undefined && { servername: access.serverName }),
      },
    };
  }

  return {
    attempt,
    endpoint,
    redact,
    isReached: () => reached,
    /** Returns whether the API server may have started so recently that it has not read all roles yet. */
    mayBeStarting: () => clock.now() < brokenAt + STARTING_MS,
    clusterNow: () => clock.now() + ahead,
    close: () => pools.close(),
  };
}

/** Returns the problem with a request that was sent, or `undefined` if the request succeeded. */
function problemOf(
  result: SentResult,
  { target }: ClusterRequest,
  timeoutMs: number,
  { access, clock, redact }: Pick<Connection, 'access' | 'clock' | 'redact'>,
): ClusterProblem | undefined {
  switch (result.kind) {
    case 'no-credentials': {
      const message = `The credentials of ${access.label} could not be loaded: ${result.error.message}`;
      return { kind: 'credentials', message, hint: result.error.hint };
    }
    case 'answer': {
      const { status, body, retryAfter } = result.answer;
      if (status < 300) return undefined;
      const retryAfterMs = retryAfter === undefined ? undefined : parseRetryAfter(retryAfter, clock.now());
      return problemOfStatus(status, parseJson(body), target, { redact, retryAfterMs });
    }
    case 'too-large':
      return malformed(target, `the response is larger than ${MAX_BYTES} bytes`);
    case 'broken':
      // OpenSSL's error message is not shown, because it may contain a part of the certificate or key.
      if (result.code.startsWith('ERR_OSSL')) {
        const message = `The certificate or the key of ${access.label} cannot be used (${result.code})`;
        const hint =
          'Check that the certificate and the key are in PEM format and belong together, and that the certificate authority is in PEM format.';
        return { kind: 'credentials', message, hint };
      }
      return problemOfFault(target, describeAttempt(result, timeoutMs), hintForFault(result.code, access));
    case 'timeout':
      return problemOfFault(target, describeAttempt(result, timeoutMs));
  }
}

/** Encodes and joins names to a path. */
export function pathOf(...parts: (string | undefined)[]): string {
  return parts.flatMap((part) => (part === undefined ? [] : [`/${encodeURIComponent(part)}`])).join('');
}

function queryOf(query: ClusterRequest['query'] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) given.append(name, String(value));
  return given.size === 0 ? '' : `?${given.toString()}`;
}

function hintForFault(code: string, access: ClusterAccess): string {
  if (isCertificateFault(code)) {
    return `The certificate of ${access.server} is not trusted. Check certificate-authority and tls-server-name of ${access.label}.`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ECONNREFUSED') {
    return `Check that the Kubernetes API listens at ${access.server}, the server of ${access.label}.`;
  }
  return `Check the network connection to ${access.server}.`;
}

/** Manages the connection pool of the current credentials, because new certificates need new connections. */
function createPools(
  access: ClusterAccess,
  env: ConnectionOptions['env'],
  connectTimeoutMs: number,
): { of(credentials: Credentials): Promise<Dispatcher>; close(): Promise<void> } {
  const open = new Set<Promise<Dispatcher>>();
  let current: { key: string; pool: Promise<Dispatcher> } | undefined;
  let isClosed = false;
  const proxies = proxiesOf(access, env);

  const retire = async (pool: Promise<Dispatcher>) => {
    try {
      // `close` waits for the pool's streams.
      await (await pool).close();
    } catch {
      // Closing fails if the pool was already destroyed.
    } finally {
      open.delete(pool);
    }
  };
  return {
    async of({ identity, ca }) {
      if (isClosed) throw new Error('the client of the cluster is closed');
      const key = JSON.stringify([identity, ca]);
      if (current?.key === key) return current.pool;
      if (current !== undefined) void retire(current.pool);
      const pool = openPool({ identity, ca });
      open.add(pool);
      current = { key, pool };
      return pool;
    },
    async close() {
      isClosed = true;
      await Promise.all([...open].map(async (pool) => (await pool).destroy()));
      open.clear();
      current = undefined;
    },
  };

  async function openPool({ identity, ca }: Pick<Credentials, 'identity' | 'ca'>): Promise<Dispatcher> {
    const { openDispatcher } = await import('../../../../../clients/dispatcher.ts');
    const { serverName, insecure } = access;
    return openDispatcher({ proxies, connectTimeoutMs, ca, identity, serverName, insecure });
  }
}

function proxiesOf({ proxy }: ClusterAccess, env: ConnectionOptions['env']): ProxySettings {
  if (proxy === 'environment') return proxySettings(env);
  if (proxy === 'direct') return { noProxy: '*' };
  return { httpProxy: proxy.url, httpsProxy: proxy.url, noProxy: '' };
}

/** Creates a limiter that runs at most `most` functions at the same time. Further functions wait in order. */
function createLimiter(most: number): <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (signal, work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      // The next waiting function takes over the slot.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
