import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
  writeFile,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { promisify } from 'node:util';
import { isWithin } from './paths.ts';

/**
 * Flags for opening files that this process did not write. Without the flags, opening a FIFO or a device in place of a
 * file could block a thread of the pool forever, so the process could neither continue nor exit. Read all files of
 * other programs with this module.
 */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
/** Flag that makes opening fail if the last part of the path is a link, or 0 on Windows, which has no such flag. */
export const NO_LINK = constants.O_NOFOLLOW ?? 0;
const CHUNK_BYTES = 64 * 1024;

/** Maximum size in bytes of a file that people write, such as settings, manifests and pattern lists. */
export const WRITTEN_MAX_BYTES = 1024 * 1024;
/** Maximum size in bytes of a generated file that is read as a whole, such as lock files, bundles and GitHub events. */
export const GENERATED_MAX_BYTES = 64 * 1024 * 1024;

export interface ReadLimits {
  maxBytes: number;
  /** Folder that must contain the file after all links are resolved, or absent if any folder is allowed. */
  within?: string;
}

type RefusedFile = 'ERR_NOT_A_FILE' | 'ERR_TOO_LARGE' | 'ERR_OUTSIDE' | 'ERR_NOT_PRIVATE';

/**
 * Thrown if a file exists but must not be read, for the reason `code`. The message continues a sentence that begins
 * with the file's name.
 */
