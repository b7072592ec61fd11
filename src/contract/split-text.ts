/**
 * Splits a string into pieces, which can be encoded as UTF-8 separately, because no piece ends inside a surrogate pair.
 *
 * @param length Number of characters of each piece except the last piece. A piece has an additional character if its
 * end would divide a surrogate pair.
 */
export function* splitText(text: string, length: number): Generator<string, void> {
  for (let at = 0, end = 0; at < text.length; at = end) {
    end = Math.min(at + length, text.length);
    if (isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    yield text.slice(at, end);
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
