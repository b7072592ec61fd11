const BATCH_BYTES = 4 * 1024 * 1024;
/** Maximum number of rows in a batch. Larger batches of small rows save nothing, because the cost per row dominates. */
const BATCH_ROWS = 200;

/** Divides rows into batches that are small enough to be read together. A single large row forms a separate batch. */
export function* batchBySize<T extends { bytes: number }>(sizes: readonly T[]): Generator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for (const one of sizes) {
    if (batch.length === BATCH_ROWS || (batch.length > 0 && bytes + one.bytes > BATCH_BYTES)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(one);
    bytes += one.bytes;
  }
  if (batch.length > 0) yield batch;
}

/** Yields each batch with its items converted by `convert`. */
export async function* mapBatches<T, U>(
  batches: AsyncIterable<readonly T[]>,
  convert: (item: T) => U,
): AsyncGenerator<U[], void> {
  for await (const batch of batches) yield batch.map(convert);
}
