import * as z from 'zod';
import { compileOriginExpression } from '../contract/regular-expression.ts';
import { type ConfigProblem, flag, listOf, optional, section, texts } from './fields.ts';

/** Creates the schema of a list of method names or header names, which must be valid in an HTTP header. */
const names = (example: string) =>
  listOf(
    z
      .string(`is not a name. Expected a name such as ${example}`)
      .regex(/^[!#$%&'*+.^_`|~\w-]+$/, `is not a name. Expected a name such as ${example}`),
    'names',
    example,
  );

/** Settings of `http.cors`, in the form that the hosted service accepts. */
export const CorsConfig = section(
  {
    allow_origins: optional(
      texts('["https://app.example.com"]'),
      'origins that may call the agent; `"*"` allows all',
    ),
    allow_origin_regex: optional(
      z.string('is not a string. Expected a regular expression that matches whole origins'),
      'a regular expression that matches whole origins',
    ),
    allow_methods: optional(names('["GET", "POST"]'), 'allowed methods; only GET by default'),
    allow_headers: optional(names('["x-api-key"]'), 'headers that a page may send'),
    allow_credentials: optional(flag(), 'permits pages to send cookies'),
    expose_headers: optional(names('["content-location"]'), 'headers that a page may read'),
    max_age: optional(
      z.int('is not an integer number of seconds'),
      'the number of seconds for which a browser caches the permission',
    ),
  },
  '"cors": { "allow_origins": ["https://app.example.com"] }',
);
export type CorsConfig = z.infer<typeof CorsConfig>;

/** Returns warnings about origins that no page can have, and about a regular expression without effect. */
export function warnAboutCors(cors: CorsConfig | undefined): ConfigProblem[] {
  const { allow_origins: origins = [], allow_origin_regex: expression } = cors ?? {};
  const warnings: ConfigProblem[] = origins
    .filter((origin) => !isOrigin(origin))
    .map((origin) => ({ key: 'http.cors.allow_origins', message: unmatched(origin) }));
  const compiled = expression === undefined ? undefined : compileOriginExpression(expression);
  if (compiled?.ok === false) {
    const message = `is not supported: ${compiled.reason}. It allows no origin in the emulator`;
    warnings.push({ key: 'http.cors.allow_origin_regex', message });
  }
  return warnings;
}

/** Returns whether a string is the wildcard or an origin that a browser can send in the header `Origin`. */
function isOrigin(text: string): boolean {
  if (text === '*' || text === 'null') return true;
  const url = text.includes('*') ? null : URL.parse(text);
  // Origins with schemes outside the web, such as the schemes of browser extensions, are not compared, because such
  // origins have no canonical form.
  return url !== null && (url.origin === 'null' ? url.pathname.length <= 1 : url.origin === text);
}

function unmatched(text: string): string {
  const shown = JSON.stringify(text.slice(0, 200));
  if (text.includes('*')) {
    return `contains ${shown}, which is not an origin. Write patterns in "allow_origin_regex", as a regular expression`;
  }
  const origin = URL.parse(text)?.origin ?? 'null';
  const example = origin === 'null' ? 'https://app.example.com' : origin.slice(0, 200);
  return `contains ${shown}, which is not an origin. Expected a scheme, a host and optionally a port, such as "${example}"`;
}
