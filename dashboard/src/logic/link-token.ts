/** Returns the one-time token in the URL fragment of a sign-in link, or `undefined` without a token. */
export function tokenOf(fragment: string): string | undefined {
  const text = fragment.replace(/^#/, '');
  return /^[\w-]{20,200}$/.test(text) ? text : undefined;
}
