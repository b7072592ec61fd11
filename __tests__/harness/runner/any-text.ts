import * as fc from 'fast-check';

/**
 * Generates any text, with a high share of the characters of lines, commands and quotes. It is faster to set up than
 * the built-in units.
 */
export const anyText = (bounds: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({
    ...bounds,
    unit: fc.oneof(
      fc.constantFrom(...'\n\r\t\u0085\u2028\ufeff %:;,=#[]{}$"\'\\&<>+*/'),
      fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
      fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
    ),
  });
