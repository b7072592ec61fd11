import * as z from 'zod';
import { queryBoolean } from '../../../contract/query.ts';
import { InfoResponse, OkResponse } from '../../../contract/thread.ts';
import type { LiveWorkers } from '../../ports/worker.ts';
import { HttpError } from '../../server/http-error.ts';
import { sendResponse } from '../../server/respond.ts';
import { type Route, route } from '../../server/route.ts';
import { findDeployment } from '../access.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { createHealthFaults } from '../health-faults.ts';
import { createLibraryVersions } from '../library-versions.ts';
import { errorResponses } from './answers.ts';

/** How long a server of the deployment's own may take to say that it is well, in milliseconds. */
const ASK_MS = 5_000;

/** Whether the server that an image or a program brings says so too; where none serves, nothing is asked. Throws HttpError 503. */
async function askImage(live: LiveWorkers, deploymentId: string): Promise<void> {
  const held = live.acquireServer(deploymentId);
  if (!held) return;
  try {
    if (await held.worker.ping(ASK_MS)) return;
  } finally {
    held.release();
  }
  throw new HttpError(503, 'The server of this deployment does not answer its own /ok with 200', {
    headers: { 'retry-after': '1' },
  });
}

/** Whether the deployment can answer, and which revision does (facts: service §4.5). */
export function metaRoutes(deps: AgentServerDependencies): Route[] {
  const { store, live, runtime, version } = deps;
  const faultOf = createHealthFaults(deps);
  const libraries = createLibraryVersions(live);
  /** The serving revision, when it really can answer: with the process runtime, when its worker is up. */
  const serving = (deploymentId: string): string | undefined => {
    const revisionId = live.activeRevision(deploymentId);
    if (revisionId === undefined || runtime === 'stub') return revisionId;
    const held = live.acquire(deploymentId) ?? live.acquireServer(deploymentId);
    held?.release();
    return held && revisionId;
  };

  return [
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/ok',
      summary: 'Whether a revision serves; check_db asks the store too',
      auth: 'none',
      query: z.object({ check_db: queryBoolean.default(false) }),
      responses: {
        200: { description: 'A revision serves', schema: OkResponse },
        ...errorResponses(500, 503),
      },
      async handler({ deploymentId, query, signal }) {
        const revisionId = serving(deploymentId);
        if (revisionId === undefined) {
          throw new HttpError(503, 'No revision of this deployment is serving at this moment', {
            headers: { 'retry-after': '1' },
          });
        }
        const fault = await faultOf(deploymentId, revisionId);
        const answer = async () => {
          fault?.throwIfFailing();
          await askImage(live, deploymentId);
          if (query.check_db) {
            await store.deployments.findById(deploymentId).catch((cause: unknown) => {
              throw new HttpError(500, 'The store does not answer', { cause });
            });
          }
          return { status: 200, body: { ok: true } };
        };
        if (fault?.stalls() !== true) return answer();
        return {
          stream: async (response) => {
            await fault.waitUntilReleased(signal);
            await sendResponse(response, await answer());
          },
        };
      },
    }),
    route({
      surface: 'agent-server',
      method: 'GET',
      path: '/info',
      summary: 'What answers here, and which revision it is',
      auth: 'workspace',
      responses: {
        200: { description: 'About this server', schema: InfoResponse },
        ...errorResponses(404, 503),
      },
      async handler({ deploymentId }) {
        const deployment = await findDeployment(store, deploymentId);
        const body: z.infer<typeof InfoResponse> = {
          version,
          langgraph_js_version: await libraries.of(deploymentId),
          context: 'js',
          flags: { assistants: true, crons: false, langsmith: false },
          metadata: {},
          host: {
            kind: 'emulator',
            project_id: deployment.id,
            revision_id: serving(deploymentId) ?? null,
            tenant_id: deployment.workspaceId,
          },
        };
        return { status: 200, body };
      },
    }),
  ];
}
