/** Keys by which the graph library hands itself its own objects: a client's value would take their place. */
const RESERVED_PREFIX = '__pregel_';

/** A configuration without the keys that are the graph library's own. */
export function withoutReserved(configurable: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(configurable).filter(([key]) => !key.startsWith(RESERVED_PREFIX)));
}
