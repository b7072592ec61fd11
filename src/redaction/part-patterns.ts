/** What stands in the place of a secret and is none. */
export const FILLERS = new Set(['x-oauth-basic', 'x-token-auth', 'x-access-token', 'oauth2', 'anonymous']);

/** `user:password@host`, `user:password@tcp(host)`, `//user:password@host`. */
const USER_OF_HOST =
  /(?:^|[\s"'=(,[]|(?<![\w:])\/\/)([^\s:/@"'=]{1,64}):(?!\/)([^\s@"']{1,200})@(?=[A-Za-z[(])/g;
/** What stands before a colon and an address, or the name of a package, and has no password. */
const NO_USER = new Set('mailto sip sips xmpp acct npm workspace github git docker http https'.split(' '));
export const IS_VALUE = /^value$/i;
export const SECRET_FIELD = /(?:^|[._-])(?:password|passwd|pwd|pass|secret|token|api[._-]?key|bearer)$/i;

/** What separates words of any format, and what joins several to one. */
export const TOKENS = /[\s,;|&"'`<>()[\]{}=?]+/;
export const WITHIN_TOKEN = /[:/@]+/;

export const SCHEME =
  /\b(bearer|basic|negotiate|digest|token|api-?key|key|oauth|bot|sharedkey|splunk|geniekey|ssws|snowflake|jwt)[ \t]+(["']?)([^\s"',;]+)\2/gi;

export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Undefined: it is no base64, or not of a text. */
export function decodeBase64(text: string): string | undefined {
  if (text.length < 8 || text.length % 4 === 1 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  return /^[\t\r\n\x20-\x7e\u00a0-\ufffc]+$/.test(decoded) ? decoded : undefined;
}

/** The lines of a key, also where `\\n` stands between them, and all of it on one line. */
export function linesOfKeys(text: string): string[] {
  if (!text.includes('-----BEGIN ')) return [];
  const plain = text.replaceAll(/\\r?\\n|\\n/g, '\n');
  return Array.from(plain.matchAll(/-----BEGIN [A-Z0-9 ]+-----([^-]+)-----END /g), ([, body = '']) => {
    const lines = body.split(/\s+/).filter((line) => line !== '');
    return [...lines, lines.join('')];
  }).flat();
}

/** An address in its parts. A password may hold a slash, a question mark or a number sign that nothing escaped. */
export function splitAddress(address: string) {
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

/** The passwords before the host of a data source, or of an address without a scheme. */
export function passwordsBeforeHosts(text: string): string[] {
  const found = Array.from(text.matchAll(USER_OF_HOST), ([, user = '', password = '']) => ({
    user,
    password,
  }));
  return found.filter(({ user }) => !NO_USER.has(user)).map(({ password }) => password);
}

/** What stands in the escapes of a URL, or of a text in quotes. */
export function unescaped(text: string): string[] {
  const plain = /%(?:25|3A|3D|22|20)/i.test(text) ? decodePercent(text) : text;
  return [
    ...(plain === text ? [] : [plain]),
    ...(/\\["']/.test(text) ? [text.replaceAll(/\\(["'\\])/g, '$1')] : []),
  ];
}
