/** What stands in place of each byte of a secret. */
const STAR = '*'.charCodeAt(0);

/** Masks a body as it passes: what comes out is as long as what went in, and never later than needed. */
export interface Masker {
  /** The bytes that are settled by now. Keeps back only what may be the beginning of a secret. */
  push(chunk: Uint8Array): Buffer;
  /** The rest, at the end of the body. */
  end(): Buffer;
  /** How many secrets were found so far. */
  readonly masked: number;
}

/**
 * A masker for one body (facts D.6). Overlapping finds are masked in full, wherever the chunks are cut. Memory: one
 * chunk and less than one needle.
 */
export function createMasker(needles: readonly Buffer[]): Masker {
  /** Bytes not given out yet, unmasked. */
  let held: Buffer = Buffer.alloc(0);
  /** How many of them are covered by a find that began before them. */
  let covered = 0;
  let masked = 0;

  /** Gives out all but the last `keep` bytes, masked. */
  const release = (bytes: Buffer, keep: number): Buffer => {
    const cut = bytes.length - keep;
    const out = Buffer.from(bytes.subarray(0, cut));
    out.fill(STAR, 0, Math.min(covered, cut));
    let end = covered;
    for (const needle of needles) {
      for (let at = bytes.indexOf(needle); at !== -1 && at < cut; at = bytes.indexOf(needle, at + 1)) {
        out.fill(STAR, at, Math.min(at + needle.length, cut));
        end = Math.max(end, at + needle.length);
        masked += 1;
      }
    }
    covered = Math.max(0, end - cut);
    held = Buffer.from(bytes.subarray(cut));
    return out;
  };

  return {
    push(chunk) {
      const bytes =
        held.length === 0
          ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
          : Buffer.concat([held, chunk]);
      return release(bytes, beginningOfNeedle(bytes, needles));
    },
    end() {
      return release(held, 0);
    },
    get masked() {
      return masked;
    },
  };
}

/** Masks one text whole, such as a header's value. */
export function maskText(needles: readonly Buffer[], text: string): { text: string; masked: number } {
  const masker = createMasker(needles);
  const bytes = Buffer.from(text, 'latin1');
  const out = Buffer.concat([masker.push(bytes), masker.end()]);
  return { text: masker.masked === 0 ? text : out.toString('latin1'), masked: masker.masked };
}

/** The length of the longest end of the bytes that begins some needle and is not all of it. */
function beginningOfNeedle(bytes: Buffer, needles: readonly Buffer[]): number {
  let longest = 0;
  for (const needle of needles) {
    const first = needle[0] ?? 0;
    const most = Math.min(needle.length - 1, bytes.length);
    for (let at = bytes.indexOf(first, bytes.length - most); at !== -1; at = bytes.indexOf(first, at + 1)) {
      const length = bytes.length - at;
      if (length <= longest) break;
      if (bytes.compare(needle, 0, length, at) === 0) {
        longest = length;
        break;
      }
    }
  }
  return longest;
}
