/** Maximum number of characters of a text that `withoutMarkdown` reads. A line of a list is much shorter. */
const MAX_READ = 2_000;
/** Maximum number of characters that are searched for embedded images, which can be longer than the text. */
const MAX_SEARCHED = 100_000;
/** Maximum number of nested marks, such as a link within bold text. */
const MAX_NESTED = 4;

const EMBEDDED_IMAGE = /!\[([^[\]]*)\]\(data:[^\s()]*\)?/g;
const FENCE = /^ {0,3}(?:```|~~~)/;
/** Matches the line below a heading, the line below the names of a table's columns, and a horizontal line. */
const DRAWN_LINE = /^\s*(?:={3,}|([-*_])(?:[ \t]*\1){2,}|\|[-|: \t]*-[-|: \t]*)\s*$/;
/** Matches an escaped character, or code within a line. */
const LITERAL = /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)(.+?)(?<!`)\2(?!`)/g;
const LINK =
  /!?\[([^[\]]+)\]\((?:<[^<>]*>|[^\s()<>]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"]*"|'[^']*'))?\)/g;
const BARE_LINK = /<((?:https?|mailto):[^\s<>]+)>/g;
const STRONG = /(\*\*|~~)(?=\S)(.+?)(?<=\S)\1/g;
/** Matches bold text of several words. A single word between underscores can be a name such as `__init__`. */
const STRONG_WORDS = /(?<![\p{L}\p{N}_])__(?=[^\s_])([^_]*\s[^_]*)(?<=[^\s_])__(?![\p{L}\p{N}_])/gu;
const EMPHASIS = /(?<![\p{L}\p{N}*_])([*_])(?=[^\s*_])((?:(?!\1).)*)(?<=[^\s*_])\1(?![\p{L}\p{N}*_])/gu;

/**
 * Removes the marks of Markdown for a preview in a list: headings, bold text, links, code and similar marks. Keeps
 * every mark that might belong to the text itself, for example `2 * 3` or `__init__`. Items of lists begin with `•`.
 *
 * @param text Markdown of any length, of which only the beginning is read.
 * @returns The lines of the text. The text ends with an ellipsis if only its beginning was read.
 */
export function withoutMarkdown(text: string): string {
  const head = text.slice(0, MAX_SEARCHED).replaceAll(EMBEDDED_IMAGE, '$1').replaceAll('\u0000', ' ');
  const lines: string[] = [];
  let isCode = false;
  for (const line of head.slice(0, MAX_READ).split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    else if (isCode) lines.push(line);
    else if (!DRAWN_LINE.test(line)) lines.push(plainLine(line));
  }
  const isWhole = text.length <= MAX_SEARCHED && head.length <= MAX_READ;
  const plain = lines.join('\n');
  // A text that consists only of marks remains unchanged, so that the list does not lack it.
  if (plain.trim() === '') return text;
  return isWhole ? plain : `${plain}…`;
}

function plainLine(line: string): string {
  const unquoted = line.replace(/^\s*(?:>[ \t]?)+/, '');
  const heading = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(unquoted)?.[1] ?? unquoted;
  const item = heading
    .replace(
      /^(\s*)[-*+][ \t]+\[([ xX])\][ \t]+/,
      (_mark, indent, box) => `${indent}${box === ' ' ? '☐' : '☑'} `,
    )
    .replace(/^(\s*)[-*+][ \t]+/, '$1• ')
    .replace(/^\s*\|(.*)\|\s*$/, '$1');
  return withoutInlineMarks(item);
}

function withoutInlineMarks(line: string): string {
  const literals: string[] = [];
  let rest = line.replaceAll(LITERAL, (_all, escaped?: string, _ticks?: string, code?: string) => {
    literals.push(escaped ?? code?.trim() ?? '');
    return `\u0000${literals.length - 1}\u0000`;
  });
  for (let depth = 0; depth < MAX_NESTED; depth += 1) {
    const before = rest;
    rest = rest
      .replaceAll(LINK, '$1')
      .replaceAll(BARE_LINK, '$1')
      .replaceAll(STRONG, '$2')
      .replaceAll(STRONG_WORDS, '$1')
      .replaceAll(EMPHASIS, '$2');
    if (rest === before) break;
  }
  return rest.replaceAll(/\u0000(\d+)\u0000/g, (_all, index) => literals[Number(index)] ?? '');
}
