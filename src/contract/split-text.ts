/**
 * Splits a text into pieces, for example to send or store a large text in parts. No piece ends inside a surrogate
 * pair, so each can be encoded as UTF-8 separately.
 *
 * @param length Number of characters of each piece except the last. A piece may have one more to keep a pair
 * together.
 */
export function* splitText(text: string, length: number): Generator<string, void> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(at + length, text.length);
    if (isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    yield text.slice(at, end);
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
