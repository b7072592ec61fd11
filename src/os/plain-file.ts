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
  writeFileSync,
} from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { isWithin } from './paths.ts';

/**
 * Opening a FIFO, or reading a device, can block a thread of the pool forever: a process with such a thread neither
 * works on nor exits. A checkout, an archive or another program chooses what a name leads to, so that every file which
 * this process did not write itself is read by this module.
 */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
const CHUNK_BYTES = 64 * 1024;

/** The largest file that a person writes, in bytes: settings, manifests, lists of patterns. */
export const WRITTEN_MAX_BYTES = 1024 * 1024;
/** The largest file that a program writes and that is read as a whole, in bytes: lock files, bundles, events of GitHub. */
export const GENERATED_MAX_BYTES = 64 * 1024 * 1024;

/** What may be read of a file. */
export interface ReadLimits {
  /** The largest accepted size, in bytes. */
  maxBytes: number;
  /** The folder that must hold the file once all links are resolved; absent: any folder. */
  within?: string;
}

/** Why a file that exists is not read. */
export type RefusedFile = 'ERR_NOT_A_FILE' | 'ERR_TOO_LARGE' | 'ERR_OUTSIDE';

/** A file exists and is not read; `code` tells why. The message is the end of a sentence that begins with the file. */
export class PlainFileError extends Error {
  override readonly name = 'PlainFileError';
  readonly code: RefusedFile;
  constructor(code: RefusedFile, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Opens a regular file for reading. The caller closes it.
 * @param within the folder that must hold the file once all links are resolved; absent: any folder.
 * @param isLinkAllowed whether `file` may itself be a link; by default it may.
 * @throws PlainFileError for a file outside of that folder and for anything but a regular file; the system's error else.
 */
export async function openPlainFile(
  file: string,
  { within, isLinkAllowed = true }: Pick<ReadLimits, 'within'> & { isLinkAllowed?: boolean } = {},
): Promise<FileHandle> {
  const real = isLinkAllowed ? await realpath(file) : join(await realpath(dirname(file)), basename(file));
  const root = within === undefined ? undefined : await realpath(within);
  requireInside(root, real);
  requireFile(await lstat(real));
  const handle = await open(real, FLAGS | (constants.O_NOFOLLOW ?? 0));
  try {
    // A program may have replaced the file, or a folder above it, since it was looked at.
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
 * Reads a regular file as a whole, through links.
 * @throws PlainFileError for a file that is too large, outside of `within`, or not a regular file; the system's error
 * for a file that does not exist or cannot be read.
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

/** {@link readPlainFile} as text. */
export async function readPlainText(
  file: string,
  limits: ReadLimits,
  encoding: 'utf8' | 'latin1' = 'utf8',
): Promise<string> {
  return (await readPlainFile(file, limits)).toString(encoding);
}

/** {@link readPlainText} of UTF-8 for a caller that cannot wait. Same errors. */
export function readPlainTextSync(file: string, { maxBytes }: Pick<ReadLimits, 'maxBytes'>): string {
  requireFile(statSync(file));
  const descriptor = openSync(file, FLAGS);
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
 * Reads a regular file, or a pipe such as a shell's `<(command)`, as a whole. Waiting for a pipe keeps no thread, so that
 * it ends with the signal.
 * @throws PlainFileError for a file that is too large or neither of both; the system's error; the signal's reason.
 */
export async function readFileOrPipe(
  file: string,
  { maxBytes }: Pick<ReadLimits, 'maxBytes'>,
  signal?: AbortSignal,
): Promise<Buffer> {
  const isPipe = (found: Stats) => found.isFIFO();
  if (!isPipe(await stat(file))) return readPlainFile(file, { maxBytes });
  const descriptor = openSync(file, FLAGS);
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

/** Whether a name leads to a regular file. */
export async function isPlainFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** The largest file that is read line by line, in bytes. */
const LINES_MAX_BYTES = 1024 * 1024 * 1024;

/**
 * Reads a regular file of UTF-8 line by line, from a byte on. Lines end with LF or CRLF.
 * @throws PlainFileError for a file above 1 GiB, a line above 64 MiB, and anything but a regular file; the system's error.
 */
export async function* readPlainLines(file: string, start = 0): AsyncGenerator<string> {
  const handle = await openPlainFile(file);
  try {
    if ((await handle.stat()).size > LINES_MAX_BYTES) throw tooLarge(LINES_MAX_BYTES);
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.alloc(CHUNK_BYTES);
    // The beginning of a line, in the parts that were read: joining them each time would be quadratic.
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

/**
 * Appends text to a regular file, which is created for this user alone if it does not exist.
 * @throws PlainFileError for anything else of that name; the system's error.
 */
export async function appendPlainFile(file: string, text: string): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);
  const handle = await open(file, flags, 0o600);
  try {
    requireFile(await handle.stat());
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

/**
 * Replaces the content of a regular file, which is created if it does not exist, for a caller that cannot wait. The name must
 * still lead to that file alone: another program may have put a link, a second name or a pipe there meanwhile.
 * @param file its real path.
 * @throws PlainFileError for anything else of that name, whose content is not changed; the system's error.
 */
export function replacePlainFileSync(file: string, text: string): void {
  const { O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
  // Windows has neither of the two flags.
  const descriptor = openSync(file, O_WRONLY | O_CREAT | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o666);
  try {
    const opened = fstatSync(descriptor);
    requireFile(opened);
    const isSame = realpathSync(file) === file && lstatSync(file).ino === opened.ino;
    if (opened.nlink > 1 || !isSame) {
      throw new PlainFileError('ERR_OUTSIDE', 'leads to another file than it did');
    }
    ftruncateSync(descriptor);
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/** Collects what was read, up to a limit. */
function createParts(size: number, maxBytes: number) {
  if (size > maxBytes) throw tooLarge(maxBytes);
  const parts: Buffer[] = [];
  let length = 0;
  return {
    // One more byte than allowed shows that a file has grown, or that its size is not known.
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
