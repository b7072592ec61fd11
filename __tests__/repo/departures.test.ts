import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '..', '..');
const COLUMNS = ['place', 'the description', '`--compat spec`', '`--compat hosted`', 'shown by'];

interface Row {
  cells: string[];
  file: string;
  title: string;
}

const lines = readFileSync(path.join(root, 'docs/departures.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'));
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const rows: Row[] = lines.slice(2).map((line) => {
  const cells = cellsOf(line);
  const [, file = '', title = ''] = /^`(__tests__\/[^`]+)`: (.+)$/.exec(cells.at(-1) ?? '') ?? [];
  return { cells, file, title };
});

/** Every title of a test in a file: what stands first in its parentheses. */
function titlesOf(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/g)].map(([, , title = '']) => title);
}

describe('the list of departures', () => {
  test('is one table whose every row fills every column', () => {
    expect(cellsOf(lines[0] ?? '')).toEqual(COLUMNS);
    expect(rows.length).toBeGreaterThan(50);
    for (const { cells } of rows) {
      expect(cells).toHaveLength(COLUMNS.length);
      expect(cells.filter((cell) => cell === '')).toEqual([]);
    }
  });

  test('names no place twice', () => {
    const places = rows.map(({ cells }) => cells[0]);
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });

  test.each(rows.map((row) => [row.cells[0] ?? '', row] as const))(
    'shows "%s" by a test that is there',
    (_place, { file, title }) => {
      expect(file).toMatch(/\.test\.ts$/);
      expect(existsSync(path.join(root, file))).toBe(true);
      expect(titlesOf(file)).toContain(title);
    },
  );
});
