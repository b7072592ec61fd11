// Rules for values of flags, variables and options, each written so that it can follow the name in an error message.

export const API_KEY_RULE = 'must be at least 8 visible ASCII characters without spaces';
export const PUBLIC_URL_RULE = 'must be an http or https address without query and credentials';
/** Maximum of `maxBuilds` and of flags that are durations in seconds. */
export const NUMBER_MAX = 9_999;

/** Returns whether `text` is a valid API key of the emulator. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]{8,}$/.test(text);
}

/** Returns the URL where clients reach the emulator, without trailing slashes, or `undefined` if the URL is invalid. */
export function parsePublicUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  if ([url.search, url.hash, url.username, url.password].some((part) => part !== '')) return undefined;
  return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}

/** Returns whether a value is a valid program name or argument. */
export function isArgument(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && !value.includes('\0');
}
