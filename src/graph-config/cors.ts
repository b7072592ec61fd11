import * as z from 'zod';
import { compileOriginExpression } from '../contract/regular-expression.ts';
import { type ConfigProblem, flag, listOf, optional, section, texts } from './fields.ts';

/** Schema for names of methods and headers that a list in a header can contain. */
const names = (example: string) =>
  listOf(
    z
      .string(`is not a name. Expected one such as ${example}`)
      .regex(/^[!#$%&'*+.^_`|~\w-]+$/, `is not a name. Expected one such as ${example}`),
    'names',
    example,
  );

/** Settings of `http.cors`, in the form that the hosted service accepts. */
export const CorsConfig = section(
  {
    allow_origins: optional(texts('["https://app.example.com"]'), 'origins of the pages; `"*"` for all'),
    allow_origin_regex: optional(
      z.string('is not a text. Expected a regular expression over whole origins'),
      'a regular expression over whole origins',
    ),
    allow_methods: optional(names('["GET", "POST"]'), 'methods; GET alone without it'),
    allow_headers: optional(names('["x-api-key"]'), 'headers that a page may send'),
    allow_credentials: optional(flag(), 'whether a page may send cookies'),
    expose_headers: optional(names('["content-location"]'), 'headers that a page may read'),
    max_age: optional(z.int('is not a whole number of seconds'), 'seconds that a browser keeps the answer'),
  },
  '"cors": { "allow_origins": ["https://app.example.com"] }',
);
export type CorsConfig = z.infer<typeof CorsConfig>;

/** Warns of origins that no page can have, and of a regular expression that is ignored. */
export function warnOfCors(cors: CorsConfig | undefined): ConfigProblem[] {
  const { allow_origins: origins = [], allow_origin_regex: expression } = cors ?? {};
  const warnings: ConfigProblem[] = origins
    .filter((origin) => !isOrigin(origin))
    .map((origin) => ({ key: 'http.cors.allow_origins', message: unmatched(origin) }));
  const compiled = expression === undefined ? undefined : compileOriginExpression(expression);
  if (compiled?.ok === false) {
    const message = `is not carried out: ${compiled.reason}. No origin is allowed by it here`;
    warnings.push({ key: 'http.cors.allow_origin_regex', message });
  }
  return warnings;
}

/** Returns true if a browser can send the text as `Origin`, or if it is the wildcard. */
function isOrigin(text: string): boolean {
  if (text === '*' || text === 'null') return true;
  const url = text.includes('*') ? null : URL.parse(text);
  // Schemes outside the web, such as the scheme of browser extensions, have no canonical form to compare with.
  return url !== null && (url.origin === 'null' ? url.pathname.length <= 1 : url.origin === text);
}

function unmatched(text: string): string {
  const shown = JSON.stringify(text.slice(0, 200));
  if (text.includes('*')) {
    return `lists ${shown}, which no page has. A pattern belongs into "allow_origin_regex", as a regular expression`;
  }
  const origin = URL.parse(text)?.origin ?? 'null';
  const example = origin === 'null' ? 'https://app.example.com' : origin.slice(0, 200);
  return `lists ${shown}, which no page has. Expected a scheme, a host and at most a port, such as "${example}"`;
}
