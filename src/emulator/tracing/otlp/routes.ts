import type { IncomingHttpHeaders } from 'node:http';
import { wallClock } from '../../../clients/clock.ts';
import { memoizeAsync } from '../../../clients/memoize.ts';
import { ExportTraceResponse, OtlpError, SPANS_MAX_BYTES } from '../../../contract/otlp.ts';
import { MAX_SPANS } from '../../../contract/trace-event.ts';
import type { EmulatorContext } from '../../ports/context.ts';
import { apiKeyOf, unauthorized } from '../../server/authenticate.ts';
import { HttpError } from '../../server/http-error.ts';
import { type Route, type RouteResponse, routesOf } from '../../server/route.ts';
import { SPANS_PATH } from '../../server/span-export.ts';
import { decompress, type Encoding, encodingOf, readSpans } from './read-request.ts';
import { storeSpans, type StoredSpans } from './store-spans.ts';

const api = routesOf('local', 'none');
const PROTOBUF = 'application/x-protobuf';
/** gRPC codes, keyed by the HTTP status of a rejected request. */
const CODES: Readonly<Record<number, number>> = { 400: 3, 401: 16, 413: 8, 415: 3 };

/** Only the first request with spans loads the module, because the module loads a library. */
const loadProtobuf = memoizeAsync(async () => (await import('./protobuf.ts')).createOtlpProtobuf());

/** Creates the route that receives the spans of agents' runs. */
export function spanRoutes(context: Pick<EmulatorContext, 'store' | 'clock' | 'spanExport'>): Route[] {
  const refused = (description: string) => ({ description, schema: OtlpError, textType: PROTOBUF });
  return [
    api.post(SPANS_PATH, {
      summary: 'Store spans of the runs of a deployment, with the token in the environment of its agents',
      rawBody: true,
      bodyType: PROTOBUF,
      responses: {
        200: { description: 'The spans were stored', schema: ExportTraceResponse, textType: PROTOBUF },
        400: refused('The body is malformed'),
        401: refused('The token is missing or invalid'),
        413: refused('The body is too large'),
        415: refused('The content type or compression is not supported'),
      },
      handler: async ({ headers, readBytes }) => {
        // An error response has the encoding of the request, or JSON if the encoding is unknown.
        let encoding: Encoding = 'json';
        try {
          const deploymentId = authorize(context, headers);
          encoding = encodingOf(headers['content-type']);
          const body = await decompress(await readBytes(SPANS_MAX_BYTES), headers['content-encoding']);
          const spans = await readSpans(body, encoding, loadProtobuf);
          const stored = await storeSpans(context.store, deploymentId, spans, {
            service: context.clock.now(),
            machine: wallClock.now(),
          });
          const response = toResponse(stored);
          return encoding === 'json'
            ? { status: 200, body: response }
            : sendProtobuf(200, (await loadProtobuf()).encodeResponse(response));
        } catch (error) {
          if (!(error instanceof HttpError)) throw error;
          const { status, message } = error;
          const body: OtlpError = { code: CODES[status] ?? 2, message };
          return encoding === 'json'
            ? { status, body, headers: error.headers }
            : sendProtobuf(status, (await loadProtobuf()).encodeError(body));
        }
      },
    }),
  ];
}

/**
 * Returns the ID of the deployment that a request's token belongs to.
 * @throws HttpError 401 for a missing or invalid token.
 */
function authorize(
  { spanExport }: Pick<EmulatorContext, 'spanExport'>,
  headers: IncomingHttpHeaders,
): string {
  const token = apiKeyOf(headers);
  const deploymentId = token === undefined ? undefined : spanExport?.deploymentOf(token);
  if (deploymentId === undefined) {
    throw unauthorized(
      'Send the token in OTEL_EXPORTER_OTLP_TRACES_HEADERS, which the emulator sets for agents on this machine.',
    );
  }
  return deploymentId;
}

function toResponse({ withoutRun, aboveLimit }: StoredSpans): ExportTraceResponse {
  const reasons = [
    ...(withoutRun === 0
      ? []
      : [
          `${withoutRun} without a run of this deployment (set the attribute langgraph.run_id to the ID of the run, or begin spans while only one run is active)`,
        ]),
    ...(aboveLimit === 0
      ? []
      : [`${aboveLimit} above the limit of ${MAX_SPANS.toLocaleString('en')} spans of a run`]),
  ];
  if (reasons.length === 0) return {};
  return {
    partialSuccess: {
      rejectedSpans: String(withoutRun + aboveLimit),
      errorMessage: `These spans were not stored: ${reasons.join(', ')}.`,
    },
  };
}

const sendProtobuf = (status: number, bytes: Uint8Array): RouteResponse => ({
  stream: async (response) => {
    response.writeHead(status, { 'content-type': PROTOBUF, 'content-length': bytes.length });
    response.end(bytes);
  },
});
