import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createKeyedLock } from '../../../os/keyed-lock.ts';
import type { ObjectStore } from '../../ports/objects.ts';
import type { ArtifactArchiveRow, ArtifactRows } from '../../ports/store.ts';
import { StoreError } from '../../ports/store-errors.ts';
import type { Artifact } from '../build/artifact.ts';
import { exists } from '../build/disk.ts';
import { StepAborted, type StepContext, StepFailure } from '../build/step.ts';
import type { FetchPackages } from '../install/module-cache.ts';
import { archivePathOf, type ServingAttributes } from './artifact-store.ts';
import { packFolder } from './pack.ts';
import { surveyFolder } from './survey.ts';
import { unpackArchive } from './unpack.ts';

/** Stores the build results of a data directory for other machines. */
export interface ArtifactWriter {
  /**
   * Stores the folder of a completely built revision, and its shared packages unless they are already stored.
   * Logs the number of stored bytes.
   * @throws StepFailure if the revision is too large
   * @throws StepAborted if the step was cancelled
   */
  save(revisionId: string, built: BuiltRevision, context: SaveContext): Promise<void>;
  /**
   * Copies packages that an earlier build of the same source stored to their path below the data directory. Resolves to
   * false if these packages are not stored or not usable, so the build must install them.
   * @throws StepAborted if the step was cancelled
   */
  fetchPackages: FetchPackages;
}

interface BuiltRevision {
  artifact: Pick<Artifact, 'moduleKey' | 'python'>;
  attributes: ServingAttributes;
}

type SaveContext = Pick<StepContext, 'signal' | 'log'>;

/** Archive that a build stores, to which the control plane adds the deployment and the source. */
export type NewArchive = Omit<ArtifactArchiveRow, 'deploymentId' | 'source' | 'isBuilt'>;

/** Rows of the archives that a build stores, and rows of packages from earlier builds of the same source. */
export interface ArchiveRows extends Pick<ArtifactRows, 'put'> {
  insertArchive(row: NewArchive): Promise<void>;
  /** Returns the newest archive with this path that an earlier build stored. */
  findArchive(archivePath: string): Promise<NewArchive | undefined>;
}

export interface ArtifactWriterOptions {
  rows: ArchiveRows;
  objects: Pick<ObjectStore, 'write' | 'read'>;
  dataDir: string;
  /** Maximum size of one packed folder in bytes. */
  maxBytes?: number;
  now?: () => number;
}

const MIB = 1024 * 1024;
export const MAX_ARCHIVE_BYTES = 2 * 1024 * MIB;

/** Folder of the data directory that becomes one archive. */
interface PackedPart {
  /** Path of the folder below the data directory, with `/` as the separator. */
  place: string;
  /** True if other revisions can use the same folder. */
  isShared: boolean;
  /** Returns whether the path of the packed folder is searched in the files of the subfolder `name`. */
  searched: (name: string) => boolean;
  attributes: ServingAttributes | null;
}

export function createArtifactWriter(options: ArtifactWriterOptions): ArtifactWriter {
  const { rows, objects, dataDir, maxBytes = MAX_ARCHIVE_BYTES, now = Date.now } = options;
  /** Serializes builds of the same packages, which are therefore packed only once. */
  const lock = createKeyedLock();

  const pack = async (part: PackedPart, { signal, log }: SaveContext): Promise<NewArchive> => {
    const startedAt = performance.now();
    const folder = join(dataDir, part.place);
    const description = await surveyFolder({ folder, root: dataDir, searched: part.searched });
    const packed = packFolder(folder, description, signal);
    const contentId = randomUUID();
    let row: NewArchive | undefined;
    try {
      await objects.write(contentId, bounded(packed.content, maxBytes), async ({ size, sha256: digest }) => {
        const unpackedSize = packed.unpackedSize();
        const { place: archivePath, attributes } = part;
        row = { contentId, place: archivePath, digest, size, unpackedSize, attributes, usedAt: now() };
        await rows.insertArchive(row);
      });
    } catch (error) {
      throw signal.aborted ? new StepAborted('packing the revision was aborted', { cause: error }) : error;
    }
    if (row === undefined) throw new Error('the packed content was stored without its size and digest');
    const what = part.isShared ? 'Stored its packages' : 'Stored the revision';
    const sizes = `${inMib(row.unpackedSize)}, ${inMib(row.size)} packed`;
    log(`${what}: ${sizes} (${Math.round(performance.now() - startedAt)} ms)`);
    return row;
  };

  const provide = (part: PackedPart, context: SaveContext): Promise<NewArchive> =>
    lock(part.place, async () => {
      const stored = part.isShared ? await rows.findArchive(part.place) : undefined;
      if (stored === undefined) return pack(part, context);
      context.log(`The packages are already stored (${inMib(stored.size)} packed).`);
      return stored;
    });

  return {
    async save(revisionId, built, context) {
      const save = async () => {
        const contentIds: string[] = [];
        for (const part of partsOf(revisionId, built)) {
          // If a shared folder does not exist, the packages are in the checkout and belong to the checkout's archive.
          if (!part.isShared || (await exists(join(dataDir, part.place))))
            contentIds.push((await provide(part, context)).contentId);
        }
        await rows.put(revisionId, contentIds, now());
      };
      try {
        await save();
      } catch (error) {
        // A conflict means that a package archive was removed after `save` found it. A second `save` stores the missing
        // archive.
        if (!(error instanceof StoreError) || error.code !== 'conflict') throw error;
        await save();
      }
    },
    fetchPackages: (archivePath, signal) =>
      lock(archivePath, async () => {
        const archive = await rows.findArchive(archivePath);
        if (archive === undefined) return false;
        try {
          await unpackArchive(archive, objects.read(archive.contentId), { root: dataDir, signal });
          return true;
        } catch (error) {
          if (signal.aborted) throw new StepAborted('fetching packages was aborted', { cause: error });
          return false;
        }
      }),
  };
}

function partsOf(revisionId: string, { artifact, attributes }: BuiltRevision): PackedPart[] {
  const { moduleKey, python } = artifact;
  const parts: PackedPart[] = [
    {
      place: archivePathOf(revisionId),
      isShared: false,
      attributes,
      // npm packages do not contain the path of the folder, but files of install commands may contain it.
      searched: (name) => !/(^|\/)node_modules$/.test(name),
    },
  ];
  if (moduleKey !== undefined)
    parts.push({ place: `modules/${moduleKey}`, isShared: true, attributes: null, searched: () => false });
  if (python?.key !== undefined) {
    const searched = (name: string) => ['', 'bin'].includes(name);
    parts.push({ place: `python/environments/${python.key}`, isShared: true, attributes: null, searched });
  }
  return parts;
}

async function* bounded(content: AsyncIterable<Uint8Array>, limit: number): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > limit) {
      throw new StepFailure(
        `The built revision cannot be sent to agent pods, because its packed size is more than ${inMib(limit)}. Remove files and packages that the agent does not need.`,
      );
    }
    yield chunk;
  }
}

function inMib(bytes: number): string {
  return bytes < 10 * MIB ? `${(bytes / MIB).toFixed(1)} MiB` : `${Math.round(bytes / MIB)} MiB`;
}
