/**
 * Shorter texts are not masked: they are in every log, and masking them would hide the log and tell the secret's
 * place (deploy-actions E5.9).
 */
export const SHORTEST_SECRET = 4;

/** Words that are no secret on their own, however they came to be the value of one. */
const COMMON = new Set(
  `true false null none undefined debug info warn warning error test local localhost default
   dev development stage staging prod production main master`.split(/\s+/),
);

/**
 * Every text under which a secret may show up: itself, each of its lines, and the base64, URL, JSON (as JavaScript, Go
 * and Python write it) and HTML spellings of those. Empty when it is too short or too common to be masked.
 */
export function secretForms(value: string): string[] {
  const pieces = [value, value.trim(), ...value.split(/\r\n|\r|\n/).map((line) => line.trim())];
  const forms = new Set<string>();
  for (const piece of new Set(pieces)) {
    if (!isMaskable(piece)) continue;
    for (const form of spellings(piece)) {
      if (form.length >= SHORTEST_SECRET) forms.add(form);
    }
  }
  return [...forms];
}

function isMaskable(piece: string): boolean {
  // Asterisks alone are what a mask is made of.
  return piece.length >= SHORTEST_SECRET && !COMMON.has(piece.toLowerCase()) && !/^[\s*]+$/.test(piece);
}

function spellings(piece: string): string[] {
  const json = JSON.stringify(piece).slice(1, -1);
  const url = encodeUrl(piece);
  return [
    piece,
    json,
    // JSON inside JSON, as a log line that quotes a body has it.
    JSON.stringify(json).slice(1, -1),
    json.replace(/[<>&\u2028\u2029]/g, unicodeEscape),
    json.replace(/[^\x20-\x7e]/g, unicodeEscape),
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replace(/%20/g, '+'),
    new URLSearchParams([['', piece]]).toString().slice(1),
    html(piece),
    ...base64(piece),
  ];
}

/** `\u00f6`. */
function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function encodeUrl(text: string): string {
  // A lone surrogate has no URL form.
  return encodeURIComponent(text.toWellFormed());
}

function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/**
 * The base64 text that must appear when the piece is encoded, alone or inside something longer: what comes before it
 * may shift it by zero, one or two bytes, and only the characters that its own bytes settle are compared.
 */
function base64(piece: string): string[] {
  const bytes = Buffer.from(piece, 'utf8');
  const forms: string[] = [];
  for (const shift of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const from = Math.ceil((shift * 8) / 6);
    const to = Math.floor(((shift + bytes.length) * 8) / 6);
    const settled = encoded.slice(from, to);
    forms.push(settled, settled.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return [...forms, bytes.toString('hex')];
}
