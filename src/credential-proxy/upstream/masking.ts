import type { ResponseHead } from './response-head.ts';

/** Blots out secrets in what an upstream sends back: as many characters as it takes away (facts D.6). */
export interface Masking {
  text(value: string): string;
  /** For a body that can be searched; null = it goes through as it is. */
  body(head: ResponseHead): BodyMask | null;
  /** How many were found so far. */
  readonly count: number;
  /** Whether a body went through as it is. */
  readonly unsearched: boolean;
}

export interface BodyMask {
  /** Keeps back as little as could begin a secret. */
  push(chunk: Buffer): Buffer;
  end(): Buffer;
}
