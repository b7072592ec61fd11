import { isMaskable, secretLines } from './classify.ts';
import { type DecodedText, decodings } from './decodings.ts';
import { embeddedSecrets } from './secret-parts.ts';
import { logForms } from './spellings.ts';
import { createTextMatcher, SHORTEST_MATCH, type TextMatcher } from './text-matcher.ts';

/** String that replaces each secret. */
export const MASK = '***';

/**
 * Minimum length of a secret that is searched for in joined lines. Shorter secrets would match joined lines by chance.
 */
const SHORTEST_JOINED = 8;

/** Masks secrets in every string that leaves the process. */
export interface Redactor {
  /**
   * Adds a secret, its lines and its secret parts. Returns false if nothing can be masked, because each part is too
   * short, too common, or one of our identifiers. `name` is the name of the variable that contains the secret.
   */
  addSecret(value: string, name?: string): boolean;
  /** Adds a secret like `addSecret`, and returns the strings that are masked because of the secret. */
  addSecretTexts(value: string, name?: string): readonly string[];
  /** Adds a string that is secret only as a whole, such as a signed URL. Parts of the string stay readable. */
  addExact(text: string): void;
  /**
   * Adds our identifiers, which stay readable. A secret is not masked where the secret is an identifier or a part of an
   * identifier.
   */
  keepReadable(identifiers: Iterable<string>): void;
  /** Returns the string with `***` in place of every known secret, in any encoding. */
  redact(text: string): string;
}

/** Creates a redactor with the initial secrets `values`. */
export function createRedactor(values: Iterable<string> = []): Redactor {
  const known = new Map<string, string[]>();
  const matcher = createTextMatcher();
  const kept = createTextMatcher();
  const identifiers = new Set<string>();

  const add = (text: string): boolean => {
    if (!isMaskable(text) || identifiers.has(text.toLowerCase())) return false;
    for (const form of logForms(text)) if (form.length >= SHORTEST_MATCH) matcher.add(form);
    return true;
  };
  const addTexts = (value: string, name = ''): readonly string[] => {
    const key = `${name}=${value}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const texts = new Set([value, value.trim(), ...secretLines(value), ...embeddedSecrets(value, name)]);
    const masked = [...texts].filter(add);
    known.set(key, masked);
    return masked;
  };
  const redactor: Redactor = {
    addSecret: (value, name) => addTexts(value, name).length > 0,
    addSecretTexts: addTexts,
    addExact: (text) => void add(text),
    keepReadable(texts) {
      for (const text of texts) {
        if (text.length < SHORTEST_MATCH) continue;
        identifiers.add(text.toLowerCase());
        kept.add(text);
      }
    },
    redact(text) {
      if (matcher.size === 0) return text;
      const found = decodings(text).flatMap((reading) => rangesIn(reading, matcher));
      if (found.length === 0) return text;
      const ours = kept.size === 0 ? [] : wholeWords(text, kept);
      return mask(
        text,
        found.filter(([start, end]) => !ours.some(([from, to]) => start >= from && end <= to)),
      );
    },
  };
  for (const value of values) redactor.addSecret(value);
  return redactor;
}

type Range = readonly [start: number, end: number];

/**
 * Returns the ranges of all matches, including overlapping matches, because a part of a secret that overlaps a masked
 * secret would stay readable.
 */
function rangesIn({ text, places, isJoined }: DecodedText, matcher: TextMatcher): Range[] {
  const found: Range[] = [];
  for (let at = matcher.nextMatch(text, 0); at !== -1; at = matcher.nextMatch(text, at + 1)) {
    const end = matcher.endOfLongest(text, at);
    if (isJoined && end - at < SHORTEST_JOINED) continue;
    found.push(places === undefined ? [at, end] : [places.starts[at] ?? 0, places.ends[end - 1] ?? 0]);
  }
  return found;
}

/** Returns the ranges where our identifiers occur as separate words. */
function wholeWords(text: string, kept: TextMatcher): Range[] {
  return rangesIn({ text, places: undefined, isJoined: false }, kept).filter(
    ([start, end]) => !/\w/.test(text[start - 1] ?? '') && !/\w/.test(text[end] ?? ''),
  );
}

function mask(text: string, found: readonly Range[]): string {
  let result = '';
  let done = 0;
  for (const [start, end] of found.toSorted(([a], [b]) => a - b)) {
    if (end <= done) continue;
    // Adjacent ranges share one mask.
    if (start >= done && !(start === done && done > 0)) result += text.slice(done, start) + MASK;
    done = end;
  }
  return result + text.slice(done);
}
