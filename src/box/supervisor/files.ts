import { randomBytes } from 'node:crypto';
// The module `src/os/plain-file.ts` is not available here, because the supervisor runs inside a box.
import { constants, realpathSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { CHUNK_BYTES, DATA, type FileErrorCode, type HostChannel, WINDOW_BYTES } from './protocol.ts';

/** Limits of file access: relative paths start at `home`, and no path can leave `root`. */
export interface FileScope {
  home: string;
  root: string | null;
}

/**
 * Opens a regular file for reading. Throws `FileError` for anything except a regular file, because a read from a pipe
 * would block forever.
 */
export async function openForReading(
  path: string,
  place: FileScope,
): Promise<{ file: FileHandle; stats: Stats }> {
  const real = realpathSync(toAbsolute(path, place.home));
  assertInside(real, place.root, path);
  const noFollow = place.root === null ? 0 : constants.O_NOFOLLOW;
  const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | noFollow);
  try {
    await keepOpenedInside(file, place.root, path);
    const stats = await file.stat();
    if (!stats.isFile()) throw new FileError('not-a-file', `${path} is not a regular file`);
    return { file, stats };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * A temporary file in the folder of its destination. The temporary file replaces the destination only when complete.
 */
interface Upload {
  write(data: Uint8Array): Promise<void>;
  /** Moves the uploaded file to its destination. Returns the file's size in bytes. */
  finish(): Promise<number>;
  abort(): Promise<void>;
}

/**
 * Creates a file and its parent folders. The mode of an existing file does not change. Throws `FileError` if the file
 * cannot be created.
 */
async function openForWriting(asked: string, place: FileScope): Promise<Upload> {
  if (/[/\\]\.{0,2}$/.test(asked))
    throw new FileError('invalid-path', `${asked} is the path of a folder, not of a file`);
  const resolved = toAbsolute(asked, place.home);
  const { real, missing } = deepestExisting(path.dirname(resolved));
  assertInside(real, place.root, asked);
  const folder = path.join(real, ...missing);
  await mkdir(folder, { recursive: true });
  const { target, mode } = await targetOf(path.join(folder, path.basename(resolved)), place.root, asked);
  const beside = path.join(path.dirname(target), `.upload-${randomBytes(6).toString('hex')}`);
  const file = await open(beside, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
  let bytes = 0;
  const abandon = async () => {
    await file.close().catch(() => undefined);
    await unlink(beside).catch(() => undefined);
  };
  try {
    await keepOpenedInside(file, place.root, asked);
    await file.chmod(mode);
  } catch (error) {
    await abandon();
    throw error;
  }
  return {
    write: async (data) => {
      for (let from = 0; from < data.length; ) {
        from += (await file.write(data, from, data.length - from)).bytesWritten;
      }
      bytes += data.length;
    },
    finish: async () => {
      await file.close();
      await rename(beside, target);
      return bytes;
    },
    abort: abandon,
  };
}

/** Returns the file to write for a path. A link is followed and remains a link, as with a shell's `>`. */
async function targetOf(
  name: string,
  root: string | null,
  path: string,
): Promise<{ target: string; mode: number }> {
  const there = await lstat(name).catch(() => undefined);
  if (there === undefined) return { target: name, mode: 0o644 };
  if (!there.isSymbolicLink()) return { target: name, mode: modeOf(there, path) };
  const target = realpathSync(name);
  assertInside(target, root, path);
  return { target, mode: modeOf(await stat(target), path) };
}

function modeOf(stats: Stats, path: string): number {
  if (!stats.isFile()) throw new FileError('not-a-file', `${path} is not a regular file`);
  return stats.mode & 0o777;
}

/** A parent folder might have been replaced by a link after the check, so the opened file is checked again. */
async function keepOpenedInside(file: FileHandle, root: string | null, path: string): Promise<void> {
  if (root === null || process.platform !== 'linux') return;
  assertInside(await readlink(`/proc/self/fd/${file.fd}`), root, path);
}

/** Files being transferred, keyed by operation number. */
export class FileTransfers {
  private readonly downloads = new Map<number, { credit: number; more(): void }>();
  private readonly uploads = new Map<number, { steps: Promise<void>; upload: Upload | undefined }>();
  private readonly place: FileScope;
  private readonly channel: HostChannel;

  constructor(place: FileScope, channel: HostChannel) {
    this.place = place;
    this.channel = channel;
  }

  stat(id: number, path: string): void {
    void this.attempt(id, path, async () => {
      const { file, stats } = await openForReading(path, this.place);
      await file.close();
      this.channel.sendMessage({ say: 'file', id, size: stats.size, modifiedMs: stats.mtimeMs });
    });
  }

  /**
   * Sends the bytes from `start` to `end` (exclusive; null for the end of the file), at the rate that the host requests
   * them.
   */
  read(id: number, path: string, start: number, end: number | null): void {
    const state = { credit: WINDOW_BYTES, more: () => undefined as void };
    this.downloads.set(id, state);
    void this.attempt(id, path, async () => {
      const { file, stats } = await openForReading(path, this.place);
      try {
        await this.pump(id, file, start, end ?? stats.size, state);
      } finally {
        await file.close();
      }
      this.channel.sendMessage({ say: 'end', id });
    }).finally(() => this.downloads.delete(id));
  }

  write(id: number, path: string): void {
    const state: { steps: Promise<void>; upload: Upload | undefined } = {
      steps: Promise.resolve(),
      upload: undefined,
    };
    this.uploads.set(id, state);
    this.step(id, path, async () => {
      state.upload = await openForWriting(path, this.place);
    });
  }

  data(id: number, data: Buffer): boolean {
    const state = this.uploads.get(id);
    if (state === undefined) return false;
    this.step(id, '', async () => {
      await state.upload?.write(data);
      this.channel.sendMessage({ say: 'credit', id, bytes: data.length });
    });
    return true;
  }

  close(id: number): boolean {
    const state = this.uploads.get(id);
    if (state === undefined) return false;
    this.step(id, '', async () => {
      if (state.upload === undefined) return;
      const bytes = await state.upload.finish();
      this.uploads.delete(id);
      this.channel.sendMessage({ say: 'wrote', id, bytes });
    });
    return true;
  }

  /** Cancels a transfer. A partly written file is removed. */
  cancel(id: number): void {
    const upload = this.uploads.get(id);
    this.uploads.delete(id);
    void upload?.steps.then(() => upload.upload?.abort());
    const download = this.downloads.get(id);
    this.downloads.delete(id);
    download?.more();
  }

  grant(id: number, bytes: number): void {
    const state = this.downloads.get(id);
    if (state === undefined) return;
    state.credit += bytes;
    state.more();
  }

  private async pump(
    id: number,
    file: FileHandle,
    start: number,
    end: number,
    state: { credit: number; more(): void },
  ): Promise<void> {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let at = start; at < end; ) {
      if (!this.downloads.has(id)) return;
      if (state.credit <= 0) {
        await new Promise<void>((resolve) => {
          state.more = resolve;
        });
        continue;
      }
      const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK_BYTES, end - at), at);
      if (bytesRead === 0) throw new FileError('changed', 'the file became shorter while it was being read');
      // The buffer can be reused, because the channel copies the data.
      this.channel.sendData(DATA, id, buffer.subarray(0, bytesRead));
      state.credit -= bytesRead;
      at += bytesRead;
    }
  }

  private step(id: number, path: string, work: () => Promise<void>): void {
    const state = this.uploads.get(id);
    if (state === undefined) return;
    state.steps = state.steps.then(() => (this.uploads.has(id) ? this.attempt(id, path, work) : undefined));
  }

  private async attempt(id: number, path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const upload = this.uploads.get(id);
      this.uploads.delete(id);
      await upload?.upload?.abort();
      this.channel.sendMessage({ say: 'failed', id, ...fileErrorOf(error, path) });
    }
  }
}

