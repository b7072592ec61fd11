import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

const deflateBlock = promisify(deflateRaw);

/** Size of a block in bytes; blocks of this size add less than one percent to the output. */
const BLOCK = 1024 * 1024;
/** Gzip header without name, time or operating system, which makes the output the same on all machines. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** Empty final block of a deflate stream. */
const LAST = Uint8Array.of(3, 0);
/**
 * Compression level and chunk size for compressed blocks. Lower compression levels would increase the upload by 5 to 20
 * percent.
 */
const COMPRESSED = { level: 6, chunkSize: 64 * 1024 };
/**
 * Options for uncompressed blocks, where a chunk can contain a whole block, because joining chunks would double the
 * memory.
 */
const STORED = { level: 0, chunkSize: BLOCK + 4096 };
/** Number of samples that determine whether a block is compressed, and length of a sample in bytes. */
const PROBES = 16;
const PROBE_BYTES = 1024;
/** Number of blocks that are compressed at the same time. */
const AHEAD = Math.max(2, Math.min(4, availableParallelism()));

/**
 * Compresses a stream to one gzip member (RFC 1952). Like pigz, compresses several blocks at the same time in other
 * threads. The compressed output depends only on the bytes of the source, not on the chunks of the source. Uses a few
 * megabytes of memory for a source of any size.
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
    // Prevents an unhandled rejection if a block fails before it is awaited, because the blocks are awaited in order.
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
 * Returns whether a block contains compressed data, such as an image or a model. Compressing compressed data again
 * would take thirty times as long without a benefit.
 */
function isDense(block: Uint8Array): boolean {
  const step = Math.max(PROBE_BYTES, Math.floor(block.length / PROBES));
  const probes: Uint8Array[] = [];
  for (let at = 0; at < block.length; at += step) probes.push(block.subarray(at, at + PROBE_BYTES));
  const probe = Buffer.concat(probes);
  return deflateRawSync(probe, { level: 1 }).length > probe.length * 0.98;
}

/**
 * Splits the source into blocks, reusing the buffers in `free`, because new buffers for each block would fill the
 * memory.
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
