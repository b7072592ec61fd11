import { describe, expect, test } from '@jest/globals';
import { shownRows, titlesOf } from './support/shown-by.ts';

const rows = shownRows('docs/security.md');

describe('the page of security', () => {
  test('makes its statements in tables, each row with a statement and its test', () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const { cells } of rows) expect(cells).toHaveLength(2);
  });

  test.each(rows.map((row) => [row.cells[0] ?? '', row] as const))(
    'shows "%s" by a test that is there',
    (_statement, { file, title }) => {
      expect(file).toMatch(/\.test\.ts$/);
      expect(titlesOf(file)).toContain(title);
    },
  );
});
