import { ObjectMissing, type ObjectStore } from '../../ports/objects.ts';
import type { UploadChunks } from '../../ports/store.ts';
import { measureContent } from './measured.ts';

/** Bytes of a piece. */
const PIECE = 1024 * 1024;
/** Milliseconds of real time. No request lasts as long: what was not added to since then is nobody's work any more. */
const QUIET_MS = 15 * 60_000;

/**
 * Objects in pieces within the database, for emulators that share it and nothing else. `now`: real time, in epoch
 * milliseconds.
 */
export function createDatabaseObjectStore(chunks: UploadChunks, now: () => number): ObjectStore {
  return {
    async write(id, given, settle) {
      try {
        const { content, result } = measureContent(given);
        let index = 0;
        for await (const piece of pieces(content, PIECE)) {
          await chunks.put(id, index, piece, now());
          index += 1;
        }
        await settle(result());
      } catch (error) {
        await chunks.remove(id).catch(() => undefined);
        throw error;
      }
    },
    async *read(id) {
      for (let index = 0; ; index += 1) {
        const piece = await chunks.get(id, index);
        if (piece === undefined && index === 0) throw new ObjectMissing(`there is no content ${id}`);
        if (piece === undefined) return;
        yield piece;
      }
    },
    size: (id) => chunks.size(id),
    remove: (id) => chunks.remove(id),
    list: () => chunks.listIdle(now() - QUIET_MS),
  };
}

/** The same bytes in pieces of this size, the last one shorter; one empty piece when there are none. */
async function* pieces(content: AsyncIterable<Uint8Array>, size: number): AsyncIterable<Uint8Array> {
  let piece = Buffer.alloc(size);
  let filled = 0;
  let any = false;
  for await (const chunk of content) {
    for (let at = 0; at < chunk.length; ) {
      const taken = Math.min(size - filled, chunk.length - at);
      piece.set(chunk.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < size) continue;
      yield piece;
      any = true;
      // Whoever took the last one may still hold it.
      piece = Buffer.alloc(size);
      filled = 0;
    }
  }
  if (filled > 0 || !any) yield piece.subarray(0, filled);
}
