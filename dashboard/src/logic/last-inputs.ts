import { parseExactJson, stringifyExactJson } from '../../../src/contract/exact-json.ts';

/** How many inputs are remembered of each assistant. */
const KEPT = 8;
/** Longer ones are not: the browser has room for a few megabytes in all. */
const LONGEST = 100_000;

/** The inputs with this one as the newest: each once. */
export function withInput(before: readonly string[], input: unknown): readonly string[] {
  const text = stringifyExactJson(input);
  if (text.length > LONGEST) return before;
  return [text, ...before.filter((one) => one !== text)].slice(0, KEPT);
}

/** What was kept as text; anything else than a list of texts is none. */
export function parseInputs(text: string | null): readonly string[] {
  try {
    const value = parseExactJson(text ?? '[]');
    return Array.isArray(value) ? (value as unknown[]).filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
