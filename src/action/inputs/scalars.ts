import ms from 'ms';
import { invalid, valid, type Parsed, quote } from './problem.ts';

/** A boolean of YAML 1.2's core schema: true, True, TRUE, false, False or FALSE. */
export function parseBoolean(text: string): Parsed<boolean> {
  if (['true', 'True', 'TRUE'].includes(text)) return valid(true);
  if (['false', 'False', 'FALSE'].includes(text)) return valid(false);
  return invalid(`${quote(text)} is not a boolean`, 'Write true or false.');
}

/** One of a few words. */
export function parseWord<const T extends string>(text: string, words: readonly T[]): Parsed<T> {
  const word = words.find((candidate) => candidate === text);
  if (word !== undefined) return valid(word);
  return invalid(`${quote(text)} is not one of ${words.join(', ')}`, 'Write one of them.');
}

const UNITS = ['d', 'h', 'm', 's', 'ms'] as const;
const DURATION = /^(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+)s)?(?:(\d+)ms)?$/;

/**
 * A duration as milliseconds: `90` (seconds), `30m`, `1h30m`, `1d`, `500ms`. Whole numbers, each unit at most once,
 * larger ones first; nothing else, so that a typing error never becomes a limit nobody meant.
 */
export function parseDuration(text: string, bounds: { min: string; max: string }): Parsed<number> {
  const value = durationMs(text);
  if (value === undefined) {
    return invalid(`${quote(text)} is not a duration`, 'Write seconds (90) or units (30m, 1h30m, 45s).');
  }
  const [min, max] = [durationMs(bounds.min) ?? 0, durationMs(bounds.max) ?? Number.MAX_SAFE_INTEGER];
  if (value < min || value > max) {
    return invalid(`${quote(text)} is out of bounds`, `Give between ${bounds.min} and ${bounds.max}.`);
  }
  return valid(value);
}

function durationMs(text: string): number | undefined {
  if (/^\d{1,9}$/.test(text)) return ms(`${Number(text)}s`);
  const match = DURATION.exec(text);
  if (text === '' || match === null || text.length > 30) return undefined;
  let total = 0;
  for (const [index, unit] of UNITS.entries()) {
    const digits = match[index + 1];
    if (digits !== undefined) total += ms(`${Number(digits)}${unit}`);
  }
  return total;
}

/** A whole number within bounds. */
export function parseCount(text: string, bounds: { min: number; max: number }): Parsed<number> {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.min && value <= bounds.max) return valid(value);
  return invalid(
    `${quote(text)} is not a whole number from ${bounds.min} to ${bounds.max}`,
    'Write digits only.',
  );
}

const UUID = /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/;

/** An ID of the service (spec §2 "uuid"): any version, either case; given back in lower case. */
export function parseUuid(text: string): Parsed<string> {
  if (UUID.test(text)) return valid(text.toLowerCase());
  return invalid(
    `${quote(text)} is not a UUID`,
    'It looks like 0f9e2d4c-1b3a-4c5d-8e7f-001122334455; copy it whole.',
  );
}

/** A full commit ID: 40 or 64 hexadecimal digits, given back in lower case. */
export function parseCommit(text: string): Parsed<string> {
  if (/^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/.test(text)) return valid(text.toLowerCase());
  return invalid(`${quote(text)} is not a full commit SHA`, 'Give all 40 digits, such as ${{ github.sha }}.');
}

/** A git ref as the service takes it (spec §2.3): a branch by its bare name, a tag as `refs/tags/…`. */
export function parseRef(text: string): Parsed<string> {
  const ref = text.startsWith('refs/heads/') ? text.slice('refs/heads/'.length) : text;
  if (ref.startsWith('refs/pull/')) {
    return invalid(
      `${quote(text)} is a pull request's merge commit, which no branch holds`,
      'Give the branch of the pull request, such as ${{ github.head_ref }}.',
    );
  }
  if (ref !== text && ref.startsWith('refs/')) {
    return invalid(
      `${quote(text)} is a branch whose own name begins with refs/, which the service would take for another ref`,
      'Rename the branch.',
    );
  }
  if (ref.startsWith('refs/') && !ref.startsWith('refs/tags/')) {
    return invalid(`${quote(text)} is neither a branch nor a tag`, 'Give a branch name or refs/tags/<tag>.');
  }
  // What git check-ref-format refuses, and a leading dash, which a command would take for an option.
  if (
    /^-|\.\.|[\s~^:?*[\\\x00-\x1f\x7f]|@\{|^@$|\/\/|^\/|\/$|\.$|\.lock$/.test(ref) ||
    /(^|\/)\./.test(ref) ||
    ref === '' ||
    ref === 'refs/tags/'
  ) {
    return invalid(`${quote(text)} is not a valid git ref`, 'Give a branch name or refs/tags/<tag>.');
  }
  return valid(ref);
}
