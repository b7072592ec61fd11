/** A text to look for, and whether it may also be found with the line breaks of its surroundings taken out. */
export interface Form {
  text: string;
  joined: boolean;
}

/** Shorter texts than these are found by chance: as base64 or hex, and backwards or across line breaks. */
const ENCODED = 6;
const SCATTERED = 8;
const LINE = 4;

/**
 * How a secret may have been written down: whole or line by line, as base64 (wherever it starts in a longer text, in both
 * alphabets), as hex, backwards. What a text can be decoded from (JSON, URLs, HTML) is undone in the text instead.
 */
export function secretForms(secret: string): Form[] {
  const lines = secret.split(/[\r\n]+/).map((line) => line.trim());
  const parts = new Set([secret, ...lines.filter((line) => line.length >= LINE)]);
  return [...parts].flatMap((part) =>
    writings(part).map((text) => ({ text, joined: part.length >= SCATTERED })),
  );
}

function writings(part: string): string[] {
  const list = [part];
  if (part.length >= ENCODED) {
    const base64 = [0, 1, 2].map((shift) => aligned(part, shift));
    const hex = Buffer.from(part).toString('hex');
    list.push(
      ...base64,
      ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
      hex,
      hex.toUpperCase(),
    );
  }
  if (part.length >= SCATTERED) list.push(Array.from(part).toReversed().join(''));
  return [...new Set(list)].filter((text) => text !== '');
}

/** Base64 of a text that starts `shift` bytes into a group, cut to the letters that its surroundings cannot change. */
function aligned(text: string, shift: number): string {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
  const letters = bytes.toString('base64').replaceAll('=', '');
  return letters.slice(shift === 0 ? 0 : shift + 1, bytes.length % 3 === 0 ? letters.length : -1);
}
