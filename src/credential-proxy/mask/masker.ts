/** What stands in place of each byte of a secret. */
const STAR = '*'.charCodeAt(0);
const NOTHING = Buffer.alloc(0);

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
  let held: Buffer = NOTHING;
  /** How many of them are covered by a find that began before them. */
  let covered = 0;
  let masked = 0;

  /** Gives out all but the last `keep` bytes, masked; copied only where there is something to mask. */
  const release = (bytes: Buffer, keep: number): Buffer => {
    const cut = bytes.length - keep;
    let out = bytes.subarray(0, cut);
    let isOurs = false;
    let end = covered;
    const star = (from: number, to: number): void => {
      if (!isOurs) out = Buffer.from(out);
      isOurs = true;
      out.fill(STAR, from, Math.min(to, cut));
    };
    if (covered > 0) star(0, covered);
    for (const needle of needles) {
      for (let at = bytes.indexOf(needle); at !== -1 && at < cut; at = bytes.indexOf(needle, at + 1)) {
        star(at, at + needle.length);
        end = Math.max(end, at + needle.length);
        masked += 1;
      }
    }
    covered = Math.max(0, end - cut);
    held = keep === 0 ? NOTHING : Buffer.from(bytes.subarray(cut));
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
      return held.length === 0 ? NOTHING : release(held, 0);
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
  const { longest, byFirst } = indexOf(needles);
  for (let at = Math.max(0, bytes.length - longest + 1); at < bytes.length; at += 1) {
    const length = bytes.length - at;
    for (const needle of byFirst[bytes[at] ?? 0] ?? []) {
      if (length < needle.length && bytes.compare(needle, 0, length, at) === 0) return length;
    }
  }
  return 0;
}

interface NeedleIndex {
  longest: number;
  /** The needles that begin with each byte. */
  byFirst: Buffer[][];
}

/** The needles of a rule serve all its answers. */
const indexes = new WeakMap<readonly Buffer[], NeedleIndex>();

function indexOf(needles: readonly Buffer[]): NeedleIndex {
  const known = indexes.get(needles);
  if (known !== undefined) return known;
  const byFirst: Buffer[][] = [];
  for (const needle of needles) (byFirst[needle[0] ?? 0] ??= []).push(needle);
  const index = { longest: Math.max(0, ...needles.map((needle) => needle.length)), byFirst };
  indexes.set(needles, index);
  return index;
}
