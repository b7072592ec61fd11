import { encodePath } from './placeholders/replace.ts';
import { embeddedSecrets } from '../redaction/secret-parts.ts';
import { base64 } from '../redaction/spellings.ts';
import type { ResponseHead } from './headers.ts';
import type { PushedHeader } from './messages.ts';

interface RuleSecrets {
  readonly hasSecret: boolean;
  readonly needles: readonly Buffer[];
}

interface Needles {
  bytes: readonly Buffer[];
  texts: string[];
}

const known = new WeakMap<RuleSecrets, Needles>();

/**
 * Creates the masking for the response to a request that a rule matched, or returns null if the rule injects no secret.
 */
export function maskingFor(rule: RuleSecrets): ResponseMasking | null {
  return rule.hasSecret ? new ResponseMasking(needlesFor(rule)) : null;
}

/**
 * Masks each character of a secret in one response with an asterisk. ResponseMasking is a class, because an object
 * literal with getters would have a new hidden class for every request.
 */
export class ResponseMasking {
  #needles: Needles;
  #texts = 0;
  #masker: Masker | null = null;
  #unsearched = false;

  constructor(needles: Needles) {
    this.#needles = needles;
  }

  /** Masks a further secret of this response only, such as the signature of its request. */
  add(secret: string): void {
    const header = { name: 'signature', value: secret, secret: true, needles: [] };
    const bytes = [...this.#needles.bytes, ...secretNeedles([header])];
    this.#needles = { bytes, texts: bytes.map((needle) => needle.toString('latin1')) };
  }

  get count(): number {
    return this.#texts + (this.#masker?.masked ?? 0);
  }

  /** True if the body is declared as encoded. A search would not find secrets in an encoded body. */
  get unsearched(): boolean {
    return this.#unsearched;
  }

  /** Masks a header name, a header value or the status message. */
  text(value: string): string {
    const { bytes, texts } = this.#needles;
    // Few headers contain a secret, so a cheap search is done first.
    if (!texts.some((text) => value.includes(text))) return value;
    const masked = maskText(bytes, value);
    this.#texts += masked.masked;
    return masked.text;
  }

  /**
   * Returns the masker for the body of the response with this head. The masker ignores the declared type and coding of
   * the body, because a program that makes a host echo a secret can often choose the type and the coding. A body that
   * is actually encoded passes unchanged, because no secret can be found in encoded bytes.
   */
  body({ coded, length }: ResponseHead): Masker {
    this.#unsearched = coded && length !== '0';
    this.#masker = createMasker(this.#needles.bytes);
    return this.#masker;
  }
}

function needlesFor(rule: RuleSecrets): Needles {
  const found = known.get(rule);
  if (found !== undefined) return found;
  const bytes = rule.needles;
  const created = { bytes, texts: bytes.map((needle) => needle.toString('latin1')) };
  known.set(rule, created);
  return created;
}

/** Byte that replaces each byte of a secret. */
const STAR = '*'.charCodeAt(0);
const NOTHING = Buffer.alloc(0);

/** Masks a streamed body without changing its length and with minimal delay. */
export interface Masker {
  /** Returns the masked bytes that can be sent, and delays only bytes that might be the beginning of a secret. */
  push(chunk: Uint8Array): Buffer;
  end(): Buffer;
  readonly masked: number;
}

/**
 * Creates a masker for one body. Overlapping matches are masked completely, across chunk boundaries. The masker stores
 * at most one chunk and less than one needle in memory.
 */
export function createMasker(needles: readonly Buffer[]): Masker {
  /** Bytes that are neither returned nor masked yet. */
  let held: Buffer = NOTHING;
  /** Number of bytes in `held` that belong to a match that began earlier. */
  let covered = 0;
  let masked = 0;

  /** Masks and returns all but the last `keep` bytes. The bytes are copied only if any of the bytes must be masked. */
  const release = (bytes: Buffer, keep: number): Buffer => {
    const cut = bytes.length - keep;
    let out = bytes.subarray(0, cut);
    let isOurs = false;
    let end = covered;
    const star = (from: number, to: number): void => {
      if (!isOurs) out = Buffer.from(out);
      isOurs = true;
      out.fill(STAR, from, Math.min(to, cut));
    };
    if (covered > 0) star(0, covered);
    for (const needle of needles) {
      for (let at = bytes.indexOf(needle); at !== -1 && at < cut; at = bytes.indexOf(needle, at + 1)) {
        star(at, at + needle.length);
        end = Math.max(end, at + needle.length);
        masked += 1;
      }
    }
    covered = Math.max(0, end - cut);
    held = keep === 0 ? NOTHING : Buffer.from(bytes.subarray(cut));
    return out;
  };

  return {
    push(chunk) {
      const bytes =
        held.length === 0
          ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
          : Buffer.concat([held, chunk]);
      return release(bytes, beginningOfNeedle(bytes, needles));
    },
    end() {
      return held.length === 0 ? NOTHING : release(held, 0);
    },
    get masked() {
      return masked;
    },
  };
}

/** Masks a whole string, such as a header value. */
export function maskText(needles: readonly Buffer[], text: string): { text: string; masked: number } {
  const masker = createMasker(needles);
  const bytes = Buffer.from(text, 'latin1');
  const out = Buffer.concat([masker.push(bytes), masker.end()]);
  return { text: masker.masked === 0 ? text : out.toString('latin1'), masked: masker.masked };
}

/**
 * Returns the length of the longest suffix of `bytes` that a needle begins with. A complete needle does not count as a
 * beginning.
 */
function beginningOfNeedle(bytes: Buffer, needles: readonly Buffer[]): number {
  const { longest, byFirst } = indexOf(needles);
  for (let at = Math.max(0, bytes.length - longest + 1); at < bytes.length; at += 1) {
    const length = bytes.length - at;
    for (const needle of byFirst[bytes[at] ?? 0] ?? []) {
      if (length < needle.length && bytes.compare(needle, 0, length, at) === 0) return length;
    }
  }
  return 0;
}

interface NeedleIndex {
  longest: number;
  /** Needles grouped by their first byte. */
  byFirst: Buffer[][];
}

/** All responses of a rule share the rule's needles, so the index of the needles is cached. */
const indexes = new WeakMap<readonly Buffer[], NeedleIndex>();

function indexOf(needles: readonly Buffer[]): NeedleIndex {
  const known = indexes.get(needles);
  if (known !== undefined) return known;
  const byFirst: Buffer[][] = [];
  for (const needle of needles) (byFirst[needle[0] ?? 0] ??= []).push(needle);
  const index = { longest: Math.max(0, ...needles.map((needle) => needle.length)), byFirst };
  indexes.set(needles, index);
  return index;
}

/** Minimum length of masked strings. Shorter strings would match by chance. */
export const MIN_NEEDLE_LENGTH = 8;
/**
 * Maximum number of partial secrets, which is small because every response is searched for all spellings of each
 * partial secret.
 */
const MAX_PARTIAL_SECRETS = 16;

/**
 * Returns the byte sequences to mask in responses: each secret value and each raw secret in it, unchanged, escaped for
 * JSON and URLs, in hex, and in base64 at any offset of the encoded text. All sequences are ASCII.
 */
export function secretNeedles(headers: readonly PushedHeader[]): Buffer[] {
  const texts = [...new Set(headers.flatMap(secretsIn))].filter((text) => text.length >= MIN_NEEDLE_LENGTH);
  // If one string contains another, only the shorter string must be masked, because the rest of the longer string is
  // not secret.
  const needed = texts.filter((text) => !texts.some((other) => other !== text && text.includes(other)));
  // Partial secrets are masked too, because they might occur without the rest of the value.
  const forms = new Set([...needed, ...headers.flatMap(partialSecretsOf)].flatMap(spellings));
  return [...forms]
    .filter((form) => form.length >= MIN_NEEDLE_LENGTH)
    .map((form) => Buffer.from(form, 'utf8'));
}

/**
 * Returns a header's value, the raw secrets in it, the credentials after the scheme's name, and for the scheme Basic
 * the decoded pair and its password.
 */
function secretsIn(header: PushedHeader): string[] {
  if (!header.secret) return [];
  const credential = /^[A-Za-z][A-Za-z0-9-]* +(\S.*)$/.exec(header.value)?.[1];
  const basic = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(header.value)?.[1];
  const pair = basic === undefined ? undefined : Buffer.from(basic, 'base64').toString('latin1');
  const password = pair?.slice(pair.indexOf(':') + 1);
  const found = [...header.needles, credential, pair, password].filter((text) => text !== undefined);
  return [header.value, ...found];
}

/**
 * Returns the parts of a value that are secret by their position or form, such as a cookie's value or a JSON field.
 */
function partialSecretsOf({ secret, name, value }: PushedHeader): string[] {
  if (!secret) return [];
  const parts = embeddedSecrets(value, name).filter((part) => part.length >= MIN_NEEDLE_LENGTH);
  return parts.slice(0, MAX_PARTIAL_SECRETS);
}

/** Returns the spellings of a string in JSON, URLs, forms and HTML that JavaScript, Go, Python and PHP produce. */
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
    // Some encoders keep reserved characters of a path segment, or slashes, and some encode a URL as a whole.
    ...[
      url,
      strictUrl,
      encodePath(text),
      url.replaceAll('%2F', '/'),
      strictUrl.replaceAll('%2F', '/'),
      encodeURI(text),
    ].flatMap((form) => [
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
