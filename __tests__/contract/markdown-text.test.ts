import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import MarkdownIt, { type Token } from 'markdown-it';
import { toLine } from '../../src/contract/bounded-text.ts';
import { withoutMarkdown } from '../../src/contract/markdown-text.ts';

const preview = (text: string): string => toLine(withoutMarkdown(text));

describe('the preview of a Markdown text', () => {
  test.each([
    ['# Refund\n\n**SO-1042** is `paid`.', 'Refund SO-1042 is paid.'],
    [
      'See [the *order*](https://shop.example/a_(b) "Order") and <https://shop.example>.',
      'See the order and https://shop.example.',
    ],
    ['[![chart](https://shop.example/a.png)](https://shop.example)', 'chart'],
    ['***very*** __bold words__ ~~old~~ _new_', 'very bold words old new'],
    ['这是**重点**内容', '这是重点内容'],
    ['> quoted\n> > twice', 'quoted twice'],
    ['- [ ] pack\n- [x] ship\n* send\n1. pay', '☐ pack ☑ ship • send 1. pay'],
    ['| Name | Price |\n| --- | ---: |\n| Socks | 5 |', 'Name | Price Socks | 5'],
    ['Title\n=====\n\nOne\n---\ntwo', 'Title One two'],
    ['```python\nx = a * b * c\n# note\n```\ndone', 'x = a * b * c # note done'],
    ['escaped \\*stars\\* and ``a ` b``', 'escaped *stars* and a ` b'],
  ])('shows %j as %j', (text, line) => {
    expect(preview(text)).toBe(line);
  });

  test.each([
    '2 * 3 * 4 is 24, and 2*3 is 6',
    'snake_case_name, __init__ and a_b_c',
    'a ** b, ~ 5 km, ~~ and ** remain',
    'array[0](x y) and [a] and f(x)',
    'C# and #1, 5 > 3, <b>HTML</b>',
    '-5 degrees, 3-4 days',
    'a `single backtick',
    '---',
    '**',
  ])('keeps the characters of %j, because they belong to the text', (text) => {
    expect(preview(text)).toBe(text);
  });

  test('shows the description in place of an embedded image of any size', () => {
    const image = (characters: number) => `![chart](data:image/png;base64,${'A'.repeat(characters)}) of May`;
    expect(preview(image(5_000))).toBe('chart of May');
    expect(preview(image(500_000))).toBe('chart…');
  });

  test('ends with an ellipsis if the text is longer than the preview', () => {
    expect(preview(`**${'word '.repeat(100)}end**`)).toMatch(/^word .*…$/);
    expect(withoutMarkdown('x'.repeat(5_000))).toBe(`${'x'.repeat(2_000)}…`);
  });

  test('equals the text that a Markdown parser shows', () => {
    const word = fc.stringMatching(/^[a-z]{1,6}$/);
    const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '));
    const phrase = fc.oneof(
      words,
      words.map((text) => `**${text}**`),
      words.map((text) => `*${text}*`),
      words.map((text) => `_${text}_`),
      words.map((text) => `~~${text}~~`),
      words.map((text) => `***${text}***`),
      words.map((text) => `\`${text}\``),
      words.map((text) => `[**${text}**](https://shop.example/${text.length})`),
      words.map((text) => `**\`${text}\`**`),
    );
    const line = fc
      .tuple(fc.constantFrom('', '', '# ', '### ', '> '), fc.array(phrase, { minLength: 1, maxLength: 4 }))
      .map(([mark, phrases]) => `${mark}${phrases.join(' ')}`);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const text = lines.join('\n\n');
        expect(withoutMarkdown(text).replaceAll(/\s+/g, ' ')).toBe(parsedText(text));
      }),
    );
  });

  test('loses no letter or digit of any text without links and code', () => {
    const characters = fc.constantFrom(
      'a',
      'B',
      '7',
      'é',
      '文',
      ' ',
      '\n',
      '*',
      '_',
      '~',
      '#',
      '>',
      '-',
      '|',
      '(',
      ')',
    );
    const letters = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
    fc.assert(
      fc.property(
        fc.string({ unit: characters, maxLength: 300 }).filter((text) => !text.includes('~~~')),
        (text) => {
          expect(letters(withoutMarkdown(text))).toBe(letters(text));
        },
      ),
    );
  });

  test('is never longer than the text, and is created without delay for hostile texts of 2 MB', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(withoutMarkdown(text).length).toBeLessThanOrEqual(text.length);
      }),
    );
    for (const part of [
      '**a ',
      '*a',
      '_a ',
      '[',
      '![](',
      '`',
      '`a ``',
      '|-',
      '> ',
      '\\',
      '<https:',
      '[a](',
      '~~a ',
      '((',
    ]) {
      withoutMarkdown(part.repeat(500_000));
    }
  });
});

/** Returns the text that markdown-it shows for a text of headings, quotes and paragraphs, on one line. */
function parsedText(text: string): string {
  const textOf = (tokens: readonly Token[]): string =>
    tokens
      .map(({ type, content, children }) => (type === 'inline' ? `${textOf(children ?? [])} ` : content))
      .join('');
  return textOf(new MarkdownIt().parse(text, {})).replaceAll(/\s+/g, ' ').trim();
}
