import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAgentHttp, createAgentServer } from './agent-server/index.ts';
import type { IsBuildPod } from './data-plane/build-pod/access.ts';
import type { OtherReplicas } from './agent-server/shared/other-replicas.ts';
import type { LinkAnswers } from './data-plane/link/worker.ts';
import { createDataPlane } from './data-plane/data-plane.ts';
import { createProcesses } from './data-plane/places/process/processes.ts';
import { ownerToken } from '../os/processes.ts';
import type { DeploymentAuth } from './ports/agent-auth.ts';
import type { AgentControls } from './ports/agent-controls.ts';
import type { EmulatorContext, RefreshLog } from './ports/context.ts';
import type { CodeReader, RemoteRefs } from './ports/git.ts';
import type { AnswerAgent } from './ports/agent-http.ts';
import type { AgentHttp } from './server/agent-app.ts';
import type { CorsPolicy } from './server/cors.ts';
import type { RequestCounts } from './server/request-counts.ts';
import type { Upstreams } from './server/reverse-proxy.ts';
import type { Surface } from './server/route.ts';

/**
 * Surface that runs deployments. The routes of the surface are the routes of agent servers, relative to a deployment's
 * URL.
 */
interface Backend extends Surface {
  /**
   * Servers inside deployments that respond instead of `routes`, or absent if no deployment can have its own server.
   */
  readonly upstreams?: Upstreams;
  /** Authentication that agents define, or absent if no agent can define authentication. */
  readonly deploymentAuth?: DeploymentAuth;
  /** HTTP settings and applications of deployments, or absent if no deployment can have them. */
  readonly agentHttp?: AgentHttp;
  /**
   * Returns the policy for web pages that call a deployment on its own port, or `undefined` to forbid all such calls.
   */
  corsPolicy?(deploymentId: string): CorsPolicy | undefined;
  /** Actions on crons and webhooks, or absent if the backend has neither crons nor webhooks. */
  readonly agentControls?: AgentControls;
  readonly remoteRefs: RemoteRefs;
  /** Compares the code of built commits, or is absent if builds store no clones on this machine. */
  readonly code?: CodeReader;
  wake(): void;
  health(): unknown;
  /**
   * Sends a request to the cluster, and resolves with the cluster's version, or is absent without a cluster. Rejects with
   * the reason and a hint.
   */
  readonly checkCluster?: (() => Promise<string>) | undefined;
  /** Returns whether a pod may report the result of a build, or is absent without a cluster. */
  readonly isBuildPod?: IsBuildPod | undefined;
  /** Stores the newest output of a revision's pods before its log is read, or is absent without a cluster. */
  readonly refreshLog?: RefreshLog | undefined;
}

/** Functions of other surfaces that the backend calls. */
export interface BackendLinks {
  /** Counters of requests to deployments. */
  requestCounts: RequestCounts;
  /** Returns the feedback URLs of a run, keyed by feedback key, and never rejects. */
  feedback: (runId: string, keys: readonly string[]) => Promise<Record<string, string>>;
  /** Responds to a request on a deployment's own port. */
  answer: (deploymentId: string, request: IncomingMessage, response: ServerResponse) => void;
  /** Responds to requests that an agent's code sends to its own deployment's API. */
  answerAgent: AnswerAgent;
}

/**
 * Creates the backend that runs deployments. `start` starts the backend, and resumes the work of an earlier emulator
 * with the same data.
 */
export type CreateBackend = (context: EmulatorContext, links: BackendLinks) => Promise<Backend>;

/** Creates the data plane, and the agent server that uses its workers. */
export const createBackend: CreateBackend = async (context, links) => {
  const { feedback, answer, answerAgent, requestCounts } = links;
  const { store, log, config } = context;
  const owner = await ownerToken();
  const processes = createProcesses({
    // With Kubernetes, no process table is used: a new replica does not start on the same machine, so it could not stop
    // processes that an old replica left. In Kubernetes, leftover processes are stopped by the supervisor, or end with
    // the container.
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
    agentControls: agentServer.controls,
    // The stub runtime runs no code, so it has no servers and no authentication.
    ...(config.runtime === 'stub'
      ? {}
      : {
          upstreams: dataPlane.upstreams ?? agentServer.upstreams,
          deploymentAuth: agentServer.auth,
          agentHttp: createAgentHttp(dataPlane.live, store),
        }),
    remoteRefs: dataPlane.heads,
    code: dataPlane.code,
    corsPolicy: (deploymentId) => dataPlane.corsPolicy(deploymentId),
    wake: () => dataPlane.wake(),
    health: () => dataPlane.health(),
    checkCluster: dataPlane.checkCluster,
    isBuildPod: dataPlane.isBuildPod,
    refreshLog: dataPlane.refreshLog,
    async start() {
      // Requeues the runs of a crashed emulator before a worker requests work.
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

/** Returns access to the control plane's other replicas, or `undefined` without other replicas. */
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
