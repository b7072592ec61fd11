import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAgentHttp, createAgentServer } from './agent-server/index.ts';
import type { OtherReplicas } from './agent-server/shared/other-replicas.ts';
import type { LinkAnswers } from './data-plane/link/worker.ts';
import { createDataPlane } from './data-plane/data-plane.ts';
import { createProcesses } from './data-plane/places/process/processes.ts';
import { ownerToken } from '../os/processes.ts';
import type { DeploymentAuth } from './ports/agent-auth.ts';
import type { EmulatorContext } from './ports/context.ts';
import type { RemoteRefs } from './ports/git.ts';
import type { AnswerAgent } from './ports/agent-http.ts';
import type { AgentHttp } from './server/agent-app.ts';
import type { CorsPolicy } from './server/cors.ts';
import type { RequestCounts } from './server/request-counts.ts';
import type { Upstreams } from './server/reverse-proxy.ts';
import type { Surface } from './server/route.ts';

/** Runs deployments. Its routes are the agent server's, whose paths start at a deployment's root. */
interface Backend extends Surface {
  /** Servers of deployments that respond instead of `routes`; absent if no deployment has one. */
  readonly upstreams?: Upstreams;
  /** Authentication defined by authors of deployments; absent if none is defined. */
  readonly deploymentAuth?: DeploymentAuth;
  /** HTTP settings of graph configurations; absent if none exist. */
  readonly agentHttp?: AgentHttp;
  /**
   * Returns which web pages may call a deployment on its own port; `undefined` for none. If absent, no page may call
   * any deployment.
   */
  corsPolicy?(deploymentId: string): CorsPolicy | undefined;
  readonly remoteRefs: RemoteRefs;
  wake(): void;
  health(): unknown;
}

/** The backend's access to the other surfaces. */
export interface BackendLinks {
  /** Counters of requests to deployments. */
  requestCounts: RequestCounts;
  /** Returns the feedback URLs of a run by key; never rejects. */
  feedback: (runId: string, keys: readonly string[]) => Promise<Record<string, string>>;
  /** Responds to a request on a deployment's own port. */
  answer: (deploymentId: string, request: IncomingMessage, response: ServerResponse) => void;
  /** Responds to requests of an agent's code to the API of its own deployment. */
  answerAgent: AnswerAgent;
}

/**
 * Creates the backend. Nothing runs before `start`, which also resumes the work that an earlier emulator on this data
 * left.
 */
export type CreateBackend = (context: EmulatorContext, links: BackendLinks) => Promise<Backend>;

/** Creates the data plane, and the agent server over its workers. */
export const createBackend: CreateBackend = async (context, links) => {
  const { feedback, answer, answerAgent, requestCounts } = links;
  const { store, log, config } = context;
  const owner = await ownerToken();
  const processes = createProcesses({
    // A cluster needs no process table: a replaced replica's machine does not return to stop leftover processes. The
    // supervisor stops them, and they end with the container.
    ...(config.runtime !== 'kubernetes' && { table: store.processes }),
    owner,
    onError: (error) => log(`the process table could not be written: ${String(error)}`),
  });
  const createLinks = async (): Promise<LinkAnswers> => {
    const { createCheckpointService } = await import('./agent-server/checkpoint-service.ts');
    return {
      storeCallsOf: (deploymentId, language) => createCheckpointService(store, deploymentId, language),
      answerAgent,
    };
  };
  const dataPlane = await createDataPlane({
    ...context,
    owner,
    env: process.env,
    processes,
    createLauncher: async () => {
      const { createWorkerLauncher } = await import('./data-plane/worker/launcher.ts');
      return createWorkerLauncher(await createLinks());
    },
    createLinks,
    listener: answer,
  });
  const others = await otherReplicas(context);
  const agentServer = createAgentServer(context, { live: dataPlane.live, feedback, requestCounts, others });
  return {
    routes: () => agentServer.routes(),
    // The stub runs no code, so it has no servers and no authentication.
    ...(config.runtime === 'stub'
      ? {}
      : {
          upstreams: dataPlane.upstreams ?? agentServer.upstreams,
          deploymentAuth: agentServer.auth,
          agentHttp: createAgentHttp(dataPlane.live, store),
        }),
    remoteRefs: dataPlane.heads,
    corsPolicy: (deploymentId) => dataPlane.corsPolicy(deploymentId),
    wake: () => dataPlane.wake(),
    health: () => dataPlane.health(),
    async start() {
      // Runs of an emulator that died become pending again before a worker requests work.
      await agentServer.start();
      await dataPlane.start();
    },
    async close() {
      await agentServer.close();
      await dataPlane.close();
      await processes.close();
    },
  };
};

/** Returns the other replicas of the control plane; `undefined` if there are none. */
async function otherReplicas({
  store,
  replica,
  clock,
  log,
}: EmulatorContext): Promise<OtherReplicas | undefined> {
  const { notifier } = store;
  if (!replica.isShared || notifier === undefined) return undefined;
  const { createOtherReplicas } = await import('./agent-server/shared/other-replicas.ts');
  return createOtherReplicas({ store, notifier, instanceId: replica.id, now: () => clock.now(), log });
}
