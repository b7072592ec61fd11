import { DOCUMENT_VERSION } from '../contract/version.ts';
import {
  agentServerRoutes,
  createRunExecutor,
  createUpstreams,
  createWebhooks,
  createWorkerLauncher,
} from './agent-server/index.ts';
import { createDataPlane, createProcesses, ownerToken } from './data-plane/index.ts';
import type { StartParts } from './parts.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** Starts the data plane and the agent server on the store. */
export const startParts: StartParts = async (deps) => {
  const { store, fleet, clock, host, log, runtime } = deps;
  await using stack = new AsyncDisposableStack();
  const owner = await ownerToken();
  const processes = createProcesses({
    table: store.processes,
    owner,
    onError: (error) => log(`the process table could not be written: ${String(error)}`),
  });
  stack.defer(() => processes.close());
  const dataPlane = createDataPlane({
    store,
    clock,
    runtime,
    faults: deps.lifecycle,
    objects: deps.objects,
    dataDir: deps.dataDir,
    fleet,
    owner,
    env: process.env,
    processes,
    launcher: createWorkerLauncher({ processes, store }),
    cluster: deps.cluster,
    host,
    maxAtWork: deps.maxAtWork,
    allowLocalRepositories: LOOPBACK.test(host),
    listener: deps.serve,
    log,
    timing: deps.healthTimeoutMs === undefined ? {} : { healthDeadlineMs: deps.healthTimeoutMs },
  });
  stack.defer(() => dataPlane.close());
  const { live } = dataPlane;
  const webhooks = createWebhooks({ store, clock, log, shared: fleet.instanceId !== undefined });
  stack.defer(() => webhooks.close());
  const executor = createRunExecutor({
    store,
    live,
    clock,
    log,
    instanceId: fleet.instanceId,
    onRunsEnded: () => webhooks.wake(),
  });
  stack.defer(() => executor.close());
  // Runs of an emulator that died are pending again before a worker asks for work.
  await executor.start();
  webhooks.wake();
  await dataPlane.start();
  const running = stack.move();
  return {
    agentRoutes: agentServerRoutes({
      store,
      live,
      executor,
      clock,
      log,
      runtime,
      lifecycle: deps.lifecycle,
      newId: deps.newId,
      feedback: deps.feedback,
      version: DOCUMENT_VERSION,
    }),
    // Without code there is nothing to forward to.
    ...(runtime === 'stub' ? {} : { upstreams: createUpstreams({ store, live }) }),
    heads: dataPlane.heads,
    wake: () => dataPlane.wake(),
    health: () => dataPlane.health(),
    close: () => running.disposeAsync(),
  };
};
