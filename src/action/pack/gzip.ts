import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

const deflateBlock = promisify(deflateRaw);

/** Block size in bytes, large enough that starting each block separately costs less than one percent. */
const BLOCK = 1024 * 1024;
/** Gzip header without name, time or system, so that the result does not depend on the machine. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** An empty final block. */
const LAST = Uint8Array.of(3, 0);
/** Lower compression levels produce 5 to 20 percent more bytes, which each deployment uploads. */
const COMPRESSED = { level: 6, chunkSize: 64 * 1024 };
/** The block is written in one piece, because joining pieces would double the memory. */
const STORED = { level: 0, chunkSize: BLOCK + 4096 };
/** Number and length (bytes) of the samples that decide whether to compress a block. */
const PROBES = 16;
const PROBE_BYTES = 1024;
/** Number of blocks compressed at the same time. */
const AHEAD = Math.max(2, Math.min(4, availableParallelism()));

/**
 * Compresses a stream to one gzip member (RFC 1952), like pigz: block by block, several at a time, in other threads.
 * Equal bytes produce equal output, regardless of their chunks. Uses a few megabytes of memory for any size.
 */
export async function* gzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield HEADER;
  let crc = 0;
  let total = 0;
  const waiting: Promise<Uint8Array>[] = [];
  const free: Buffer[] = [];
  for await (const { block, memory } of inBlocks(source, free)) {
    crc = crc32(block, crc);
    total += block.length;
    const how = isDense(block) ? STORED : COMPRESSED;
    const work = deflateBlock(block, { ...how, finishFlush: constants.Z_SYNC_FLUSH });
    // The blocks are awaited in order; this handler covers an earlier rejection.
    work.then(
      () => free.push(memory),
      () => {},
    );
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

/**
 * Returns whether a block is already compressed, such as images and models, which would take thirty times as long
 * without a benefit.
 */
function isDense(block: Uint8Array): boolean {
  const step = Math.max(PROBE_BYTES, Math.floor(block.length / PROBES));
  const probes: Uint8Array[] = [];
  for (let at = 0; at < block.length; at += step) probes.push(block.subarray(at, at + PROBE_BYTES));
  const probe = Buffer.concat(probes);
  return deflateRawSync(probe, { level: 1 }).length > probe.length * 0.98;
}

/**
 * Returns the source in blocks, each in a `free` buffer if one is available, because new memory for each would
 * accumulate until it is collected.
 */
async function* inBlocks(
  source: AsyncIterable<Uint8Array>,
  free: Buffer[],
): AsyncGenerator<{ block: Uint8Array; memory: Buffer }> {
  const take = () => free.pop() ?? Buffer.allocUnsafeSlow(BLOCK);
  let memory = take();
  let filled = 0;
  for await (const chunk of source) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + BLOCK - filled);
      memory.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < BLOCK) continue;
      yield { block: memory, memory };
      memory = take();
      filled = 0;
    }
  }
  if (filled > 0) yield { block: memory.subarray(0, filled), memory };
}
