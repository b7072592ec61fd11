import { describe, expect, test } from '@jest/globals';
import { judgeWords } from '../../scripts/words/judge.ts';

const PAGE = {
  path: 'docs/api.md',
  text: '# The API\n\n## What makes a revision\n\n<a id="immutable"></a>\n',
};
const judge = (path: string, ...lines: string[]) => judgeWords([PAGE, { path, text: lines.join('\n') }]);

describe('the check of words', () => {
  test('accepts plain words and citations that lead somewhere', () => {
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
    ['// Nobody reads it.', '"Nobody"', 'name the actor'],
    ['// It stands in for the other.', '"stands in for"', 'is the fallback for'],
    ['// See §4.2.', '"§"', 'docs/api.md'],
    ['// The order of DESIGN.', '"DESIGN"', 'docs/architecture.md'],
    ['// facts: it retries.', '"facts:"', 'say the fact itself'],
    ['export interface World {}', '"World"', 'glossary'],
    ['const childDeps = 1;', '"Deps"', 'own word'],
    ['const LAST_FATE = 1;', '"FATE"', 'own word'],
    ['// It goes on.', '"goes on"', 'continues'],
    ['// The caller is told.', '"is told"', 'is notified'],
    ['// The run is on its way.', '"on its way"', 'in progress'],
  ])('refuses %s with its line and what to write', (line, found, instead) => {
    const [problem, ...others] = judge('src/a.ts', 'const a = 1;', line);
    expect(others).toEqual([]);
    expect(problem).toMatch(/^src\/a\.ts:2: /);
    expect(problem).toContain(`${found}: write `);
    expect(problem).toContain(instead);
  });

  test('refuses an old name only where it is the whole name, and only in code', () => {
    expect(judge('src/a.ts', 'const HubSpot = GitHubClient;')).toEqual([]);
    expect(judge('docs/b.md', 'Hello World')).toEqual([]);
    expect(judge('src/a.ts', 'const fatal = depset.fateful;')).toEqual([]);
  });

  test.each([
    ['src/a.ts', '// docs/gone.md', 'src/a.ts:1: docs/gone.md: there is no such page'],
    ['src/a.ts', '// docs/api.md#gone', 'src/a.ts:1: docs/api.md#gone: the page has no such anchor'],
    ['docs/b.md', '[x](api.md#gone)', 'docs/b.md:1: docs/api.md#gone: the page has no such anchor'],
    ['docs/b.md', 'It stands in `src/gone.ts`.', 'docs/b.md:1: src/gone.ts: there is no such file'],
    ['docs/b.md', '[x](#gone)', 'docs/b.md:1: docs/b.md#gone: the page has no such anchor'],
  ])('refuses in %s the dead citation %s', (path, line, problem) => {
    expect(judge(path, line)).toEqual([expect.stringContaining(problem)]);
  });
});
