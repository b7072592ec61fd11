/** What was written: how much, and what it must still be when it is read. */
export interface WrittenObject {
  /** Bytes. */
  size: number;
  /** Of the bytes, hex. */
  sha256: string;
}

/** Where uploaded contents are kept. An object is there as a whole, or not at all. */
export interface ObjectStore {
  /**
   * Writes a new object as it comes, no faster than it can be kept. `settle` is called once it is safe, and records that
   * it is wanted; when that fails, as when the content does, nothing is left.
   * @throws StoreError `full` when there is no room for it.
   */
  write(
    id: string,
    content: AsyncIterable<Uint8Array>,
    settle: (written: WrittenObject) => Promise<void>,
  ): Promise<void>;
  /** Its bytes, in order. @throws ObjectMissing. */
  read(id: string): AsyncIterable<Uint8Array>;
  /** Bytes; undefined when it is not there. */
  size(id: string): Promise<number | undefined>;
  /** Nothing happens when it is not there. */
  remove(id: string): Promise<void>;
  /** What is there and not being written, half-written remains of a killed process included. */
  list(): Promise<string[]>;
}

/** There is no such object, or no longer. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
}