export class PlainFileError extends Error {
  override readonly name = 'PlainFileError';
  readonly code: RefusedFile;
  constructor(code: RefusedFile, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Opens a regular file for reading. The caller must close the file.
 * @param within Folder that must contain the file after all links are resolved, or absent if any folder is allowed.
 * @param isLinkAllowed Whether `file` itself may be a link, by default true.
 * @throws PlainFileError if the file is outside `within` or is not a regular file, or the system's error for any other
 * failure.
 */
export async function openPlainFile(
  file: string,
  { within, isLinkAllowed = true }: Pick<ReadLimits, 'within'> & { isLinkAllowed?: boolean } = {},
): Promise<FileHandle> {
  const real = isLinkAllowed ? await realpath(file) : join(await realpath(dirname(file)), basename(file));
  const root = within === undefined ? undefined : await realpath(within);
  requireInside(root, real);
  requireFile(await lstat(real));
  const handle = await open(real, READ_FLAGS | NO_LINK);
  try {
    // The file is checked again, because a program might have replaced the file or a parent folder.
    requireFile(await handle.stat());
    if (root !== undefined && process.platform === 'linux') {
      requireInside(root, await readlink(`/proc/self/fd/${handle.fd}`).catch(() => real));
    }
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Reads a whole regular file, and follows links.
 * @throws PlainFileError if the file is too large, outside `within`, or not a regular file, or the system's error if
 * the file does not exist or cannot be read.
 */
export async function readPlainFile(file: string, { maxBytes, within }: ReadLimits): Promise<Buffer> {
  const handle = await openPlainFile(file, within === undefined ? {} : { within });
  try {
    const { size } = await handle.stat();
    const parts = createParts(size, maxBytes);
    for (;;) {
      const buffer = parts.next();
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return parts.whole();
      parts.add(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

/** Reads a file like {@link readPlainFile}, and returns the content as a string. */
export async function readPlainText(
  file: string,
  limits: ReadLimits,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<string> {
  return (await readPlainFile(file, limits)).toString(encoding);
}

/** Reads a UTF-8 file synchronously. Throws the same errors as {@link readPlainText}. */
export function readPlainTextSync(file: string, { maxBytes }: Pick<ReadLimits, 'maxBytes'>): string {
  requireFile(statSync(file));
  const descriptor = openSync(file, READ_FLAGS);
  try {
    const found = fstatSync(descriptor);
    requireFile(found);
    const parts = createParts(found.size, maxBytes);
    for (;;) {
      const buffer = parts.next();
      const bytesRead = readSync(descriptor, buffer);
      if (bytesRead === 0) return parts.whole().toString('utf8');
      parts.add(buffer.subarray(0, bytesRead));
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Reads a whole regular file, or a whole pipe such as a shell's `<(command)`. Waiting for a pipe does not block a
 * thread, so the signal can end the wait.
 * @throws PlainFileError if the file is too large or is neither a regular file nor a pipe, the system's error if the
 * file cannot be read, or the signal's reason if the signal aborts.
 */
export async function readFileOrPipe(
  file: string,
  { maxBytes }: Pick<ReadLimits, 'maxBytes'>,
  signal?: AbortSignal,
): Promise<Buffer> {
  const isPipe = (found: Stats) => found.isFIFO();
  if (!isPipe(await stat(file))) return readPlainFile(file, { maxBytes });
  const descriptor = openSync(file, READ_FLAGS);
  if (!isPipe(fstatSync(descriptor))) {
    closeSync(descriptor);
    throw notFile();
  }
  const socket = new Socket({ fd: descriptor, readable: true, writable: false });
  const abort = () => socket.destroy();
  signal?.addEventListener('abort', abort);
  try {
    signal?.throwIfAborted();
    const parts = createParts(0, maxBytes);
    for await (const chunk of socket) if (Buffer.isBuffer(chunk)) parts.add(chunk);
    return parts.whole();
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
    socket.destroy();
  }
}

/** Returns whether a path refers to a regular file. */
export async function isPlainFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** Maximum size of a file that is read line by line, in bytes. */
const LINES_MAX_BYTES = 1024 * 1024 * 1024;

/**
 * Reads a regular UTF-8 file line by line, starting at a byte offset. A line ends with LF or CRLF.
 * @throws PlainFileError if the file is larger than 1 GiB, has a line longer than 64 MiB, or is not a regular file, or
 * the system's error if the file cannot be read.
 */
export async function* readPlainLines(file: string, start = 0): AsyncGenerator<string> {
  const handle = await openPlainFile(file);
  try {
    if ((await handle.stat()).size > LINES_MAX_BYTES) throw tooLarge(LINES_MAX_BYTES);
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.alloc(CHUNK_BYTES);
    // Parts of an incomplete line, which are not joined after each read, because joining would take quadratic time.
    let begun: string[] = [];
    let length = 0;
    for (let at = start; at <= LINES_MAX_BYTES; ) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
      at += bytesRead;
      const [first = '', ...rest] = (
        bytesRead === 0 ? decoder.end() : decoder.write(buffer.subarray(0, bytesRead))
      ).split('\n');
      begun.push(first);
      length += first.length;
      if (length > GENERATED_MAX_BYTES) throw tooLarge(GENERATED_MAX_BYTES);
      for (const next of rest) {
        yield begun.join('').replace(/\r$/, '');
        begun = [next];
        length = next.length;
      }
      if (bytesRead > 0) continue;
      const last = begun.join('');
      if (last !== '') yield last;
      return;
    }
    throw tooLarge(LINES_MAX_BYTES);
  } finally {
    await handle.close();
  }
}

/** Options for opening a file for writing. By default, the first write overwrites the beginning of the file. */
interface WriteOptions {
  /** True to append with each write. */
  append?: boolean;
  /** False to refuse a link, by default true. */
  isLinkAllowed?: boolean;
  /** Mode of a newly created file, which by default only this user can access. */
  mode?: number;
}

/**
 * Opens a regular file for writing, and creates a missing file. Does not wait for the reader of a pipe. The caller must
 * close the descriptor.
 * @throws PlainFileError if the path is not a regular file, or the system's error if the file cannot be opened.
 */
export function openForWriting(
  file: string,
  { append = false, isLinkAllowed = true, mode = 0o600 }: WriteOptions = {},
): { descriptor: number; stats: Stats } {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  const flags =
    O_WRONLY | O_CREAT | (O_NONBLOCK ?? 0) | (append ? O_APPEND : 0) | (isLinkAllowed ? 0 : NO_LINK);
  const descriptor = openSync(file, flags, mode);
  try {
    const stats = fstatSync(descriptor);
    requireFile(stats);
    return { descriptor, stats };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/**
 * Appends text to a regular file. Creates a missing file, which only this user can access.
 * @throws PlainFileError if the path is not a regular file, or the system's error if the file cannot be written.
 */
export async function appendPlainFile(file: string, text: string): Promise<void> {
  const { descriptor } = openForWriting(file, { append: true });
  try {
    await promisify(writeFile)(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Replaces the content of a regular file synchronously, and creates a missing file. Refuses a pipe, a file with several
 * hard links, and a path that is or contains a link.
 * @param file Path with all links resolved.
 * @throws PlainFileError, without changing the content, if the path is not a regular file with a single hard link, or
 * the system's error if the file cannot be written.
 */
export function replacePlainFileSync(file: string, text: string): void {
  const { descriptor, stats } = openForWriting(file, { isLinkAllowed: false, mode: 0o666 });
  try {
    const isSame = realpathSync(file) === file && lstatSync(file).ino === stats.ino;
    if (stats.nlink > 1 || !isSame) {
      throw new PlainFileError('ERR_OUTSIDE', 'was replaced by a link or another file in the meantime');
    }
    ftruncateSync(descriptor);
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/** Collects chunks of a file, up to a maximum number of bytes. */
function createParts(size: number, maxBytes: number) {
  if (size > maxBytes) throw tooLarge(maxBytes);
  const parts: Buffer[] = [];
  let length = 0;
  return {
    // Reading one byte above the maximum detects a file that has grown or whose size is unknown.
    next: () => Buffer.alloc(Math.min(Math.max(size + 1 - length, CHUNK_BYTES), maxBytes + 1 - length)),
    add(part: Buffer) {
      length += part.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      parts.push(part);
    },
    whole: () => (parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)),
  };
}

function requireFile(found: Stats): void {
  if (!found.isFile()) throw notFile();
}

function requireInside(root: string | undefined, real: string): void {
  if (root !== undefined && !isWithin(root, real)) {
    throw new PlainFileError('ERR_OUTSIDE', 'leads out of its folder');
  }
}

const notFile = () => new PlainFileError('ERR_NOT_A_FILE', 'is not a regular file');
const tooLarge = (maxBytes: number) =>
  new PlainFileError('ERR_TOO_LARGE', `is larger than ${maxBytes} bytes`);
