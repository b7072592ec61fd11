import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { createLineSplitter } from '../../../../../src/emulator/data-plane/places/process/lines.ts';

function split(chunks: Uint8Array[], maxLength?: number): string[] {
  const lines: string[] = [];
  const splitter = createLineSplitter((line) => lines.push(line), maxLength);
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return lines;
}

describe('the line splitter', () => {
  test('returns the same lines, however the bytes are split', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n', '\r\n', ' ') });
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (whole, cuts) => {
        const bytes = new TextEncoder().encode(whole);
        const at = [0, ...cuts.filter((cut) => cut <= bytes.length).sort((a, b) => a - b), bytes.length];
        const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        const expected = whole.split('\n').map((line) => line.replace(/\r$/, ''));
        if (expected.at(-1) === '' && !whole.endsWith('\r')) expected.pop();
        expect(split(chunks)).toEqual(expected);
      }),
    );
  });

  test('splits an endless line into chunks', () => {
    expect(split([Buffer.from('abcdefgh\nx')], 3)).toEqual(['abc', 'def', 'gh', 'x']);
    expect(split([Buffer.from('abcd'), Buffer.from('efg')], 3)).toEqual(['abc', 'def', 'g']);
  });

  test('keeps empty lines and the last line without an end', () => {
    expect(split([Buffer.from('a\n\nb')])).toEqual(['a', '', 'b']);
  });
});
