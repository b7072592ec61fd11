import { EVALUATION_API_VERSION } from '../../contract/limits.ts';
import { TracingInfo } from '../../contract/traced-run.ts';
import { Settings } from '../../contract/tracing.ts';
import { isoTime } from '../ports/clock.ts';
import { HAS_ZSTD } from '../server/multipart.ts';
import { routesOf, type Route } from '../server/route.ts';
import { attachmentRoute } from './attachments.ts';
import { comparisonRoutes } from './datasets/comparisons.ts';
import { datasetListRoutes, datasetRoutes } from './datasets/dataset-routes.ts';
import { exampleRoutes, uploadRoutes } from './datasets/example-routes.ts';
import { sharingRoutes } from './datasets/sharing.ts';
import type { FeedbackDependencies } from './feedback-tokens.ts';
import { feedbackRoutes } from './feedback.ts';
import { datasetRunRoutes, secondVersionRoutes } from './runs/experiment-routes.ts';
import { runRoutes } from './runs/routes.ts';
import { sessionRoutes } from './sessions/session-routes.ts';

const api = routesOf('tracing', 'none');

/** Path prefixes of the routes, because clients use the routes with and without the prefix. */
const PREFIXES = ['', '/api/v1'];
const PLATFORM_PREFIXES = ['/v1/platform', '/api/v1/platform'];

/** Response to the first request of official clients, with the routes and compressions that clients can use. */
const INFO = {
  version: EVALUATION_API_VERSION,
  license_expiration_time: null,
  instance_flags: {
    dataset_examples_multipart_enabled: true,
    examples_multipart_enabled: true,
    gzip_body_enabled: true,
    zstd_compression_enabled: HAS_ZSTD,
  },
  batch_ingest_config: {
    use_multipart_endpoint: true,
    scale_up_qsize_trigger: 1_000,
    scale_up_nthreads_limit: 16,
    scale_down_nempty_trigger: 4,
    size_limit: 100,
    size_limit_bytes: 20_971_520,
  },
};

/** Creates the routes of tracing projects, traced runs, feedback, datasets and examples. */
export function tracingRoutes(dependencies: FeedbackDependencies): Route[] {
  return [
    ...feedbackRoutes(dependencies),
    ...PREFIXES.flatMap((base) => [
      ...aboutRoutes(base, dependencies),
      ...datasetRoutes(base, dependencies),
      ...exampleRoutes(base, dependencies),
      ...comparisonRoutes(base, dependencies),
      ...sharingRoutes(base, dependencies),
      ...sessionRoutes(base, dependencies),
      ...runRoutes(base, dependencies),
      ...datasetRunRoutes(base, dependencies),
    ]),
    ...secondVersionRoutes(dependencies),
    ...datasetListRoutes(dependencies),
    ...PLATFORM_PREFIXES.flatMap((base) => uploadRoutes(base, dependencies)),
    attachmentRoute(dependencies),
  ];
}

function aboutRoutes(base: string, { store, clock }: FeedbackDependencies): Route[] {
  return [
    api.get(`${base}/info`, {
      summary: 'Read the supported features of the tracing API, as clients do before they write',
      responses: { 200: { description: 'The version and the supported features', schema: TracingInfo } },
      handler: () => ({ status: 200, body: INFO }),
    }),
    api.get(`${base}/settings`, {
      auth: 'workspace',
      summary: 'Read the workspace of the API key',
      responses: { 200: { description: 'The workspace', schema: Settings } },
      handler: async ({ caller: { workspaceId } }) => ({
        status: 200,
        body: {
          id: workspaceId,
          display_name: (await store.workspaces.get(workspaceId))?.name ?? '',
          created_at: isoTime(clock.now()),
          tenant_handle: null,
        },
      }),
    }),
  ];
}
