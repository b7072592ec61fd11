import type { WorkspaceLocation } from './seal.ts';

/**
 * What sealed values hold, once they were opened. Never out of date: the same sealed text at the same place always
 * holds the same, and another one is another value.
 */
export interface UnsealedCache {
  get(place: WorkspaceLocation, sealed: string): string | undefined;
  set(place: WorkspaceLocation, sealed: string, clear: string): void;
}

/** None yet. The oldest go when they hold more than so many characters together. */
export function createUnsealedCache(limit: number): UnsealedCache {
  const values = new Map<string, { place: WorkspaceLocation; clear: string }>();
  let size = 0;
  const sizeOf = (sealed: string, clear: string) => sealed.length + clear.length;
  const forgetOldest = () => {
    for (const [sealed, { clear }] of values) {
      if (size <= limit) return;
      values.delete(sealed);
      size -= sizeOf(sealed, clear);
    }
  };
  return {
    get(place, sealed) {
      const known = values.get(sealed);
      // Moved to another place it opens nothing, as ever.
      return known !== undefined && isSame(known.place, place) ? known.clear : undefined;
    },
    set(place, sealed, clear) {
      if (values.has(sealed)) return;
      values.set(sealed, { place, clear });
      size += sizeOf(sealed, clear);
      forgetOldest();
    },
  };
}

function isSame(one: WorkspaceLocation, other: WorkspaceLocation): boolean {
  return one.id === other.id && one.field === other.field && one.resource === other.resource;
}