const ERROR_CODES: Record<string, FileErrorCode> = {
  ENOENT: 'not-found',
  ENOTDIR: 'not-found',
  EISDIR: 'not-a-file',
  ENXIO: 'not-a-file',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  // The file is opened without following links, so the error ELOOP means that a link is at its path.
  ELOOP: 'outside',
  ENAMETOOLONG: 'invalid-path',
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
};

export function fileErrorOf(error: unknown, path: string): { code: FileErrorCode; message: string } {
  if (error instanceof FileError) return { code: error.code, message: error.message };
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return { code: ERROR_CODES[code] ?? 'other', message: `${path === '' ? 'the file' : path}: ${code}` };
}

const LONGEST = 4096;

class FileError extends Error {
  readonly code: FileErrorCode;
  constructor(code: FileErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Converts a path to an absolute path, where a relative path starts at `home`. Throws `FileError` for an invalid path.
 */
export function toAbsolute(asked: string, home: string): string {
  if (asked === '' || asked.includes('\0') || Buffer.byteLength(asked) > LONGEST) {
    throw new FileError('invalid-path', 'a path must have 1 to 4096 bytes and no NUL');
  }
  return path.resolve(home, asked);
}

/** Throws `FileError` if `file`, after resolving links, is not below `root`. If `root` is null, any path is allowed. */
export function assertInside(file: string, root: string | null, asked: string): void {
  if (root === null) return;
  const real = realpathSync(root);
  if (file !== real && !file.startsWith(real + path.sep)) {
    throw new FileError(
      'outside',
      `${asked} is outside the box: use a path relative to its home, or below ${path.join(root)}`,
    );
  }
}

/**
 * Returns the deepest existing folder of a path, with links resolved, and the names of the missing folders below it.
 */
function deepestExisting(folder: string): { real: string; missing: string[] } {
  const missing: string[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    try {
      return { real: realpathSync(at), missing };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOENT' || at === path.dirname(at)) throw error;
      missing.unshift(path.basename(at));
    }
  }
}
