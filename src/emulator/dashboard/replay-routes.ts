import * as z from 'zod';
import { rejectOnAbort } from '../../clients/clock.ts';
import { parseExactJson, stringifyExactJson } from '../../contract/exact-json.ts';
import { SECRET_PLACEHOLDER } from '../../contract/dashboard/clip.ts';
import { ReplayedRequest, RequestReplay } from '../../contract/dashboard/requests.ts';
import { DASHBOARD_API } from '../../contract/dashboard/session.ts';
import { DetailError } from '../../contract/error-bodies.ts';
import { queryInt } from '../../contract/query.ts';
import type { RecordedRequest } from '../admin/journal.ts';
import type { HeaderList } from '../ports/agent-http.ts';
import { HttpError, invalidField } from '../server/http-error.ts';
import { type Route, routesOf } from '../server/route.ts';
import { parseTarget } from '../server/router.ts';
import type { DashboardDependencies } from './dependencies.ts';
import { fillHeaders, fillSecrets, lacksSecret } from './replay.ts';

const api = routesOf('dashboard', 'session');

/** Headers that belong to the recorded connection, and that the new connection sets itself. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'keep-alive',
]);

/** The response of a replay is read for at most this many milliseconds, because a stream might never end. */
const MAX_READ_MS = 30_000;

/** Creates the route that sends a recorded request again, changed or unchanged. */
export function replayRoutes(dependencies: DashboardDependencies): Route[] {
  const { journal, replay } = dependencies;
  return [
    api.post(`${DASHBOARD_API}/requests/{seq}/replay`, {
      summary: 'Send a recorded request again, with its secrets. The new request is recorded and marked.',
      params: z.object({ seq: queryInt(1) }),
      body: RequestReplay,
      passesOn: true,
      responses: {
        200: { description: 'The new request', schema: ReplayedRequest },
        404: { description: 'The request is no longer stored', schema: DetailError },
        409: { description: 'The body of the request is not stored', schema: DetailError },
      },
      async handler({ params: { seq }, body: change, signal }) {
        const recorded = journal.request(seq);
        if (recorded === undefined) {
          throw new HttpError(
            404,
            `Request ${seq} is no longer stored: it is too old, or a reset removed it.`,
          );
        }
        const request = changedRequest(dependencies, { seq, recorded, change });
        const entry = Promise.withResolvers<number>();
        const ended = AbortSignal.any([signal, AbortSignal.timeout(MAX_READ_MS)]);
        const status = await replay(
          {
            ...request,
            deploymentId: recorded.deploymentId,
            onOwnPort: recorded.onOwnPort,
            replay: { of: seq, onRecord: entry.resolve },
            recorded: { method: recorded.method, path: pathOf(recorded) },
          },
          ended,
        );
        // The journal entry is written after the last byte of the response was sent.
        const newSeq = await rejectOnAbort(ended, () => entry.promise).catch(() => null);
        return { status: 200, body: { seq: newSeq, status } };
      },
    }),
  ];
}

const pathOf = ({ path, query }: Pick<RecordedRequest, 'path' | 'query'>): string =>
  query === '' ? path : `${path}?${query}`;

/** Applies the changes of the page, and fills in the secrets that the page does not have. */
function changedRequest(
  { journal, host }: Pick<DashboardDependencies, 'journal' | 'host'>,
  { seq, recorded, change }: { seq: number; recorded: RecordedRequest; change: RequestReplay },
): { method: string; path: string; headers: HeaderList; body: Uint8Array } {
  const path = pathOf(recorded);
  const shownPath = host.redactor.redactText(path);
  const wantedPath = change.path === undefined || change.path === shownPath ? path : change.path;
  if (wantedPath !== path && wantedPath.includes(SECRET_PLACEHOLDER)) {
    throw invalidField(
      ['body', 'path'],
      'contains ***. Replace *** with the secret, or leave the whole path unchanged',
    );
  }
  refuseOtherTarget(recorded, wantedPath);
  const shownHeaders = journal.headers(seq);
  const headers =
    change.headers === undefined
      ? recorded.headers
      : fillHeaders(change.headers, shownHeaders, recorded.headers);
  for (const [index, [name, value]] of headers.entries()) {
    const known = recorded.headers.some(([one, text]) => one === name && text === value);
    if (!known && value.includes(SECRET_PLACEHOLDER)) {
      throw invalidField(
        ['body', 'headers', index],
        `${name} contains ***. Replace *** with the secret, or leave the header unchanged`,
      );
    }
  }
  return {
    method: change.method ?? recorded.method,
    path: wantedPath,
    headers: headers.filter(([name]) => !OF_CONNECTION.has(name)),
    body: Buffer.from(bodyOf(recorded, change, host) ?? ''),
  };
}

/**
 * Rejects a path of another API or deployment, because the recorded credentials were not meant for other APIs and
 * deployments.
 */
function refuseOtherTarget(recorded: RecordedRequest, path: string): void {
  const port = recorded.onOwnPort ? recorded.deploymentId : undefined;
  const [before, after] = [parseTarget(recorded.path, port), parseTarget(path, port)];
  if (after.surface === before.surface && after.deploymentId === before.deploymentId) return;
  throw invalidField(
    ['body', 'path'],
    'belongs to another API or another deployment than the recorded request. Send such a request with a client',
  );
}

function bodyOf(
  recorded: RecordedRequest,
  change: RequestReplay,
  { redactor }: DashboardDependencies['host'],
): string | undefined {
  if (change.body === undefined) {
    if (recorded.isBodyLost) {
      throw new HttpError(
        409,
        'The body of this request is not stored: it is not JSON, or it was dropped to save memory. Send the request again with a body.',
      );
    }
    return recorded.body;
  }
  if (change.body === null) return undefined;
  if (recorded.body === undefined) return stringifyExactJson(change.body);
  const original = parseExactJson(recorded.body);
  const shown = redactor.redact(original);
  const filled = fillSecrets(change.body, shown, original);
  if (lacksSecret(filled, shown, original)) {
    throw invalidField(
      ['body', 'body'],
      'contains *** in a place where the recorded secret is not known. Write the secret itself there',
    );
  }
  return stringifyExactJson(filled);
}
