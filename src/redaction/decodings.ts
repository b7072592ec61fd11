import { unicodePattern } from './unicode-pattern.ts';

/** A decoded form of a string, with the original position of each character. */
export interface DecodedText {
  text: string;
  /** Start and end of each character in the original string, or `undefined` if nothing was decoded. */
  places: { starts: Uint32Array; ends: Uint32Array } | undefined;
  /** True if lines were joined, so short secrets can match by chance. */
  isJoined: boolean;
}

/** Maximum depth of nested encodings, as in a log line that quotes a body that quotes a header. */
const DEPTH = 3;
const MAX_READINGS = 24;

interface Decoder {
  pattern: RegExp;
  /**
   * Returns the decoded characters of a match, each with the length of its encoded form, or `undefined` if the match
   * cannot be decoded.
   */
  decode: (match: string) => readonly DecodedUnit[] | undefined;
  joins?: true;
}
type DecodedUnit = readonly [character: string, length: number];

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
const SHORT: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
  e: '\u001b',
};

const INVISIBLE = unicodePattern(
  String.raw`\u001b\[[0-?]*[ -/]*[@-~]|\u009b[0-?]*[ -/]*[@-~]|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]+[0-~]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\p{Default_Ignorable_Code_Point}\p{Cf}]`,
  'gu',
);

const DECODERS: readonly Decoder[] = [
  // Removes terminal escape sequences and invisible characters.
  {
    get pattern() {
      return INVISIBLE();
    },
    decode: () => [],
  },
  // Decodes percent-encoded bytes, in upper or lower case.
  { pattern: /(?:%[0-9a-f]{2})+/gi, decode: (run) => bytesOf(run, 3, (at) => run.slice(at + 1, at + 3)) },
  // Decodes escapes of JSON, JavaScript, Go, Python, PHP and C.
  {
    pattern:
      /(?:\\x[0-9A-Fa-f]{2})+|(?:\\[0-3][0-7]{2})+|\\u\{[0-9A-Fa-f]{1,6}\}|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}|\\[^\n\r]/g,
    decode: backslash,
  },
  // Decodes the output of JavaScript's `escape`.
  { pattern: /%u[0-9a-f]{4}/gi, decode: (match) => [[fromCode(Number.parseInt(match.slice(2), 16)), 6]] },
  // Decodes entities of HTML and XML. Like browsers, the decoder accepts numbers without a semicolon.
  { pattern: /&(?:#x[0-9a-f]{1,6};?|#[0-9]{1,7};?|(?:amp|lt|gt|quot|apos|nbsp);)/gi, decode: entity },
  // Decodes base64 of a string that contains an encoded secret. `logForms` finds base64 of a secret that is not encoded
  // otherwise.
  { pattern: /[A-Za-z0-9+/_-]{8,}={0,2}/g, decode: base64 },
  { pattern: /(?:[0-9a-f]{2}){5,}|[0-9a-f]{2}(?:[ :][0-9a-f]{2}){4,}/gi, decode: hex },
  // Decodes spaces of web forms.
  { pattern: /\+/g, decode: () => [[' ', 1]] },
  // Joins lines that a program has wrapped.
  { pattern: /(?:(?<![ \t])[ \t]+)?(?:\r\n|[\r\n])[ \t]*/g, decode: () => [], joins: true },
];

/** Returns a string and all its decoded forms, including decoded forms of nested encodings. */
export function decodings(text: string): DecodedText[] {
  const all: DecodedText[] = [{ text, places: undefined, isJoined: false }];
  const seen = new Set([text]);
  let layer = all.slice();
  for (let depth = 0; depth < DEPTH && layer.length > 0; depth += 1) {
    const next: DecodedText[] = [];
    for (const reading of layer) {
      for (const decoder of DECODERS) {
        const decoded = decodeWith(reading, decoder);
        if (decoded === undefined || seen.has(decoded.text) || all.length >= MAX_READINGS) continue;
        seen.add(decoded.text);
        next.push(decoded);
        all.push(decoded);
      }
    }
    layer = next;
  }
  return all;
}

/** Applies one decoder to a string, or returns `undefined` if nothing can be decoded. */
function decodeWith(reading: DecodedText, { pattern, decode, joins }: Decoder): DecodedText | undefined {
  const { text } = reading;
  const found: { at: number; length: number; pieces: readonly DecodedUnit[] }[] = [];
  for (const match of text.matchAll(pattern)) {
    const pieces = decode(match[0]);
    if (pieces !== undefined) found.push({ at: match.index, length: match[0].length, pieces });
  }
  if (found.length === 0) return undefined;
  const startOf = (at: number) => reading.places?.starts[at] ?? at;
  const endOf = (at: number) => reading.places?.ends[at] ?? at + 1;
  // A decoded string is at most as long as its encoded form.
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  const copy = (to: number) => {
    parts.push(text.slice(from, to));
    for (let at = from; at < to; at += 1, length += 1) {
      starts[length] = startOf(at);
      ends[length] = endOf(at);
    }
  };
  for (const { at: index, length: matched, pieces } of found) {
    copy(index);
    let at = index;
    for (const [character, taken] of pieces) {
      parts.push(character);
      for (let unit = 0; unit < character.length; unit += 1, length += 1) {
        starts[length] = startOf(at);
        ends[length] = endOf(at + taken - 1);
      }
      at += taken;
    }
    from = index + matched;
  }
  copy(text.length);
  return {
    text: parts.join(''),
    places: { starts, ends },
    isJoined: reading.isJoined || joins === true,
  };
}

/** Decodes bytes as UTF-8, or as one character per byte if the bytes are not valid UTF-8. */
function bytesOf(run: string, step: number, hexAt: (at: number) => string): DecodedUnit[] {
  const bytes: number[] = [];
  for (let at = 0; at < run.length; at += step) bytes.push(Number.parseInt(hexAt(at), 16));
  const pieces: DecodedUnit[] = [];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] ?? 0;
    const count = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
    const text = Buffer.from(bytes.slice(at, at + count)).toString('utf8');
    const isText = lead < 0x80 || (count > 1 && !text.includes('\ufffd'));
    pieces.push(isText ? [text, count * step] : [String.fromCharCode(lead), step]);
    at += isText ? count : 1;
  }
  return pieces;
}

