import MarkdownIt, { type Token } from 'markdown-it';
import { parseSync } from 'oxc-parser';

/** A text file that git tracks, with its path relative to the root. */
export interface TextFile {
  path: string;
  text: string;
}

/** A comment, or a paragraph, heading, list item or table cell of a page. */
export interface Passage {
  path: string;
  /** Number of the line where the passage begins, from 1. */
  line: number;
  kind: 'comments' | 'docs';
  /** Sentences without markers and line breaks, where `CODE` replaces each piece of code. */
  sentences: string[];
}

/** Replaces code in prose, so that a piece of code counts as one word and matches no pattern. */
const CODE = '`x`';
/** Matches comments that tools read. */
const DIRECTIVE = /^(?:[/!#]|@ts-|biome-|oxlint-|eslint-|@?vite-|<reference)/;
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
const MARKDOWN = new MarkdownIt({ html: true });

/**
 * Reads the prose of a file: the comments of TypeScript in `src` and `dashboard/src`, and the pages of `docs` and the
 * root except the changelog, whose sections about releases are history. Other files have no passages.
 * @throws if the TypeScript cannot be parsed.
 */
export function readPassages(file: TextFile): Passage[] {
  if (/^(?:dashboard\/)?src\/.*\.tsx?$/.test(file.path)) return readComments(file);
  if (/^(?:docs\/.*|[A-Z]+)\.md$/.test(file.path) && file.path !== 'CHANGELOG.md') return readPage(file);
  return [];
}

function readComments({ path, text }: TextFile): Passage[] {
  const { comments, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path} does not parse: ${error.message}`);
  const groups: { line: number; end: number; lines: string[]; isLine: boolean }[] = [];
  for (const { type, value, start, end } of comments) {
    const isLine = type === 'Line';
    const last = groups.at(-1);
    const between = text.slice(last?.end, start);
    // Line comments on consecutive lines form one comment.
    if (last?.isLine === true && isLine && /^\s*$/.test(between) && between.split('\n').length === 2) {
      last.lines.push(value);
      last.end = end;
      continue;
    }
    const lines = isLine ? [value] : value.split('\n').map((line) => line.replace(/^\s*\*+ ?/, ''));
    groups.push({ line: text.slice(0, start).split('\n').length, end, lines, isLine });
  }
  return groups
    .filter(({ lines }) => !DIRECTIVE.test(lines.join('\n').trim()))
    .map(({ line, lines }) => ({ path, line, kind: 'comments', sentences: toSentences(lines.join('\n')) }));
}

/**
 * Replaces the comments of a source file with spaces, so that the lines keep their numbers. Returns a file that cannot
 * be parsed unchanged.
 */
export function withoutComments({ path, text }: TextFile): string {
  const { comments, errors } = parseSync(path, text);
  if (errors.length > 0) return text;
  let code = '';
  let end = 0;
  for (const comment of comments) {
    code += text.slice(end, comment.start) + text.slice(comment.start, comment.end).replaceAll(/\S/g, ' ');
    end = comment.end;
  }
  return code + text.slice(end);
}

function readPage({ path, text }: TextFile): Passage[] {
  return MARKDOWN.parse(text, {}).flatMap((token, index, tokens): Passage[] =>
    token.type === 'inline'
      ? [
          {
            path,
            line: (token.map ?? tokens[index - 1]?.map ?? [0])[0] + 1,
            kind: 'docs',
            sentences: toSentences((token.children ?? []).map(inlineText).join('')),
          },
        ]
      : [],
  );
}

function inlineText({ type, content }: Token): string {
  if (type === 'code_inline') return CODE;
  if (type === 'softbreak' || type === 'hardbreak') return '\n';
  return type === 'text' ? content : '';
}

/**
 * Splits a passage into sentences. A tag of a doc comment and an item of a list begin a sentence. Skips fenced code.
 */
function toSentences(text: string): string[] {
  return text
    .replaceAll(/^\s*```[^]*?^\s*```/gm, '')
    .replaceAll('`undefined`', 'undefined')
    .replaceAll(/`[^`]*`/g, CODE)
    .split(/\n\s*\n|\n\s*(?=@\w|[-*] |\d+\. )/)
    .flatMap((block) => {
      const plain = block.replaceAll(/^\s*(?:[-*] |\d+\. )/g, '').replaceAll(/\s+/g, ' ');
      return Array.from(SENTENCES.segment(plain), ({ segment }) => segment.trim());
    })
    .filter((sentence) => sentence !== '');
}
