import { StringDecoder } from 'node:string_decoder';

/** Bytes of one stream of a command that are kept for whoever asks again. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** A piece of text, and how many bytes of the stream stand before it. */
export interface OutputPiece {
  data: string;
  offset: number;
}

/**
 * What a program wrote to one stream, as text. Offsets count the bytes of the text as UTF-8, which are those of the
 * program when that is what it wrote; bytes that are no UTF-8 count as what stands in their place. Only the end is kept.
 */
export class OutputBuffer {
  readonly #decoder = new StringDecoder('utf8');
  readonly #limit: number;
  #pieces: (OutputPiece & { bytes: number })[] = [];
  #kept = 0;
  #end = 0;

  constructor(limit: number = KEPT_BYTES) {
    this.#limit = limit;
  }

  /** Gives the text that is whole now; undefined when none is. */
  write(chunk: Buffer): OutputPiece | undefined {
    return this.#keep(this.#decoder.write(chunk));
  }

  /** The rest, when the program ended within a character. */
  end(): OutputPiece | undefined {
    return this.#keep(this.#decoder.end());
  }

  /** What is kept from this offset on. What is forgotten is left out: the offset of the first piece tells. */
  from(offset: number): OutputPiece[] {
    return this.#pieces.flatMap((piece) => {
      if (piece.offset + piece.bytes <= offset) return [];
      if (piece.offset >= offset) return [{ data: piece.data, offset: piece.offset }];
      const rest = Buffer.from(piece.data, 'utf8').subarray(offset - piece.offset);
      return [{ data: rest.toString('utf8'), offset }];
    });
  }

  /** Bytes that are kept. */
  get kept(): number {
    return this.#kept;
  }

  #keep(data: string): OutputPiece | undefined {
    if (data === '') return undefined;
    const piece = { data, offset: this.#end, bytes: Buffer.byteLength(data) };
    this.#end += piece.bytes;
    this.#pieces.push(piece);
    this.#kept += piece.bytes;
    let dropped = 0;
    for (const first of this.#pieces) {
      if (this.#kept - first.bytes < this.#limit) break;
      this.#kept -= first.bytes;
      dropped += 1;
    }
    if (dropped > 0) this.#pieces = this.#pieces.slice(dropped);
    return { data, offset: piece.offset };
  }
}
