import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ObjectStore } from '../../ports/objects.ts';
import { StoreError } from '../../ports/store-errors.ts';
import type { NewPiece, PieceRows } from '../artifacts/artifact-writer.ts';
import { type PlaneClient, PlaneRefused } from '../artifacts/plane-client.ts';
import { type BuildResult, StoredPiece } from './protocol.ts';

/** Stores and finds the pieces of a deployment at the control plane. */
export interface RemotePieces {
  rows: PieceRows;
  objects: Pick<ObjectStore, 'write' | 'read'>;
}

interface RemotePiecesOptions {
  /** Folder that keeps packed pieces until they are stored, so that an interrupted upload can be repeated. */
  folder: string;
  /** Called before the result is sent; the control plane accepts nothing after the result. */
  beforeResult: () => Promise<void>;
}

export function createRemotePieces(
  plane: PlaneClient,
  { folder, beforeResult }: RemotePiecesOptions,
): RemotePieces {
  /** Pieces that were found or stored. */
  const known = new Map<string, NewPiece>();
  const fileOf = (contentId: string) => join(folder, contentId);
  const pathOf = ({ place, digest }: NewPiece, more: Record<string, string> = {}) =>
    `/pieces/${digest}?${new URLSearchParams({ place, ...more }).toString()}`;

  const need = (contentId: string): NewPiece => {
    const piece = known.get(contentId);
    if (piece === undefined) throw new Error(`there is no piece ${contentId}`);
    return piece;
  };

  return {
    rows: {
      async insertPiece(row) {
        const { contentId, size, unpackedSize } = row;
        const bytes = () => Readable.toWeb(createReadStream(fileOf(contentId))) as ReadableStream<Uint8Array>;
        const announced = { size: String(size), unpacked_size: String(unpackedSize) };
        await plane.send(pathOf(row, announced), { method: 'PUT', body: { bytes, size } });
        known.set(contentId, row);
      },
      async findPiece(place) {
        const found = await plane
          .json(`/pieces?${new URLSearchParams({ place }).toString()}`)
          .catch((error: unknown) => {
            if (error instanceof PlaneRefused && error.status === 404) return undefined;
            throw error;
          });
        const parsed = StoredPiece.safeParse(found);
        if (!parsed.success || parsed.data.place !== place) return undefined;
        const { digest, size, unpacked_size: unpackedSize } = parsed.data;
        const piece: NewPiece = {
          contentId: digest,
          place,
          digest,
          size,
          unpackedSize,
          attributes: null,
          usedAt: 0,
        };
        known.set(digest, piece);
        return piece;
      },
      async put(_revisionId, contentIds) {
        const all = contentIds.map(need);
        const attributes = all.find((piece) => piece.attributes !== null)?.attributes;
        if (!attributes) throw new Error('no piece is the folder of the revision');
        const pieces = all.map(({ place, digest }) => ({ place, digest }));
        await beforeResult();
        const result: BuildResult = { kind: 'built', pieces, attributes };
        await plane.send('/result', { method: 'PUT', body: { json: result } }).catch((cause: unknown) => {
          // The packages found earlier were removed; the next attempt stores them again.
          if (cause instanceof PlaneRefused && cause.status === 409)
            throw new StoreError('conflict', cause.message, { cause });
          throw cause;
        });
      },
    },
    objects: {
      async write(id, content, settle) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const hash = createHash('sha256');
        let size = 0;
        try {
          const file = await open(fileOf(id), 'wx', 0o600);
          try {
            for await (const chunk of content) {
              hash.update(chunk);
              size += chunk.length;
              await file.write(chunk);
            }
          } finally {
            await file.close();
          }
          await settle({ size, sha256: hash.digest('hex') });
        } finally {
          await rm(fileOf(id), { force: true });
        }
      },
      read(id) {
        const piece = need(id);
        return plane.content(pathOf(piece), piece.size);
      },
    },
  };
}
