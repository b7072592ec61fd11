import { isJsonObject } from './json-safety.ts';
import type { ValidationError } from './error-bodies.ts';
import { isSet, validationError } from './findings.ts';

/** Spelling of names in requests: the API's names, or the hosted service's names (docs/api.md#dialects). */
export type Dialect = 'generic' | 'langsmith';

export const DIALECT_TABLE = {
  /** Values of `source`. */
  sources: [{ generic: 'git_host', langsmith: 'github' }],
  /** Keys of `source_revision_config`. */
  fields: [{ generic: 'graph_config_path', langsmith: 'langgraph_config_path' }],
  /** Prefixes of request paths. */
  paths: [{ generic: '/v1/integrations/git_host', langsmith: '/v1/integrations/github' }],
} as const;

type Json = Record<string, unknown>;

/** Converts the names in a request body from the specification's names to a dialect's names. */
export function toWire(body: unknown, dialect: Dialect): unknown {
  if (dialect === 'generic' || !isJsonObject(body)) return body;
  return translate(body, toDialectSource(dialect), (config) => {
    const renamed: Json = {};
    for (const [key, value] of Object.entries(config)) {
      renamed[DIALECT_TABLE.fields.find(({ generic }) => generic === key)?.[dialect] ?? key] = value;
    }
    return renamed;
  });
}

/**
 * Converts the names in a request or response body, and in each entry of its list `resources`, to the specification's
 * names. If a body contains both names of a field with different values, returns a problem and the value of the
 * specification's name.
 */
export function fromWire(body: unknown): { value: unknown; problems: ValidationError[] } {
  const problems: ValidationError[] = [];
  return { value: canonical(body, problems), problems };
}

function canonical(body: unknown, problems: ValidationError[]): unknown {
  if (!isJsonObject(body)) return body;
  const value = translate(body, canonicalSource, (config) => canonicalFields(config, problems));
  if (!Array.isArray(value['resources'])) return value;
  return { ...value, resources: value['resources'].map((item) => canonical(item, problems)) };
}

function canonicalFields(config: Json, problems: ValidationError[]): Json {
  const kept = { ...config };
  for (const { generic, langsmith } of DIALECT_TABLE.fields) {
    if (!(langsmith in config)) continue;
    delete kept[langsmith];
    const [ours, theirs] = [config[generic], config[langsmith]];
    if (!isSet(ours)) kept[generic] = theirs;
    else if (isSet(theirs) && theirs !== ours) {
      problems.push(
        validationError(
          ['source_revision_config', langsmith],
          `is another name of ${generic}, but the two values differ: give only one of them`,
        ),
      );
    }
  }
  return kept;
}

/** Adds the hosted service's field names to a response that has the API's names. */
export function withBothSpellings<T>(body: T): T;
export function withBothSpellings(body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  const value = translate(
    body,
    (source) => source,
    (config) => {
      const translated = { ...config };
      for (const { generic, langsmith } of DIALECT_TABLE.fields) {
        if (generic in config) translated[langsmith] = config[generic];
      }
      return translated;
    },
  );
  if (!Array.isArray(value['resources'])) return value;
  return { ...value, resources: value['resources'].map((item: unknown) => withBothSpellings(item)) };
}

/** Returns the specification's name for the name of a source in any dialect, or an unknown string unchanged. */
export function canonicalSource(source: string): string {
  return DIALECT_TABLE.sources.find(({ langsmith }) => langsmith === source)?.generic ?? source;
}

/** Converts a request path from the specification's names to a dialect's names. */
export function toWirePath(path: string, dialect: Dialect): string {
  for (const row of DIALECT_TABLE.paths) {
    const rest = path.slice(row.generic.length);
    if (path.startsWith(row.generic) && /^($|[/?])/.test(rest)) return row[dialect] + rest;
  }
  return path;
}

function toDialectSource(dialect: Dialect): (source: string) => string {
  return (source) => DIALECT_TABLE.sources.find(({ generic }) => generic === source)?.[dialect] ?? source;
}

/**
 * Translates the names that differ between dialects: the value of `source`, and the keys of `source_revision_config`.
 */
function translate(body: Json, source: (text: string) => string, config: (fields: Json) => Json): Json {
  const value = { ...body };
  if (typeof value['source'] === 'string') value['source'] = source(value['source']);
  if (isJsonObject(value['source_revision_config'])) {
    value['source_revision_config'] = config(value['source_revision_config']);
  }
  return value;
}

/** URLs of the hosted service's control plane, keyed by data region. */
export const REGION_HOSTS = {
  us: 'https://api.host.langchain.com',
  eu: 'https://eu.api.host.langchain.com',
  apac: 'https://apac.api.host.langchain.com',
  aws: 'https://aws.api.host.langchain.com',
} as const;
export type Region = keyof typeof REGION_HOSTS;

