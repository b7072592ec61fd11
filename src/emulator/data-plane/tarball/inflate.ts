import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorCode } from '../process/error-code.ts';
import { ArchiveError } from './read-tar.ts';

/** Bytes given at a time. */
const CHUNK = 256 * 1024;

/**
 * What a gzip file holds, at most `limit` bytes: what takes little room may unpack to more than there is.
 * @throws ArchiveError when it is no gzip file, is cut, has something after its end, or holds more.
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
  // Failures of either come out of the loop.
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
            : 'is damaged, or has something after its end',
          { cause },
        );
      default:
        throw cause;
    }
  }
}
