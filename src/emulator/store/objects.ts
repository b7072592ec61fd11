import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ObjectMissingError, type ObjectStore, type WrittenObject } from '../ports/objects.ts';
import type { UploadChunks } from '../ports/store.ts';
import { property } from './errors.ts';
import { StoreError } from '../ports/store-errors.ts';

const PART = '.part';
const READ = 256 * 1024;
const GATHERED = 512 * 1024;

/**
 * Creates an object store of files in a folder that only this process uses. With `durable`, stored objects survive a
 * power failure. Without `durable`, stored objects survive the death of the process, but not a power failure.
 */
export function createDiskObjectStore(folder: string, durable: boolean): ObjectStore {
  const whole = (id: string) => join(folder, assertContentId(id));
  const part = (id: string) => `${whole(id)}${PART}`;
  /** IDs of objects that are being written and must not be removed. */
  const held = new Set<string>();
  const remove = async (id: string) => {
    if (!isContentId(id)) return;
    await rm(whole(id), { force: true });
    await rm(part(id), { force: true });
  };
  return {
    async write(id, given, settle) {
      held.add(id);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const { content, result } = measureContent(given);
        await withFile(part(id), async (file) => {
          await writeBehind(file, content);
          if (durable) await file.sync();
        });
        await rename(part(id), whole(id));
        if (durable) await syncFolder(folder);
        await settle(result());
      } catch (error) {
        await remove(id).catch(() => undefined);
        throw isFull(error) ? noRoom(error) : error;
      } finally {
        held.delete(id);
      }
    },
    async *read(id, start = 0) {
      try {
        yield* createReadStream(whole(id), { highWaterMark: READ, start }) as AsyncIterable<Buffer>;
      } catch (cause) {
        if (property(cause, 'code') !== 'ENOENT') throw cause;
        throw new ObjectMissingError(`stored object ${id} does not exist`, { cause });
      }
    },
    async size(id) {
      const found = isContentId(id) ? await stat(whole(id)).catch(() => undefined) : undefined;
      return found?.isFile() ? found.size : undefined;
    },
    remove,
    async list() {
      const names = await readdir(folder).catch(() => []);
      const ids = names.map((name) => (name.endsWith(PART) ? name.slice(0, -PART.length) : name));
      return [...new Set(ids)].filter((id) => isContentId(id) && !held.has(id));
    },
  };
}

/** Creates a new file that only this user may access, and passes the file to `work`. */
async function withFile(path: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

/** Writes several chunks together while the next chunks arrive, because single writes are slower. */
async function writeBehind(file: FileHandle, content: AsyncIterable<Uint8Array>): Promise<void> {
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  let writing = Promise.resolve();
  const flush = async () => {
    const batch = gathered;
    gathered = [];
    bytes = 0;
    await writing;
    writing = batch.length === 0 ? Promise.resolve() : writeAll(file, Buffer.concat(batch));
    // The error of a failed write is handled when `writing` is awaited later.
    writing.catch(() => undefined);
  };
  try {
    for await (const chunk of content) {
      gathered.push(chunk);
      bytes += chunk.length;
      if (bytes >= GATHERED) await flush();
    }
    await flush();
    await writing;
  } finally {
    // The write must end before the file is closed.
    await writing.catch(() => undefined);
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at);
    at += bytesWritten;
  }
}

/** Flushes a folder, which contains the names of files, to the disk. Windows neither supports nor needs the flush. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isFull(error: unknown): boolean {
  const code = property(error, 'code');
  return code === 'ENOSPC' || code === 'EDQUOT';
}

function noRoom(cause: unknown): StoreError {
  return new StoreError('full', 'The disk has no space left for the upload, so nothing was stored.', {
    cause,
  });
}

/** Size of a chunk in bytes. */
const PIECE = 1024 * 1024;
/**
 * Milliseconds of real time after which unchanged content counts as abandoned. No request takes longer than `QUIET_MS`.
 */
export const QUIET_MS = 15 * 60_000;

/**
 * Creates an object store of chunks in the database, for emulators that share only the database. `now` returns real
 * time in epoch milliseconds.
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
    async *read(id, from = 0) {
      // All chunks except the last have the same size, so the offset determines the first chunk.
      const first = Math.floor(from / PIECE);
      for (let index = first; ; index += 1) {
        const piece = await chunks.get(id, index);
        if (piece === undefined && index === 0)
          throw new ObjectMissingError(`stored object ${id} does not exist`);
        if (piece === undefined) return;
        yield index === first ? piece.subarray(from - first * PIECE) : piece;
      }
    },
    size: (id) => chunks.size(id),
    remove: (id) => chunks.remove(id),
    list: () => chunks.listIdle(now() - QUIET_MS),
  };
}

/** Divides bytes into chunks of this size. The last chunk can be shorter. Empty content becomes one empty chunk. */
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
      // Allocates a new buffer, because the consumer might still use the previous buffer.
      piece = Buffer.alloc(size);
      filled = 0;
    }
  }
  if (filled > 0 || !any) yield piece.subarray(0, filled);
}

/** Passes content through, and computes the size and hash of the content. */
function measureContent(content: AsyncIterable<Uint8Array>): {
  content: AsyncIterable<Uint8Array>;
  /** Returns the size and the hash. Callers must call the function once, after the last byte. */
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

const CONTENT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns whether a content ID is safe as a file name: only hexadecimal digits and dashes. */
function isContentId(id: string): boolean {
  return CONTENT_ID.test(id);
}

/** @throws ObjectMissingError if the ID is invalid. */
function assertContentId(id: string): string {
  if (!isContentId(id)) throw new ObjectMissingError('no content exists: the name is not a content ID');
  return id;
}
