import type { ResponseHead } from './response-head.ts';

/** Blots out secrets in what an upstream sends back: as many characters as it takes away (facts D.6). */
export interface Masking {
  text(value: string): string;
  /** For the body behind this head. */
  body(head: ResponseHead): BodyMask;
  /** How many were found so far. */
  readonly count: number;
  /** Whether a body said to be coded, and so could only be searched as it stands. */
  readonly unsearched: boolean;
}

export interface BodyMask {
  /** Keeps back as little as could begin a secret. */
  push(chunk: Buffer): Buffer;
  end(): Buffer;
}
