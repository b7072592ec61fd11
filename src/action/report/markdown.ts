import { withoutTerminalCodes } from '../../contract/bounded-text.ts';
import type { GateFacts } from '../../contract/comment-section.ts';
import { unicodePattern } from '../../redaction/unicode-pattern.ts';

/** Verdicts of a gate and of its scores, with their icons. */
export const GATE_TEXTS: Readonly<Record<GateFacts['verdict'], string>> = {
  worse: '⬇️ worse',
  'below-floor': '🔴 below a floor',
  inconclusive: '⚠️ not judged',
  unclear: '🟡 unclear',
  better: '⬆️ better',
  same: '🟰 same',
  passed: '✅ passed',
};

/**
 * Maximum number of backticks in a fence, because GitHub's Markdown refuses 80 backticks in a line and miscounts 256
 * backticks in a block.
 */
const MAX_TICKS = 15;
/**
 * Maximum number of characters in a cell, and maximum number of rows, which keep the whole page below GitHub's limit.
 */
const CELL_MAX = 2_000;
const ROWS_MAX = 300;
const URL_MAX = 2_000;

/**
 * Returns a string as one line of inert Markdown that is also safe in a table cell. Entities are not sufficient: GitHub
 * decodes entities first, and searches the displayed text, except code, for mentions, references, commits, addresses
 * and emoji. GitLab also links `!12`, `~label`, `%milestone`, `$12` and `&12`. Words of letters and short numbers stay
 * unchanged, and other strings become code spans. Characters that could end a code span, or that could be markup, become
 * entities between the spans. A zero-width space follows each `@`, which prevents mentions.
 */
export function cell(text: string): string {
  return visible(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word, index) => inertWord(word, index === 0))
    .join(' ');
}

/**
 * Returns a name as code, or as inert Markdown if it contains characters other than letters, digits, `.`, `_` and `-`.
 */
export function code(name: string): string {
  return /^[\w.-]+$/.test(name) ? `\`${name}\`` : cell(name);
}

/** Returns several lines of inert Markdown, each escaped like {@link cell}. */
export function inertLines(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map(cell)
    .join('<br>');
}

/** Returns a Markdown table whose cells are inert. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text) => cell(shorten(text, CELL_MAX))).join(' | ')} |`;
  const left = rows.length - ROWS_MAX;
  const rest = left > 0 ? [`\n\n… and ${left} more`] : [];
  const shown = [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.slice(0, ROWS_MAX).map(line)];
  return [shown.join('\n'), ...rest].join('');
}

/** Returns a collapsible part of a page with a summary line. `content` must be Markdown. */
export function details(summary: string, content: string, { isOpen = false } = {}): string {
  return `<details${isOpen ? ' open' : ''}>\n<summary>${summary}</summary>\n\n${content}\n</details>`;
}

/**
 * Returns a code block with the lines, without colors and control characters. The fence is longer than any run of
 * backticks in the lines.
 *
 * @param language `diff` colors lines that begin with `-` or `+`.
 */
