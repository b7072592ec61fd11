import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { PushToken, UploadUrl } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import type { Source, SourceRevisionConfig } from '../../contract/source.ts';
import { isUploadExpired } from '../ports/store-control-plane.ts';
import type { Repositories, UploadRow } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { routesOf, type Route } from '../server/route.ts';
import type { ControlPlaneDependencies } from './dependencies.ts';
import {
  badRequest,
  conflict,
  DeploymentPath,
  findDeployment,
  notFound,
  rejectIfBeingDeleted,
} from './requests.ts';

const api = routesOf('control-plane', 'workspace');
const UploadPath = DeploymentPath.extend({ upload_id: z.guid().toLowerCase() });

/** Creates the routes for `upload-url` (with and without `/v2`), PUT to upload URLs, and `push-token`. */
export function uploadRoutes(dependencies: ControlPlaneDependencies): Route[] {
  return [
    pushTokenRoute(dependencies),
    ...['/v2/deployments', '/deployments'].map((base) =>
      api.post(`${base}/{deployment_id}/upload-url`, {
        summary: 'Get an upload URL for a source tarball, and the path that identifies the tarball',
        params: DeploymentPath,
        responses: {
          200: { description: 'The upload URL, which can be used once', schema: UploadUrl },
          400: badRequest,
          404: notFound,
          409: conflict,
        },
        handler: async ({ caller, origin, params }) => ({
          status: 200,
          body: await createUploadUrl(dependencies, caller.workspaceId, params.deployment_id, origin),
        }),
      }),
    ),
    api.put('/v2/deployments/{deployment_id}/uploads/{upload_id}', {
      auth: 'none',
      summary: 'Upload a source tarball; the URL comes from upload-url and is the only credential',
      params: UploadPath,
      query: z.object({ signature: z.string().optional() }),
      rawBody: true,
      bodyType: 'application/gzip',
      responses: {
        200: { description: 'It is kept' },
        400: badRequest,
        403: { description: 'The URL is wrong or has expired', schema: DetailError },
        409: conflict,
        413: { description: 'The tarball is too large', schema: DetailError },
      },
      handler: async ({ params, query, headers, bodyStream, recordBody }) => {
        const written = await receiveUpload(dependencies, {
          deploymentId: params.deployment_id,
          uploadId: params.upload_id,
          token: query.signature,
          headers,
          body: bodyStream,
        });
        recordBody(written);
        return { status: 200 };
      },
    }),
  ];
}

/** Lifetime of an upload URL, in milliseconds on the service clock. */
const URL_TTL_MS = 60 * 60_000;
const TOKEN_BYTES = 32;

interface UploadRequest {
  deploymentId: string;
  uploadId: string;
  token: string | undefined;
  headers: IncomingHttpHeaders;
  body: () => AsyncIterable<Uint8Array>;
}

