import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import type { ArchiveDescription } from './survey.ts';

/** Names of the two entries in an archive: the folder, and the folder's description. */
export const TREE = 'tree';
export const DESCRIPTION = 'piece.json';

export interface PackedFolder {
  content: AsyncIterable<Uint8Array>;
  /** Returns the number of archive bytes before compression, which is final once the content has ended. */
  unpackedSize: () => number;
}

/**
 * Packs a folder into a gzipped tar archive, without owners and with git's file modes. Keeps modification times,
 * because compiled Python files contain the time of their source. No program may write to the folder while it is
 * packed. The content stream fails if a file cannot be read.
 */
export function packFolder(
  folder: string,
  description: ArchiveDescription,
  signal: AbortSignal,
): PackedFolder {
  let size = 0;
  const measure = new Transform({
    transform(chunk: Uint8Array, _, done) {
      size += chunk.length;
      done(null, chunk);
    },
  });
  const archive = packTar(
    [
      { type: 'directory', source: folder, target: TREE },
      { type: 'content', content: JSON.stringify(description), target: DESCRIPTION, mode: 0o644 },
    ],
    {
      filter: (_, entry) => entry.isFile() || entry.isDirectory(),
      map: (header) => {
        const isProgram = header.type === 'directory' || ((header.mode ?? 0) & 0o100) !== 0;
        return { ...header, mode: isProgram ? 0o755 : 0o644, uid: 0, gid: 0, uname: '', gname: '' };
      },
    },
  );
  // Fast compression is preferred to a small archive, because an archive is read only a few times.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  // A failed pipeline destroys `gzip`, so the reader of `gzip` receives the error.
  pipeline(archive, measure, gzip, { signal }).catch(() => undefined);
  return { content: gzip, unpackedSize: () => size };
}
