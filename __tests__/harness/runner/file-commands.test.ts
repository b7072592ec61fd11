import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { parsePairs } from '../../../harness/runner/file-commands.ts';

describe('the files of the runner', () => {
  test.each([
    ['a=1\n', [['a', '1']]],
    ['a=1', [['a', '1']]],
    ['a=b=c\n\n', [['a', 'b=c']]],
    ['a=\n', [['a', '']]],
    ['a=x<<y\n', [['a', 'x<<y']]],
    ['a<<E\n\nE\n', [['a', '']]],
    ['a<<E\nE\n', [['a', '']]],
    ['a<<E=F\nx\nE=F\n', [['a', 'x']]],
    ['a<<E\none\n\ntwo\nE', [['a', 'one\n\ntwo']]],
  ])('%j is read', (text, pairs) => {
    expect(parsePairs(text, false)).toEqual(pairs);
  });

  test.each([
    ['nothing here', "Invalid format 'nothing here'"],
    ['=x', "Invalid format '=x'. Name must not be empty"],
    ['<<E\nE\n', 'Name must not be empty and delimiter must not be empty'],
    ['a<<\nx\n', 'Name must not be empty and delimiter must not be empty'],
    ['a<<E\nx\n', "Matching delimiter not found 'E'"],
    ['a<<E\nx', 'EOF marker missing new line'],
  ])('%j is refused', (text, problem) => {
    expect(() => parsePairs(text, false)).toThrow(problem);
  });

  test('line breaks of Windows end lines on Windows only', () => {
    expect(parsePairs('a<<E\r\none\r\ntwo\r\nE\r\n', true)).toEqual([['a', 'one\r\ntwo']]);
    expect(parsePairs('a=1\r\n', false)).toEqual([['a', '1\r']]);
  });

  test('any value survives a block whose mark is not one of its lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        fc.pre(!value.split('\n').includes('MARK-x'));
        expect(parsePairs(`k<<MARK-x\n${value}\nMARK-x\n`, false)).toEqual([['k', value]]);
      }),
    );
  });
});
