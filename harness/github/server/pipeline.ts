import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ANONYMOUS, authenticate, authorize, permissionHeaders, type Tokens } from '../tokens.ts';
import { compileRoutes, type Match, type Route, type Viewer } from './route.ts';
import type { RateLimits } from '../rate-limit.ts';
import { fullNameOf } from '../state/model.ts';
import { findRepository, type GitHubState } from '../state/state.ts';
import type { Links } from '../wire/repository.ts';
import { type Answer, ApiError, checkHeaders, errorBody, mediaOf, notFound, parseBody } from './http.ts';

interface Incoming {
  method: string;
  /** Below the API's base, with the query. */
  url: URL;
  headers: IncomingHttpHeaders;
  body: string;
  links: Links;
}

interface PipelineOptions {
  state: GitHubState;
  tokens: Tokens;
  /** `null`: limits are off. */
  rateLimits: RateLimits | null;
  routes: readonly Route[];
  /** API versions that exist, newest last. */
  versions: readonly string[];
  enterpriseVersion: string | null;
}

/** What was found out about a request on its way; filled in as far as it came. */
export interface Trace {
  viewer: Viewer;
  operation: string | null;
  docs: string | null;
  headers: Record<string, string>;
}

export interface Pipeline {
  /** Does what is asked, or throws an {@link ApiError}. */
  answer(incoming: Incoming, trace: Trace): Promise<Answer>;
  /** A refusal as it goes over the wire. */
  refuse(error: ApiError, trace: Trace): Answer;
}

/** Everything between the socket and a resource, in GitHub's order: headers, token, limits, operation, rights, body. */
export function createPipeline(options: PipelineOptions): Pipeline {
  const { state, tokens, rateLimits, versions, enterpriseVersion } = options;
  const find = compileRoutes(options.routes);
  const docsBase =
    enterpriseVersion === null
      ? 'https://docs.github.com/rest'
      : `https://docs.github.com/enterprise-server@${enterpriseVersion.split('.').slice(0, 2).join('.')}/rest`;

  const matchOf = (method: string, path: string): Match => {
    const match = find(method, path);
    if (match !== undefined) return match;
    // As GitHub: a path it knows with another method, and a slash too many, are not found. What the double has never
    // heard of might exist on GitHub, so it says so loudly.
    const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].some((other) => find(other, path) !== undefined);
    if (known || path.endsWith('/')) throw notFound();
    throw new ApiError(
      501,
      `${method} ${path} is not served by this GitHub double: add it to harness/github/resources`,
    );
  };

  /** `/repositories/{id}/…`, which `Link` headers and redirects use, is another name for `/repos/{owner}/{name}/…`. */
  const canonical = (path: string): string => {
    const [, id, rest = ''] = /^\/repositories\/(\d+)(\/.*)?$/.exec(path) ?? [];
    if (id === undefined) return path;
    const repository = state.repositories.get(Number(id));
    if (repository === undefined) throw notFound();
    return `/repos/${fullNameOf(repository)}${rest}`;
  };

  const movedTo = (fullName: string, incoming: Incoming): Answer => {
    const moved = state.repositories.get(state.moved.get(fullName.toLowerCase()) ?? -1);
    if (moved === undefined) throw notFound();
    const rest = incoming.url.pathname.replace(/^\/repos\/[^/]+\/[^/]+/, '');
    const url = `${incoming.links.api}/repositories/${moved.id}${rest}${incoming.url.search}`;
    return {
      status: incoming.method === 'GET' ? 301 : 307,
      headers: { Location: url },
      body: {
        message: 'Moved Permanently',
        url,
        documentation_url: `${docsBase}/guides/best-practices-for-using-the-rest-api#follow-redirects`,
      },
    };
  };

  const answer = async (incoming: Incoming, trace: Trace): Promise<Answer> => {
    const { method, headers, links } = incoming;
    checkHeaders(
      { userAgent: headers['user-agent'], apiVersion: single(headers['x-github-api-version']) },
      versions,
    );
    trace.viewer = authenticate(tokens, headers.authorization);
    const path = canonical(incoming.url.pathname);
    const asksLimit = path === '/rate_limit';
    if (!asksLimit) rateLimits?.take(trace.viewer);
    const { route, params } = matchOf(method, path);
    trace.operation = `${method} ${route.path}`;
    trace.docs = route.docs;
    trace.headers = permissionHeaders(route, trace.viewer);
    const context = {
      state,
      links,
      viewer: trace.viewer,
      params,
      query: incoming.url.searchParams,
      self: new URL(`${links.api}${path}${incoming.url.search}`),
      media: mediaOf(headers.accept),
      enterpriseVersion,
    };
    if (route.scope === 'global') return route.handle(context);
    const fullName = `${params['owner'] ?? ''}/${params['repo'] ?? ''}`;
    const repository = findRepository(state, fullName);
    if (repository === undefined) return movedTo(fullName, incoming);
    authorize(state, links, route, trace.viewer, repository);
    const body = route.body === undefined ? undefined : parseBody(route.body, incoming.body);
    if (method === 'POST') rateLimits?.takeContent(trace.viewer);
    const rest = path.replace(/^\/repos\/[^/]+\/[^/]+/, '');
    const self = new URL(`${links.api}/repositories/${repository.id}${rest}${incoming.url.search}`);
    const made = await route.handle({ ...context, self, repository }, body);
    return method === 'GET' ? conditional(made, headers['if-none-match'], trace.viewer) : made;
  };

  /** Gives an answer its tag, and leaves the body out for a caller that has it already; that costs nothing of the limit. */
  const conditional = (made: Answer, known: string | undefined, viewer: Viewer): Answer => {
    const content = made.raw?.content ?? JSON.stringify(made.body ?? null);
    const tag = `"${createHash('sha256').update(content).digest('hex')}"`;
    const headers = { ...made.headers, ETag: `W/${tag}` };
    const held = (known ?? '').split(',').map((text) => text.trim().replace(/^W\//, ''));
    if (made.status !== 200 || !held.includes(tag)) return { ...made, headers };
    rateLimits?.giveBack(viewer);
    return { status: 304, headers };
  };

  return {
    answer,
    refuse: (error, trace) => ({
      status: error.status,
      headers: error.headers,
      body: errorBody(error, trace.docs === null ? docsBase : `${docsBase}/${trace.docs}`),
    }),
  };
}

/** A trace of which nothing is known yet. */
export const newTrace = (): Trace => ({ viewer: ANONYMOUS, operation: null, docs: null, headers: {} });

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;
