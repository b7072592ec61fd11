import { createHash } from 'node:crypto';
import { ObjectMissing, type ObjectStore } from '../../ports/objects.ts';
import type { RevisionRow, UploadRow, Uploads } from '../../ports/store.ts';
import { StepFailure } from '../build/step-failure.ts';

/** The tarballs that revisions are made of (spec §2.3 `source_tarball_path`). */
export interface Tarballs {
  /** @throws StepFailure when it is not there. */
  need(revision: Revision): Promise<Tarball>;
}
export type Revision = Pick<RevisionRow, 'deploymentId' | 'config'>;
export interface Tarball {
  path: string;
  /** Bytes. */
  size: number;
  /** Its bytes as they were uploaded. @throws StepFailure in the end, when they are not. */
  content: () => AsyncIterable<Uint8Array>;
}

const AGAIN = 'Upload it again, to a new URL of POST …/upload-url, and name that in a PATCH.';

export function createTarballs(deps: {
  uploads: Pick<Uploads, 'findByPath'>;
  objects: ObjectStore;
}): Tarballs {
  return {
    async need({ deploymentId, config }) {
      const { source_tarball_path: path } = config;
      if (!path) {
        throw new StepFailure(
          'The revision has no source_revision_config.source_tarball_path to build from. Upload a tarball, and name its object_path in a PATCH.',
        );
      }
      const row = await deps.uploads.findByPath(deploymentId, path);
      const { contentId, size } = row ?? {};
      const kept = typeof contentId === 'string' ? await deps.objects.size(contentId) : undefined;
      if (row === undefined || typeof contentId !== 'string' || kept === undefined) {
        throw new StepFailure(
          `The tarball ${path} is not here: it is no longer kept, or was left out of a snapshot. ${AGAIN}`,
        );
      }
      if (kept !== size) throw damaged(path);
      return { path, size: kept, content: () => verified(deps.objects, contentId, row) };
    },
  };
}

async function* verified(
  objects: ObjectStore,
  contentId: string,
  { path, sha256 }: Pick<UploadRow, 'path' | 'sha256'>,
): AsyncIterable<Uint8Array> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of objects.read(contentId)) {
      hash.update(chunk);
      yield chunk;
    }
  } catch (cause) {
    throw cause instanceof ObjectMissing ? damaged(path) : cause;
  }
  if (hash.digest('hex') !== sha256) throw damaged(path);
}

function damaged(path: string): StepFailure {
  return new StepFailure(`The tarball ${path} is no longer what was uploaded. ${AGAIN}`);
}
