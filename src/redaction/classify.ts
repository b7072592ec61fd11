import { unicodePattern } from './unicode-pattern.ts';

/** Minimum length of a string that looks random. */
export const SHORTEST_RANDOM = 8;

/** Returns whether a string looks random, and is not a word, host name, version or number. */
export function looksRandom(text: string): boolean {
  return text.length >= SHORTEST_RANDOM && !isOrdinaryText(text);
}

/** Maximum number of parts with letters and digits, such as `v2`, `4o` or `us1`, in a string of words. */
const MAX_MIXED = 2;

/** Returns whether a string consists only of words, numbers and short versions, or is a host name. */
export function isOrdinaryText(text: string): boolean {
  const [hasDot, hasDigit] = [text.includes('.'), /\d/.test(text)];
  if (hasDot && isHost(text)) return true;
  if (hasDigit && (DATE.test(text) || VERSION.test(text))) return true;
  const { separator, number, letters } = /^[\x00-\x7f]*$/.test(text) ? PLAIN : unicode();
  let mixed = 0;
  let words = 0;
  const named = hasDigit ? text.replaceAll(NUMBER_OF_NAME, '') : text;
  for (const piece of named.split(separator)) {
    if (piece === '' || number.test(piece)) continue;
    if (letters.test(piece)) {
      if (!isWord(piece)) return false;
      if (piece.length >= 2) words += 1;
    } else {
      if (!/^(?:[a-z]{1,3}\d{1,2}|\d{1,2}[a-z]{1,2})$/i.test(piece)) return false;
      mixed += 1;
    }
  }
  return mixed === 0 || (words > 0 && mixed <= MAX_MIXED);
}

/**
 * Patterns for ASCII strings, without Unicode tables, because the JavaScript engine takes long to build such tables.
 */
const PLAIN = { separator: /[^A-Za-z0-9]+/, number: /^[0-9]+$/, letters: /^[A-Za-z]+$/ };
const SEPARATOR = unicodePattern(String.raw`[^\p{L}\p{N}]+`);
const NUMBER = unicodePattern(String.raw`^\p{N}+$`);
const LETTERS = unicodePattern(String.raw`^\p{L}+$`);
const unicode = () => ({ separator: SEPARATOR(), number: NUMBER(), letters: LETTERS() });

const HOST =
  /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9])?\.)+(?:com|org|net|io|dev|ai|app|cloud|local|internal|svc|cluster|test|example|invalid|localhost|[a-z]{2})\.?(?::\d{1,5})?$/;

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

const VERSION = /^v?\d{1,4}(?:\.\d{1,4}){1,3}(?:[-+.]?(?:a|b|rc|alpha|beta|dev|post)\.?\d{0,4})?$/;

/** Matches the numbers in names such as `europe-west4` and `python3.11`. */
const NUMBER_OF_NAME =
  /(?<=-(?:north|south)?(?:east|west|north|south|central))\d{1,2}(?!\w)|(?<=[A-Za-z]{4})\d{1,2}(?:\.\d{1,3}){1,2}(?!\w)/g;

/**
 * Returns whether a string is a DNS name, with or without a port, because the labels of a DNS name might look random.
 */
function isHost(text: string): boolean {
  return text.length <= 253 && HOST.test(text);
}

/** Pairs of letters that are rare in words. */
const RARE = new Set(
  `bx cj cv cx dx fq fx gq gx hx jc jf jg jq js jv jw jx jz kq kx kz lx mx mz pq pv px pz qb qc qd qe qf qg qh qj qk
   ql qm qn qo qp qr qs qt qv qw qx qy qz rx sx sz tq tx vb vf vg vh vj vk vl vm vn vp vq vt vw vx vz wq wv wx wz xj
   xk xn xr xz yq yx zb zc zf zg zj zk zn zp zq zr zs zt zv zx fv fz gv hv hz jb jd jh jk jl jm jn jp jr jt kv bq bz
   xg xd xv xw wj zd vc vd`.split(/\s+/),
);
/** Technical terms that are accepted although they contain pairs from {@link RARE}. */
const TRADE = /jsonl?|graphql|bigquery|sqlite|sql|xlsx|pgvector|jdbc|odbc|jquery|qdrant|qwen|vllm|httpx|js$/g;
const MAX_WORD_LENGTH = 24;

/** Returns whether letters could be a word or joined words such as `accessKey`. */
function isWord(letters: string): boolean {
  if (/[^A-Za-z]/.test(letters)) return letters.length <= MAX_WORD_LENGTH;
  const humps = letters.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  if (humps.length > 1 && letters.length < humps.length * 3) return false;
  return humps.every(isHump);
}

