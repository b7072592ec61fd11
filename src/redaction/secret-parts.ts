import { assignments, unquote } from './assignments.ts';
import { decodings } from './decodings.ts';
import {
  isOrdinaryText,
  kindOfName,
  looksRandom,
  namesSecrets,
  secretLines,
  SHORTEST_RANDOM,
} from './classify.ts';

/** Minimum length of a secret part of a value. Shorter strings occur in every log. */
const SHORTEST_PART = 4;
/** Maximum depth of nested values, such as a header in JSON in an environment file. */
const DEPTH = 5;
/**
 * Maximum length of a value that is searched for secret parts. A longer value is masked as a whole and line by line.
 */
const MAX_VALUE_LENGTH = 256 * 1024;
const MAX_PARTS = 2_000;

/**
 * Minimum length of a base64 string, because shorter words can be valid base64 by chance. `MAX_ESCAPED_LENGTH` is the
 * maximum length of a part whose decoded forms are added.
 */
const [SHORTEST_BASE64, MAX_ESCAPED_LENGTH] = [16, 4_096] as const;
/** Placeholders for a user or password, which are never secret. */
const FILLERS = new Set([
  'x-oauth-basic',
  'x-token-auth',
  'x-access-token',
  'oauth2',
  'anonymous',
  // Names of HTTP authentication schemes, which precede credentials in the value of a header.
  'basic',
  'bearer',
  'digest',
  'negotiate',
]);
/** Matches `user:password@host`, `user:password@tcp(host)` and `//user:password@host`. */
const USER_OF_HOST =
  /(?:^|[\s"'=(,[]|(?<![\w:])\/\/)([^\s:/@"'=]{1,64}):(?!\/)([^\s@"']{1,200})@(?=[A-Za-z[(])/g;

/** Schemes and package sources that can precede a colon and an `@`, and that are not the name of a user. */
const NO_USER = new Set('mailto sip sips xmpp acct npm workspace github git docker http https'.split(' '));
const IS_VALUE = /^value$/i;

const SECRET_FIELD = /(?:^|[._-])(?:password|passwd|pwd|pass|secret|token|api[._-]?key|bearer)$/i;
/** Matches separators between words, in any format. */
const TOKENS = /[\s,;|&"'`<>()[\]{}=?]+/;
const WITHIN_TOKEN = /[:/@]+/;

const SCHEME =
  /\b(bearer|basic|negotiate|digest|token|api-?key|key|oauth|bot|sharedkey|splunk|geniekey|ssws|snowflake|jwt)[ \t]+(["']?)([^\s"',;]+)\2/gi;

/**
 * Returns the secret parts of a value, because programs and services might show only a part of the value. A part is
 * secret because of its position (a password, a token, the user of a URL, a query parameter), or because the part looks
 * random. Ordinary words, hosts and ports are not secret parts. `name` is the name of the variable, which determines
 * whether `user:word` contains a password.
 */
export function embeddedSecrets(value: string, name = ''): string[] {
  const finder = new PartFinder(value);
  finder.search(value, 0, name);
  return [...finder.found];
}

class PartFinder {
  readonly found = new Set<string>();
  /** Hosts and similar strings that are not secret, even if they look random. */
  readonly #plain = new Set<string>();
  readonly #value: string;
  /** Value of the last field `name`, which is the name for a following field `value`. */
  #label = '';
  constructor(value: string) {
    this.#value = value;
  }

  search(text: string, depth: number, name = ''): void {
    if (depth > DEPTH || text.length > MAX_VALUE_LENGTH || this.found.size >= MAX_PARTS) return;
    if (this.#json(text, depth, name)) return;
    this.#base64(text.trim(), depth);
    if (/^[\w-]*$/.test(text)) return;
    // Many programs wrap base64 over several lines by default.
    if (/^[A-Za-z0-9+/_=-][A-Za-z0-9+/_=\s-]*$/.test(text) && /[\r\n]/.test(text.trimEnd()))
      this.#base64(text.replaceAll(/\s+/g, ''), depth);
    for (const plain of unescaped(text)) this.search(plain, depth + 1, name);
    if (namesSecrets(name) && !text.includes('://')) this.#list(text, depth);
    for (const part of linesOfKeys(text)) this.#add(part);
    this.#addresses(text, depth);
    this.#schemes(text, depth);
    this.#markup(text, depth);
    for (const line of text.split(/\r\n|[\r\n]/)) {
      this.#assignments(line, depth);
      this.#arguments(line, depth);
      this.#pairs(line.trim(), kindOfName(name) === 'secret');
    }
    for (const token of text.split(TOKENS)) {
      this.#token(token);
      for (const part of token.split(':')) if (part.length >= SHORTEST_BASE64) this.#base64(part, depth);
    }
  }

  /** Adds the items of a list of secrets, each with or without a name. */
  #list(text: string, depth: number): void {
    const items = text.split(/[\s,;]+/).filter((item) => item !== '');
    for (const item of items) this.#place(item.replace(/^[^:=]*[:=](?=.)/, ''), depth);
  }

  /** Adds a string that is secret because of its position, even if the string looks like a word. */
  #place(text: string, depth: number): void {
    const part = text.trim();
    this.#add(part);
    if (/[\r\n]/.test(part)) for (const line of secretLines(part)) this.#add(line);
    const plain = decodePercent(part);
    if (plain !== part) this.#add(plain);
    // The decoded forms are added too, because a program that parses the value prints the value without escapes.
    if (part.length <= MAX_ESCAPED_LENGTH && /[%\\&]/.test(part)) {
      for (const { text: read, isJoined } of decodings(part)) if (!isJoined) this.#add(read);
    }
    this.search(plain, depth + 1);
  }

  #add(part: string): void {
    if (part.length < SHORTEST_PART || part === this.#value || this.found.size >= MAX_PARTS) return;
    // Counts and sizes such as `max_tokens: 4096` are not secret.
    if (/^\d{1,5}$/.test(part) || FILLERS.has(part.toLowerCase())) return;
    this.found.add(part);
  }

  #token(token: string): void {
    if (token.length < SHORTEST_RANDOM || /\s|:\/\//.test(token) || this.#plain.has(token)) return;
    if (isOrdinaryText(token)) return;
    // The token is added without punctuation at the end, and without a switch such as `-p` at the beginning. A token
    // that contains neither is added unchanged.
    for (const bare of [
      token.replace(/(?<![.!:\u2026])[.!:\u2026]+$/, ''),
      token.replace(/^-[A-Za-z]/, ''),
    ]) {
      if (looksRandom(bare)) this.#add(bare);
    }
    const parts = token.split(WITHIN_TOKEN).filter((part) => !this.#plain.has(part));
    if (parts.length > 1) for (const part of parts) if (looksRandom(part)) this.#add(part);
  }

  #json(text: string, depth: number, name: string): boolean {
    if (!/^\s*[{["]/.test(text)) return false;
    try {
      this.#walk(JSON.parse(text), depth, name);
      return true;
    } catch {
      return false;
    }
  }

  /** Searches a JSON value for secrets. The elements of a list have the name of the list. */
  #walk(value: unknown, depth: number, key: string): void {
    if (typeof value === 'string') this.#field(key, value, depth);
    else if (typeof value === 'number' && kindOfName(key) === 'secret') this.#add(String(value));
    else if (Array.isArray(value)) for (const item of value) this.#walk(item, depth, key);
    else if (typeof value === 'object' && value !== null) {
      const entries = new Map(Object.entries(value).map(([inner, part]) => [inner.toLowerCase(), part]));
      const label: unknown = entries.get('name') ?? entries.get('key');
      const labelled: unknown = entries.get('value');
      if (typeof label === 'string' && typeof labelled === 'string') this.#field(label, labelled, depth);
      for (const [inner, part] of Object.entries(value)) {
        if (labelled === undefined || part !== label) this.#walk(part, depth, inner);
      }
    }
  }

  #field(name: string, value: string, depth: number): void {
    const kind = kindOfName(name);
    if (kind === 'secret') this.#place(value, depth);
    else if (kind !== 'silent' || value.includes('://')) {
      this.search(value, depth + 1, name);
      if (!/^[[{"]/.test(value)) this.#token(value);
    } else {
      for (const token of value.split(TOKENS)) {
        for (const part of [token, ...token.split(WITHIN_TOKEN)]) this.#plain.add(part);
      }
    }
  }

  /** Searches the decoded form of a base64 value, such as Basic credentials or a file that is stored in a variable. */
  #base64(text: string, depth: number): void {
    const decoded = decodeBase64(text);
    if (decoded === undefined) return;
    this.#add(decoded);
    if (/^[^\s:{}"]*:\S+$/.test(decoded)) this.#pairs(decoded, true);
    this.search(decoded, depth + 1);
  }

  #addresses(text: string, depth: number): void {
    for (const match of text.matchAll(/[A-Za-z][A-Za-z0-9+.-]{0,40}:\/\/[^\s"<>`]+/g)) {
      // A single quote ends an address inside single quotes, but might be part of a password in any other address.
      const found = text[match.index - 1] === "'" ? (match[0].split("'")[0] ?? '') : match[0];
      for (const address of found.split(/,(?=[A-Za-z][A-Za-z0-9+.-]*:\/\/)/)) {
        this.#address(address.split(/;(?=[A-Za-z][\w ]*=)/)[0] ?? '', depth);
      }
    }
  }

  #address(address: string, depth: number): void {
    const parts = splitAddress(address);
    if (parts === undefined) return;
    const { scheme, authority, path, query, fragment } = parts;
    const at = authority.lastIndexOf('@');
    if (at !== -1) this.#user(scheme.toLowerCase(), authority.slice(0, at), depth);
    this.#path(authority.slice(at + 1), path, depth);
    this.#query(query, depth);
    if (fragment.includes('=')) this.#query(fragment, depth);
    else this.#token(fragment);
  }

  #user(scheme: string, user: string, depth: number): void {
    const colon = user.indexOf(':');
    const [name, password] = colon === -1 ? [user, ''] : [user.slice(0, colon), user.slice(colon + 1)];
    if (password !== '') this.#place(password, depth);
    // A user without a password is a token in an HTTP URL, and only a user name in any other URL.
    if (password === '' && /^(?:git\+)?https?$/.test(scheme) && name !== 'git') this.#place(name, depth);
    else this.#token(decodePercent(name));
  }

  #path(host: string, path: string, depth: number): void {
    const segments = path.split('/');
    const marks = [...host.split(/[.:]/), ...segments];
    const mark = marks.findIndex((part) => /^(?:web)?hooks?$|^webhookb2$|^services$|^workflows$/i.test(part));
    const from = mark - (marks.length - segments.length);
    for (const [index, segment] of segments.entries()) {
      const plain = decodePercent(segment);
      if (mark !== -1 && index > from && !isOrdinaryText(plain)) this.#place(segment, depth);
      else this.#token(plain);
      if (plain.includes(':')) this.#pairs(plain, false);
    }
  }

  #query(query: string, depth: number): void {
    for (const pair of query.split(/[&;]/)) {
      const equals = pair.indexOf('=');
      if (equals === -1) this.#token(decodePercent(pair));
      else this.#parameter(pair.slice(0, equals), pair.slice(equals + 1).replaceAll('+', ' '), depth);
    }
  }

  #parameter(name: string, value: string, depth: number): void {
    const kind = kindOfName(name);
    const plain = decodePercent(value);
    if (kind === 'silent' || /^(?:true|false|yes|no|on|off|\d{1,5})$/i.test(plain)) return;
    if (plain.includes('://')) this.search(plain, depth + 1);
    else if (kind === 'plain') this.#token(plain);
    else this.#place(value, depth);
  }

  /** Finds `Bearer x`, `Basic x`, and a single string after any other word if the string is not a word. */
  #schemes(text: string, depth: number): void {
    for (const [, scheme = '', , credential = ''] of text.matchAll(SCHEME)) {
      const isSure = /^(?:bearer|basic|negotiate|ssws|geniekey|splunk|api-?key)$/i.test(scheme);
      if (isSure || !isOrdinaryText(credential)) this.#place(credential, depth);
      if (/^basic$/i.test(scheme)) this.#base64(credential, depth);
    }
    const alone = /^\s*([A-Za-z][\w-]*)\s+(\S+)\s*$/.exec(text);
    if (alone === null) return;
    const [, scheme = '', credential = ''] = alone;
    if (kindOfName(scheme) === 'secret' || !isOrdinaryText(credential)) this.#place(credential, depth);
  }

  #markup(text: string, depth: number): void {
    for (const [, name = '', data, value = data ?? ''] of text.matchAll(
      /<([A-Za-z_][\w:.-]*)(?:\s[^<>]*)?>(?:<!\[CDATA\[([^\]]+)\]\]>|([^<>]+))<\//g,
    )) {
      this.#field(name, value, depth);
    }
  }

  #assignments(line: string, depth: number): void {
    const found = [...assignments(line)];
    for (const [index, { name, values, rest }] of found.entries()) {
      if (/(?:^|[\s-])(?:name|key)$/i.test(name)) {
        this.#label = values[0] ?? '';
        if (IS_VALUE.test(found[index + 1]?.name ?? '')) continue;
      }
      if (IS_VALUE.test(name)) for (const value of values) this.#field(this.#label, value, depth);
      for (const value of values) this.#field(name, value, depth);
      // The rest of the line is masked too if the name indicates a secret, because the end of the value is uncertain.
      if (kindOfName(name) === 'secret') this.#add(rest);
    }
  }

  /** Finds `--token x`, `curl -u user:x`, and the credentials of a `.netrc`. */
  #arguments(line: string, depth: number): void {
    for (const [, name = '', value = ''] of line.matchAll(
      /(?:^|\s)--?([\w-]+)(?:\s+|=)("[^"]*"|'[^']*'|\S+)/g,
    )) {
      const plain = unquote(value);
      if (kindOfName(name) === 'secret' && !looksRandom(name)) this.#place(plain, depth);
      if (/^(?:u|U|user|proxy-user)$/.test(name) && /\bcurl\b/.test(line)) {
        this.#place(plain.replace(/^[^:]*:?/, ''), depth);
      }
    }
    if (!/\b(?:machine|login|requirepass|masterauth)\s/.test(line) && !/^\s*password\s/.test(line)) return;
    for (const [, value = ''] of line.matchAll(
      /\b(?:password|passwd|account|requirepass|masterauth)\s+(\S+)/g,
    )) {
      if (!/^[:=]/.test(value)) this.#place(unquote(value), depth);
    }
  }

  /** Finds `key:secret`, `host:port:database:user:password` and `user/password@host`. */
  #pairs(text: string, isSecret: boolean): void {
    for (const part of passwordsBeforeHosts(text)) this.#add(part);
    for (const token of text.split(/[\s,;]+/)) {
      const oracle = /(?:^|:)[^\s/:@]+\/([^\s@]{1,200})@(?!sha256:)/.exec(token);
      if (oracle?.[1] !== undefined && !token.includes('://')) this.#add(oracle[1]);
      if (!/^[^\s:]+:[^\s:]/.test(token) || /:\/\//.test(token) || /^[A-Za-z]:[\\/]/.test(token)) continue;
      const fields = token.split(':');
      const last = fields.at(-1) ?? '';
      const isNamed = /^[\w.-]+$/.test(fields[0] ?? '') && SECRET_FIELD.test(fields[0] ?? '');
      const isOfPostgres = fields.length === 5 && /^(?:\d{2,5}|\*)$/.test(fields[1] ?? '');
      const isPair = ((isSecret || isNamed) && fields.length === 2) || isOfPostgres;
      if (!isPair && isOrdinaryText(token)) continue;
      if (isPair || !isOrdinaryText(last)) this.#add(last);
      const rest = token.slice(token.indexOf(':') + 1);
      if (fields.length > 2 && !isOrdinaryText(rest)) this.#add(rest);
      for (const field of fields) if (looksRandom(field)) this.#add(field);
    }
  }
}

function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Decodes base64. Returns `undefined` if the string is not base64 or does not encode text. */
function decodeBase64(text: string): string | undefined {
  if (text.length < 8 || text.length % 4 === 1 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  return /^[\t\r\n\x20-\x7e\u00a0-\ufffc]+$/.test(decoded) ? decoded : undefined;
}

/**
 * Returns the lines of each PEM key, even if literal `\\n` sequences separate the lines, and each PEM key joined into
 * one line.
 */
function linesOfKeys(text: string): string[] {
  if (!text.includes('-----BEGIN ')) return [];
  const plain = text.replaceAll(/\\r?\\n|\\n/g, '\n');
  return Array.from(plain.matchAll(/-----BEGIN [A-Z0-9 ]+-----([^-]+)-----END /g), ([, body = '']) => {
    const lines = body.split(/\s+/).filter((line) => line !== '');
    return [...lines, lines.join('')];
  }).flat();
}

/** Splits a URL. The URL's password can contain an unescaped slash, question mark or number sign. */
function splitAddress(address: string) {
  const parts = /^([^:]+):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address);
  if (parts === null) return undefined;
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] = parts;
  const all = address.slice(scheme.length + 3);
  const end = all.lastIndexOf('@');
  if (!authority.includes('@') && end > authority.length && /^[^:]*:(?!\d{1,5}$)./.test(authority)) {
    return { scheme, authority: all.slice(0, end + 1), path: '', query, fragment };
  }
  return { scheme, authority, path, query, fragment };
}

/** Returns the passwords before the host in a data source name, or in a URL without a scheme. */
function passwordsBeforeHosts(text: string): string[] {
  const found = Array.from(text.matchAll(USER_OF_HOST), ([, user = '', password = '']) => ({
    user,
    password,
  }));
  return found.filter(({ user }) => !NO_USER.has(user)).map(({ password }) => password);
}

/**
 * Returns the string with decoded URL escapes, and the string with decoded string escapes, each only if escapes exist.
 */
function unescaped(text: string): string[] {
  const plain = /%(?:25|3A|3D|22|20)/i.test(text) ? decodePercent(text) : text;
  return [
    ...(plain === text ? [] : [plain]),
    ...(/\\["']/.test(text) ? [text.replaceAll(/\\(["'\\])/g, '$1')] : []),
  ];
}
