/**
 * Formats a JSON value like Python's `repr`, because the hosted service's `/mcp` returns the values of a run in this
 * format. Numbers without a fraction are formatted as integers, because parsed JSON does not distinguish `1.0` from
 * `1`.
 */
export function toPythonLiteral(value: unknown): string {
  const parts: string[] = [];
  write(value, parts);
  return parts.join('');
}

function write(value: unknown, parts: string[]): void {
  if (value === null || value === undefined) parts.push('None');
  else if (typeof value === 'boolean') parts.push(value ? 'True' : 'False');
  else if (typeof value === 'number') parts.push(toPythonNumber(value));
  else if (typeof value === 'string') parts.push(toPythonString(value));
  else if (Array.isArray(value)) {
    parts.push('[');
    for (const [index, element] of value.entries()) {
      if (index > 0) parts.push(', ');
      write(element, parts);
    }
    parts.push(']');
  } else if (typeof value === 'object') {
    parts.push('{');
    for (const [index, [key, inner]] of Object.entries(value).entries()) {
      if (index > 0) parts.push(', ');
      parts.push(toPythonString(key), ': ');
      write(inner, parts);
    }
    parts.push('}');
  }
}

/** Formats a number. Python writes numbers below 1e-4 and from 1e16 on with an exponent of at least two digits. */
function toPythonNumber(value: number): string {
  if (Number.isInteger(value)) {
    return Math.abs(value) < 1e21 ? BigInt(value).toString() : padExponent(String(value));
  }
  const isTiny = Math.abs(value) < 1e-4;
  return padExponent(isTiny ? value.toExponential() : String(value));
}

function padExponent(text: string): string {
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

/** Matches the characters that Python escapes in a string: backslash, quotes, and unprintable characters. */
const ESCAPED = /[\\'"\p{C}\p{Z}]/gu;
const SHORT: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  ' ': ' ',
};

function toPythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll(ESCAPED, (character) => {
    if (character === "'" || character === '"') return character === quote ? `\\${character}` : character;
    return SHORT[character] ?? escapeOf(character.codePointAt(0) ?? 0);
  });
  return `${quote}${escaped}${quote}`;
}

function escapeOf(code: number): string {
  const hex = code.toString(16);
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}
