/** Returns the one-time token in the fragment of the printed link, or `undefined` if the fragment has none. */
export function tokenOf(fragment: string): string | undefined {
  const text = fragment.replace(/^#/, '');
  return /^[\w-]{20,200}$/.test(text) ? text : undefined;
}
