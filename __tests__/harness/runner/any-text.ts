import * as fc from 'fast-check';

/**
 * Generates any string, with a large share of characters that separate lines, commands and quotes. This generator is
 * created faster than the built-in units.
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
