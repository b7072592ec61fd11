import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib';

const deflateBlock = promisify(deflateRaw);

/** Large enough that starting each block afresh costs under a percent. */
const BLOCK = 1024 * 1024;
/** One member without name, time or system: nothing machine-specific. */
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff);
/** An empty last block. */
const LAST = Uint8Array.of(3, 0);
/** Lower levels produce a twentieth to a fifth more, which is uploaded with each deploy. */
const COMPRESSED = { level: 6, chunkSize: 64 * 1024 };
/** Written in one piece: joining pieces would double the memory. */
const STORED = { level: 0, chunkSize: BLOCK + 4096 };
/** Samples of a block that decide whether to compress it: how many, and how long. Bytes. */
const PROBES = 16;
const PROBE_BYTES = 1024;
/** Blocks compressed concurrently. */
const AHEAD = Math.max(2, Math.min(4, availableParallelism()));

/**
 * Compresses a stream to one member of gzip (RFC 1952), as pigz does: block by block, several at a time, in other
 * threads. Equal bytes give equal output, however they are chunked. Holds a few megabytes, for any size.
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
    // Awaited in its turn; an earlier rejection is not unhandled.
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

/** Whether a block is compressed already, such as images and models: thirty times the time for nothing. */
function isDense(block: Uint8Array): boolean {
  const step = Math.max(PROBE_BYTES, Math.floor(block.length / PROBES));
  const probes: Uint8Array[] = [];
  for (let at = 0; at < block.length; at += step) probes.push(block.subarray(at, at + PROBE_BYTES));
  const probe = Buffer.concat(probes);
  return deflateRawSync(probe, { level: 1 }).length > probe.length * 0.98;
}

/** The source in blocks, each in a `free` buffer, if any: new memory for each would pile up until it is collected. */
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
