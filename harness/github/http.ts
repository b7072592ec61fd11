import type * as z from 'zod';
import type { Repository } from './repository.ts';
import type { Permissions } from './tokens.ts';

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** Body of the response: an object for JSON, or a string for a page. */
  body?: unknown;
}

/** An error response in GitHub's format. */
export class ApiError extends Error {
  readonly answer: Answer;

  constructor(status: number, message: string, errors?: readonly unknown[]) {
    super(message);
    const documentation_url = 'https://docs.github.com/rest';
    this.answer = { status, body: { message, errors, documentation_url, status: String(status) } };
  }
}

export const notFound = (): ApiError => new ApiError(404, 'Not Found');

/** Arguments of a handler, with the body as parsed with the route's schema. */
export interface Call<Body> {
  repository: Repository;
  params: Readonly<Record<string, string>>;
  url: URL;
  /** Base URL of the API as the request used it. */
  api: string;
  login: string;
  body: Body;
}

/** One operation of the API. */
export interface Route {
  readonly method: string;
  /** Path of the operation. `{name}` matches one segment, and `{name+}` any number of segments. */
  readonly path: string;
  /** Permissions in the format of `X-Accepted-GitHub-Permissions`, where `;` means or, and `,` means and. */
  readonly permissions: string;
  readonly handle: (call: Call<unknown>) => Answer;
}

/**
 * Creates an operation below `/repos/{owner}/{repo}`. The body is parsed with the schema, and an invalid body results
 * in a 422.
 */
export function route<Body = undefined>(
  operation: `${string} ${string}`,
  permissions: string,
  handle: (call: Call<Body>) => Answer,
  schema?: z.ZodType<Body>,
): Route {
  const [method = '', below = ''] = operation.split(' ');
  return {
    method,
    path: `/repos/{owner}/{repo}${below}`,
    permissions,
    handle(call) {
      const read = schema?.safeParse(call.body);
      if (read?.success === false) {
        throw new ApiError(422, `Invalid request.\n\n${read.error.message}`);
      }
      // The body is ignored without a schema.
      return handle({ ...call, body: read?.data as Body });
    },
  };
}

/** Returns the route of a request and the parameters in its path. */
export function findRoute(routes: readonly Route[], method: string, path: string) {
  for (const found of routes) {
    const params = found.method === method ? patternOf(found.path).exec(path) : null;
    if (params === null) continue;
    const entries = Object.entries(params.groups ?? {});
    const decoded = entries.map(([name, text]) => [name, decodeURIComponent(text)] as const);
    return { route: found, params: Object.fromEntries(decoded) };
  }
  return undefined;
}

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path.replaceAll(/\{(\w+)(\+?)\}/g, (_all, name, many) => `(?<${name}>${many ? '.+' : '[^/]+'})`)}$`,
  );

/** Returns whether a token has all permissions of one set in `a=write,b=read; c=read`. */
export function isGranted(given: Permissions, needed: string): boolean {
  return needed.split(';').some((set) =>
    set.split(',').every((part) => {
      const [name = '', level] = part.trim().split('=');
      const has = given === 'all' ? 'write' : given[name];
      return has === 'write' || (has === 'read' && level === 'read');
    }),
  );
}

/** Returns a page of a list, of 30 items by default and at most 100, with links to the adjacent pages. */
export function listAnswer<Item>(
  { url, api }: Pick<Call<unknown>, 'url' | 'api'>,
  items: readonly Item[],
  toBody: (item: Item) => unknown,
): Answer {
  const size = Math.min(positive(url, 'per_page') ?? 30, 100);
  const page = positive(url, 'page') ?? 1;
  const last = Math.max(1, Math.ceil(items.length / size));
  const to = (number: number, rel: string) => {
    const query = new URLSearchParams(url.search);
    query.set('page', String(number));
    return `<${api}${url.pathname}?${query.toString()}>; rel="${rel}"`;
  };
  const next = page < last ? [to(page + 1, 'next'), to(last, 'last')] : [];
  const links = page > 1 ? [to(page - 1, 'prev'), ...next, to(1, 'first')] : next;
  return {
    status: 200,
    headers: links.length === 0 ? {} : { Link: links.join(', ') },
    body: items.slice((page - 1) * size, page * size).map(toBody),
  };
}

const positive = (url: URL, name: string): number | undefined =>
  Number(/^[1-9]\d*$/.exec(url.searchParams.get(name) ?? '')?.[0]) || undefined;
