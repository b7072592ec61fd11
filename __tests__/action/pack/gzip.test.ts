import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { createBufferPool } from '../../../src/action/pack/tar.ts';
import { gzip } from '../../../src/action/pack/gzip.ts';

const MB = 1024 * 1024;
const words = (bytes: number) => Buffer.alloc(bytes, 'export const graph = 1;\n');

/** Yields the content in chunks that share the same memory, as the archive's chunks do. */
async function* pieces(content: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const memory = new Uint8Array(size);
  for (let at = 0; at < content.length; at += size) {
    const part = content.subarray(at, at + size);
    memory.set(part);
    yield memory.subarray(0, part.length);
    memory.fill(0);
  }
}
async function pack(content: Uint8Array, size = 60_000): Promise<Buffer> {
  const packed: Uint8Array[] = [];
  for await (const chunk of gzip(pieces(content, size))) packed.push(chunk);
  return Buffer.concat(packed);
}

describe('gzip compression', () => {
  test('produces the same bytes for any chunk sizes, and decompresses to the same content', async () => {
    const content = Buffer.concat([words(1.5 * MB), randomBytes(3 * MB), words(0.2 * MB), randomBytes(1000)]);
    const packed = await pack(content);
    expect(gunzipSync(packed).equals(content)).toBe(true);
    expect((await pack(content, 1_000_003)).equals(packed)).toBe(true);
  });

  test('compresses compressible data, and stores incompressible data without compression', async () => {
    const noise = await pack(randomBytes(2 * MB));
    expect(noise.length).toBeGreaterThan(2 * MB);
    expect(noise.length).toBeLessThan(2 * MB * 1.001);
    expect((await pack(words(2 * MB))).length).toBeLessThan(0.02 * MB);
    // Each block consists of a random half and a compressible half.
    const mixed = Array.from({ length: 8 }, () => [randomBytes(MB / 4), words(MB / 4)]).flat();
    expect((await pack(Buffer.concat(mixed))).length).toBeLessThan(2.1 * MB);
  });

  test.each([0, 1, MB, 2 * MB])('ends correctly after %i bytes', async (bytes) => {
    expect(gunzipSync(await pack(words(bytes)))).toHaveLength(bytes);
  });
});

describe('the pool of buffers', () => {
  test('accepts a slice of a buffer on release, and never exceeds its maximum size', async () => {
    const buffers = createBufferPool(2, 100);
    const [one, two] = [await buffers.acquire(), await buffers.acquire()];
    let third: unknown;
    const waiting = buffers.acquire().then((buffer) => (third = buffer));
    buffers.release(new Uint8Array(5));
    await Promise.resolve();
    expect([one === two, third]).toEqual([false, undefined]);
    buffers.release(two.subarray(10, 20));
    await waiting;
    expect(third).toBe(two);
  });

  test('leaves no reader waiting after the pool is closed', async () => {
    const buffers = createBufferPool(1, 100);
    await buffers.acquire();
    const waiting = buffers.acquire();
    buffers.close();
    expect([await waiting, await buffers.acquire()]).toHaveLength(2);
  });
});
