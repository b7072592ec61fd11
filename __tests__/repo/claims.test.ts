import { describe, expect, test } from '@jest/globals';
import { citationsIn, shownRows } from './support/shown-by.ts';

const statements = [
  ...shownRows('docs/security.md'),
  ...shownRows('docs/keyring.md'),
  // Its other tables say what runs do.
  ...shownRows('docs/agent-server.md').filter(({ cells }) => cells.length === 2),
];
const rules = [...shownRows('docs/credential-proxy.md'), ...shownRows('docs/boxes.md')];
// Its other tables say what becomes of a line, which is for the reader to judge.
const traps = shownRows('docs/migration.md').filter(({ cells }) => cells.length === 3);

describe('what the docs claim', () => {
  test('of security stands in tables, each row with a statement and its test', () => {
    expect(statements.length).toBeGreaterThan(20);
    for (const { cells } of statements) expect(cells).toHaveLength(2);
  });

  test('of the credential proxy and of boxes stands in tables, each row with a point, its meaning and its test', () => {
    expect(rules.length).toBeGreaterThan(40);
    for (const { cells } of rules) expect(cells).toHaveLength(3);
  });

  test('of traps that go away is there', () => {
    expect(traps.length).toBeGreaterThan(10);
  });

  test.each([...statements, ...traps, ...rules].map((row) => [row.citation, row] as const))(
    'is shown by a test that cites it: %s',
    (_statement, { file, citation }) => {
      expect(file).toMatch(/\.(test|network)\.ts$/);
      expect(citationsIn(file)).toContain(citation);
    },
  );
});
