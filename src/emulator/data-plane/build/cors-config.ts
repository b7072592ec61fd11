import * as z from 'zod';
import type { CorsSettings } from '../../ports/worker.ts';
import { compileOriginExpression, DEFAULT_CORS_SETTINGS } from '../../server/cors.ts';
import { type ConfigProblem, isRecord } from './config-keys.ts';

const listOf = (item: z.ZodString, what: string, example: string) => {
  const message = `is not a list of ${what}. Expected one such as ${example}`;
  return z.array(item, message).optional();
};
const texts = (example: string) => listOf(z.string(`is not a text. Expected ${example}`), 'texts', example);
/** The names of methods and headers: what a header's value can list. */
const names = (example: string) =>
  listOf(
    z
      .string(`is not a name. Expected one such as ${example}`)
      .regex(/^[!#$%&'*+.^_`|~\w-]+$/, `is not a name. Expected one such as ${example}`),
    'names',
    example,
  );

/** The settings of `http.cors`, as the hosted service takes them. */
export const CorsConfig = z.object({
  allow_origins: texts('["https://app.example.com"]'),
  allow_origin_regex: z
    .string('is not a text. Expected a regular expression over whole origins')
    .nullish()
    .transform((value) => value ?? undefined),
  allow_methods: names('["GET", "POST"]'),
  allow_headers: names('["x-api-key"]'),
  allow_credentials: z.boolean('is neither true nor false').optional(),
  expose_headers: names('["content-location"]'),
  max_age: z.int('is not a whole number of seconds').optional(),
});
export type CorsConfig = z.infer<typeof CorsConfig>;

type CorsConfigResult =
  | { ok: true; config: CorsConfig | undefined; warnings: ConfigProblem[] }
  | { ok: false; problem: ConfigProblem };

/** Parses `cors` of the section `http`; warns of origins that no page has, and of an expression that is not read. */
export function parseCorsConfig(http: unknown): CorsConfigResult {
  const cors = isRecord(http) ? http['cors'] : undefined;
  if (cors === undefined || cors === null) return { ok: true, config: undefined, warnings: [] };
  const parsed = CorsConfig.safeParse(cors);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const key = ['http.cors', ...(issue?.path ?? []).map(String)].join('.');
    const message = isRecord(cors)
      ? (issue?.message ?? 'is not understood')
      : 'is not an object. Expected "cors": { "allow_origins": ["https://app.example.com"] }';
    return { ok: false, problem: { key, message } };
  }
  const { allow_origins: origins = [], allow_origin_regex: expression } = parsed.data;
  const warnings: ConfigProblem[] = origins
    .filter((origin) => !isOrigin(origin))
    .map((origin) => ({ key: 'http.cors.allow_origins', message: unmatched(origin) }));
  const compiled = expression === undefined ? undefined : compileOriginExpression(expression);
  if (compiled?.ok === false) {
    const message = `is not carried out: ${compiled.reason}. No origin is allowed by it here`;
    warnings.push({ key: 'http.cors.allow_origin_regex', message });
  }
  return { ok: true, config: parsed.data, warnings };
}

/**
 * The settings of a revision that runs in this environment: as in the hosted service, `CORS_ALLOW_ORIGINS`, a list with
 * commas, names the origins where the configuration does not. Undefined: neither says anything.
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

/** Whether a browser may send this as `Origin`, or it stands for all. */
function isOrigin(text: string): boolean {
  if (text === '*' || text === 'null') return true;
  const url = text.includes('*') ? null : URL.parse(text);
  // Of schemes that are not the web's, such as an extension's, there is no canonical form to compare with.
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