export function fenced(lines: readonly string[], language: 'text' | 'diff' = 'text'): string {
  const text = lines.map((line) => visible(line).replace(/`{16,}/g, `${'`'.repeat(MAX_TICKS)}…`)).join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Returns the string as a link target if it is an http or https URL, or else `undefined`. */
export function safeUrl(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > URL_MAX) return undefined;
  return /[\s<>()]/.test(url.href) ? undefined : url.href;
}

/**
 * Returns a URL from the service as Markdown that is safe in a table cell, or `undefined` if the URL is invalid. A URL
 * on the GitHub server is shown as text, because a link would add a reference to the linked GitHub page.
 */
export function agentAddress(text: string | undefined, serverUrl: string): string | undefined {
  const href = safeUrl(text)?.replaceAll('|', '%7C');
  if (href === undefined) return undefined;
  const { host, hostname, username, password } = new URL(href);
  const onGitHub = host === URL.parse(serverUrl)?.host || /(^|\.)(github\.com|ghe\.com)$/.test(hostname);
  return onGitHub || username !== '' || password !== '' ? cell(href) : `<${href}>`;
}

/** Shortens a string to a number of characters without splitting a surrogate pair. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Removes characters that a terminal or a page would interpret: colors, control characters and direction marks. */
function visible(text: string): string {
  return withoutTerminalCodes(text)
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\u000b\u000c\r\u2028\u2029]/g, ' ');
}

/** Matches characters that could end a code span or a cell, or that are markup outside code spans. */
const UNSAFE = /([`<>*[\]()|&\\@])/;

/** Punctuation that can precede a word (`OPENING`) or follow a word (`CLOSING`). */
const OPENING = '"\'“‘';
const CLOSING = '"\'”’.,;:!?…';

function inertWord(word: string, isFirst: boolean): string {
  return word
    .split(UNSAFE)
    .map((part, index, parts) =>
      index % 2 === 1
        ? inertMark(part, parts.slice(index + 1, index + 3).join(''))
        : inertRun(part, isFirst && index === 0),
    )
    .join('');
}

/** Zero-width space, which separates a character from the text that it would turn into a reference. */
const SEPARATOR = '&#8203;';

/** Escapes a character that could be markup. `next` is the text after it, as far as the next text between two marks. */
function inertMark(mark: string, next: string): string {
  if (mark === '@') return `&#64;${SEPARATOR}`;
  // GitLab links epics (`&12`) and wiki pages (`[[page]]`), and replaces `[TOC]` with a table of contents.
  if ((mark === '&' && /^\d/.test(next)) || (mark === '[' && /^(?:\[|TOC)/i.test(next))) {
    return `&#${mark.charCodeAt(0)};${SEPARATOR}`;
  }
  // Replaces a backtick with another character, because some Markdown parsers decode entities first and would end the
  // code span at the backtick.
  return mark === '`' ? 'ˋ' : `&#${mark.charCodeAt(0)};`;
}

function inertRun(run: string, isFirst: boolean): string {
  let [from, to] = [0, run.length];
  while (from < to && OPENING.includes(run.charAt(from))) from += 1;
  while (to > from && CLOSING.includes(run.charAt(to - 1))) to -= 1;
  const [before, core, after] = [run.slice(0, from), run.slice(from, to), run.slice(to)];
  return core === '' || isInert(core, isFirst ? after : '') ? run : `${before}\`${core}\`${after}`;
}

/** Matches a number with an optional sign and unit, such as `−0.74`, `05s` or `10%`. */
const NUMBER = /^[+\u2212]?\d{1,6}(?:[.,]\d{1,3})?(?:ms|[smhd%])?$/;
/** Matches a fraction, such as `2/5`, a time of day, such as `09:03`, and a percent sign without a number. */
const FIGURE = /^(?:\d{1,6}\/\d{1,6}|\d{1,2}:\d{2}|%)$/;
const SIGNS = unicodePattern('^[–—·→\\p{Extended_Pictographic}\\ufe0f]+$');
const WORDS = unicodePattern("^(?:\\p{L}\\p{M}*)+(?:['’](?:\\p{L}\\p{M}*)+)*$");

/**
 * Returns whether a string needs no escaping: GitHub finds no link in the string, and no part of the string is
 * Markdown, even at the start of a line. `after` is the punctuation after the first word of a line.
 */
function isInert(core: string, after: string): boolean {
  // Tests ASCII strings with a simpler pattern, because regular expressions with Unicode tables take long to compile.
  const isPlain = /^[\x00-\x7f]*$/.test(core);
  if (!isPlain && SIGNS().test(core)) return true;
  // At the start of a line, an integer with a dot after it would begin a list.
  if (NUMBER.test(core)) return !/^\d+$/.test(core) || !after.startsWith('.');
  if (FIGURE.test(core)) return true;
  const isWords = isPlain ? /^[A-Za-z]+(?:'[A-Za-z]+)*$/.test(core) : WORDS().test(core);
  if (!isWords && !/^[a-z]+(?:-[a-z]+)+$/.test(core)) return false;
  // Seven or more letters from a to f can be an abbreviated commit.
  return !/(?<![a-z])[a-f]{7,}(?![a-z])/i.test(core);
}
