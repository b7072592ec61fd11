import { unicodePattern } from '../../redaction/unicode-pattern.ts';

/**
 * Maximum number of backticks in a fence. GitHub's Markdown refuses longer runs (80 in a line) or miscounts them (256
 * of a block).
 */
const MAX_TICKS = 15;
/**
 * Maximum length of a cell and number of rows of a table. More text does not help a reader, and the whole page must
 * fit GitHub's limit.
 */
const CELL_MAX = 2_000;
const ROWS_MAX = 300;
const URL_MAX = 2_000;

/**
 * Returns a text as one line of inert Markdown, also for a table cell. Entities are not sufficient: GitHub decodes
 * them first, and searches the displayed text, except code, for mentions, references, commits, addresses and emoji.
 * Words of letters and short numbers therefore stay. Any other characters become a code span. Characters that could
 * end a span or be markup become entities between the spans. An `@` is followed by a zero-width space, after which no
 * name is searched.
 */
export function cell(text: string): string {
  return visible(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(inertWord)
    .join(' ');
}

/** Returns several lines, each like {@link cell}. */
export function inertLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(cell)
    .join('<br>');
}

/** Returns a table of plain texts. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => cell(shorten(text, CELL_MAX))).join(' | ')} |`;
  const left = rows.length - ROWS_MAX;
  const rest = left > 0 ? [`\n\n… and ${left} more`] : [];
  const shown = [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.slice(0, ROWS_MAX).map(line)];
  return [shown.join('\n'), ...rest].join('');
}

/**
 * Returns a verbatim block of text without colors and control characters. Its fence is longer than any fence in it.
 */
export function fenced(lines: readonly string[]): string {
  const text = lines.map((line) => visible(line).replace(/`{16,}/g, `${'`'.repeat(MAX_TICKS)}…`)).join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** Returns a link target if the text is only an http(s) URL; `undefined` for any other text. */
export function safeUrl(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > URL_MAX) return undefined;
  return /[\s<>()]/.test(url.href) ? undefined : url.href;
}

/**
 * Returns a URL chosen by the service, also for a cell; `undefined` if invalid. A URL on GitHub stays text, because
 * GitHub would treat such a link as a reference and mention this page on the linked one.
 */
export function agentAddress(text: string | undefined, serverUrl: string): string | undefined {
  const href = safeUrl(text)?.replaceAll('|', '%7C');
  if (href === undefined) return undefined;
  const { host, hostname, username, password } = new URL(href);
  const onGitHub = host === URL.parse(serverUrl)?.host || /(^|\.)(github\.com|ghe\.com)$/.test(hostname);
  return onGitHub || username !== '' || password !== '' ? cell(href) : `<${href}>`;
}

/** Cuts a text to a number of characters, never inside a surrogate pair. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Removes everything that a terminal or page would interpret: colors, control characters, direction marks. */
function visible(text: string): string {
  return text
    .replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '')
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\u000b\u000c\r\u2028\u2029]/g, ' ');
}

/** Matches characters that would end a code span or a cell, or be markup outside one. */
const UNSAFE = /([`<>*[\]()|&\\@])/;

/** Matches punctuation around a word. */
const OPENING = '"\'“‘';
const CLOSING = '"\'”’.,;:!?…';

function inertWord(word: string): string {
  return word
    .split(UNSAFE)
    .map((part, index) => (index % 2 === 1 ? inertMark(part) : inertRun(part)))
    .join('');
}

function inertMark(mark: string): string {
  if (mark === '@') return '&#64;&#8203;';
  // A parser that reads Markdown in the wrong order would take a decoded backtick for the end of a span.
  return mark === '`' ? 'ˋ' : `&#${mark.charCodeAt(0)};`;
}

function inertRun(run: string): string {
  let [from, to] = [0, run.length];
  while (from < to && OPENING.includes(run.charAt(from))) from += 1;
  while (to > from && CLOSING.includes(run.charAt(to - 1))) to -= 1;
  const [before, core, after] = [run.slice(0, from), run.slice(from, to), run.slice(to)];
  return core === '' || isInert(core, after) ? run : `${before}\`${core}\`${after}`;
}

const SIGNS = unicodePattern('^[–—·→\\p{Extended_Pictographic}\\ufe0f]+$');
const WORDS = unicodePattern("^(?:\\p{L}\\p{M}*)+(?:['’](?:\\p{L}\\p{M}*)+)*$");

/**
 * Returns whether a text can stay unchanged: GitHub resolves nothing in it, and no part of it is Markdown, even at
 * the start of a line.
 */
function isInert(core: string, after: string): boolean {
  // Plain text does not need Unicode tables, which take the engine long to build.
  const isPlain = /^[\x00-\x7f]*$/.test(core);
  if (!isPlain && SIGNS().test(core)) return true;
  // `1.` would begin a list.
  if (/^\d{1,6}(?:[.,]\d{1,3})?(?:ms|[smhd%])?$/.test(core)) return !after.startsWith('.');
  const isWords = isPlain ? /^[A-Za-z]+(?:'[A-Za-z]+)*$/.test(core) : WORDS().test(core);
  if (!isWords && !/^[a-z]+(?:-[a-z]+)+$/.test(core)) return false;
  // A word of letters can also be an abbreviated commit.
  return !/(?<![a-z])[a-f]{7,}(?![a-z])/i.test(core);
}
