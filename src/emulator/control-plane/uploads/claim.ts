import type { Source, SourceRevisionConfig } from '../../../contract/source.ts';
import { HttpError } from '../../server/http-error.ts';
import type { Repositories } from '../../ports/store.ts';
import { isUploadExpired } from '../../ports/upload-expiry.ts';

const FIELD = 'source_revision_config.source_tarball_path';

/**
 * Makes sure that a revision with this configuration has the tarball it names, and keeps it from then on (spec §2.3:
 * "must be an object path obtained from the upload-url endpoint"; facts/service §2.8). Inside the caller's transaction;
 * `deploymentId` absent: the deployment is only being made, so it has none.
 * @throws HttpError 400 naming the field.
 */
export async function claimTarball(
  tx: Pick<Repositories, 'uploads'>,
  {
    deploymentId,
    source,
    config,
    now,
  }: {
    deploymentId: string | undefined;
    source: Source;
    config: SourceRevisionConfig;
    now: number;
  },
): Promise<void> {
  const { source_tarball_path: path } = config;
  if (source !== 'internal_source' || !path) return;
  const row = deploymentId === undefined ? undefined : await tx.uploads.findByPath(deploymentId, path);
  if (row === undefined || isUploadExpired(row, now)) {
    throw refused('must be an object_path that POST …/upload-url of this deployment gave');
  }
  if (row.uploadedAt === null) {
    throw refused('names an upload that has not come, or not completely: PUT the tarball to its upload_url');
  }
  if (row.contentId === null) {
    throw refused('names a tarball that is no longer kept: upload it again, to a new URL');
  }
  if (!row.used) await tx.uploads.update(row.id, { used: true });
}

function refused(why: string): HttpError {
  return new HttpError(400, `${FIELD} ${why}.`);
}
