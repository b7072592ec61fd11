/** The one-time token in the fragment of the printed link; undefined when the fragment holds none. */
export function tokenOf(fragment: string): string | undefined {
  const text = fragment.replace(/^#/, '');
  return /^[\w-]{20,200}$/.test(text) ? text : undefined;
}
