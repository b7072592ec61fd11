import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflateBlock = promisify(deflateRaw);

/** Large enough that what a block cannot know of the one before costs under a percent. */
const BLOCK = 1024 * 1024;
/** One member, no name, no time, no system: nothing of where it was made. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** An empty last block. */
const LAST = Uint8Array.of(3, 0);
/** Blocks that are compressed at the same time. */
const AHEAD = Math.max(2, Math.min(4, availableParallelism()));

/**
 * Compresses a stream to one member of gzip (RFC 1952), as pigz does: block by block, several at a time, in other
 * threads. The same bytes in whatever pieces give the same bytes. Holds a few megabytes, however much comes.
 */
export async function* gzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield HEADER;
  let crc = 0;
  let total = 0;
  const waiting: Promise<Uint8Array>[] = [];
  for await (const block of inBlocks(source)) {
    crc = crc32(block, crc);
    total += block.length;
    const work = deflateBlock(block, { level: 6, finishFlush: constants.Z_SYNC_FLUSH });
    // Awaited in its turn; until then nobody else looks.
    work.catch(() => {});
    waiting.push(work);
    const [first] = waiting;
    if (waiting.length < AHEAD || first === undefined) continue;
    void waiting.shift();
    yield await first;
  }
  for (const work of waiting) yield await work;
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(total % 2 ** 32, 4);
  yield Buffer.concat([LAST, trailer]);
}

async function* inBlocks(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let block = Buffer.allocUnsafe(BLOCK);
  let filled = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + BLOCK - filled);
      block.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < BLOCK) continue;
      yield block;
      block = Buffer.allocUnsafe(BLOCK);
      filled = 0;
    }
  }
  if (filled > 0) yield block.subarray(0, filled);
}
