/**
 * Splits a string into pieces, for example to send or store a long string in parts. No piece ends inside a surrogate
 * pair, so each piece can be encoded as UTF-8 separately.
 *
 * @param length Number of characters of each piece except the last. A piece can have one more character, because
 * surrogate pairs are not divided.
 */
export function* splitText(text: string, length: number): Generator<string, void> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(at + length, text.length);
    if (isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    yield text.slice(at, end);
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
