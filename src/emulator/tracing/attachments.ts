import * as z from 'zod';
import { DetailError } from '../../contract/error-bodies.ts';
import type { AttachmentRef, Repositories } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { routesOf, type Route } from '../server/route.ts';

const api = routesOf('tracing', 'none');

/** Path of an attachment's URL, without the attachment's ID. */
const ATTACHMENTS_PATH = '/api/v1/attachments';
const AttachmentPath = z.object({ attachment_id: z.guid().toLowerCase() });
const DEFAULT_TYPE = 'application/octet-stream';

type AttachmentUrl = { presigned_url: string; mime_type: string };

/**
 * Returns a function for the given rows. The function returns the URLs of a row's attachments, keyed by
 * `attachment.<name>`, or null if the row has no attachments.
 */
export async function attachmentUrls(
  store: Repositories,
  rows: readonly { attachments: readonly AttachmentRef[] }[],
  origin: string,
): Promise<(attachments: readonly AttachmentRef[]) => Record<string, AttachmentUrl> | null> {
  const ids = rows.flatMap(({ attachments }) => attachments.map(({ id }) => id));
  const types = ids.length === 0 ? new Map<string, string>() : await store.attachments.mimeTypes(ids);
  return (attachments) =>
    attachments.length === 0
      ? null
      : Object.fromEntries(
          attachments.map(({ name, id }) => [
            `attachment.${name}`,
            {
              presigned_url: `${origin}${ATTACHMENTS_PATH}/${id}`,
              mime_type: types.get(id) ?? DEFAULT_TYPE,
            },
          ]),
        );
}

/** Creates the route that returns an attachment's content. The URL is the only credential. */
export function attachmentRoute({ store }: { store: Repositories }): Route {
  return api.get(`${ATTACHMENTS_PATH}/{attachment_id}`, {
    summary:
      'Read the bytes of an attachment; the URL comes from an example or a run and is the only credential',
    params: AttachmentPath,
    responses: {
      200: { description: 'The bytes', type: DEFAULT_TYPE },
      404: { description: 'Not found', schema: DetailError },
    },
    handler: async ({ params: { attachment_id: id } }) => {
      const found = await store.attachments.get(id);
      if (found === undefined) throw new HttpError(404, 'The attachment does not exist.');
      return {
        stream: async (response) => {
          response.writeHead(200, {
            // A client uploaded the content, so a browser must neither show the content as a page nor guess its type.
            'content-type': DEFAULT_TYPE,
            'content-disposition': 'attachment',
            'content-length': found.content.length,
            'x-content-type-options': 'nosniff',
            'cache-control': 'no-store',
          });
          response.end(Buffer.from(found.content));
          return Promise.resolve();
        },
      };
    },
  });
}
