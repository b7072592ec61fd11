export type BaseUrlCheck = { kind: 'ok'; url: string } | { kind: 'refused'; problem: string };

/**
 * Checks whether a key can be sent to this base URL: https, http to this machine, or any http with `allowInsecureHost`.
 * Returns the URL without a trailing slash, or a problem with a hint. Neither the problem nor the hint contains the
 * URL.
 */
export function checkBaseUrl(text: string, options: { allowInsecureHost?: boolean } = {}): BaseUrlCheck {
  const refused = (problem: string): BaseUrlCheck => ({ kind: 'refused', problem });
  const url = URL.parse(text.trim());
  if (!url)
    return refused('is not a URL: write the complete URL, as in https://host or https://host/api-host');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return refused('must start with https://');
  }
  if (url.username || url.password) {
    return refused('must not contain credentials: set the key in the input for it');
  }
  if (url.search || url.hash)
    return refused('must not contain a query or a fragment: remove the part from ? or # on');
  if (url.protocol === 'http:' && !options.allowInsecureHost && !isLoopback(url.hostname)) {
    return refused('must use https: plain http would send the key unencrypted (only loopback may use it)');
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  if (/\/api(\/v[0-9]+)?$/.test(path)) {
    return refused('is the tracing API: the control plane of the same host is under /api-host');
  }
  if (/\/v[0-9]+(\/.*)?$/.test(path)) {
    return refused('must end before the version: remove the path from /v2 on');
  }
  return { kind: 'ok', url: `${url.origin}${path}` };
}

/**
 * Returns the signed URL of an upload or an attachment if the URL is allowed: https, http to this machine, or any http
 * with `allowInsecureHost`. Returns `undefined` for any other URL, without an error message, because the URL is secret.
 */
export function checkUploadUrl(text: string, options: { allowInsecureHost?: boolean } = {}): URL | undefined {
  const url = checkSignedUrl(text, { loopback: true });
  if (url !== undefined || options.allowInsecureHost !== true) return url;
  const plain = URL.parse(text);
  return plain?.protocol === 'http:' && hasNoCredentials(plain) ? plain : undefined;
}

/**
 * Returns a presigned URL for requests without a key if the URL uses https or, with `loopback`, http to this machine.
 * Returns `undefined` for any other URL, without an error message, because the URL is secret.
 */
export function checkSignedUrl(text: string, { loopback }: { loopback: boolean }): URL | undefined {
  const url = URL.parse(text);
  if (url === null || !hasNoCredentials(url)) return undefined;
  if (url.protocol === 'https:') return url;
  return url.protocol === 'http:' && loopback && isLoopback(url.hostname) ? url : undefined;
}

function hasNoCredentials(url: URL): boolean {
  return url.username === '' && url.password === '';
}

/**
 * Checks whether a key can be sent to this agent URL: https, http to this machine, or any http with
 * `allowInsecureHost`. Returns the URL without a trailing slash, or a problem that does not contain the URL.
 */
export function checkAgentUrl(text: string, options: { allowInsecureHost?: boolean } = {}): BaseUrlCheck {
  const refused = (problem: string): BaseUrlCheck => ({ kind: 'refused', problem });
  const url = URL.parse(text.trim());
  if (url === null) return refused('is not a URL: write the complete URL, as in https://agent.example.org');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('must start with https://');
  if (!hasNoCredentials(url)) return refused('must not contain credentials: set the key in the input for it');
  if (url.search || url.hash)
    return refused('must not contain a query or a fragment: remove the part from ? or # on');
  if (url.protocol === 'http:' && !options.allowInsecureHost && !isLoopback(url.hostname)) {
    return refused('must use https: plain http would send the key unencrypted (only loopback may use it)');
  }
  return { kind: 'ok', url: `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}` };
}

/** Returns whether the host of a URL is this machine: `localhost`, a name below `.localhost`, 127.0.0.0/8 or ::1. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    // The class `URL` normalizes other spellings of IPv4 addresses.
    /^127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$/.test(host)
  );
}
