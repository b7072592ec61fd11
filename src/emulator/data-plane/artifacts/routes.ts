import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import * as z from 'zod';
import { DetailError } from '../../../contract/error-bodies.ts';
import type { Artifacts } from '../../ports/artifacts.ts';
import type { EmulatorContext } from '../../ports/context.ts';
import { HttpError } from '../../server/http-error.ts';
import { routesOf, type Route } from '../../server/route.ts';
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
  return artifactRoutes({
    artifacts: createArtifactReader({ rows: store.artifacts, objects }),
    tokenOf: (revisionId) => store.agentTokens.find(revisionId),
  });
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
