import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { createFaults, faultAnswer, type Faults } from './faults.ts';
import { actorOf, Repository } from './repository.ts';
import { type Answer, ApiError, findRoute, isGranted, notFound } from './http.ts';
import { ROUTES } from './routes.ts';
import { createToken, type TokenSeed, type Viewer } from './tokens.ts';

// A simulated GitHub on this machine: state in memory and real HTTP, so that Octokit works unchanged. The server
// responds to the action's requests (`routes.ts`) as GitHub does, and with 501 to all other requests.

/** A received request. */
export interface JournalEntry {
  method: string;
  /** Path without the API's prefix and without the query. */
  path: string;
  /** Operation, such as `POST /repos/{owner}/{repo}/deployments`, or `null` if it is not supported. */
  operation: string | null;
  request: unknown;
  /** Status of the response, or `null` if the connection was closed instead. */
  status: number | null;
}

/** A simulated GitHub with real HTTP. */
export interface FakeGitHub {
  /** Value for GITHUB_API_URL. */
  readonly apiUrl: string;
  /** Value for GITHUB_SERVER_URL. */
  readonly serverUrl: string;
  /**
   * Adds a repository with one commit, or without commits for `files: null`. The default name is
   * `octo-org/echo-agent`.
   */
  addRepository(seed?: { fullName?: string; private?: boolean; files?: null }): Repository;
  /** Creates a token and returns it. */
  addToken(seed: TokenSeed): string;
  /** Returns the runner's settings for jobs on this GitHub. */
  forRunner(token: string): { serverUrl: string; apiUrl: string; token: string };
  /** Sets GitHub's clock to a time in epoch milliseconds. The clock runs on in real time. */
  setTime(ms: number): void;
  readonly faults: Faults;
  /** All requests so far, oldest first. */
  readonly journal: readonly JournalEntry[];
  /** Closes the server and all connections. */
  close(): Promise<void>;
}

const GraphqlRequest = z.object({ query: z.string() });
const VIEWER_QUERY = '{ viewer { login } }';

/**
 * Starts a simulated GitHub on a free port. `enterprise` simulates an Enterprise Server, whose API is below `/api/v3`
 * and which has its own pages.
 */
export async function startGitHub({ enterprise = false } = {}): Promise<FakeGitHub> {
  const prefix = enterprise ? '/api/v3' : '';
  const repositories = new Map<string, Repository>();
  const viewers = new Map<string, Viewer>();
  const faults = createFaults();
  const journal: JournalEntry[] = [];
  const closing = new AbortController();
  // IDs exceed 32 bits, so that tests detect a truncated ID.
  let lastId = 5_180_000_000;
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;

  const serve = (request: IncomingMessage, url: URL, found: ReturnType<typeof findRoute>, body: string) => {
    const [, token = ''] = /^(?:token|bearer) (.*)$/i.exec(request.headers.authorization ?? '') ?? [];
    const viewer = viewers.get(token);
    if (viewer === undefined) throw new ApiError(401, 'Bad credentials');
    if (url.pathname === '/user' && !token.startsWith('ghs_')) {
      return { status: 200, body: actorOf(viewer.login) };
    }
    if (request.method === 'POST' && url.pathname === '/graphql') {
      const { query } = GraphqlRequest.parse(JSON.parse(body));
      if (query !== VIEWER_QUERY)
        throw new ApiError(501, 'The simulated GitHub serves only the login of the viewer by GraphQL');
      return { status: 200, body: { data: { viewer: { login: viewer.login } } } };
    }
    if (found === undefined) {
      throw new ApiError(501, `${request.method} ${url.pathname} is not served: add it to routes.ts`);
    }
    const { route, params } = found;
    const name = `${params['owner']}/${params['repo']}`.toLowerCase();
    const repository = repositories.get(name);
    const isOwn = viewer.repository === name;
    if (repository === undefined || (repository.private && !isOwn)) throw notFound();
    // Any token can read a public repository.
    const isOpen = request.method === 'GET' && !repository.private;
    if (!isOpen && !(isOwn && isGranted(viewer.permissions, route.permissions))) {
      throw new ApiError(403, 'Resource not accessible by integration');
    }
    const api = `http://${request.headers.host}${prefix}`;
    const given: unknown = body === '' ? {} : JSON.parse(body);
    return route.handle({ repository, params, url, api, login: viewer.login, body: given });
  };

  const answer = (...[request, url, found, body]: Parameters<typeof serve>): Answer => {
    try {
      return serve(request, url, found, body);
    } catch (error) {
      // An error in this file is reported as 501, so that it cannot look like a response of GitHub.
      return error instanceof ApiError ? error.answer : { status: 501, body: { message: String(error) } };
    }
  };

  const exchange = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const given = request.url ?? '/';
    // An Enterprise Server serves GraphQL next to its REST API.
    const local = given === '/api/graphql' ? '/graphql' : given.slice(prefix.length);
    const url = new URL(local, 'http://double');
    const { method = 'GET' } = request;
    const found = findRoute(ROUTES, method, url.pathname);
    const effect = faults.decide(method, url.pathname) ?? {};
    if (effect.delay_ms) await pause(effect.delay_ms, undefined, { signal: closing.signal });
    effect.before?.();
    const instead = effect.reset ? { status: 0 } : faultAnswer(effect);
    const { status, headers, body: data } = instead ?? answer(request, url, found, body);
    const isCut = effect.reset === true || effect.drop_answer === true;
    journal.push({
      method,
      path: url.pathname,
      operation: found === undefined ? null : `${method} ${found.route.path}`,
      request: body === '' ? null : JSON.parse(body),
      status: isCut ? null : status,
    });
    if (isCut) return void response.socket?.resetAndDestroy();
    if (found !== undefined && instead === undefined) {
      response.setHeader('X-Accepted-GitHub-Permissions', found.route.permissions);
    }
    const isPage = typeof data === 'string';
    response.setHeader('Date', new Date(now()).toUTCString());
    response.setHeader('Content-Type', isPage ? 'text/html' : 'application/json; charset=utf-8');
    response.writeHead(status, headers).end(isPage ? data : data && JSON.stringify(data));
  };

  const server = createServer((request, response) => {
    exchange(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on TCP has an address with a port.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const serverUrl = enterprise ? origin : 'https://github.com';
  const apiUrl = `${origin}${prefix}`;
  return {
    apiUrl,
    serverUrl,
    addRepository({ fullName = 'octo-org/echo-agent', private: hidden = false, files } = {}) {
      const repository = new Repository(fullName, hidden, serverUrl, {
        nextId: () => (lastId += 1),
        now,
      });
      repositories.set(fullName.toLowerCase(), repository);
      if (files === undefined) repository.setFiles('main', { 'README.md': '# An agent\n' });
      return repository;
    },
    addToken(seed) {
      const { token, viewer } = createToken(seed);
      viewers.set(token, viewer);
      return token;
    },
    forRunner: (token) => ({ serverUrl, apiUrl, token }),
    setTime: (ms) => {
      aheadMs = ms - Date.now();
    },
    faults,
    journal,
    async close() {
      closing.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the journal entries whose requests contain one of these strings. */
export const holding = (journal: readonly JournalEntry[], texts: readonly string[]): JournalEntry[] =>
  journal.filter((entry) =>
    texts.some((secret) => JSON.stringify(entry).includes(JSON.stringify(secret).slice(1, -1))),
  );
