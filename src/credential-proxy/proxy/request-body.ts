import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { replaceInBody } from '../placeholders/body.ts';
import type { SentinelSearch } from '../placeholders/search.ts';
import { RefusalError, type RefusalReason } from '../refusal.ts';
import type { BodyReservation } from './body-memory.ts';
import type { BodyWork } from './evaluate-request.ts';

/**
 * Returns a stream of a body that is forwarded unchanged. At the chunk that completes a sentinel, calls `onSentinel`
 * and ends the stream with a `RefusalError` before the chunk, so the upstream never receives a complete request.
 */
export function searchedBody(
  request: IncomingMessage,
  search: SentinelSearch,
  onSentinel: (env: string) => void,
): Readable {
  return Readable.from(searched(request, search, onSentinel), { objectMode: false });
}

async function* searched(
  request: IncomingMessage,
  search: SentinelSearch,
  onSentinel: (env: string) => void,
): AsyncGenerator<Buffer> {
  const findIn = search.stream();
  const chunks: AsyncIterable<Buffer> = request;
  for await (const bytes of chunks) {
    const found = findIn(bytes);
    if (found !== undefined) {
      onSentinel(found);
      throw new RefusalError('placeholder-refused');
    }
    yield bytes;
  }
}

/**
 * Maximum number of chunks of a body before they are joined. Each chunk is an object of more than 100 bytes, so a body
 * in chunks of one byte would otherwise need a hundred times its length.
 */
const MAX_CHUNKS = 256;

/**
 * Reads a whole body. Resolves to `too-large` as soon as the body exceeds `maxBytes`, to `no-memory` if the sandbox has
 * no memory left, and to `incomplete` if the client disconnects. Never rejects.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  memory: BodyReservation,
): Promise<Buffer | 'too-large' | 'no-memory' | 'incomplete'> {
  return new Promise((resolve) => {
    const blocks: Buffer[] = [];
    let chunks: Buffer[] = [];
    let length = 0;
    const joinChunks = (): void => {
      blocks.push(Buffer.concat(chunks));
      chunks = [];
    };
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      const isStored = length <= maxBytes && memory.take(chunk.length);
      if (isStored) {
        if (chunks.push(chunk) === MAX_CHUNKS) joinChunks();
        return;
      }
      blocks.length = 0;
      chunks = [];
      request.pause();
      resolve(length > maxBytes ? 'too-large' : 'no-memory');
    });
    request.on('end', () => {
      joinChunks();
      resolve(Buffer.concat(blocks));
    });
    request.on('error', () => resolve('incomplete'));
    request.on('close', () => resolve('incomplete'));
  });
}

/**
 * Replaces the sentinels in a body. Refuses a body that still contains a sentinel afterwards, for example in another
 * encoding.
 */
export function replacedBody(
  given: Buffer,
  { search, replacement }: BodyWork,
):
  | { kind: 'replaced'; body: Buffer; replaced: string[] }
  | { kind: 'refused'; reason: RefusalReason; replaced: string[] } {
  const replaced = new Set<string>();
  const body =
    replacement === null
      ? given
      : replaceInBody(given, replacement.placeholders, replacement.encode, replaced);
  if (body === null) return { kind: 'refused', reason: 'body-too-large', replaced: [] };
  const left = search.stream()(body);
  return left === undefined
    ? { kind: 'replaced', body, replaced: [...replaced] }
    : { kind: 'refused', reason: 'placeholder-refused', replaced: [left] };
}
