import { base64 } from '../../redaction/spellings.ts';

/** A sentinel and the name of the variable that contains it. */
export interface Sentinel {
  readonly env: string;
  readonly text: string;
}

/** Finds sentinels in requests: literal, in base64 and hex, and escaped for URLs or JSON. */
export interface SentinelSearch {
  /** Returns the variable of a sentinel in a text, or `undefined` if the text contains no sentinel. */
  find(text: string): string | undefined;
  /** Creates a search of a body that arrives in chunks. A sentinel can be split over any number of chunks. */
  stream(): (chunk: Uint8Array) => string | undefined;
}

/** Number of times that a sentinel can be escaped and still be found. */
const MAX_LAYERS = 3;
/** Maximum number of characters of one character in all layers, because a JSON escape such as `\u0073` has 6 characters. */
const CHARACTERS_PER_ESCAPE = 6 ** MAX_LAYERS;

/** Creates a search for the sentinels. */
export function searchFor(sentinels: readonly Sentinel[]): SentinelSearch {
  const needles = sentinels.flatMap(({ env, text }) => formsOf(text).map((form) => ({ env, form })));
  const longest = Math.max(0, ...needles.map(({ form }) => form.length));
  const literal = (text: string): string | undefined => needles.find(({ form }) => text.includes(form))?.env;
  const find = (text: string): string | undefined => {
    let current = text;
    for (let layer = 0; layer <= MAX_LAYERS; layer += 1) {
      const found = literal(current);
      if (found !== undefined) return found;
      const next = unescaped(current);
      if (next === current) return undefined;
      current = next;
    }
    return undefined;
  };
  return {
    find,
    stream() {
      let tail = '';
      return (chunk) => {
        const text = tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
        // Text without escapes cannot contain an escaped part of a sentinel, so a short tail is sufficient.
        tail = text.slice(/[%\\]/.test(text) ? -longest * CHARACTERS_PER_ESCAPE : -longest);
        return find(text);
      };
    },
  };
}

function formsOf(text: string): string[] {
  const bytes = Buffer.from(text, 'latin1');
  const hex = bytes.toString('hex');
  return [...new Set([text, hex, hex.toUpperCase(), ...base64(bytes)])];
}

/** Decodes one layer of percent escapes and of the escapes in JSON strings of ASCII characters. */
function unescaped(text: string): string {
  const plain = text.includes('%') ? text.replace(/%([0-7][0-9A-Fa-f])/g, fromHex) : text;
  return plain.includes('\\') ? plain.replace(/\\u00([0-7][0-9A-Fa-f])/g, fromHex) : plain;
}

function fromHex(_escape: string, digits: string): string {
  return String.fromCharCode(Number.parseInt(digits, 16));
}
