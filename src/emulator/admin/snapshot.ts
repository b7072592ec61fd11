import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { stringifyExactJson } from '../../contract/exact-json.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { queryBoolean } from '../../contract/query.ts';
import type { Snapshot } from '../ports/store.ts';
import { HttpError } from '../server/http-error.ts';
import { routesOf, type Route } from '../server/route.ts';
import { SnapshotError } from '../ports/store-errors.ts';

const api = routesOf('local', 'local');

export interface SnapshotDependencies {
  snapshot(): Promise<Snapshot>;
  /** @throws SnapshotError if the snapshot cannot be restored. */
  restore(snapshot: unknown, options: RestoreOptions): Promise<RestoreAnswer>;
}

/** OpenAPI response for a restore that is refused because other emulators use the database. */
export const otherEmulatorsConflict = {
  409: { description: 'Other emulators use the database', schema: DetailError },
};

/** Maximum size of a snapshot, which contains the whole store, in bytes. */
const MAX_SNAPSHOT_BYTES = 256 * 1024 * 1024;

/** Number of characters after which a chunk of a snapshot is sent. */
const PIECE = 64 * 1024;

/**
 * Generates a snapshot as readable JSON in chunks, because the whole text might exceed the maximum length of a string.
 */
export function* snapshotText({ tables, ...rest }: Snapshot): Generator<string, void> {
  const rows = function* (): Generator<string, void> {
    const empty = stringifyExactJson({ ...rest, tables: {} }, 2);
    yield empty.slice(0, -'}\n}'.length);
    let isFirst = true;
    for (const [name, list] of Object.entries(tables)) {
      yield `${isFirst ? '' : ','}\n    ${JSON.stringify(name)}: [`;
      isFirst = false;
      for (const [index, row] of list.entries()) {
        yield `${index === 0 ? '' : ','}\n      `;
        yield* readableJson(row, '\n      ');
      }
      yield list.length === 0 ? ']' : '\n    ]';
    }
    yield isFirst ? '}\n}\n' : '\n  }\n}\n';
  };
  let piece = '';
  for (const text of rows()) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/**
 * Number of nested levels that `readableJson` writes element by element: row, column, and channel of a thread's
 * state.
 */
const DIVIDED_LEVELS = 3;

/**
 * Yields the text that `JSON.stringify` would return with an indent of two spaces, in pieces, because one row might
 * contain the whole state of a thread.
 * @param newline Line feed followed by the indentation of the surrounding level.
 */
function* readableJson(value: unknown, newline: string, levels = DIVIDED_LEVELS): Generator<string, void> {
  if (typeof value !== 'object' || value === null || levels === 0) {
    yield stringifyExactJson(value, 2).replaceAll('\n', newline);
    return;
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  if (entries.length === 0) yield isList ? '[]' : '{}';
  else {
    const inner = `${newline}  `;
    for (const [index, [key, one]] of entries.entries()) {
      yield `${index > 0 ? ',' : isList ? '[' : '{'}${inner}${isList ? '' : `${JSON.stringify(key)}: `}`;
      yield* readableJson(one, inner, levels - 1);
    }
    yield `${newline}${isList ? ']' : '}'}`;
  }
}

/** Creates the routes that save and restore all data of the store. */
export function snapshotRoutes(dependencies: SnapshotDependencies): Route[] {
  return [
    api.get('/_local/snapshot', {
      summary: 'Read all data of the store as one readable document',
      responses: { 200: { description: 'The snapshot', schema: SnapshotBody } },
      handler: async ({ signal }) => {
        const snapshot = await dependencies.snapshot();
        return {
          stream: async (response) => {
            response.setHeader('content-type', 'application/json');
            try {
              for (const piece of snapshotText(snapshot)) {
                if (!response.write(piece)) await once(response, 'drain', { signal });
                // Other work runs between two chunks, even if the client reads fast.
                await setImmediate(undefined, { signal });
              }
              response.end();
            } catch (error) {
              response.destroy();
              if (!signal.aborted) throw error;
            }
          },
        };
      },
    }),
    api.put('/_local/snapshot', {
      summary: 'Restore a snapshot, either completely or not at all',
      query: z.object({ leave_out_unreadable: queryBoolean.default(false) }),
      body: SnapshotBody,
      maxBodyBytes: MAX_SNAPSHOT_BYTES,
      responses: {
        200: { description: 'The result of the restore', schema: RestoreAnswer },
        ...otherEmulatorsConflict,
      },
      handler: async ({ body, query }) => {
        try {
          const options = { leaveOutUnreadable: query.leave_out_unreadable };
          return { status: 200, body: await dependencies.restore(body, options) };
        } catch (error) {
          throw restoreProblems(error, ['body']);
        }
      },
    }),
  ];
}

/**
 * Converts the error of a snapshot that cannot be restored to a response that contains the position of each problem
 * below `loc`. Returns an unrelated error unchanged.
 */
export function restoreProblems(error: unknown, loc: readonly string[]): unknown {
  if (!(error instanceof SnapshotError)) return error;
  const detail = error.problems.map(({ path, message }) => ({
    loc: [...loc, ...path],
    msg: message,
    type: 'value_error',
  }));
  return new HttpError(422, detail, { cause: error });
}

/** Body of GET and PUT /_local/snapshot. The store validates the rows. */
export const SnapshotBody = z
  .strictObject({
    snapshot: z.literal(1, 'is an unsupported snapshot format: this emulator supports format 1'),
    /** Name of the newest migration in the store of the snapshot. */
    schema: z.string(),
    /** ID of the workspace to which the API key of the snapshot's emulator belongs. */
    workspace_id: z.string(),
    tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  })
  .refine(({ workspace_id: own, tables }) => (tables['workspaces'] ?? []).some(({ id }) => id === own), {
    path: ['workspace_id'],
    message: 'is not the ID of a workspace',
  });

export const RestoreAnswer = z.object({
  /** ID of the workspace to which the current emulator's API key belongs. */
  workspace_id: z.string(),
  /** Values that were not restored, because the keyring cannot decrypt them. */
  left_out: z.array(z.object({ place: z.string(), reason: z.string() })),
});
export type RestoreAnswer = z.infer<typeof RestoreAnswer>;

export interface RestoreOptions {
  /** True to omit values that the keyring cannot decrypt, or false to refuse a snapshot with such values. */
  leaveOutUnreadable?: boolean | undefined;
}
