import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { DetailError } from '../../../contract/error-bodies.ts';
import { PodCertificate, PodCertificateRequest } from '../../../contract/pod-certificates.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { EmulatorContext } from '../../ports/context.ts';
import type { Store } from '../../ports/store.ts';
import { HttpError } from '../../server/http-error.ts';
import { routesOf, type Route } from '../../server/route.ts';
import { createPlaneAuthority, type PlaneAuthority, podServerName } from '../certificates/plane-authority.ts';
import { ArtifactManifestBody } from './manifest.ts';
import { authorizePods, type TokenOf } from './pod-authorization.ts';
import { createArtifactReader } from './reader.ts';

const api = routesOf('agent-pods', 'none');

export interface ArtifactRouteDependencies {
  artifacts: Artifacts;
  tokenOf: TokenOf;
}

/** Creates the routes for pods. */
export function podRoutes({ store, objects }: Pick<EmulatorContext, 'store' | 'objects'>): Route[] {
  const tokenOf = (revisionId: string) => store.agentTokens.find(revisionId);
  return [
    ...artifactRoutes({ artifacts: createArtifactReader({ rows: store.artifacts, objects }), tokenOf }),
    certificateRoute({ store, authority: createPlaneAuthority(store), tokenOf }),
  ];
}

/** Path parameters of the routes for pods. */
export const Revision = z.object({ revision_id: z.guid().toLowerCase() });
export const ArchiveQuery = Revision.extend({ digest: z.string().regex(/^[0-9a-f]{64}$/) });
const unknown = { description: 'The revision or archive is not stored', schema: DetailError };
const refused = {
  description: "The request does not have the token of this revision's pods",
  schema: DetailError,
};

/**
 * Creates the routes through which agent pods fetch the manifest and the archives of their revision. Any
 * replica can send an archive from any byte offset.
 */
export function artifactRoutes({ artifacts, tokenOf }: ArtifactRouteDependencies): Route[] {
  const authorize = authorizePods(tokenOf);
  return [
    api.get('/_pods/{revision_id}/artifact', {
      summary: 'Lists the archives of a built revision',
      params: Revision,
      responses: {
        200: { description: 'Its pieces', schema: ArtifactManifestBody },
        401: refused,
        404: unknown,
      },
      handler: async ({ params, headers }) => {
        await authorize(params.revision_id, headers);
        const manifest = await artifacts.manifest(params.revision_id);
        if (manifest === undefined)
          throw new HttpError(404, 'The revision was not built yet, or is no longer stored.');
        return { status: 200, body: manifest };
      },
    }),
    api.get('/_pods/{revision_id}/artifact/{digest}', {
      summary: 'Returns an archive of a built revision, from a byte offset if the request contains one',
      params: ArchiveQuery,
      unsafeGet: true,
      responses: {
        200: { description: 'The archive', type: 'application/gzip' },
        206: { description: 'The bytes of the archive from the offset to the end', type: 'application/gzip' },
        401: refused,
        404: unknown,
        416: { description: 'The offset is beyond the end of the archive', schema: DetailError },
      },
      handler: async ({ params, headers, signal }) => {
        await authorize(params.revision_id, headers);
        const from = offsetOf(headers.range);
        const archive = await artifacts.read(params.revision_id, params.digest, from);
        if (archive === undefined) throw new HttpError(404, 'The revision does not contain this archive.');
        return streamArchive(archive, from, signal);
      },
    }),
  ];
}

/**
 * Returns a response with the bytes of an archive that start at an offset.
 * @throws HttpError 416 if the offset is beyond the end.
 */
export function streamArchive(
  archive: { size: number; content: AsyncIterable<Uint8Array> },
  from: number,
  signal: AbortSignal,
): { stream: (response: ServerResponse) => Promise<void> } {
  const { size } = archive;
  if (from > 0 && from >= size) {
    throw new HttpError(416, `The archive has only ${size} bytes.`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  return { stream: (response) => sendArchive(response, archive, from, signal) };
}

async function sendArchive(
  response: ServerResponse,
  { size, content }: { size: number; content: AsyncIterable<Uint8Array> },
  from: number,
  signal: AbortSignal,
): Promise<void> {
  let isBegun = false;
  for await (const chunk of content) {
    if (!isBegun) {
      // The status is written only once the first byte is available, because a missing archive causes an error
      // response.
      response.writeHead(from === 0 ? 200 : 206, {
        'content-type': 'application/gzip',
        'content-length': size - from,
        'accept-ranges': 'bytes',
        ...(from > 0 && { 'content-range': `bytes ${from}-${size - 1}/${size}` }),
      });
      isBegun = true;
    }
    if (!response.write(chunk)) await once(response, 'drain', { signal });
  }
  response.end();
}

/**
 * Returns the offset in a Range header of the form `bytes=N-`. Returns 0 (send the whole content) for any other header.
 */
export function offsetOf(range: string | undefined): number {
  return Number(/^bytes=(\d{1,15})-$/.exec(range ?? '')?.[1] ?? 0);
}

interface CertificateRouteDependencies {
  tokenOf: TokenOf;
  store: { revisions: Pick<Store['revisions'], 'findById'> };
  authority: Pick<PlaneAuthority, 'sign'>;
}

/**
 * Creates the route that signs the certificate of an agent pod's server. The certificate contains the name of the
 * revision whose token the request has, so a pod cannot get the certificate of another revision.
 */
function certificateRoute({ store, authority, tokenOf }: CertificateRouteDependencies): Route {
  const authorize = authorizePods(tokenOf);
  return api.post('/_pods/{revision_id}/certificate', {
    summary: "Signs a certificate for the server of one of the revision's pods",
    params: Revision,
    body: PodCertificateRequest,
    responses: {
      200: { description: 'The certificate', schema: PodCertificate },
      400: { description: 'The signing request is invalid', schema: DetailError },
      401: refused,
      404: { description: 'The revision does not exist', schema: DetailError },
    },
    handler: async ({ params, headers, body }) => {
      await authorize(params.revision_id, headers);
      const revision = await store.revisions.findById(params.revision_id);
      if (revision === undefined) throw new HttpError(404, 'The revision does not exist.');
      const { findRequestProblem } = await import('../certificates/certificates.ts');
      const problem = await findRequestProblem(body.request);
      if (problem !== undefined) throw new HttpError(400, `The signing request is invalid: ${problem}.`);
      const name = podServerName(revision.deploymentId, revision.id);
      const { certificate, expiresAt } = await authority.sign(body.request, name);
      return { status: 200, body: { certificate, expires_at: expiresAt } };
    },
  });
}
