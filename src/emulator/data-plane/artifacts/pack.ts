import { pipeline } from 'node:stream/promises';
import { Transform } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { packTar } from 'modern-tar/fs';
import type { PieceDescription } from './survey.ts';

/** The entries of a piece: the folder, and what describes it. */
export const TREE = 'tree';
export const DESCRIPTION = 'piece.json';

/** The packed form of a folder. */
export interface PackedFolder {
  content: AsyncIterable<Uint8Array>;
  /** Bytes of the archive so far, before compression; all of them once the content has ended. */
  unpackedSize: () => number;
}

/**
 * Packs a folder that nothing writes to: a gzipped tar archive of its folders and files, without owners and with git's modes.
 * Times stay, for compiled Python names the time of its source. The content throws when a file cannot be read.
 */
export function packFolder(folder: string, description: PieceDescription, signal: AbortSignal): PackedFolder {
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
  // It is written once, and read a few times within the cluster: speed counts more than the last tenth of its size.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  // Failures end the reading of its last part.
  pipeline(archive, measure, gzip, { signal }).catch(() => undefined);
  return { content: gzip, unpackedSize: () => size };
}
