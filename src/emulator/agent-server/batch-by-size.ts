/** What rows that are read together have at most, in bytes. */
const GROUP_BYTES = 4 * 1024 * 1024;

/** Rows in groups that have few enough bytes to be read together; a row may have more by itself. */
export function* batchBySize<T extends { bytes: number }>(sizes: readonly T[]): Generator<T[]> {
  let group: T[] = [];
  let held = 0;
  for (const one of sizes) {
    if (group.length > 0 && held + one.bytes > GROUP_BYTES) {
      yield group;
      group = [];
      held = 0;
    }
    group.push(one);
    held += one.bytes;
  }
  if (group.length > 0) yield group;
}
