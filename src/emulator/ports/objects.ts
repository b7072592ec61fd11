/** Stored object with its size and the ID for reading it. */
export interface WrittenObject {
  size: number;
  sha256: string;
}

/** Stores uploaded content. An object exists completely or not at all. */
export interface ObjectStore {
  /**
   * Stores a new object from a stream, with back-pressure. Calls `settle` to store the object's row once the object is
   * safe. No part of the object remains if `settle` or the content fails.
   * @throws StoreError `full` if the disk has no space for the object.
   */
  write(
    id: string,
    content: AsyncIterable<Uint8Array>,
    settle: (written: WrittenObject) => Promise<void>,
  ): Promise<void>;
  /**
   * Reads an object's bytes in order, from the offset `from`.
   * @throws ObjectMissingError if the object does not exist.
   */
  read(id: string, from?: number): AsyncIterable<Uint8Array>;
  /** Returns an object's size in bytes, or `undefined` if the object does not exist. */
  size(id: string): Promise<number | undefined>;
  remove(id: string): Promise<void>;
  /** Returns the IDs of objects that no process is writing, including partial objects of a killed process. */
  list(): Promise<string[]>;
}

export class ObjectMissingError extends Error {
  override readonly name = 'ObjectMissingError';
}
