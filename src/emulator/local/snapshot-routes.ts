import * as z from 'zod';
import { DetailError } from '../../contract/errors.ts';
import { queryBoolean } from '../../contract/query.ts';
import type { Snapshot } from '../seams/store.ts';
import { HttpError } from '../server/http-error.ts';
import { type Route, route } from '../server/route.ts';
import { SnapshotError } from '../store/index.ts';
import { RestoreAnswer, type RestoreOptions, SnapshotForm } from './snapshot-form.ts';

/** What the snapshot routes work with. */
export interface SnapshotDeps {
  snapshot(): Promise<Snapshot>;
  /** @throws SnapshotError. */
  restore(snapshot: unknown, options: RestoreOptions): Promise<RestoreAnswer>;
}

/** What makes everything anew is refused while other emulators are at work on the database. */
export const besideOthers = {
  409: { description: 'Other emulators are at work on the database', schema: DetailError },
};

/** A snapshot holds a whole store: more than any other request. Bytes. */
const MAX_SNAPSHOT_BYTES = 256 * 1024 * 1024;

/** Taking and putting back everything the store holds (DESIGN §3 `/_local/snapshot`). */
export function snapshotRoutes(deps: SnapshotDeps): Route[] {
  return [
    route({
      surface: 'local',
      method: 'GET',
      path: '/_local/snapshot',
      summary: 'Everything the store holds, as one readable document',
      auth: 'local',
      responses: { 200: { description: 'The snapshot', schema: SnapshotForm } },
      handler: async () => {
        const text = `${JSON.stringify(await deps.snapshot(), undefined, 2)}\n`;
        return {
          stream: async (response) => {
            response.setHeader('content-type', 'application/json');
            response.end(text);
          },
        };
      },
    }),
    route({
      surface: 'local',
      method: 'PUT',
      path: '/_local/snapshot',
      summary: 'Put back a snapshot: all of it, or nothing',
      auth: 'local',
      query: z.object({ leave_out_unreadable: queryBoolean.default(false) }),
      body: SnapshotForm,
      maxBodyBytes: MAX_SNAPSHOT_BYTES,
      responses: { 200: { description: 'What was done', schema: RestoreAnswer }, ...besideOthers },
      handler: async ({ body, query }) => {
        try {
          const options = { leaveOutUnreadable: query.leave_out_unreadable };
          return { status: 200, body: await deps.restore(body, options) };
        } catch (cause) {
          if (!(cause instanceof SnapshotError)) throw cause;
          const detail = cause.problems.map(({ path, message }) => ({
            loc: ['body', ...path],
            msg: message,
            type: 'value_error',
          }));
          throw new HttpError(422, detail, { cause });
        }
      },
    }),
  ];
}