function backslash(match: string): readonly DecodedUnit[] {
  const kind = match[1] ?? '';
  if (match.length > 3 && /^[0-3]$/.test(kind)) {
    const codes = Array.from(match.matchAll(/\\(\d+)/g), ([, digits = '']) => Number.parseInt(digits, 8));
    return bytesOf(match, 4, (at) => (codes[at / 4] ?? 0).toString(16));
  }
  if (match.length > 2 && kind === 'x') return bytesOf(match, 4, (at) => match.slice(at + 2, at + 4));
  if (match.length > 2 && (kind === 'u' || kind === 'U')) {
    return [[fromCode(Number.parseInt(match.replaceAll(/[^0-9a-f]/gi, ''), 16)), match.length]];
  }
  return [[SHORT[kind] ?? kind, match.length]];
}

/**
 * Returns decoded base64 as a string, or `undefined` if a character is not printable, because many words and hashes are
 * also valid base64.
 */
function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8');
  return /^[\t\r\n\x20-\x7e\u00a0-\ufffc]+$/.test(text) ? text : undefined;
}

function base64(run: string): readonly DecodedUnit[] | undefined {
  // Decoding the first four characters excludes most words.
  if (!Buffer.from(run.slice(0, 4), 'base64').every((byte) => byte >= 9 && byte !== 127)) return undefined;
  const text = textOf(Buffer.from(run, 'base64'));
  if (text === undefined) return undefined;
  let at = 0;
  // Four characters of base64 encode three bytes.
  return Array.from(text, (character) => {
    const from = Math.floor((at * 4) / 3);
    at += Buffer.byteLength(character);
    return [character, Math.floor((at * 4) / 3) - from];
  });
}

function hex(run: string): readonly DecodedUnit[] | undefined {
  const step = /^..[ :]/.test(run) ? 3 : 2;
  const text = textOf(Buffer.from(run.replaceAll(/[ :]/g, ''), 'hex'));
  if (text === undefined) return undefined;
  const pieces = Array.from(
    text,
    (character): DecodedUnit => [character, Buffer.byteLength(character) * step],
  );
  const last = pieces.pop();
  return last === undefined ? [] : [...pieces, [last[0], last[1] - (step - 2)]];
}

function entity(match: string): readonly DecodedUnit[] {
  const inner = match.slice(1).replace(';', '').toLowerCase();
  if (!inner.startsWith('#')) return [[NAMED[inner] ?? match, match.length]];
  const code = inner.startsWith('#x') ? Number.parseInt(inner.slice(2), 16) : Number(inner.slice(1));
  return [[fromCode(code), match.length]];
}

function fromCode(code: number): string {
  if (code <= 0xffff) return String.fromCharCode(code);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
