/** A written object: its size, and the hash by which it is read. */
export interface WrittenObject {
  /** Size in bytes. */
  size: number;
  sha256: string;
}

/** Stores uploaded content. An object exists completely or not at all. */
export interface ObjectStore {
  /**
   * Streams a new object with back-pressure. Calls `settle` once the object is safe, to store its row. If `settle` or
   * the content fails, no part of the object remains.
   * @throws StoreError `full` when the disk has no space for the object.
   */
  write(
    id: string,
    content: AsyncIterable<Uint8Array>,
    settle: (written: WrittenObject) => Promise<void>,
  ): Promise<void>;
  /**
   * Reads the bytes of an object in order, from an offset.
   * @throws ObjectMissingError when the object does not exist.
   */
  read(id: string, from?: number): AsyncIterable<Uint8Array>;
  /** Returns the size in bytes, or `undefined` if the object does not exist. */
  size(id: string): Promise<number | undefined>;
  /** Removes the object, if it exists. */
  remove(id: string): Promise<void>;
  /** Returns stored objects that are not being written, including partial objects of a killed process. */
  list(): Promise<string[]>;
}

export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';
}
