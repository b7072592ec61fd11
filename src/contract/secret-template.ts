/** A piece of a `workspace_secret` value: text as it stands, or a reference to a secret. */
export type TemplatePart = { kind: 'text'; text: string } | { kind: 'secret'; key: string };

export type Template = { ok: true; parts: TemplatePart[] } | { ok: false; msg: string };

const PIECE = /\{\{|\}\}|\{([A-Za-z_][A-Za-z0-9_]*)\}|[{}]|[^{}]+/g;

/**
 * Reads a `workspace_secret` value (spec §2.10): `{KEY}` is a reference, `{{` and `}}` are plain braces, any other
 * brace is a mistake. Read once from the left: what a secret holds is never read again.
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

/** The workspace secrets that a `workspace_secret` value refers to: each `{KEY}` in it, once (spec §2.10). */
export function secretReferencesIn(value: string): string[] {
  const keys = Array.from(value.matchAll(PIECE), ([, key]) => key).filter((key) => key !== undefined);
  return [...new Set(keys)];
}
