import path from 'node:path';
import { createTarPacker, type TarHeader } from 'modern-tar';
import { createWakeUp } from '../../clients/listeners.ts';
import { openPlainFile, PlainFileError } from '../../os/plain-file.ts';
import { ActionError } from '../outcome.ts';
import { displayPath } from './sizes.ts';
import type { Entry } from './survey.ts';

/**
 * Modification time of every entry, which makes the archive the same each time. Some build tools do not support times
 * that are earlier than `MTIME`, such as 0.
 */
const MTIME = new Date('1985-10-26T08:15:00Z');
const READ_BYTES = 256 * 1024;
/** Number of read buffers: one buffer is filled while another buffer is consumed. */
const READ_BUFFERS = 2;

/** Callbacks that receive the content of files while the files are packed. */
interface TarWatcher {
  /** Called with the first bytes of each non-empty file. */
  began?: ((name: string, chunk: Uint8Array) => void) | undefined;
  /** Called with each chunk of each file, in order. */
  read?: ((entry: Extract<Entry, { kind: 'file' }>, chunk: Uint8Array) => void) | undefined;
}

/**
 * Yields the entries, in their order, as a tar stream. The stream is the same on all machines, because it contains no
 * owner, a single modification time, and only the modes 755 and 644. Each file is read when the stream reaches the
 * file. If a file has changed since its stat was read, the stream fails with ActionError. A chunk is valid only until the next
 * chunk is requested, because the chunk's memory is reused.
 */
export async function* tar(
  root: string,
  entries: readonly Entry[],
  { began, read }: TarWatcher = {},
): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const buffers = createBufferPool(READ_BUFFERS, READ_BYTES);
  const fill = async (): Promise<void> => {
    for (const entry of entries) {
      const writer = controller.add(headerOf(entry)).getWriter();
      if (entry.kind === 'file') {
        let first = true;
        for await (const chunk of contents(root, entry, buffers)) {
          if (first) began?.(entry.path, chunk);
          first = false;
          read?.(entry, chunk);
          await writer.write(chunk);
        }
      }
      await writer.close();
    }
    controller.finalize();
  };
  const work = fill().catch((error: unknown) => controller.error(error));
  try {
    for await (const chunk of readable) {
      yield chunk;
      buffers.release(chunk);
    }
  } finally {
    buffers.close();
    await work;
  }
}

function headerOf(entry: Entry): TarHeader {
  const common = { name: entry.path, mtime: MTIME, uid: 0, gid: 0, uname: '', gname: '' };
  // Tests whether a path is ASCII, because a path with other characters needs an extended header.
  const plain = (text: string) => /^[\x20-\x7e]*$/.test(text);
  const pax = plain(entry.path) ? {} : { path: entry.path };
  if (entry.kind === 'file') {
    const mode = entry.executable ? 0o755 : 0o644;
    return { ...common, type: 'file', size: entry.size, mode, pax };
  }
  const { target } = entry;
  const link = plain(target) ? {} : { linkpath: target };
  return { ...common, type: 'symlink', size: 0, mode: 0o777, linkname: target, pax: { ...pax, ...link } };
}

async function* contents(
  root: string,
  entry: Extract<Entry, { kind: 'file' }>,
  buffers: BufferPool,
): AsyncGenerator<Uint8Array> {
  // Does not follow links, because the file might have been replaced by a link to any other file.
  const options = { within: root, isLinkAllowed: false };
  const file = await openPlainFile(path.join(root, entry.path), options).catch((cause: unknown) => {
    if (cause instanceof PlainFileError) throw sourceChanged(entry.path, cause);
    throw unreadable(entry.path, cause);
  });
  try {
    const stat = await file.stat();
    if (stat.size !== entry.size || stat.mtimeMs !== entry.changedMs) {
      throw sourceChanged(entry.path);
    }
    let left = entry.size;
    while (left > 0) {
      const buffer = await buffers.acquire();
      const { bytesRead } = await file.read(buffer, 0, Math.min(left, READ_BYTES), null);
      if (bytesRead === 0) throw sourceChanged(entry.path);
      left -= bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Returns the error for a file that cannot be read, for example because it was deleted or belongs to another user. */
function unreadable(name: string, cause: unknown): ActionError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
  if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(code)) return sourceChanged(name, cause);
  return new ActionError(
    'source-unusable',
    `${displayPath(name)} cannot be packed, because it cannot be read (${code}). Give the runner's user permission to read it, or add it to .dockerignore.`,
    { cause },
  );
}

/** Returns the error for a file that changed while it was packed. */
export function sourceChanged(name: string | undefined, cause?: unknown): ActionError {
  const what = name === undefined ? 'A file' : displayPath(name);
  return new ActionError(
    'source-changed',
    `${what} changed or was removed while it was being packed, so nothing was deployed. Make sure that the steps that write to the checkout have finished, and run the workflow again.`,
    { cause },
  );
}

interface BufferPool {
  /** Waits for a free buffer, or returns a new buffer immediately after `close`, so that a pending read can end. */
  acquire(): Promise<Buffer<ArrayBuffer>>;
  /** Returns a slice of an acquired buffer to the pool, ignoring memory that is not from the pool. */
  release(piece: Uint8Array): void;
  close(): void;
}

/**
 * Creates a pool of `count` buffers of `bytes` bytes, each for one chunk at a time. New buffers for each chunk would
 * accumulate until the next garbage collection, because the packer queues megabytes of chunks.
 */
export function createBufferPool(count: number, bytes: number): BufferPool {
  const free = Array.from({ length: count }, () => Buffer.allocUnsafeSlow(bytes));
  const taken = new Map<ArrayBufferLike, Buffer<ArrayBuffer>>();
  const freed = createWakeUp();
  let closed = false;
  return {
    async acquire() {
      for (;;) {
        const buffer = closed ? Buffer.allocUnsafeSlow(bytes) : free.pop();
        if (buffer !== undefined) {
          taken.set(buffer.buffer, buffer);
          return buffer;
        }
        await freed.wait();
      }
    },
    release(piece) {
      const buffer = taken.get(piece.buffer);
      if (buffer === undefined) return;
      taken.delete(piece.buffer);
      free.push(buffer);
      freed.wake();
    },
    close() {
      closed = true;
      freed.wake();
    },
  };
}
