import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { UploadUrl } from '../../../contract/upload.ts';
import { isBeingDeleted } from '../../../contract/statuses.ts';
import { HttpError } from '../../server/http-error.ts';
import type { Repositories, UploadRow } from '../../ports/store.ts';
import type { ControlPlaneDependencies } from '../deps.ts';
import type { CallerContext } from '../deployments.ts';
import { findDeployment, rejectIfBeingDeleted } from '../lookup.ts';
import { parseLengthRange } from './length-range.ts';
import { limitLength, checkContentLength } from './limited.ts';

/** How long a URL takes an upload, in milliseconds of product time. */
const URL_MS = 60 * 60_000;
const TOKEN_BYTES = 32;

/** Takes source tarballs (spec §4.9; facts/service §2.2). Everything throws HttpError. */
export interface UploadService {
  /** A place for one tarball, and a URL to put it there: it is the only key to it. */
  createUploadUrl(asker: CallerContext, deploymentId: string): Promise<UploadUrl>;
  /** Puts a tarball there; a later one takes the place of an earlier one until a revision is made of it. */
  receive(request: UploadRequest): Promise<{ size: number; sha256: string }>;
}
export interface UploadRequest {
  deploymentId: string;
  uploadId: string;
  token: string | undefined;
  headers: IncomingHttpHeaders;
  body: () => AsyncIterable<Uint8Array>;
}

/** The service over the store and the object store. */
export function createUploadService(deps: ControlPlaneDependencies): UploadService {
  const { store, clock, objects } = deps;

  /** The upload a URL is for, while it may be written. */
  const writable = async (
    from: Repositories,
    { deploymentId, uploadId, token = '' }: Pick<UploadRequest, 'deploymentId' | 'uploadId' | 'token'>,
  ): Promise<UploadRow> => {
    const row = await from.uploads.get(deploymentId, uploadId);
    const deployment = await from.deployments.findById(deploymentId);
    // Which of them is wrong is nobody's business who does not have them all.
    if (row === undefined || deployment === undefined || !isToken(token, row.tokenHash)) {
      throw new HttpError(403, 'This upload URL is not valid: ask for one with POST …/upload-url.');
    }
    if (isBeingDeleted(deployment.status)) {
      throw new HttpError(409, `Deployment ID ${deploymentId} is being deleted.`);
    }
    if (clock.now() >= row.urlExpiresAt) {
      throw new HttpError(403, 'This upload URL has expired: ask for a new one with POST …/upload-url.');
    }
    if (row.used) {
      throw new HttpError(
        409,
        'A revision is made of what was uploaded here, so it cannot be replaced: ask for a new URL with POST …/upload-url.',
      );
    }
    return row;
  };

  return {
    async createUploadUrl({ workspaceId, origin }, deploymentId) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      deps.addSecrets([token]);
      const row = await store.transaction(async (tx) => {
        const deployment = await findDeployment(tx, workspaceId, deploymentId);
        if (deployment.source !== 'internal_source') {
          throw new HttpError(
            400,
            `upload-url is only available for 'internal_source' source deployments: this one's source is ${deployment.sourceName}.`,
          );
        }
        rejectIfBeingDeleted(deployment);
        const id = deps.newId();
        const now = clock.now();
        const made: UploadRow = {
          id,
          deploymentId,
          path: `uploads/${deploymentId}/${id}.tar.gz`,
          tokenHash: tokenHash(token),
          urlExpiresAt: now + URL_MS,
          contentId: null,
          size: null,
          sha256: null,
          uploadedAt: null,
          used: false,
          createdAt: now,
        };
        await tx.uploads.insert(made);
        return made;
      });
      const place = `${origin}/v2/deployments/${deploymentId}/uploads/${row.id}`;
      return { upload_url: `${place}?signature=${token}`, object_path: row.path };
    },

    async receive(request) {
      await writable(store, request);
      const { headers } = request;
      if (headers['content-range'] !== undefined) {
        throw new HttpError(400, 'Content-Range is not taken here: send the whole tarball in one request.');
      }
      const read = parseLengthRange(
        single(headers['x-goog-content-length-range']),
        deps.config.maxUploadBytes,
      );
      if (!read.ok) throw new HttpError(400, read.reason);
      checkContentLength(headers['content-length'], read.range);
      const id = randomUUID();
      let told = { size: 0, sha256: '' };
      let before: string | null = null;
      await objects.write(id, limitLength(request.body(), read.range), async (written) => {
        told = written;
        // The time it took may have changed everything.
        await store.transaction(async (tx) => {
          const row = await writable(tx, request);
          before = row.contentId;
          await tx.uploads.update(row.id, { contentId: id, ...written, uploadedAt: clock.now() });
        });
      });
      if (before !== null) await objects.remove(before);
      return told;
    },
  };
}

function tokenHash(token: string): string {
  return hash('sha256', token, 'hex');
}

function isToken(token: string, kept: string): boolean {
  const given = Buffer.from(tokenHash(token));
  const known = Buffer.from(kept);
  return given.length === known.length && timingSafeEqual(given, known);
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value;
}