/** Creates an upload, and the URL for its content. */
async function createUploadUrl(
  { store, clock, newId, addSecrets }: ControlPlaneDependencies,
  workspaceId: string,
  deploymentId: string,
  origin: string,
): Promise<UploadUrl> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  addSecrets([token]);
  const row = await store.transaction(async (tx) => {
    const deployment = await findDeployment(tx, workspaceId, deploymentId);
    if (deployment.source !== 'internal_source') {
      throw new HttpError(
        400,
        `upload-url is only available for 'internal_source' source deployments: this one's source is ${deployment.sourceName}.`,
      );
    }
    rejectIfBeingDeleted(deployment);
    const id = newId();
    const now = clock.now();
    const made: UploadRow = {
      id,
      deploymentId,
      path: `uploads/${deploymentId}/${id}.tar.gz`,
      tokenHash: tokenHash(token),
      urlExpiresAt: now + URL_TTL_MS,
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
  const url = `${origin}/v2/deployments/${deploymentId}/uploads/${row.id}`;
  return { upload_url: `${url}?signature=${token}`, object_path: row.path };
}

/** Stores a tarball, which a later upload can replace until a revision uses the tarball. */
async function receiveUpload(
  { store, clock, objects, config }: ControlPlaneDependencies,
  request: UploadRequest,
): Promise<{ size: number; sha256: string }> {
  await findWritableUpload(store, request, clock.now());
  const { headers } = request;
  if (headers['content-range'] !== undefined) {
    throw new HttpError(400, 'Content-Range is not supported: send the whole tarball in one request.');
  }
  const read = parseLengthRange(single(headers['x-goog-content-length-range']), config.maxUploadBytes);
  if (!read.ok) throw new HttpError(400, read.reason);
  checkContentLength(headers['content-length'], read.range);
  const id = randomUUID();
  let result = { size: 0, sha256: '' };
  let replaced: string | null = null;
  await objects.write(id, limitLength(request.body(), read.range), async (written) => {
    result = written;
    // The URL might have expired, or the deployment might have been deleted, while the content was uploaded.
    await store.transaction(async (tx) => {
      const row = await findWritableUpload(tx, request, clock.now());
      replaced = row.contentId;
      await tx.uploads.update(row.id, { contentId: id, ...written, uploadedAt: clock.now() });
    });
  });
  if (replaced !== null) await objects.remove(replaced);
  return result;
}

/**
 * Finds the upload of a URL.
 * @throws HttpError if the URL is invalid or expired, or the upload is complete.
 */
async function findWritableUpload(
  from: Repositories,
  { deploymentId, uploadId, token = '' }: UploadRequest,
  now: number,
): Promise<UploadRow> {
  const row = await from.uploads.get(deploymentId, uploadId);
  const deployment = await from.deployments.findById(deploymentId);
  // The response is the same for a missing upload, a missing deployment and a wrong token, so that it does not reveal
  // which uploads exist.
  if (row === undefined || deployment === undefined || !isToken(token, row.tokenHash)) {
    throw new HttpError(403, 'This upload URL is not valid: request one with POST …/upload-url.');
  }
  if (isBeingDeleted(deployment.status)) {
    throw new HttpError(409, `Deployment ID ${deploymentId} is being deleted.`);
  }
  if (now >= row.urlExpiresAt) {
    throw new HttpError(403, 'This upload URL has expired: request a new one with POST …/upload-url.');
  }
  if (row.used) {
    throw new HttpError(
      409,
      'A revision uses this upload, so it cannot be replaced: request a new URL with POST …/upload-url.',
    );
  }
  return row;
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

/** Allowed sizes of an upload in bytes, including both limits. */
interface LengthRange {
  min: number;
  max: number;
}
type ParsedLengthRange = { ok: true; range: LengthRange } | { ok: false; reason: string };

/**
 * Parses `X-Goog-Content-Length-Range: <min>,<max>` in bytes. `cap` is the upper limit and the default of the maximum.
 */
function parseLengthRange(header: string | undefined, cap: number): ParsedLengthRange {
  if (header === undefined) return { ok: true, range: { min: 0, max: cap } };
  const found = /^\s*(\d{1,15})\s*,\s*(\d{1,15})\s*$/.exec(header);
  const [min, max] = [Number(found?.[1] ?? Number.NaN), Number(found?.[2] ?? Number.NaN)];
  if (Number.isNaN(min) || min > max) {
    return {
      ok: false,
      reason: 'X-Goog-Content-Length-Range must be two numbers of bytes, the smaller first: 0,209715200.',
    };
  }
  return { ok: true, range: { min, max: Math.min(max, cap) } };
}

/**
 * Yields a body while the body's length is within the range.
 * @throws HttpError 413 as soon as the body is too long; 400 if the body ends too early.
 */
async function* limitLength(body: AsyncIterable<Uint8Array>, range: LengthRange): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > range.max) throw tooLarge(range);
    yield chunk;
  }
  if (size < range.min) throw tooSmall(size, range);
}

/** Checks the length that a request declares. A chunked body declares no length and is checked while it arrives. */
function checkContentLength(declared: string | undefined, range: LengthRange): void {
  if (declared === undefined) return;
  const size = Number(declared);
  if (size > range.max) throw tooLarge(range);
  if (size < range.min) throw tooSmall(size, range);
}

function tooLarge({ max }: LengthRange): HttpError {
  return new HttpError(413, `The upload is larger than the maximum of ${max} bytes.`);
}

function tooSmall(size: number, { min }: LengthRange): HttpError {
  return new HttpError(400, `The upload has ${size} bytes, but the minimum is ${min}.`);
}

const FIELD = 'source_revision_config.source_tarball_path';

/**
 * Ensures that a revision with this configuration has its tarball, which is then stored permanently. All statements run
 * in the caller's transaction. `deploymentId` is absent while the deployment is being created, because a new deployment
 * has no uploads.
 * @throws HttpError 400 with the field's name.
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
    throw refused('must be an object_path that POST …/upload-url returned for this deployment');
  }
  if (row.uploadedAt === null) {
    throw refused('refers to an upload that is missing or incomplete: PUT the tarball to its upload_url');
  }
  if (row.contentId === null) {
    throw refused('refers to a tarball that no longer exists: upload it again to a new URL');
  }
  if (!row.used) await tx.uploads.update(row.id, { used: true });
}

function refused(why: string): HttpError {
  return new HttpError(400, `${FIELD} ${why}.`);
}

/**
 * Creates the route that returns the image registry and a token for an `internal_docker` deployment. The emulator has
 * no registry, so each token is random and useless.
 */
function pushTokenRoute({
  store,
  addSecrets,
}: Pick<ControlPlaneDependencies, 'store' | 'addSecrets'>): Route {
  return api.post('/v2/deployments/{deployment_id}/push-token', {
    summary: 'Get the registry to push an image to, and a token for it',
    params: DeploymentPath,
    responses: {
      200: { description: 'The registry and the token', schema: PushToken },
      400: badRequest,
      404: notFound,
      409: conflict,
    },
    handler: async ({ caller, params, origin }) => {
      const deployment = await findDeployment(store, caller.workspaceId, params.deployment_id);
      if (deployment.source !== 'internal_docker') {
        throw new HttpError(
          400,
          // Official clients match the text of this message.
          `push-token is only available for 'internal_docker' source deployments: this one's source is ${deployment.sourceName}.`,
        );
      }
      rejectIfBeingDeleted(deployment);
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      addSecrets([token]);
      return { status: 200, body: { token, registry_url: `${new URL(origin).host}/${deployment.id}` } };
    },
  });
}
