/**
 * Replaces the package `entities` in the dashboard, whose table of all 2,231 names is larger than the Markdown parser.
 * Texts of agents use few of these names; other names stay unchanged.
 */
const NAMES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '\u00a9',
  reg: '\u00ae',
  deg: '\u00b0',
  plusmn: '\u00b1',
  middot: '\u00b7',
  times: '\u00d7',
  divide: '\u00f7',
  ndash: '\u2013',
  mdash: '\u2014',
  lsquo: '\u2018',
  rsquo: '\u2019',
  ldquo: '\u201c',
  rdquo: '\u201d',
  bull: '\u2022',
  hellip: '\u2026',
  euro: '\u20ac',
  trade: '\u2122',
  larr: '\u2190',
  rarr: '\u2192',
  ne: '\u2260',
  le: '\u2264',
  ge: '\u2265',
};

/** Decodes the entities in a string that end with a semicolon. */
export function decodeHTMLStrict(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,10}));/gi,
    (whole, hexadecimal: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined) return NAMES[name] ?? whole;
      const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
      const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff);
      return isCharacter ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}
