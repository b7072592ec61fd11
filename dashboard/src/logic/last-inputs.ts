import { parseExactJson, stringifyExactJson } from '../../../src/contract/exact-json.ts';

/** Maximum number of stored inputs per assistant. */
const KEPT = 8;
/** Maximum length of a stored input in characters, because the browser's storage is limited to a few megabytes. */
const LONGEST = 100_000;

/** Adds an input before the earlier inputs. Removes duplicates. */
export function withInput(before: readonly string[], input: unknown): readonly string[] {
  const text = stringifyExactJson(input);
  if (text.length > LONGEST) return before;
  return [text, ...before.filter((one) => one !== text)].slice(0, KEPT);
}

/** Parses the stored inputs. Returns no inputs if the text is not a JSON list of strings. */
export function parseInputs(text: string | null): readonly string[] {
  try {
    const value = parseExactJson(text ?? '[]');
    return Array.isArray(value) ? (value as unknown[]).filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
