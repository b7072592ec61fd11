/** Names under which a structured secret keeps what is secret of it. */
const SECRET_KEY = /key|secret|token|passw|credential/i;
/** `token_uri` and the like name where, not what. */
const PLAIN_KEY = /(uri|url|id|type|name)$/i;

/**
 * What is secret within a secret, because programs show parts of it: the password of an address, and the telling fields
 * of JSON, such as the private key of a service account.
 */
export function secretParts(value: string): string[] {
  return [...passwords(value), ...telling(parse(value), '')];
}

function passwords(value: string): string[] {
  const password = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? URL.parse(value)?.password : undefined;
  if (!password) return [];
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}

function telling(value: unknown, key: string): string[] {
  if (typeof value === 'string') return SECRET_KEY.test(key) && !PLAIN_KEY.test(key) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  // What stands in a list is called like the list.
  return Object.entries(value).flatMap(([name, part]) => telling(part, Array.isArray(value) ? key : name));
}

function parse(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
