import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { errorCode } from '../../../os/errors.ts';
import { classifyEntry, type EntryKind } from './archive-tree.ts';

/** Thrown if the bytes are not a complete archive, with the reason as the message, a part of a sentence. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

export interface TarEntry {
  /** Name of the entry in the archive, including names that need extended headers. */
  name: string;
  kind: EntryKind;
  isExecutable: boolean;
  /** Content of a file, which the caller must read completely before the next entry, or not at all. */
  content: AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
/**
 * Maximum number of blocks of extended headers before an entry, which suffices for the longest path and is fast to
 * read.
 */
const MAX_BLOCKS_BEFORE_ENTRY = 2_048;

/**
 * Yields the entries of a tar archive, in order. The library checks checksums, long names, PAX records, and the
 * archive's end with its padding. The library receives one block at a time until it emits an entry, because the last
 * block then contains the entry's flag, which the library does not expose.
 * @throws ArchiveError if the archive is invalid.
 */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry, void, void> {
  const source = new Blocks(bytes);
  const decoder = createTarDecoder({ strict: true });
  const writer = decoder.writable.getWriter();
  const reader = decoder.readable.getReader();
  // Prevents unhandled rejections of these promises, because the failing write throws the same error.
  for (const promise of [writer.closed, reader.closed]) promise.catch(() => undefined);
  const write = (chunk: Uint8Array) => writer.write(chunk).catch(refuse);
  try {
    for (;;) {
      const found = reader.read();
      found.catch(() => undefined);
      let entry: Awaited<typeof found> | undefined;
      void found.then(
        (result) => {
          entry = result;
        },
        () => undefined,
      );
      const header = await nextHeader(source, write, () => entry !== undefined);
      if (header === undefined || entry?.value === undefined) {
        await writer.close().catch(refuse);
        return;
      }
      const { header: entryHeader, body } = entry.value;
      // The library's stream of the content is cancelled, because the content is read directly from the input.
      await body.cancel();
      const size = entryHeader.size;
      const rest = { left: size, padding: -size & (BLOCK - 1) };
      yield {
        name: entryHeader.name,
        kind: classifyEntry({
          flag: String.fromCharCode(header[156] ?? 0),
          type: entryHeader.type,
          linkname: entryHeader.linkname,
          pax: entryHeader.pax,
          // The size is zero if every digit of the size is zero, in both octal and binary numbers.
          hasSize: header.subarray(124, 136).some((byte) => ![0, 0x20, 0x30].includes(byte)),
        }),
        isExecutable: ((entryHeader.mode ?? 0) & 0o100) !== 0,
        content: contentOf(source, write, rest),
      };
      for await (const _ of contentOf(source, write, rest)) {
        // Skips content that the caller did not read.
      }
      if (rest.padding > 0) await write(await source.take(rest.padding));
    }
  } finally {
    await reader.cancel().catch(() => undefined);
    await writer.abort().catch(() => undefined);
    await source.close();
  }
}

/**
 * Writes blocks to the tar library until the library emits an entry. Returns the entry's header, or `undefined` at the
 * end of the archive.
 */
async function nextHeader(
  source: Blocks,
  write: (chunk: Uint8Array) => Promise<void>,
  isFound: () => boolean,
): Promise<Uint8Array | undefined> {
  for (let blocks = 0; ; blocks += 1) {
    if (blocks > MAX_BLOCKS_BEFORE_ENTRY) throw new ArchiveError('has oversized extended headers');
    const block = await source.take(BLOCK);
    if (block.length > 0) await write(block);
    if (isFound()) return block;
    if (block.length < BLOCK) return undefined;
    if (block.every((byte) => byte === 0)) {
      // After the end marker, the library accepts only zeros.
      for (let more = await source.some(); more !== undefined; more = await source.some()) await write(more);
      return undefined;
    }
  }
}

async function* contentOf(
  source: Blocks,
  write: (chunk: Uint8Array) => Promise<void>,
  rest: { left: number },
): AsyncIterable<Uint8Array> {
  while (rest.left > 0) {
    const chunk = await source.some(rest.left);
    if (chunk === undefined) throw new ArchiveError('is cut short');
    rest.left -= chunk.length;
    await write(chunk);
    yield chunk;
  }
}

function refuse(cause: unknown): never {
  const words = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause);
  throw new ArchiveError(`is invalid (${words})`, { cause });
}

/** Reads an exact number of bytes at a time. */
class Blocks {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array(0);

  constructor(bytes: AsyncIterable<Uint8Array>) {
    this.#source = bytes[Symbol.asyncIterator]();
  }

  /** Returns the buffered bytes, at most `most`, or `undefined` at the end of the input. */
  async some(most = Number.POSITIVE_INFINITY): Promise<Uint8Array | undefined> {
    while (this.#held.length === 0) {
      const next = await this.#source.next();
      if (next.done === true) return undefined;
      this.#held = next.value;
    }
    const taken = this.#held.subarray(0, most);
    this.#held = this.#held.subarray(taken.length);
    return taken;
  }

  /** Returns exactly `count` bytes, or fewer bytes at the end of the input. */
  async take(count: number): Promise<Uint8Array> {
    const first = (await this.some(count)) ?? new Uint8Array(0);
    if (first.length === count) return first;
    const parts = [first];
    for (let length = first.length; length < count; ) {
      const part = await this.some(count - length);
      if (part === undefined) break;
      parts.push(part);
      length += part.length;
    }
    return Buffer.concat(parts);
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

const CHUNK = 256 * 1024;

/**
 * Decompresses at most `limit` bytes of a gzip file, because a small file can decompress to any size.
 * @throws ArchiveError if the content is not gzip, is truncated, has extra bytes after its end, or decompresses to more
 * than `limit` bytes
 */
export async function* inflate(content: AsyncIterable<Uint8Array>, limit: number): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK });
  let size = 0;
  const start: number[] = [];
  const seen = async function* () {
    for await (const chunk of content) {
      if (start.length < 2) start.push(...chunk.subarray(0, 2 - start.length));
      yield chunk;
    }
  };
  // The loop below throws the error of either stream.
  pipeline(Readable.from(seen()), gunzip, () => undefined);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw new ArchiveError(`unpacks to more than ${limit} bytes`);
      yield chunk;
    }
  } catch (cause) {
    switch (errorCode(cause)) {
      case 'Z_BUF_ERROR':
        throw new ArchiveError('is cut short', { cause });
      case 'Z_DATA_ERROR':
        throw new ArchiveError(
          start[0] !== 0x1f || start[1] !== 0x8b
            ? 'is not a gzip file'
            : 'is damaged, or has data after its end',
          { cause },
        );
      default:
        throw cause;
    }
  }
}