/** Host of the hosted service's tracing API, without a region prefix. */
const TRACING_DOMAIN = 'api.smith.langchain.com';
/** Host of the hosted service's web pages, without a region prefix. */
const WEB_DOMAIN = 'smith.langchain.com';
const HOSTED_DOMAIN = 'api.host.langchain.com';

/** Path prefix of the control plane in a self-hosted installation. */
const SELF_HOSTED_PREFIX = '/api-host';

/**
 * Returns whether this base URL is the control plane of a self-hosted installation. Throws TypeError if `baseUrl` is
 * not a URL.
 */
export function isSelfHosted(baseUrl: string): boolean {
  return (
    !isHosted(baseUrl) && new URL(baseUrl).pathname.replace(/(?<!\/)\/+$/, '').endsWith(SELF_HOSTED_PREFIX)
  );
}

/**
 * Returns the dialect of the control plane at this base URL: `langsmith` for the hosted service in any region and for a
 * self-hosted installation, whose path ends in `/api-host`, or else `generic`. Throws TypeError if `baseUrl` is not a
 * URL.
 */
export function dialectOf(baseUrl: string): Dialect {
  return isHosted(baseUrl) || isSelfHosted(baseUrl) ? 'langsmith' : 'generic';
}

/**
 * Returns whether this base URL belongs to the hosted service in any region. Throws TypeError if `baseUrl` is not a
 * URL.
 */
export function isHosted(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === HOSTED_DOMAIN || hostname.endsWith(`.${HOSTED_DOMAIN}`);
}

/**
 * Returns the URL of the control plane that belongs to a tracing API. In the hosted service, the control plane is in
 * the region of the tracing API. In a self-hosted installation, `/api-host` replaces `/api`. Returns `undefined` for a
 * host of the hosted service that is not a tracing API. Throws TypeError if `tracingUrl` is not a URL.
 */
export function controlPlaneUrlOf(tracingUrl: string): string | undefined {
  const { protocol, host, hostname, username, password, pathname, search, hash } = new URL(tracingUrl);
  if (/(^|\.)langchain\.com$/.test(hostname)) {
    const regions = Object.keys(REGION_HOSTS) as Region[];
    const region = regions.find((name) => hostname === (name === 'us' ? '' : `${name}.`) + TRACING_DOMAIN);
    return region === undefined ? undefined : REGION_HOSTS[region].replace('https:', protocol);
  }
  const path = pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api(?:\/v[0-9]+)?$|\/api-host$/, '');
  // The result contains even URL components that are not allowed, so a later check rejects the URL.
  const user = username === '' && password === '' ? '' : `${username}:${password}@`;
  return `${protocol}//${user}${host}${path}${SELF_HOSTED_PREFIX}${search}${hash}`;
}

/**
 * Returns the URL of the tracing API that belongs to a control plane. In the hosted service, the tracing API is in the
 * region of the control plane. In a self-hosted installation, `/api/v1` replaces `/api-host`. Any other control plane
 * is an emulator, which serves both APIs at the same URL. `baseUrl` has no trailing slash. Throws TypeError if
 * `baseUrl` is not a URL.
 */
export function tracingUrlOfControlPlane(baseUrl: string): string {
  if (isHosted(baseUrl)) {
    const { protocol, host } = new URL(baseUrl);
    return `${protocol}//${host.replace(HOSTED_DOMAIN, TRACING_DOMAIN)}`;
  }
  // Newer self-hosted installations serve the tracing API only at `/api/v1`. An emulator, whose control plane is also
  // below `/api-host`, serves `/api/v1` too.
  return isSelfHosted(baseUrl) ? `${baseUrl.slice(0, -SELF_HOSTED_PREFIX.length)}/api/v1` : baseUrl;
}

/**
 * Returns the URL of the web pages that belong to a tracing API, without a trailing slash, or `undefined` if the web
 * pages are unknown. Throws TypeError if `tracingUrl` is not a URL.
 */
export function webUrlOf(tracingUrl: string): string | undefined {
  const { protocol, host, hostname, pathname } = new URL(tracingUrl);
  if (hostname === TRACING_DOMAIN || hostname.endsWith(`.${TRACING_DOMAIN}`)) {
    return `${protocol}//${host.replace(TRACING_DOMAIN, WEB_DOMAIN)}`;
  }
  const [, prefix] = /^(.*)\/api(?:\/v[0-9]+)?\/*$/.exec(pathname) ?? [];
  return prefix === undefined ? undefined : `${protocol}//${host}${prefix}`;
}
