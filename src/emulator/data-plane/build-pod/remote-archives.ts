import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ObjectStore } from '../../ports/objects.ts';
import { StoreError } from '../../ports/store-errors.ts';
import type { NewArchive, ArchiveRows } from '../artifacts/artifact-writer.ts';
import { type PlaneClient, ControlPlaneRefusedError } from '../artifacts/plane-client.ts';
import { type BuildResult, StoredArchive } from './protocol.ts';

/** Stores and finds the archives of a deployment in the control plane. */
export interface RemoteArchives {
  rows: ArchiveRows;
  objects: Pick<ObjectStore, 'write' | 'read'>;
}

interface RemoteArchivesOptions {
  /** Folder for packed archives that are not stored yet, because an interrupted upload is repeated. */
  folder: string;
  /** Called before the result is sent, because the control plane accepts no archives after the result. */
  beforeResult: () => Promise<void>;
}

export function createRemoteArchives(
  plane: PlaneClient,
  { folder, beforeResult }: RemoteArchivesOptions,
): RemoteArchives {
  /** Archives that were found or stored, by path. */
  const known = new Map<string, NewArchive>();
  const fileOf = (contentId: string) => join(folder, contentId);
  const pathOf = ({ place: archivePath, digest }: NewArchive, more: Record<string, string> = {}) =>
    `/pieces/${digest}?${new URLSearchParams({ place: archivePath, ...more }).toString()}`;

  const need = (contentId: string): NewArchive => {
    const archive = known.get(contentId);
    if (archive === undefined) throw new Error(`the archive ${contentId} was neither found nor stored`);
    return archive;
  };

  return {
    rows: {
      async insertArchive(row) {
        const { contentId, size, unpackedSize } = row;
        const bytes = () => Readable.toWeb(createReadStream(fileOf(contentId))) as ReadableStream<Uint8Array>;
        const announced = { size: String(size), unpacked_size: String(unpackedSize) };
        await plane.send(pathOf(row, announced), { method: 'PUT', body: { bytes, size } });
        known.set(contentId, row);
      },
      async findArchive(archivePath) {
        const found = await plane
          .json(`/pieces?${new URLSearchParams({ place: archivePath }).toString()}`)
          .catch((error: unknown) => {
            if (error instanceof ControlPlaneRefusedError && error.status === 404) return undefined;
            throw error;
          });
        const parsed = StoredArchive.safeParse(found);
        if (!parsed.success || parsed.data.place !== archivePath) return undefined;
        const { digest, size, unpacked_size: unpackedSize } = parsed.data;
        const archive: NewArchive = {
          contentId: digest,
          place: archivePath,
          digest,
          size,
          unpackedSize,
          attributes: null,
          usedAt: 0,
        };
        known.set(digest, archive);
        return archive;
      },
      async put(_revisionId, contentIds) {
        const all = contentIds.map(need);
        const attributes = all.find((archive) => archive.attributes !== null)?.attributes;
        if (!attributes) throw new Error('no archive contains the folder of the revision');
        const archives = all.map(({ place: archivePath, digest }) => ({ place: archivePath, digest }));
        await beforeResult();
        const result: BuildResult = { kind: 'built', pieces: archives, attributes };
        await plane.send('/result', { method: 'PUT', body: { json: result } }).catch((cause: unknown) => {
          // Status 409 means that packages were removed after they had been found. The next attempt of the build stores
          // the packages again.
          if (cause instanceof ControlPlaneRefusedError && cause.status === 409)
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
        const archive = need(id);
        return plane.content(pathOf(archive), archive.size);
      },
    },
  };
}
