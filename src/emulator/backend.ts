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
  /** The servers of deployments, which answer instead of `routes`; absent: none does. */
  readonly upstreams?: Upstreams;
  /** Deployments whose authors wrote their authentication; absent: none did. */
  readonly deploymentAuth?: DeploymentAuth;
  /** What graph configurations say of HTTP; absent: nothing. */
  readonly agentHttp?: AgentHttp;
  /** Which web pages may call a deployment on its own port; undefined: none. Absent: none may call any. */
  corsPolicy?(deploymentId: string): CorsPolicy | undefined;
  readonly remoteRefs: RemoteRefs;
  wake(): void;
  health(): unknown;
}

/** A backend's access to the other surfaces. */
export interface BackendLinks {
  /** The requests that deployments got. */
  requestCounts: RequestCounts;
  /** The feedback URLs of a run by key; never rejects. */
  feedback: (runId: string, keys: readonly string[]) => Promise<Record<string, string>>;
  /** Answers a request that arrived on a deployment's own port. */
  answer: (deploymentId: string, request: IncomingMessage, response: ServerResponse) => void;
  /** Answers what the code of an agent asks of the API of its own deployment. */
  answerAgent: AnswerAgent;
}

/** Creates it; nothing runs before `start`, which also resumes what an earlier emulator on this data left. */
export type CreateBackend = (context: EmulatorContext, links: BackendLinks) => Promise<Backend>;

/** The data plane, and the agent server over its workers. */
export const createBackend: CreateBackend = async (context, links) => {
  const { feedback, answer, answerAgent, requestCounts } = links;
  const { store, log, config } = context;
  const owner = await ownerToken();
  const processes = createProcesses({
    // No machine of a replica comes back to end what is left: its supervisor does, and the end of its container.
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
      return createWorkerLauncher({ processes, ...(await createLinks()) });
    },
    createLinks,
    listener: answer,
  });
  const others = await otherReplicas(context);
  const agentServer = createAgentServer(context, { live: dataPlane.live, feedback, requestCounts, others });
  return {
    routes: () => agentServer.routes(),
    // Without code there is nothing to forward to, and nothing of an author's to ask.
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
      // Runs of an emulator that died are pending again before a worker asks for work.
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

/** The other replicas of the control plane; undefined: there are none. */
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
