import type { ProxyRule } from './sandbox.ts';

type TemplatePart = { kind: 'text'; text: string } | { kind: 'secret'; key: string };

type Template = { ok: true; parts: TemplatePart[] } | { ok: false; msg: string };

const PIECE = /\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]*)\}|[{}]|[^{}]+/g;

/**
 * Parses a `workspace_secret` value: `{KEY}` is a reference to a secret, `{{` and `}}` are literal braces, and any
 * other brace is an error. The values of referenced secrets are not parsed and can contain braces.
 */
export function parseTemplate(value: string): Template {
  const parts: TemplatePart[] = [];
  for (const [piece, key] of value.matchAll(PIECE)) {
    if (key !== undefined) parts.push({ kind: 'secret', key });
    else if (piece === '{' || piece === '}') return { ok: false, msg: HALF_BRACE };
    else parts.push({ kind: 'text', text: piece === '{{' ? '{' : piece === '}}' ? '}' : piece });
  }
  return { ok: true, parts };
}

const HALF_BRACE =
  'a brace must be part of a {KEY} of letters, digits and underscores; {{ and }} are plain braces';

/** Returns the names of the workspace secrets in a `workspace_secret` value, without duplicates. */
export function secretReferencesIn(value: string): string[] {
  const keys = Array.from(value.matchAll(PIECE), ([, key]) => key).filter((key) => key !== undefined);
  return [...new Set(keys)];
}

/** Returns all values of a rule that refer to workspace secrets. */
export function templatesOf({ headers, placeholders, sign }: ProxyRule): string[] {
  const ofHeaders = (headers ?? []).flatMap(({ type, value }) =>
    type === 'workspace_secret' && value ? [value] : [],
  );
  const ofSigning = [
    sign?.aws?.access_key_id,
    sign?.aws?.secret_access_key,
    sign?.aws?.session_token,
    sign?.hmac?.secret,
  ];
  return [
    ...ofHeaders,
    ...(placeholders ?? []).map(({ value }) => value),
    ...ofSigning.filter((value) => value !== undefined && value !== null),
  ];
}
