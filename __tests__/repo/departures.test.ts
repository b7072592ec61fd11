import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { cellsOf, citationsIn, shownRows, withoutAnchor } from './support/shown-by.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const COLUMNS = ['place', 'the description', '`--compat spec`', '`--compat hosted`', 'shown by'];
const rows = shownRows('docs/departures.md');

describe('the list of departures', () => {
  test('is one table whose every row fills every column', () => {
    const text = readFileSync(path.join(root, 'docs/departures.md'), 'utf8');
    expect(cellsOf(/^\|.*$/m.exec(text)?.[0] ?? '')).toEqual(COLUMNS);
    expect(rows.length).toBeGreaterThan(50);
    for (const { cells } of rows) {
      expect(cells).toHaveLength(COLUMNS.length);
      expect(cells.filter((cell) => cell === '')).toEqual([]);
    }
  });

  test('names no place twice', () => {
    const places = rows.map(({ cells }) => withoutAnchor(cells[0]));
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });

  test.each(rows.map((row) => [row.citation, row] as const))(
    'shows %s by a test that cites it',
    (_place, { file, citation }) => {
      expect(file).toMatch(/\.test\.ts$/);
      expect(citationsIn(file)).toContain(citation);
    },
  );
});
