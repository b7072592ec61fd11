// Rules for values that flags, variables and the options of a program share, each with what it asks for.

export const API_KEY_RULE = 'must be at least 8 visible ASCII characters without spaces';
export const PUBLIC_URL_RULE = 'must be an http or https address without query and credentials';
/** Of `maxBuilds`, and of the seconds that a flag gives. */
export const NUMBER_MAX = 9_999;

/** Whether the text can be the emulator's own key. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]{8,}$/.test(text);
}

/** The address that clients reach the emulator by, without slashes at its end; undefined for what is none. */
export function parsePublicUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
  if ([url.search, url.hash, url.username, url.password].some((part) => part !== '')) return undefined;
  return (url.origin + url.pathname).replace(/(?<!\/)\/+$/, '');
}

/** Whether a value can be the name of a program, or an argument of one. */
export function isArgument(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && !value.includes('\0');
}
