import * as z from 'zod';
import { UploadUrl } from '../../../contract/upload.ts';
import { type Route, route } from '../../server/route.ts';
import { callerContext, badRequest, conflict, notFound } from '../deployment-routes.ts';
import { DeploymentPath } from '../paths.ts';
import { DetailError } from '../../../contract/errors.ts';
import type { UploadService } from './uploads.ts';

const surface = 'control-plane';
const UploadPath = DeploymentPath.extend({ upload_id: z.guid().toLowerCase() });

/** Spec §4.9 `upload-url`, under `/v2` and as written (DESIGN §8), and the place its URLs lead to. */
export function uploadRoutes(uploads: UploadService): Route[] {
  return [
    ...['/v2/deployments', '/deployments'].map((base) =>
      route({
        surface,
        method: 'POST',
        path: `${base}/{deployment_id}/upload-url`,
        summary: 'Get a URL to put a source tarball to, and the path to name it by',
        auth: 'workspace',
        params: DeploymentPath,
        responses: {
          200: { description: 'Where to put it, once', schema: UploadUrl },
          400: badRequest,
          404: notFound,
          409: conflict,
        },
        handler: async (request) => ({
          status: 200,
          body: await uploads.createUploadUrl(callerContext(request), request.params.deployment_id),
        }),
      }),
    ),
    route({
      surface,
      method: 'PUT',
      path: '/v2/deployments/{deployment_id}/uploads/{upload_id}',
      summary: 'Put a source tarball; the URL comes from upload-url and is the only key',
      auth: 'none',
      params: UploadPath,
      query: z.object({ signature: z.string().optional() }),
      rawBody: true,
      bodyType: 'application/gzip',
      responses: {
        200: { description: 'It is kept' },
        400: badRequest,
        403: { description: 'The URL is wrong or has expired', schema: DetailError },
        409: conflict,
        413: { description: 'It is larger than it may be', schema: DetailError },
      },
      handler: async ({ params, query, headers, bodyStream, recordBody: sawBody }) => {
        const kept = await uploads.receive({
          deploymentId: params.deployment_id,
          uploadId: params.upload_id,
          token: query.signature,
          headers,
          body: bodyStream,
        });
        sawBody(kept);
        return { status: 200 };
      },
    }),
  ];
}