function isHump(hump: string): boolean {
  const word = hump.toLowerCase().replaceAll(TRADE, '');
  if (word.length <= 3) return true;
  if (word.length > MAX_WORD_LENGTH || /[^aeiouy]{6}|[aeiou]{5}/.test(word)) return false;
  if (word.length > 5 && !/[aeiouy]/.test(word)) return false;
  for (let at = 0; at + 2 <= word.length; at += 1) if (RARE.has(word.slice(at, at + 2))) return false;
  return !/(.)\1\1/.test(word);
}

/**
 * Minimum length of a masked string. Shorter strings occur everywhere in logs, so masks would make logs unreadable and
 * reveal the position of the secret.
 */
export const SHORTEST_SECRET = 4;

/** Words that are never masked, even if a word is the value of a secret. */
const COMMON = new Set(
  `true false null none undefined debug info warn warning error test local localhost default
   dev development stage staging prod production main master`.split(/\s+/),
);

/** Matches a string of asterisks, such as a mask, and the first or last line of a PEM key. */
const NO_SECRET = /^[\s*]+$|^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/;

/** Returns whether a string can be masked without making the log unreadable. */
export function isMaskable(text: string): boolean {
  return text.length >= SHORTEST_SECRET && !COMMON.has(text.toLowerCase()) && !NO_SECRET.test(text);
}

/**
 * Returns the trimmed lines of a value, which are masked separately, because programs might print only some of the
 * lines.
 */
export function secretLines(value: string): string[] {
  return value.split(/\r\n|[\r\n]/).map((line) => line.trim());
}

/**
 * Words that mark a value as secret if its name is one of the words, or ends with one of the words, such as
 * `dbpassword`.
 */
const SECRET_WORDS =
  `password passwd passphrase passcode passwort pass pwd pw psk secret token key apikey credential cred
   signature sig sas auth authorization bearer jwt cookie session sessionid sess sid csrf hmac otp totp pat dsn seed mnemonic
   private connectionstring connstr`.split(/\s+/);
const SECRET_WORD = new Set(SECRET_WORDS.flatMap((word) => [word, `${word}s`]));
const SECRET_ENDING =
  /(?:password|passwd|passphrase|pwd|[a-z]pw|secret|token|key|credential|signature|cookie|sessid|jwt)s?$/;

/**
 * Last words of names such as `token_uri` and `key-type`, whose values describe a secret's location, purpose or kind.
 */
const PLAIN_WORD = new Set(
  `uri url endpoint id ids type kind name alg algorithm headers expires expiry expiration expire date time timeout ttl
   age version region zone host hosts hostname server address addr port user username uid login email database db
   dbname catalog schema mode sslmode ssl tls encoding charset limit page size length count format path file dir folder
   scope scopes audience environment env level driver protocol encrypt options option vhost driver realm method replicaset
   authsource authmechanism retrywrites appname application pool domain samesite issuer cert certificate public number
   policy rotation required enabled suffix prefix engine account accountname project tenant role service sslrootcert
   channel binding lang language locale source warehouse api`.split(/\s+/),
);
/** Last words of names whose values are not secret, even if the values look random. */
const SILENT_WORD = new Set(
  `host hosts hostname server address addr port endpoint algorithm alg headers expires expiry date time timeout ttl
   version region zone mode sslmode ssl tls encoding charset domain path samesite driver format realm`.split(
    /\s+/,
  ),
);

/** Words before `key` in names such as `primary_key`, whose values are not secret. */
const FINDING_KEY = new Set('primary foreign sort partition public routing group order cache'.split(' '));

/** Secrecy of a name's value, or `undefined` if the name does not indicate the secrecy. */
type NameKind = 'secret' | 'plain' | 'silent' | undefined;

/** Classifies the name of a field, variable, parameter or header by its words. */
export function kindOfName(name: string): NameKind {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    // Numbers at the end of a word are ignored, so `password2` is classified like `password`.
    .map((word) => word.replace(/(?<!\d)\d+$/, ''))
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  if (SILENT_WORD.has(last)) return 'silent';
  if (PLAIN_WORD.has(last)) return 'plain';
  if (/^keys?$/.test(last) && FINDING_KEY.has(words.at(-2) ?? '')) return 'plain';
  if (last === 'tokens' && /^(?:max|min|num|total)$/.test(words[0] ?? '')) return 'plain';
  const isSecret = words.some((word) => SECRET_WORD.has(word) || SECRET_ENDING.test(word));
  return isSecret ? 'secret' : undefined;
}

/** Returns whether a name indicates that its value is a list of secrets. */
export function namesSecrets(name: string): boolean {
  return kindOfName(name) === 'secret' && /(?:keys|tokens|secrets|passwords)$/i.test(name);
}
