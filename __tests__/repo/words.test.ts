import { describe, expect, test } from '@jest/globals';
import { checkWords } from '../../scripts/words/check.ts';
import { readPassages } from '../../scripts/words/prose.ts';
import {
  compareWithBudgets,
  countPatterns,
  findPattern,
  lowerBudgets,
} from '../../scripts/words/register.ts';

const PAGE = {
  path: 'docs/api.md',
  text: '# The API\n\n## What makes a revision\n\n<a id="immutable"></a>\n',
};
const judge = (path: string, ...lines: string[]) => checkWords([PAGE, { path, text: lines.join('\n') }]);

describe('the check of names and citations', () => {
  test('accepts plain words, and citations whose target exists', () => {
    expect(
      judge(
        'src/a.ts',
        '// A source never changes (docs/api.md#immutable, docs/api.md#what-makes-a-revision).',
        'const worldwide = hubs.join();',
      ),
    ).toEqual([]);
    expect(judge('docs/b.md', 'See [the API](api.md#immutable) and [below](#b).', '## B')).toEqual([]);
  });

  test.each([
    ['// The roll-out failed.', '"roll-out"', 'rollout'],
    ['// See §4.2.', '"§"', 'docs/api.md'],
    ['// The order of DESIGN.', '"DESIGN"', 'docs/architecture.md'],
    ['// facts: it retries.', '"facts:"', 'say the fact itself'],
    ['export interface World {}', '"World"', 'glossary'],
    ['const childDeps = 1;', '"Deps"', 'own word'],
    ['const LAST_FATE = 1;', '"FATE"', 'own word'],
  ])('rejects %s, and the error contains the line and the plain words', (line, found, instead) => {
    const [problem, ...others] = judge('src/a.ts', 'const a = 1;', line);
    expect(others).toEqual([]);
    expect(problem).toMatch(/^src\/a\.ts:2: /);
    expect(problem).toContain(`${found}: write `);
    expect(problem).toContain(instead);
  });

  test('rejects an old name only if it is a complete name in code', () => {
    expect(judge('src/a.ts', 'const HubSpot = GitHubClient;')).toEqual([]);
    expect(judge('docs/b.md', 'Hello World')).toEqual([]);
    expect(judge('src/a.ts', '// Parts of a path on Docker Hub.', 'const a = 1; // World.')).toEqual([]);
    expect(judge('src/a.ts', "const a = '// no comment'; interface World {}")).toHaveLength(1);
    expect(judge('src/a.ts', 'const fatal = depset.fateful;')).toEqual([]);
  });

  test.each([
    ['src/a.ts', '// docs/gone.md', 'src/a.ts:1: docs/gone.md: the page does not exist'],
    ['src/a.ts', '// docs/api.md#gone', 'src/a.ts:1: docs/api.md#gone: the page has no such anchor'],
    ['docs/b.md', '[x](api.md#gone)', 'docs/b.md:1: docs/api.md#gone: the page has no such anchor'],
    ['docs/b.md', 'It stands in `src/gone.ts`.', 'docs/b.md:1: src/gone.ts: the file does not exist'],
    ['docs/b.md', '[x](#gone)', 'docs/b.md:1: docs/b.md#gone: the page has no such anchor'],
  ])('rejects in %s the citation %s, because its target does not exist', (path, line, problem) => {
    expect(judge(path, line)).toEqual([expect.stringContaining(problem)]);
  });
});

const passages = (path: string, ...lines: string[]) => readPassages({ path, text: lines.join('\n') });
const sentences = (path: string, ...lines: string[]) => passages(path, ...lines).map((p) => p.sentences);
/** Returns the counts for one file that are not 0. */
const occurring = (path: string, ...lines: string[]) =>
  Object.fromEntries(
    Object.values(countPatterns(passages(path, ...lines)))
      .flatMap((counts) => Object.entries(counts))
      .filter(([, count]) => count > 0),
  );

describe('the prose that is extracted from a file', () => {
  test('consists of the sentences of comments, with the line where each comment begins', () => {
    expect(
      passages(
        'src/a.ts',
        "const url = 'http://host'; // Same line.",
        '',
        '// First sentence. Second',
        '// sentence.',
        'const pattern = /[/]\\/* no comment *\\//;',
        'const text = `// no comment ${1 /* A real comment. */}`;',
        '/**',
        ' * Parses it.',
        ' * @returns a number.',
        ' */',
      ),
    ).toEqual([
      { path: 'src/a.ts', line: 1, kind: 'comments', sentences: ['Same line.'] },
      { path: 'src/a.ts', line: 3, kind: 'comments', sentences: ['First sentence.', 'Second sentence.'] },
      { path: 'src/a.ts', line: 6, kind: 'comments', sentences: ['A real comment.'] },
      { path: 'src/a.ts', line: 7, kind: 'comments', sentences: ['Parses it.', '@returns a number.'] },
    ]);
  });

  test('includes comments in JSX, but no directives, tests or other folders', () => {
    expect(sentences('dashboard/src/a.tsx', 'const a = <p>{/* A note. */} // no comment</p>;')).toEqual([
      ['A note.'],
    ]);
    expect(
      sentences('src/a.ts', '// biome-ignore format: what is', '/* @ts-expect-error */', 'f();'),
    ).toEqual([]);
    expect(sentences('__tests__/a.test.ts', '// What is alone.')).toEqual([]);
    expect(sentences('harness/a.ts', '// What is alone.')).toEqual([]);
  });

  test('consists of the paragraphs, items and cells of a page, without code', () => {
    expect(
      sentences(
        'docs/a.md',
        '# Title',
        '',
        'One `what is` two.',
        'Three [four](b.md#what-is). <a id="alone"></a>Five.',
        '',
        '```',
        'alone',
        '```',
        '- An item.',
        '',
        '| a | b |',
        '| - | - |',
        '| c | d |',
      ),
    ).toEqual([
      ['Title'],
      ['One `x` two.', 'Three four.', 'Five.'],
      ['An item.'],
      ['a'],
      ['b'],
      ['c'],
      ['d'],
    ]);
    expect(sentences('CHANGELOG.md', 'What is alone.')).toEqual([]);
  });

  test('cannot be read from a file that cannot be parsed, and the error names the file', () => {
    expect(() => passages('src/a.ts', 'const = 1;')).toThrow('src/a.ts does not parse');
  });
});

