import type { Pacer } from '../../clients/pacer.ts';
import type { ItemRow, ItemVectorKey, ItemVectorRow, Repositories } from '../ports/store.ts';

/** Maximum size of a page of vectors in bytes. Other requests are processed only between two pages. */
const PAGE_BYTES = 4 * 1024 * 1024;
const BYTES_PER_NUMBER = 4;

/** Item with the cosine similarity of its vector and the query's vector. */
export type RankedItem = Pick<ItemRow, 'namespace' | 'key'> & { score: number };

/**
 * Decodes a vector (`VectorText`) and scales it to length 1. A zero vector remains unchanged.
 * @throws RangeError if the text is not a vector.
 */
export function decodeVector(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.length % BYTES_PER_NUMBER !== 0) {
    throw new RangeError(
      `a vector has ${bytes.length} bytes, which is not a multiple of ${BYTES_PER_NUMBER}`,
    );
  }
  const vector = toNumbers(bytes);
  let squares = 0;
  for (const one of vector) squares += one * one;
  if (!Number.isFinite(squares)) throw new RangeError('a vector contains a number that is not finite');
  const length = Math.sqrt(squares);
  return length === 0 ? vector : vector.map((one) => one / length);
}

/** Decodes the vectors of an item for the store. @throws RangeError like `decodeVector`. */
export function decodeVectors(
  vectors: readonly { field: string; vector: string }[],
): Pick<ItemVectorRow, 'field' | 'vector'>[] {
  return vectors.map(({ field, vector }) => ({ field, vector: toBytes(decodeVector(vector)) }));
}

/**
 * Returns the items at and below a namespace whose vectors have the query's dimension, most similar first. An item with
 * several vectors counts with its most similar vector. `pacer` can stop the ranking between two pages.
 */
export async function rankByMeaning(
  tx: Pick<Repositories, 'items'>,
  deploymentId: string,
  prefix: readonly string[],
  vector: Float32Array,
  pacer: Pacer,
): Promise<RankedItem[]> {
  const limit = Math.max(1, Math.floor(PAGE_BYTES / (vector.length * BYTES_PER_NUMBER)));
  const ranked: RankedItem[] = [];
  let last: RankedItem | undefined;
  let after: ItemVectorKey | undefined;
  for (;;) {
    const rows = await tx.items.listVectors(deploymentId, prefix, { limit, after });
    for (const row of rows) {
      // A stored vector might come from an earlier revision whose model had another dimension.
      if (row.vector.length !== vector.length * BYTES_PER_NUMBER) continue;
      const score = dot(vector, toNumbers(row.vector));
      if (last && last.key === row.key && isSame(last.namespace, row.namespace)) {
        last.score = Math.max(last.score, score);
      } else {
        last = { namespace: row.namespace, key: row.key, score };
        ranked.push(last);
      }
    }
    if (rows.length < limit) break;
    after = rows.at(-1);
    await pacer.pause();
  }
  // The sort is stable, so items with equal scores remain in the order of their names.
  return ranked.sort((a, b) => b.score - a.score);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((label, index) => label === other[index]);
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}

/** Typed arrays require an offset that is a multiple of the number size. */
function toNumbers(bytes: Uint8Array): Float32Array {
  const { buffer, byteOffset, length } =
    bytes.byteOffset % BYTES_PER_NUMBER === 0 ? bytes : new Uint8Array(bytes);
  return new Float32Array(buffer, byteOffset, length / BYTES_PER_NUMBER);
}

function toBytes({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
