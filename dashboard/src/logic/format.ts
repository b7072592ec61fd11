import { withoutTerminalCodes } from '../../../src/contract/bounded-text.ts';

/** Formats a duration in milliseconds: `340 ms`, `4.21 s`, `45 s`, `2 min 5 s`, `3 h 12 min`, `4 d`. */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms)) return '–';
  if (ms < 0) return `-${formatDuration(-ms)}`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 59.95) return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return withRest(minutes, 'min', Math.round(seconds) % 60, 's');
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return withRest(hours, 'h', minutes % 60, 'min');
  return `${Math.floor(hours / 24)} d`;
}

function withRest(whole: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${restUnit}`;
}

/** Formats the time from now to another time in whole units: `now`, `12 s ago`, `in 3 min`. */
export function formatAge(at: string | number, now: number): string {
  const ms = now - (typeof at === 'number' ? at : Date.parse(at));
  if (!Number.isFinite(ms)) return '–';
  if (Math.abs(ms) < 1_000) return 'now';
  const text = coarse(Math.abs(ms));
  return ms > 0 ? `${text} ago` : `in ${text}`;
}

const UNITS: readonly (readonly [ms: number, name: string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

function coarse(ms: number): string {
  const [size, name] = UNITS.find(([unit]) => ms >= unit) ?? [1_000, 's'];
  return `${Math.floor(ms / size)} ${name}`;
}

/** Formats the time of day in the reader's time zone: `09:04:12`. */
export function formatClock(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

/** Format of a day and a time: `Tue 24 Nov, 09:04`. */
const MOMENT = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const;

/** Formats by time zone. Formats are kept, because creating a format takes half a millisecond. */
const moments = new Map<string | undefined, Intl.DateTimeFormat>();

function formatMomentIn(at: number, timeZone?: string): string {
  if (Number.isNaN(new Date(at).getTime())) return '–';
  let format = moments.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', { ...MOMENT, timeZone });
    moments.set(timeZone, format);
  }
  return format.format(at);
}

/** Formats a day and a time in the reader's time zone: `Tue 24 Nov, 09:04`. */
export const formatMoment = (at: number): string => formatMomentIn(at);

/** Formats a moment in a time zone: `Tue 24 Nov, 02:30`. An unknown zone counts as UTC. */
export function formatInZone(at: number, timezone: string | null): string {
  try {
    return formatMomentIn(at, timezone ?? 'UTC');
  } catch {
    return formatMomentIn(at, 'UTC');
  }
}

/** Formats a number of bytes: `512 B`, `1.2 KB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const kilobytes = bytes / 1_024;
  if (kilobytes < 1_024) return `${kilobytes.toFixed(1)} KB`;
  return `${(kilobytes / 1_024).toFixed(1)} MB`;
}

/** The format is created once, because `toLocaleString` creates a format for each number. */
const NUMBERS = new Intl.NumberFormat('en');

/** Formats a number with separators: `2,000`. */
export const formatNumber = (value: number): string => NUMBERS.format(value);

/** Formats a count with its noun: `1 request`, `2,000 requests`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatNumber(count)} ${count === 1 ? singular : plural}`;
}

/** Returns the first characters of a commit or an ID. Callers show the full value in a `title`. */
export function shortId(id: string): string {
  return /^[0-9a-f]{40}$/.test(id) ? id.slice(0, 7) : id.slice(0, 8);
}

/** Shortens each ID in a text such as a path, so that the other parts stay visible. */
export function shortIds(text: string): string {
  return text.replaceAll(/\b([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '$1…');
}

/**
 * Matches characters that can mislead a reader: control characters, characters without width, and characters that
 * reverse the text direction. Line breaks and tabs do not match.
 */
const MISLEADING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Matches a character after which a joiner is usual: an emoji, or a letter of a script in which joiners change the form
 * of letters, such as Persian or Hindi.
 */
const BEFORE_JOINER =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Inherited}\p{sc=Common}])[\p{L}\p{M}]/u;
/** Matches a letter of a script that is written from right to left. */
const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u;

/** Returns whether an invisible character is a usual part of its word and therefore needs no escape. */
function belongsToWord(character: string, before: string): boolean {
  const previous = Array.from(before).at(-1) ?? '';
  if (character === '\u200c' || character === '\u200d') return BEFORE_JOINER.test(previous);
  return (character === '\u200e' || character === '\u200f') && RIGHT_TO_LEFT.test(previous);
}

/** Escapes invisible characters in untrusted text, including the codes of terminal colors. */
export function exactText(text: string): string {
  return text.replaceAll(MISLEADING, (character, at: number) =>
    belongsToWord(character, text.slice(Math.max(0, at - 2), at))
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Removes the codes of terminal colors from untrusted text, and escapes its other invisible characters. */
export function visibleText(text: string): string {
  return exactText(withoutTerminalCodes(text));
}

/** Escapes invisible characters, line breaks and tabs in untrusted text, so that it fits on one line. */
export function visibleLine(text: string): string {
  return visibleText(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/**
 * Returns the URL if it uses `http` or `https`, or else `undefined`, so that a URL with another scheme never becomes a
 * link.
 */
export function linkTarget(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
}

/** Maximum number of characters per table cell, because laying out a line of 100,000 characters freezes a browser. */
const SHOWN = 2_000;

/** Shortens a long text and appends its total length. */
export function clipText(text: string, limit = SHOWN): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit).toWellFormed()}… (${formatCount(text.length, 'character')})`;
}