describe('the count of discouraged phrases', () => {
  test.each([
    ['// What it holds.', 'opens with What, Of or Whether'],
    ['// Of the token.', 'opens with What, Of or Whether'],
    ['// Keyed by name; undefined: a volume that fails.', '; undefined:'],
    ['// Keyed by name; `undefined` for one of another.', '; undefined:'],
    ['// It keeps what is', '// left.', 'what is'],
    ['// It reads this file alone.', 'alone'],
    ['// A token of its own.', 'of its own'],
    ['// It replies meanwhile.', 'meanwhile'],
  ])('counts a phrase in the comment: %s', (...lines) => {
    const name = lines.at(-1) ?? '';
    expect(occurring('src/a.ts', ...lines.slice(0, -1))).toMatchObject({ [name]: 1 });
  });

  test('counts each occurrence, in comments separately from pages', () => {
    const counts = countPatterns([
      ...passages('src/a.ts', '// This alone and that alone.'),
      ...passages('docs/a.md', 'Alone.'),
    ]);
    expect(counts).toMatchObject({ comments: { alone: 2 }, docs: { alone: 1 } });
  });

  test('counts a sentence of more than 40 words, with code as one word', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
    expect(occurring('docs/a.md', `${words(39)} \`a b c\`.`)).toEqual({});
    expect(occurring('docs/a.md', `${words(40)} \`a b c\`.`)).toEqual({ 'long sentence': 1 });
    expect(occurring('docs/a.md', `${words(39)}. And ${words(39)}.`)).toEqual({});
  });

  test('does not count plain sentences or code', () => {
    expect(occurring('src/a.ts', '/** Returns the file, or `undefined` if `what.is` alone. */')).toEqual({
      alone: 1,
    });
    expect(occurring('src/a.ts', "const text = 'what is alone';")).toEqual({});
    expect(occurring('docs/a.md', 'What the step does', '', '`gives`')).toEqual({});
  });

  test('lists the places of a pattern, and rejects an unknown pattern name', () => {
    const all = [...passages('src/a.ts', '', '// It alone.'), ...passages('src/b.ts', '// Both.')];
    expect(findPattern(all, 'alone')).toEqual(['src/a.ts:2: It alone.']);
    expect(() => findPattern(all, 'lonely')).toThrow(
      'no pattern is named "lonely"; the names are "long sentence"',
    );
  });
});

describe('the maximum count of a discouraged phrase', () => {
  const counts = (alone: number) => ({ comments: { alone }, docs: {} });

  test('is exceeded by one more occurrence, and the error contains the plain word', () => {
    expect(compareWithBudgets(counts(3), counts(3))).toEqual({ problems: [], notices: [] });
    expect(compareWithBudgets(counts(4), counts(3)).problems).toEqual([
      'comments: "alone" occurs 4 times, and at most 3 are allowed: write "only"; ' +
        '`npm run -s words -- --list "alone"` lists the places',
    ]);
  });

  test('causes only a note that it should be lowered if the count has fallen by ten and by a tenth', () => {
    expect(compareWithBudgets(counts(91), counts(100)).notices).toEqual([]);
    const result = compareWithBudgets(counts(90), counts(100));
    expect(result.problems).toEqual([]);
    expect(result.notices).toEqual([
      expect.stringContaining('"alone" has fallen from 100 to 90: lower its budget'),
    ]);
    expect(compareWithBudgets(counts(381), counts(400)).notices).toEqual([]);
  });

  test('must be set for each existing phrase, and for no other phrase', () => {
    expect(compareWithBudgets(counts(0), {}).problems).toEqual([
      expect.stringContaining('"alone" has no budget'),
    ]);
    expect(compareWithBudgets({}, counts(0)).problems).toEqual([
      expect.stringContaining('the budget of "alone" has no pattern'),
    ]);
  });

  test('can only be lowered', () => {
    expect(lowerBudgets(counts(2), counts(3))).toEqual(counts(2));
    expect(lowerBudgets(counts(4), counts(3))).toEqual(counts(3));
    expect(lowerBudgets(counts(4), { comments: { gone: 1 } })).toEqual(counts(4));
  });
});
