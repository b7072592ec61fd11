import { createHash } from 'node:crypto';
import type { Clock } from '../../../clients/clock.ts';
import { isFinal } from '../../../contract/statuses.ts';
import { errorMessage } from '../../../os/errors.ts';
import { ObjectMissingError, type ObjectStore } from '../../ports/objects.ts';
import type { Repositories, RevisionRow, Store, UploadRow, Uploads } from '../../ports/store.ts';
import { isUploadExpired, UNUSED_UPLOAD_TTL_MS } from '../../ports/store-control-plane.ts';
import { StepFailure } from '../build/step.ts';

/** Manages the tarballs from which revisions are built. */
export interface Tarballs {
  /** Returns the tarball of a revision. @throws StepFailure if the tarball is missing. */
  need(revision: Revision): Promise<Tarball>;
}
type Revision = Pick<RevisionRow, 'deploymentId' | 'config'>;
export interface Tarball {
  path: string;
  size: number;
  sha256: string;
  /** Returns the bytes from an offset to the end, without a check of the content's hash. */
  read: (from: number) => AsyncIterable<Uint8Array>;
  /**
   * Returns the bytes of the uploaded tarball. @throws StepFailure at the end of the content if the bytes differ from
   * the upload.
   */
  content: () => AsyncIterable<Uint8Array>;
}

const AGAIN =
  'Request a new URL with POST …/upload-url, upload the tarball to it, and set source_tarball_path to the new object_path in a PATCH request.';

export function createTarballs(dependencies: {
  uploads: Pick<Uploads, 'findByPath'>;
  objects: ObjectStore;
}): Tarballs {
  return {
    async need({ deploymentId, config }) {
      const { source_tarball_path: path } = config;
      if (!path) {
        throw new StepFailure(
          'The revision has no source_revision_config.source_tarball_path, so there is no source to build. Upload a tarball, and set source_tarball_path to its object_path in a PATCH request.',
        );
      }
      const row = await dependencies.uploads.findByPath(deploymentId, path);
      const { contentId, size } = row ?? {};
      const kept = typeof contentId === 'string' ? await dependencies.objects.size(contentId) : undefined;
      if (row === undefined || typeof contentId !== 'string' || kept === undefined) {
        throw new StepFailure(
          `The tarball ${path} is not stored. It was deleted because it was too old, or it was not part of a restored snapshot. ${AGAIN}`,
        );
      }
      if (kept !== size) throw damaged(path);
      return {
        path,
        size: kept,
        sha256: row.sha256 ?? '',
        read: (from) => dependencies.objects.read(contentId, from),
        content: () => verifyContent(path, dependencies.objects.read(contentId), row.sha256),
      };
    },
  };
}

/** Yields the bytes of a tarball. @throws StepFailure at the end of the content if the bytes differ from the upload. */
export async function* verifyContent(
  path: string,
  content: AsyncIterable<Uint8Array>,
  sha256: string | null,
): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (cause) {
    throw cause instanceof ObjectMissingError ? damaged(path) : cause;
  }
  if (hash.digest('hex') !== sha256) throw damaged(path);
}

function damaged(path: string): StepFailure {
  return new StepFailure(`The stored tarball ${path} differs from the upload. ${AGAIN}`);
}

/**
 * Number of revisions per deployment whose tarballs are stored: this many of the newest revisions, and this many of the
 * newest deployed revisions. Unlike a commit, a tarball cannot be fetched again.
 */
export const MAX_KEPT_TARBALLS = 10;

interface TarballSweeper {
  /**
   * Removes incomplete files of killed emulators, and tarballs that were unused for a day, whose revisions are too old
   * for a rollback, or whose deployments were deleted.
   */
  sweep(): Promise<void>;
  wake(): void;
  close(): Promise<void>;
}

export function createTarballSweeper(dependencies: {
  store: Store;
  objects: ObjectStore;
  clock: Pick<Clock, 'now'>;
  log: (line: string) => void;
}): TarballSweeper {
  const { store, objects, clock, log } = dependencies;
  let due = false;
  let closed = false;
  let running: Promise<void> | undefined;

  const sweep = async () => {
    // Contents are listed before rows are read, so content that is completed in between has a row or was listed as
    // incomplete.
    const there = await objects.list();
    const known = [await store.uploads.contentIds(), await store.artifacts.contentIds()];
    for (const id of there.filter((one) => !known.some((ids) => ids.has(one)))) await objects.remove(id);
    for (const { id, deploymentId } of await store.uploads.listUnused(
      clock.now() - UNUSED_UPLOAD_TTL_MS + 1,
    )) {
      await drop(deploymentId, id, async (tx, row) => {
        if (!isUploadExpired(row, clock.now())) return false;
        await tx.uploads.remove(row.id);
        return true;
      });
    }
    const byDeployment = Map.groupBy(await store.uploads.listKept(), (row) => row.deploymentId);
    for (const [deploymentId, rows] of byDeployment) {
      const needed = await neededPaths(store, deploymentId);
      for (const { id } of rows.filter(({ path }) => !needed.has(path))) {
        await drop(deploymentId, id, async (tx, row) => {
          // The needed tarballs are read again, because a new revision may use the tarball.
          if ((await neededPaths(tx, deploymentId)).has(row.path)) return false;
          await tx.uploads.update(row.id, { contentId: null });
          return true;
        });
      }
    }
  };

  /** Removes the row of a tarball, and then the tarball's content. */
  const drop = async (
    deploymentId: string,
    id: string,
    forget: (tx: Repositories, row: UploadRow) => Promise<boolean>,
  ) => {
    const contentId = await store.transaction(async (tx) => {
      const row = await tx.uploads.get(deploymentId, id);
      return row !== undefined && (await forget(tx, row)) ? row.contentId : null;
    });
    if (contentId !== null) await objects.remove(contentId);
  };

  const isDue = () => due && !closed;
  const run = async () => {
    while (isDue()) {
      due = false;
      await sweep().catch((error: unknown) =>
        log(`unneeded tarballs could not be removed: ${errorMessage(error)}`),
      );
    }
    running = undefined;
  };
  return {
    sweep,
    wake() {
      due = true;
      if (!closed) running ??= run();
    },
    async close() {
      closed = true;
      await running;
    },
  };
}

/** Returns the paths of the tarballs that a deployment may need again. */
async function neededPaths(
  from: Pick<Repositories, 'deployments' | 'revisions'>,
  deploymentId: string,
): Promise<Set<string>> {
  const latest = await from.revisions.list(deploymentId, { limit: 100, offset: 0 });
  const deployed = latest.filter(({ status }) => status === 'DEPLOYED').slice(0, MAX_KEPT_TARBALLS);
  const active = (await from.deployments.findById(deploymentId))?.activeRevisionId;
  const own = typeof active === 'string' ? await from.revisions.get(deploymentId, active) : undefined;
  const needed = [
    ...latest.slice(0, MAX_KEPT_TARBALLS),
    ...deployed,
    ...latest.filter(({ status }) => !isFinal(status)),
    ...(own === undefined ? [] : [own]),
  ];
  return new Set(needed.flatMap(({ config }) => config.source_tarball_path ?? []));
}
