import { createHash } from 'node:crypto';
import type { WrittenObject } from '../../ports/objects.ts';

/** Passes a content on as it is, and knows in the end what it was. */
export function measureContent(content: AsyncIterable<Uint8Array>): {
  content: AsyncIterable<Uint8Array>;
  /** To be called once, after the last byte. */
  result: () => WrittenObject;
} {
  const hash = createHash('sha256');
  let size = 0;
  const pass = async function* () {
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  return { content: pass(), result: () => ({ size, sha256: hash.digest('hex') }) };
}
