import { describe, expect, test } from '@jest/globals';
import { shownRows, titlesOf } from './support/shown-by.ts';

const rows = shownRows('docs/conformance.md');

describe('the description, sentence by sentence', () => {
  test('has rows for each part of it, and names no place twice', () => {
    const places = rows.map(({ cells }) => cells[0] ?? '');
    for (const part of [
      '2.1',
      '2.2',
      '2.3',
      '2.4',
      '2.6',
      '2.7',
      '2.8',
      '2.9',
      '2.10',
      '3.3',
      '4.1',
      '4.6',
      '4.8',
      '7',
      '8',
    ]) {
      const ofPart = new RegExp(`§${part.replace('.', '\\.')}(?![0-9])`);
      expect(places.filter((place) => ofPart.test(place))).not.toEqual([]);
    }
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
    for (const { cells } of rows) expect(cells).toHaveLength(3);
  });

  test.each(rows.map((row) => [row.cells[0] ?? '', row] as const))(
    'shows "%s" by a test that is there',
    (_place, { file, title }) => {
      expect(titlesOf(file)).toContain(title);
    },
  );
});
