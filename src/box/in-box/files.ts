import { randomBytes } from 'node:crypto';
import { constants, realpathSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { toAbsolute, deepestExisting, FileError, assertInside } from './paths.ts';

/** Where files may lie: a home that relative paths begin at, and a folder that no path may lead out of. */
export interface FileScope {
  home: string;
  root: string | null;
}

/** Opens a regular file for reading; anything else (a pipe would wait for ever) is refused. Throws `FileTrouble`. */
export async function openForReading(
  asked: string,
  place: FileScope,
): Promise<{ file: FileHandle; stats: Stats }> {
  const real = realpathSync(toAbsolute(asked, place.home));
  assertInside(real, place.root, asked);
  const noFollow = place.root === null ? 0 : constants.O_NOFOLLOW;
  const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | noFollow);
  try {
    await keepOpenedInside(file, place.root, asked);
    const stats = await file.stat();
    if (!stats.isFile()) throw new FileError('not-a-file', `${asked} is not a regular file`);
    return { file, stats };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** A file being written beside its place: it takes it only when it is whole. */
export interface Upload {
  write(data: Uint8Array): Promise<void>;
  /** Puts it in its place. */
  finish(): Promise<number>;
  abort(): Promise<void>;
}

/** Begins a file, with the folders that lead to it; one that was there keeps its mode. Throws `FileTrouble`. */
export async function openForWriting(asked: string, place: FileScope): Promise<Upload> {
  if (/[/\\]\.{0,2}$/.test(asked)) throw new FileError('invalid-path', `${asked} names a folder, not a file`);
  const wanted = toAbsolute(asked, place.home);
  const { real, missing } = deepestExisting(path.dirname(wanted));
  assertInside(real, place.root, asked);
  const folder = path.join(real, ...missing);
  await mkdir(folder, { recursive: true });
  const { target, mode } = await targetOf(path.join(folder, path.basename(wanted)), place.root, asked);
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

/** What a name stands for when written to: a link's target stays linked, as with any program's `>`. */
async function targetOf(
  name: string,
  root: string | null,
  asked: string,
): Promise<{ target: string; mode: number }> {
  const there = await lstat(name).catch(() => undefined);
  if (there === undefined) return { target: name, mode: 0o644 };
  if (!there.isSymbolicLink()) return { target: name, mode: modeOf(there, asked) };
  const target = realpathSync(name);
  assertInside(target, root, asked);
  return { target, mode: modeOf(await stat(target), asked) };
}

function modeOf(stats: Stats, asked: string): number {
  if (!stats.isFile()) throw new FileError('not-a-file', `${asked} is not a regular file`);
  return stats.mode & 0o777;
}

/** A folder on the way may have become a link since it was looked at: what was opened is what counts. */
async function keepOpenedInside(file: FileHandle, root: string | null, asked: string): Promise<void> {
  if (root === null || process.platform !== 'linux') return;
  assertInside(await readlink(`/proc/self/fd/${file.fd}`), root, asked);
}
