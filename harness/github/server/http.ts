import type * as z from 'zod';

/** What goes back over the wire. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** Written as JSON. */
  body?: unknown;
  /** Written as it is, instead of `body`. */
  raw?: { type: string; content: string | Buffer };
}

/** One entry of `errors` in a 422 or 409. */
export interface FieldError {
  resource: string;
  field?: string;
  code: 'missing' | 'missing_field' | 'invalid' | 'already_exists' | 'unprocessable' | 'custom';
  message?: string;
  [more: string]: unknown;
}

/** A refusal in GitHub's words. The address of the documentation is added by the server. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    more: { fields?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.fields = more.fields ?? {};
    this.headers = more.headers ?? {};
  }
}

/** Not there, or not for you: GitHub does not say which. */
export const notFound = (message = 'Not Found'): ApiError => new ApiError(404, message);

export const validationFailed = (...errors: FieldError[]): ApiError =>
  new ApiError(422, 'Validation Failed', { fields: { errors } });

/** 422 for a body that does not have the right shape. */
const invalidRequest = (reasons: readonly string[]): ApiError =>
  new ApiError(422, `Invalid request.\n\n${reasons.join('\n')}`);

/** The body of a refusal; newer answers repeat the status as text. */
export function errorBody(error: ApiError, documentationUrl: string): Record<string, unknown> {
  return {
    message: error.message,
    ...error.fields,
    documentation_url: error.fields['documentation_url'] ?? documentationUrl,
    status: String(error.status),
  };
}

/** The dialect of the API the double speaks. */
export const SPOKEN_VERSION = '2022-11-28';

/** What GitHub demands of every request's headers before it looks at anything else. Throws its refusal. */
export function checkHeaders(
  headers: { userAgent: string | undefined; apiVersion: string | undefined },
  versions: readonly string[],
): void {
  if ((headers.userAgent ?? '').trim() === '') {
    throw new ApiError(
      403,
      'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
    );
  }
  const { apiVersion } = headers;
  if (apiVersion === undefined || apiVersion === SPOKEN_VERSION) return;
  if (versions.includes(apiVersion)) {
    throw new ApiError(
      501,
      `GitHub knows API version ${apiVersion}, this double speaks ${SPOKEN_VERSION} only: teach it in harness/github/wire`,
    );
  }
  const known = versions.map((version) => `"${version}"`).join(', ');
  throw new ApiError(
    400,
    `The version you specified in the "X-GitHub-API-Version" request header, "${apiVersion}", is not a supported version. The following versions are currently supported: ${known} (most recent).`,
  );
}

/** The custom media type of an `Accept` header: `raw`, `sha`, …; `json` when there is none. */
export function mediaOf(accept: string | undefined): string {
  return /application\/vnd\.github(?:\.v3)?\.(\w+)(?:\+json)?/.exec(accept ?? '')?.[1] ?? 'json';
}

/**
 * Reads a request's body with the operation's schema. Throws what GitHub answers: 400 for what is no JSON object, 422
 * with a reason for each field of the wrong shape. No body counts as an empty object.
 */
export function parseBody(schema: z.ZodType, text: string): unknown {
  const value = text.trim() === '' ? {} : parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError(400, 'Body should be a JSON object');
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw invalidRequest(read.error.issues.map((issue) => reason(issue, value)));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'Problems parsing JSON');
  }
}

const EXPECTED: Record<string, string> = {
  string: 'a string',
  number: 'an integer',
  int: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

/** One line in the manner of GitHub's validator. */
function reason(issue: z.core.$ZodIssue, body: object): string {
  const value = at(body, issue.path);
  const field = issue.path.map(String).join('/properties/');
  if (value === undefined) return `"${String(issue.path.at(-1))}" wasn't supplied.`;
  const shown = value === null ? 'nil' : JSON.stringify(value);
  if (issue.code === 'invalid_type') {
    return `For 'properties/${field}', ${shown} is not ${EXPECTED[issue.expected] ?? issue.expected}.`;
  }
  if (issue.code === 'invalid_value') {
    return `For 'properties/${field}', ${shown} is not a member of ${JSON.stringify(issue.values)}.`;
  }
  return `For 'properties/${field}', no subschema in "anyOf" matched.`;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const key of path) {
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  }
  return found;
}

const DEFAULT_SIZE = 30;
const MAX_SIZE = 100;

interface Page {
  number: number;
  size: number;
}

/** Which page was asked for. What is no positive number counts as not said; more than 100 a page is 100. */
export function pageOf(query: URLSearchParams, defaultSize = DEFAULT_SIZE): Page {
  return {
    number: positive(query.get('page')) ?? 1,
    size: Math.min(positive(query.get('per_page')) ?? defaultSize, MAX_SIZE),
  };
}

function positive(text: string | null): number | undefined {
  if (text === null || !/^\d+$/.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** The items on a page. */
export function slice<Item>(items: readonly Item[], page: Page): Item[] {
  return items.slice((page.number - 1) * page.size, page.number * page.size);
}

/**
 * The `Link` header of a page, or none when everything fits on one: absolute addresses with the query as it came, only
 * `page` replaced. A page beyond the last one is empty and leads back.
 */
export function linkHeader(self: URL, page: Page, total: number): Record<string, string> {
  const last = Math.max(1, Math.ceil(total / page.size));
  if (last === 1 && page.number === 1) return {};
  const to = (number: number, rel: string): string => {
    const url = new URL(self);
    url.searchParams.set('page', String(number));
    return `<${url.href}>; rel="${rel}"`;
  };
  const links = [
    ...(page.number > 1 ? [to(Math.min(page.number - 1, last), 'prev')] : []),
    ...(page.number < last ? [to(page.number + 1, 'next'), to(last, 'last')] : []),
    ...(page.number > 1 ? [to(1, 'first')] : []),
  ];
  return { Link: links.join(', ') };
}

/** A page of a list as GitHub answers it. `wrap` puts the items into an object where GitHub does. */
export function listAnswer<Item>(
  request: { self: URL; query: URLSearchParams },
  items: readonly Item[],
  toBody: (item: Item) => unknown,
  wrap: (bodies: unknown[]) => unknown = (bodies) => bodies,
): Answer {
  const page = pageOf(request.query);
  return {
    status: 200,
    headers: linkHeader(request.self, page, items.length),
    body: wrap(slice(items, page).map(toBody)),
  };
}
