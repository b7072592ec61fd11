/** Maximum size of the JSON of rows that are read together, in bytes. A single row can be larger than `BATCH_BYTES`. */
const BATCH_BYTES = 256 * 1024;

/** Divides the keys of rows into batches by the sizes of the rows, because reading a batch blocks the event loop. */
export function* sizeBatches<T extends { readonly bytes: number }>(keys: Iterable<T>): Generator<T[], void> {
  let [batch, bytes]: [T[], number] = [[], 0];
  for (const key of keys) {
    if (batch.length > 0 && bytes + key.bytes > BATCH_BYTES) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(key);
    bytes += key.bytes;
  }
  if (batch.length > 0) yield batch;
}
