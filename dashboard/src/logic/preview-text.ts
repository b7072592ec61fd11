import { stringifyExactJson } from '../../../src/contract/exact-json.ts';

/** Returns the beginning of a value's JSON on one line, at most `limit` characters. */
export function previewText(value: unknown, limit = 120): string {
  const text = typeof value === 'string' ? value : (stringifyExactJson(value) ?? '');
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
