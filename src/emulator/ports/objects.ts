/** A written object: its size, and its hash for reading. */
export interface WrittenObject {
  /** Bytes. */
  size: number;
  sha256: string;
}

/** Stores uploaded contents. An object exists as a whole, or not at all. */
export interface ObjectStore {
  /**
   * Streams a new object with back-pressure. `settle` is called once it is safe, and stores its row; when that fails,
   * or the content does, nothing is left.
   * @throws StoreError `full` when there is no room for it.
   */
  write(
    id: string,
    content: AsyncIterable<Uint8Array>,
    settle: (written: WrittenObject) => Promise<void>,
  ): Promise<void>;
  /** Its bytes, in order, from an offset on. @throws ObjectMissing. */
  read(id: string, from?: number): AsyncIterable<Uint8Array>;
  /** Bytes; undefined when missing. */
  size(id: string): Promise<number | undefined>;
  /** Ignores a missing one. */
  remove(id: string): Promise<void>;
  /** Stored objects that are not being written, including half-written remains of a killed process. */
  list(): Promise<string[]>;
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
}
