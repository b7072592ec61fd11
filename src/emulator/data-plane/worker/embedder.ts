import { pathToFileURL } from 'node:url';
import type { AuthorObject, FieldVector, StoreIndex } from '../../ports/worker.ts';
import { textsOf } from './item-texts.ts';

/** Computes vectors for the search of items with the agent's embedding function. */
export interface Embedder {
  /**
   * Returns the vectors of each item. `index` replaces an item's configured paths, or is false to compute no vectors.
   */
  items(
    documents: readonly { value: Record<string, unknown>; index?: false | readonly string[] | undefined }[],
  ): Promise<FieldVector[][]>;
  /** Returns the vector of the text to search for. */
  query(text: string): Promise<string>;
}

/**
 * Embedding function of the agent, which converts texts to vectors, or an object with the graph library's interface.
 */
interface Model {
  embedDocuments(texts: string[]): unknown;
  embedQuery(text: string): unknown;
}

/**
 * Imports the embedding function of a revision.
 * @throws Error with the configuration key, the export and the expected form.
 */
export async function loadEmbedder({
  dims,
  fields,
  embed,
}: StoreIndex & { embed: AuthorObject }): Promise<Embedder> {
  const module = (await import(pathToFileURL(embed.module).href)) as Record<string, unknown>;
  const what = `store.index.embed: export '${embed.exportName}'`;
  const model = toModel(what, await module[embed.exportName]);
  const check = (vector: unknown): string => {
    const numbers = toNumbers(vector);
    if (numbers === undefined) throw new TypeError(`${what} returned something other than a list of numbers`);
    if (numbers.length !== dims) {
      throw new RangeError(
        `${what} returned a vector of ${numbers.length} numbers, but store.index.dims is ${dims}`,
      );
    }
    return encode(numbers);
  };
  return {
    async items(documents) {
      const texts = documents.map(({ value, index }) =>
        index === false ? [] : textsOf(value, index ?? fields),
      );
      const all = texts.flat();
      if (all.length === 0) return texts.map(() => []);
      const vectors = await model.embedDocuments(all.map(({ text }) => text));
      if (!Array.isArray(vectors) || vectors.length !== all.length) {
        const made = Array.isArray(vectors)
          ? `${vectors.length} vectors`
          : 'something other than a list of vectors';
        throw new RangeError(`${what} returned ${made} for ${all.length} texts`);
      }
      const encoded = vectors.map(check);
      let next = 0;
      return texts.map((own) => own.map(({ field }) => ({ field, vector: encoded[next++] ?? '' })));
    },
    query: async (text) => check(await model.embedQuery(text)),
  };
}

function toModel(what: string, exported: unknown): Model {
  if (isModel(exported)) return exported;
  if (typeof exported === 'function') {
    const embed = exported as (texts: string[]) => unknown;
    return {
      embedDocuments: (texts) => embed(texts),
      async embedQuery(text) {
        const vectors = await embed([text]);
        return Array.isArray(vectors) ? (vectors[0] as unknown) : undefined;
      },
    };
  }
  throw new Error(
    `${what} ${exported === undefined ? 'does not exist' : `is a ${typeof exported}`}; expected a function that turns a list of texts into a list of vectors, or an object with embedDocuments and embedQuery`,
  );
}

function isModel(value: unknown): value is Model {
  if (typeof value !== 'object' || value === null) return false;
  return ['embedDocuments', 'embedQuery'].every((name) => typeof Reflect.get(value, name) === 'function');
}

function toNumbers(vector: unknown): number[] | undefined {
  const numbers: unknown[] | undefined = Array.isArray(vector)
    ? vector
    : ArrayBuffer.isView(vector) && !(vector instanceof DataView)
      ? Array.from(vector as Float64Array)
      : undefined;
  return numbers?.every((one): one is number => typeof one === 'number' && Number.isFinite(one))
    ? numbers
    : undefined;
}

/** Encodes a vector in the format of `VectorText`. */
function encode(numbers: readonly number[]): string {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, one] of numbers.entries()) bytes.writeFloatLE(one, index * 4);
  return bytes.toString('base64');
}
