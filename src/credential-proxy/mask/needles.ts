import { secretParts } from '../../redaction/secret-parts.ts';
import { base64 } from '../../redaction/spellings.ts';
import type { PushedHeader } from '../push.ts';

/** Shorter texts are not looked for: they would be found by chance all over. */
export const MIN_NEEDLE_LENGTH = 8;
/** Each is looked for in every answer, in all its spellings. */
const MOST_PARTS = 16;

/**
 * What to look for in responses (facts D.6): each secret value and each raw secret in it, as they are, as JSON and
 * URLs write them, in hex, and as base64, whatever stands before or after them in what was encoded. ASCII bytes.
 */
export function needlesOf(headers: readonly PushedHeader[]): Buffer[] {
  const texts = [...new Set(headers.flatMap(secretsIn))].filter((text) => text.length >= MIN_NEEDLE_LENGTH);
  // A text that holds another is found with it; what is left of it then is no secret by itself.
  const needed = texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
  // Beside the values, which stay hidden whole: a part is found in what the value is not.
  const forms = new Set([...needed, ...headers.flatMap(partsOf)].flatMap(spellings));
  return [...forms]
    .filter((form) => form.length >= MIN_NEEDLE_LENGTH)
    .map((form) => Buffer.from(form, 'utf8'));
}

/** The value, the raw secrets in it, what follows the scheme's name, and the pair of Basic with its password. */
function secretsIn(header: PushedHeader): string[] {
  if (!header.secret) return [];
  const credential = /^[A-Za-z][A-Za-z0-9-]* +(\S.*)$/.exec(header.value)?.[1];
  const basic = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(header.value)?.[1];
  const pair = basic === undefined ? undefined : Buffer.from(basic, 'base64').toString('latin1');
  const password = pair?.slice(pair.indexOf(':') + 1);
  const found = [...header.needles, credential, pair, password].filter((text) => text !== undefined);
  return [header.value, ...found];
}

/** What is secret within the value by its place or its looks, such as a cookie's or a field of JSON. */
function partsOf({ secret, name, value }: PushedHeader): string[] {
  if (!secret) return [];
  const parts = secretParts(value, name).filter((part) => part.length >= MIN_NEEDLE_LENGTH);
  return parts.slice(0, MOST_PARTS);
}

/** As JavaScript, Go, Python and PHP write it in JSON, URLs, forms and HTML. Most secrets have one spelling for all. */
function spellings(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const url = encodeURIComponent(text);
  const strictUrl = url.replace(/[!'()*]/g, (character) => `%${codeOf(character).toUpperCase()}`);
  const bytes = Buffer.from(text, 'utf8');
  const hex = bytes.toString('hex');
  return [
    text,
    json,
    json.replaceAll('/', '\\/'),
    json.replace(/[<>&]/g, (character) => `\\u00${codeOf(character)}`),
    ...[url, strictUrl].flatMap((form) => [
      form,
      form.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
      form.replaceAll('%20', '+'),
    ]),
    html(text),
    hex,
    hex.toUpperCase(),
    ...base64(bytes),
  ];
}

function codeOf(character: string): string {
  return character.charCodeAt(0).toString(16);
}

function html(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
