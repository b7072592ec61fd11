import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { layOutLog, wrapWords } from '../../dashboard/src/logic/log-view.ts';

/** Returns the rows that a browser draws, which also breaks words that are longer than a row. */
function drawnRows(text: string, columns: number): string[] {
  const { breaks } = wrapWords(text, columns);
  const forced = [0, ...breaks, text.length].flatMap((at, index, all) =>
    index === 0 ? [] : [text.slice(all[index - 1], at)],
  );
  return forced
    .flatMap((part) => part.split('\n'))
    .flatMap((part) => {
      const shown = part.trimEnd();
      const rows = Array.from({ length: Math.ceil(shown.length / columns) }, (_, row) =>
        shown.slice(row * columns, (row + 1) * columns),
      );
      return rows.length === 0 ? [''] : rows;
    });
}

describe('a log line that wraps', () => {
  test('breaks between words', () => {
    expect(drawnRows('no matching version of the package', 12)).toEqual(
      ['no matching ', 'version of ', 'the package'].map((row) => row.trimEnd()),
    );
  });

  test('breaks within a word only if the word is longer than a row', () => {
    expect(drawnRows('see https://registry.example/invoice now', 12)).toEqual([
      'see',
      'https://regi',
      'stry.example',
      '/invoice now',
    ]);
  });

  test('keeps its own line breaks, and the indentation of lines of code', () => {
    expect(drawnRows('Traceback:\n    return total(order)\n\nend', 14)).toEqual([
      'Traceback:',
      '    return',
      'total(order)',
      '',
      'end',
    ]);
    expect(drawnRows('    a_very_long_name', 12)).toEqual(['    a_very_l', 'ong_name']);
  });

  test('has as many rows as the browser draws', () => {
    const words = fc.array(fc.stringMatching(/^(?:[a-z]{1,9}|[a-z]{10,60}| {1,3}|\n)$/), { maxLength: 30 });
    fc.assert(
      fc.property(words, fc.integer({ min: 10, max: 40 }), (parts, columns) => {
        const text = parts.join(' ').replaceAll(/ {4,}/g, '   ').trimEnd();
        const rows = drawnRows(text, columns);
        expect(wrapWords(text, columns).lines).toBe(rows.length);
        for (const row of rows) expect(row.length).toBeLessThanOrEqual(columns);
      }),
    );
  });

  test('breaks no word that fits into a row', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,10}$/), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(words, fc.integer({ min: 10, max: 40 }), (list, columns) => {
        const rows = drawnRows(list.join(' '), columns);
        expect(rows.flatMap((row) => row.trim().split(' '))).toEqual(list);
      }),
    );
  });

  test('is laid out in the same number of rows, also with escaped characters, up to a limit', () => {
    const line = (message: string) => ({
      seq: 1,
      line: { id: 1, revision_id: 'r', kind: 'build', level: 'INFO', at_ms: 0, message } as const,
    });
    const linesOf = (message: string, wrapAll = true) =>
      layOutLog([line(message)], { columns: 10, wrapAll, chosen: null, numberOf: () => 1 })[0]?.lines;
    expect(linesOf('one two three')).toBe(2);
    expect(linesOf('one two three', false)).toBe(1);
    // The page shows the character as its code of six characters.
    expect(linesOf('eight\u202eeight')).toBe(2);
    expect(linesOf('x '.repeat(5_000))).toBe(200);
  });
});
