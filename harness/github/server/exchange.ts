import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { RateLimits } from '../access/rate-limit.ts';
import { authenticate, tokenOf } from '../access/authenticate.ts';
import { ANONYMOUS, type Tokens, type Viewer } from '../access/tokens.ts';
import { faultAnswer } from '../faults/answers.ts';
import type { FaultEffect, Faults } from '../faults/rules.ts';
import type { Journal } from '../journal.ts';
import { ApiError, type Answer } from './answer.ts';
import { SPOKEN_VERSION } from './headers.ts';
import type { Ending } from './listen.ts';
import { newTrace, type Pipeline, type Trace } from './pipeline.ts';

export interface ExchangeOptions {
  pipeline: Pipeline;
  tokens: Tokens;
  faults: Faults;
  journal: Journal;
  rateLimits: RateLimits | null;
  now(): number;
  /** `/api/v3` on an Enterprise Server, else empty. */
  prefix: string;
  enterpriseVersion: string | null;
  /** Base of the web pages; `null`: the host that was asked. */
  htmlUrl: string | null;
  /** Ends when the double is closed: nobody waits for a delayed answer then. */
  closing: AbortSignal;
}

/** One request: the fault rules first, then GitHub; written into the journal, whatever became of it. */
export function createExchange(options: ExchangeOptions) {
  const { pipeline, tokens, faults, journal, rateLimits, prefix } = options;

  const withHeaders = (answer: Answer, trace: Trace): Answer => ({
    ...answer,
    headers: {
      'X-GitHub-Media-Type': 'github.v3; format=json',
      'X-GitHub-Api-Version-Selected': SPOKEN_VERSION,
      ...(options.enterpriseVersion === null
        ? {}
        : { 'X-GitHub-Enterprise-Version': options.enterpriseVersion }),
      ...trace.headers,
      ...rateLimits?.headers(trace.viewer),
      ...answer.headers,
    },
  });

  const ask = async (request: IncomingMessage, url: URL, body: string, trace: Trace): Promise<Answer> => {
    const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
    const links = { api: `${origin}${prefix}`, html: options.htmlUrl ?? origin };
    try {
      if (!`${url.pathname}/`.startsWith(`${prefix}/`)) {
        throw new ApiError(404, `the API of this double is below ${prefix}, not at ${url.pathname}`);
      }
      url.pathname = url.pathname.slice(prefix.length);
      return await pipeline.answer(
        { method: request.method ?? 'GET', url, headers: request.headers, body, links },
        trace,
      );
    } catch (error) {
      if (error instanceof ApiError) return pipeline.refuse(error, trace);
      // A bug of the double's: never to be taken for an answer of GitHub's.
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { status: 501, body: { message: `the GitHub double failed: ${text}` } };
    }
  };

  return async (request: IncomingMessage, body: string): Promise<Ending> => {
    const url = new URL(request.url ?? '/', 'http://double');
    const method = request.method ?? 'GET';
    const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname;
    const query = url.search.slice(1);
    const at = options.now();
    const trace = newTrace();
    const effect = faults.decide(method, path);
    if (effect?.delay_ms !== undefined) {
      await pause(effect.delay_ms, undefined, { signal: options.closing });
    }
    const ending = await end(request, url, body, trace, effect);
    const answer = ending.kind === 'cut' ? null : ending.answer;
    journal.record({
      at,
      method,
      path,
      query,
      operation: trace.operation,
      status: answer?.status ?? null,
      by: nameOf(tokens, trace.viewer, request.headers.authorization),
      request: redacted(tokens, body),
      response: redacted(tokens, JSON.stringify(answer?.body ?? null)),
      fault: effect !== undefined,
    });
    return ending;
  };

  async function end(
    request: IncomingMessage,
    url: URL,
    body: string,
    trace: Trace,
    effect: FaultEffect | undefined,
  ): Promise<Ending> {
    if (effect === undefined) {
      return { kind: 'answer', answer: withHeaders(await ask(request, url, body, trace), trace) };
    }
    if (effect.reset === true) return { kind: 'cut' };
    trace.viewer = viewerOf(tokens, request.headers.authorization);
    const instead = faultAnswer(effect, trace.viewer);
    if (instead !== null) {
      const answer = instead instanceof ApiError ? pipeline.refuse(instead, trace) : instead;
      return { kind: 'answer', answer: withHeaders(answer, trace) };
    }
    const done = withHeaders(await ask(request, url, body, trace), trace);
    const answer: Answer = { ...done, headers: { ...done.headers, ...effect.headers } };
    if (effect.drop_answer === true) return { kind: 'cut' };
    if (effect.truncate_at === undefined) return { kind: 'answer', answer };
    return { kind: 'truncated', answer, bytes: effect.truncate_at };
  }
}

function viewerOf(tokens: Tokens, header: string | undefined): Viewer {
  try {
    return authenticate(tokens, header);
  } catch {
    return ANONYMOUS;
  }
}

function nameOf(tokens: Tokens, viewer: Viewer, header: string | undefined): string {
  if (viewer.actor !== null) return viewer.actor.account.login;
  const token = tokenOf(header);
  if (token === null) return 'anonymous';
  return tokens.find(token)?.actor?.account.login ?? 'unknown token';
}

/** JSON as it was sent, without tokens; text when it is no JSON. */
function redacted(tokens: Tokens, text: string): unknown {
  if (text === '') return null;
  const clean = tokens.redact(text);
  try {
    return JSON.parse(clean);
  } catch {
    return clean;
  }
}
