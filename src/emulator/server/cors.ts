import type { IncomingHttpHeaders } from 'node:http';
import {
  compileOriginExpression,
  matchesRegex,
  type RegexProgram,
} from '../../contract/regular-expression.ts';
import type { CorsSettings } from '../ports/worker.ts';
import type { PlainResponse } from './respond.ts';

/** Rules for web pages that call a deployment on its own port: allowed origins, methods and headers. */
export interface CorsPolicy {
  readonly origins: ReadonlySet<string>;
  /** Expression that matches whole origins, or `undefined` if it is not set or cannot be compiled. */
  readonly expression: RegexProgram | undefined;
  readonly methods: readonly string[];
  /** Names of allowed request headers in lower case, or `*` to allow all headers. */
  readonly headers: readonly string[];
  readonly credentials: boolean;
  readonly exposed: readonly string[];
  readonly maxAge: number;
}

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
/** Request headers that every allowed page can send, in addition to the policy's headers. */
const ALWAYS_ALLOWED = ['accept', 'accept-language', 'content-language', 'content-type'];
const MAX_AGE_S = 600;

/** Settings for a graph configuration without `http.cors`: every page with an API key may call the deployment. */
const DEFAULT_CORS_SETTINGS: CorsSettings = {
  allow_origins: ['*'],
  allow_methods: ['*'],
  allow_headers: ['*'],
  expose_headers: ['x-pagination-total', 'x-pagination-next', 'content-location'],
};
export const DEFAULT_CORS: CorsPolicy = toCorsPolicy(DEFAULT_CORS_SETTINGS);

/** Converts settings to a policy. An absent setting permits nothing, except that absent methods permit GET. */
export function toCorsPolicy(settings: CorsSettings): CorsPolicy {
  const { allow_methods: methods = ['GET'], allow_headers: headers = [] } = settings;
  const expression =
    settings.allow_origin_regex === undefined
      ? undefined
      : compileOriginExpression(settings.allow_origin_regex);
  return {
    origins: new Set(settings.allow_origins),
    expression: expression?.ok === true ? expression.value : undefined,
    methods: methods.includes('*') ? METHODS : methods,
    headers: headers.includes('*')
      ? ['*']
      : [...new Set([...ALWAYS_ALLOWED, ...headers.map((name) => name.toLowerCase())])].sort(),
    credentials: settings.allow_credentials ?? false,
    exposed: settings.expose_headers ?? [],
    maxAge: settings.max_age ?? MAX_AGE_S,
  };
}

/**
 * Returns the CORS settings of a revision, or `undefined` if the revision has no CORS settings. As in the hosted
 * service, the comma-separated list in the variable `CORS_ALLOW_ORIGINS` sets the origins if the configuration does not
 * set origins.
 */
export function corsInEnvironment(
  config: CorsSettings | undefined,
  env: Readonly<Record<string, string>>,
): CorsSettings | undefined {
  const listed = (env['CORS_ALLOW_ORIGINS'] ?? '').split(',').map((origin) => origin.trim());
  const origins = listed.filter((origin) => origin !== '');
  if (origins.length === 0) return config;
  const all = origins.includes('*');
  if (config === undefined) {
    return { ...DEFAULT_CORS_SETTINGS, allow_origins: origins, allow_credentials: !all };
  }
  return config.allow_origins === undefined && !all ? { ...config, allow_origins: origins } : config;
}

/** Returns whether a request is a browser's preflight request. */
export function isPreflight({
  method,
  headers,
}: {
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}

/** Returns the headers that allow a page of this origin to read a response, or no headers without an origin. */
export function corsHeaders(policy: CorsPolicy, origin: string | undefined): Record<string, string> {
  // The header Vary prevents caches from serving the response for one origin to another origin.
  const headers: Record<string, string> = { vary: 'Origin' };
  if (origin === undefined || !allowsOrigin(policy, origin)) return headers;
  headers['access-control-allow-origin'] = allowedOrigin(policy, origin);
  if (policy.credentials) headers['access-control-allow-credentials'] = 'true';
  if (policy.exposed.length > 0) headers['access-control-expose-headers'] = policy.exposed.join(', ');
  return headers;
}

/** Returns the response to a preflight request: 200, or 400 with the name of the forbidden part. */
export function preflightResponse(policy: CorsPolicy, request: IncomingHttpHeaders): PlainResponse {
  const { origin = '' } = request;
  const method = request['access-control-request-method'];
  const names = request['access-control-request-headers'];
  const isAllowed = allowsOrigin(policy, origin);
  const anyHeader = policy.headers.includes('*');
  const refused = (names ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .some((name) => name !== '' && !anyHeader && !policy.headers.includes(name));
  const failures = [
    ...(isAllowed ? [] : ['origin']),
    ...(method !== undefined && policy.methods.includes(method) ? [] : ['method']),
    ...(refused ? ['headers'] : []),
  ];
  const allowedHeaders = anyHeader ? names : policy.headers.join(', ');
  const headers: Record<string, string> = {
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'access-control-allow-methods': policy.methods.join(', '),
    'access-control-max-age': String(policy.maxAge),
    ...(allowedHeaders !== undefined && { 'access-control-allow-headers': allowedHeaders }),
    ...(isAllowed && { 'access-control-allow-origin': allowedOrigin(policy, origin) }),
    ...(policy.credentials && { 'access-control-allow-credentials': 'true' }),
    // The header allows access to private networks. Browsers request the permission for private networks before they
    // let a page on the internet call the local machine.
    ...(isAllowed &&
      request['access-control-request-private-network'] === 'true' && {
        'access-control-allow-private-network': 'true',
      }),
  };
  return failures.length === 0
    ? { status: 200, body: 'OK', headers }
    : { status: 400, body: `Disallowed CORS ${failures.join(', ')}`, headers };
}

function allowsOrigin({ origins, expression }: CorsPolicy, origin: string): boolean {
  if (origins.has('*') || origins.has(origin)) return true;
  return expression !== undefined && matchesRegex(expression, origin.toLowerCase());
}

/** If pages can send credentials, browsers require the page's exact origin in the response, not `*`. */
function allowedOrigin({ origins, credentials }: CorsPolicy, origin: string): string {
  return origins.has('*') && !credentials ? '*' : origin;
}
