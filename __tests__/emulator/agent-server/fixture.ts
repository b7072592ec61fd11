import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { realClock } from '../../../src/clients/clock.ts';
import {
  type AgentServerDependencies,
  createAgentHttp,
  createRunExecutor,
  createWebhooks,
} from '../../../src/emulator/agent-server/index.ts';
import { createCheckpointService } from '../../../src/emulator/agent-server/checkpoint-service.ts';
import { agentServerRoutes } from '../../../src/emulator/agent-server/routes/index.ts';
import { createDeploymentAuth } from '../../../src/emulator/agent-server/access/deployment-auth.ts';
import { createAssistantService } from '../../../src/emulator/agent-server/assistants.ts';
import { createAgentControls } from '../../../src/emulator/agent-server/agent-controls.ts';
import { createCronScheduler } from '../../../src/emulator/agent-server/crons/cron-scheduler.ts';
import { createRunService } from '../../../src/emulator/agent-server/run-service.ts';
import { createProcesses } from '../../../src/emulator/data-plane/places/process/processes.ts';
import { createWorkerLauncher } from '../../../src/emulator/data-plane/worker/launcher.ts';
import { startProcess } from '../data-plane/places/programs.ts';
import { type ServiceClock, toServiceClock } from '../../../src/emulator/ports/clock.ts';
import { createOtherReplicas } from '../../../src/emulator/agent-server/shared/other-replicas.ts';
import type { Notifier, Store } from '../../../src/emulator/ports/store.ts';
import type { AuthSettings } from '../../../src/emulator/ports/agent-auth.ts';
import type { HttpFault, LifecycleFaults } from '../../../src/emulator/ports/faults.ts';
import type { LiveWorkers, Worker, WorkerSpec } from '../../../src/emulator/ports/worker.ts';
import { createRequestCounts } from '../../../src/emulator/server/request-counts.ts';
import { createAuthenticator, hashKey } from '../../../src/emulator/server/authenticate.ts';
import { listen } from '../../../src/emulator/server/http-server.ts';
import { createRequestListener } from '../../../src/emulator/server/listener.ts';
import type { Exchange } from '../../../src/emulator/server/journal-entry.ts';
import { loadResponseCheck } from '../../../src/emulator/server/lazy-document.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { createFeedbackUrls } from '../../../src/emulator/tracing/feedback-urls.ts';
import { tracingRoutes } from '../../../src/emulator/tracing/routes.ts';
import type { Answer } from '../server/plane.ts';
import { aDeployment, aWorkspace } from '../store/samples.ts';

export const ROOT = resolve(import.meta.dirname, '../../..');

/** Resources that a test opened, which are closed in reverse order. */
export class Cleanup {
  readonly #work: (() => Promise<unknown>)[] = [];
  add(work: () => Promise<unknown>): void {
    this.#work.push(work);
  }
  async run(): Promise<void> {
    for (const work of this.#work.splice(0).reverse()) await work();
  }
}

/** Creates a folder with these files and the packages of this repository, as an install would without a network. */
export async function createCheckout(cleanup: Cleanup, files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-server-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** The part of the data plane that knows which worker serves a deployment. */
export interface FakeLive extends LiveWorkers {
  serve(deploymentId: string, worker: Worker | undefined, revisionId?: string): void;
  /** Returns the number of acquired workers that were not released. */
  held(): number;
}

export function fakeLive(): FakeLive {
  const workers = new Map<string, Worker | undefined>();
  const revisions = new Map<string, string>();
  const listeners = new Set<(deploymentId: string) => void>();
  let held = 0;
  return {
    serve(deploymentId, worker, revisionId = worker?.revisionId) {
      workers.set(deploymentId, worker);
      if (revisionId === undefined) revisions.delete(deploymentId);
      else revisions.set(deploymentId, revisionId);
      if (worker) for (const listener of listeners) listener(deploymentId);
    },
    held: () => held,
    activeRevision: (deploymentId) => revisions.get(deploymentId),
    acquireServer: () => undefined,
    httpSettings: (deploymentId) => workers.get(deploymentId)?.http,
    acquire(deploymentId) {
      const worker = workers.get(deploymentId);
      if (!worker) return undefined;
      held += 1;
      return {
        worker,
        release() {
          held -= 1;
        },
      };
    },
    onServe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type AgentServerFixture = Awaited<ReturnType<typeof createFixture>>;

const KEY = 'test-key';
/** Keyring that all replicas share. */
const sharedKeyring = loadKeyring({});
/** Origin of feedback URLs. The paths of feedback URLs are handled at the fixture's own address. */
export const TRACING = 'http://tracing.test';

/** Creates a deployment with its agent server on a port and real worker processes. */
export async function createFixture(
  cleanup: Cleanup,
  options: {
    runtime?: 'process' | 'stub';
    location?: string;
    lifecycle?: LifecycleFaults;
    /** Fault that applies to requests for feedback URLs. */
    tracingFault?: HttpFault;
    /** ID of a deployment in the data; by default, a new deployment is created. */
    deploymentId?: string;
    heartbeatMs?: number;
    /** True if the HTTP settings of the configuration apply. */
    takesHttp?: boolean;
    /** Clock of everything except feedback; by default, real time. */
    clock?: ServiceClock;
    /** Feedback service to use instead of the tracing surface's. */
    feedback?: AgentServerDependencies['feedback'];
    /** Place where `launch` starts workers: on this machine, or in pods with links. */
    workers?: 'process' | 'pod';
    /** Makes the fixture one of several replicas on its database, under this ID. */
    replica?: {
      id: string;
      /** Wraps the notifier; by default, messages are sent unchanged. */
      notices?: (notifier: Notifier) => Notifier;
      /** True if the replica only responds to requests, and leaves runs to other replicas. */
      runsNothing?: boolean;
    };
  } = {},
) {
  const keyring = await (options.replica ? sharedKeyring : loadKeyring({}));
  const store = await openStore({
    location: options.location ?? ':memory:',
    keyring,
    ...(options.clock && { clock: options.clock }),
  });
  cleanup.add(() => store.close());
  const known =
    options.deploymentId === undefined ? undefined : await store.deployments.findById(options.deploymentId);
  const workspaceId = known?.workspaceId ?? (await aWorkspace(store));
  await store.workspaces.putKey({ hash: hashKey(KEY), workspaceId, scope: 'workspace' });
  const { id: deploymentId } = known ?? (await aDeployment(store, { workspaceId }));
  const processes = createProcesses();
  cleanup.add(() => processes.close());
  const clock = options.clock ?? toServiceClock(realClock);
  const live = fakeLive();
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const { replica } = options;
  const webhooks = createWebhooks({ store, clock, log, shared: replica !== undefined });
  cleanup.add(() => webhooks.close());
  const executor = createRunExecutor({
    store,
    live: replica?.runsNothing === true ? { ...live, acquire: () => undefined } : live,
    clock,
    log,
    onRunsEnded: () => webhooks.wake(),
    ...(replica && {
      instanceId: replica.id,
      others: await joinReplicas(store, { ...replica, clock, log }),
    }),
  });
  await executor.start();
  cleanup.add(() => executor.close());

  const closing = new AbortController();
  const tracing = { store, clock: toServiceClock(realClock), newId: randomUUID, addSecrets: () => undefined };
  const runUrls = createFeedbackUrls({
    ...tracing,
    origin: TRACING,
    fault: () => options.tracingFault,
    log,
  });
  const requestCounts = createRequestCounts();
  /** Completed requests. */
  const exchanges: Exchange[] = [];
  const dependencies: AgentServerDependencies = {
    requestCounts,
    store,
    live,
    executor,
    clock,
    log,
    runtime: options.runtime ?? 'process',
    ...(options.lifecycle && { lifecycle: options.lifecycle }),
    ...(options.heartbeatMs !== undefined && { heartbeatMs: options.heartbeatMs }),
    newId: randomUUID,
    version: '0.0.0-test',
    feedback: options.feedback ?? runUrls,
  };
  const auth = createDeploymentAuth({ store, live, clock });
  const scheduler = createCronScheduler({
    ...dependencies,
    clock,
    runs: createRunService(dependencies, createAssistantService(dependencies)),
    auth,
    ...(replica && { instanceId: replica.id, isShared: true }),
  });
  await scheduler.start();
  cleanup.add(() => scheduler.close());
  const agentRoutes = agentServerRoutes({ ...dependencies, onCronsChanged: () => scheduler.wake() });
  const routes = tracingRoutes(tracing);
  const listener = createRequestListener({
    routesOf: async (surface) => (surface === 'agent-server' ? agentRoutes : routes),
    authenticator: createAuthenticator((hash) => store.workspaces.findKey(hash), store.workspaces),
    workspaceOf: async (id) => (await store.deployments.findById(id))?.workspaceId,
    deploymentAuth: auth,
    ...(options.takesHttp === true && { agentHttp: createAgentHttp(live, store) }),
    localKeyHashes: [],
    responseCheck: loadResponseCheck,
    clock: toServiceClock(realClock),
    hooks: {
      nextSequence: () => 0,
      record: (exchange) => {
        exchanges.push(exchange);
        requestCounts.count(exchange);
      },
      fault: () => undefined,
      logFailure: (message, cause) => logged.push(`${message}: ${String(cause)}`),
    },
    serverOrigins: { hosts: new Set(), origins: new Set() },
    closing: closing.signal,
  });
  const target = (url = '') => (/^\/(?:api\/v1|d)\//.test(url) ? undefined : deploymentId);
  const server = await listen(
    (request, response) => void listener(request, response, { deploymentId: target(request.url) }),
    {
      host: '127.0.0.1',
      port: 0,
    },
  );
  cleanup.add(async () => {
    closing.abort();
    await server.close(0);
  });
  const base = `http://127.0.0.1:${server.port}`;

  const launcher = createWorkerLauncher({
    storeCallsOf: (deploymentId, language) => createCheckpointService(store, deploymentId, language),
  });
  /** Lines that the workers printed. */
  const printed: string[] = [];
  const start = (
    spec: Pick<WorkerSpec, 'graphs' | 'cwd' | 'python' | 'store' | 'settings' | 'auth'>,
    env: Record<string, string> = {},
  ) =>
    startProcess(
      launcher,
      processes,
      { deploymentId, revisionId: randomUUID(), env: { PATH: process.env.PATH ?? '', ...env }, ...spec },
      (line) => printed.push(line),
    );
  const workers = options.workers ?? (process.env['WORKERS_IN_PODS'] === '1' ? 'pod' : 'process');
  const launchPod = async (spec: Pick<WorkerSpec, 'graphs' | 'cwd'>, env: Record<string, string>) => {
    const { startPod } = await import('../data-plane/places/kubernetes/pod/support.ts');
    const { link } = await startPod(cleanup, {
      spec: {
        deploymentId,
        revisionId: randomUUID(),
        env: { PATH: process.env.PATH ?? '', ...env },
        ...spec,
      },
      processes,
      print: (line) => printed.push(line),
      storeCallsOf: (id, language) => createCheckpointService(store, id, language),
    });
    return (await link()).worker;
  };
  /**
   * Starts a worker for a checkout's graphs, and waits until it is ready. The worker does not receive requests yet.
   */
  const launch = async (
    checkout: string,
    graphs: Record<string, string>,
    env: Record<string, string> = {},
    auth?: { module: string; settings?: AuthSettings },
  ): Promise<Worker> => {
    const modules = Object.entries(graphs).map(([graphId, where]) => {
      const [file = '', exportName = 'default'] = where.split(':');
      return [graphId, { module: join(checkout, file), exportName }];
    });
    const [file = '', exportName = 'default'] = auth?.module.split(':') ?? [];
    const own = { module: join(checkout, file), exportName, settings: auth?.settings ?? {} };
    const spec = { graphs: Object.fromEntries(modules), cwd: checkout, ...(auth && { auth: own }) };
    if (workers === 'pod') return launchPod(spec, env);
    const worker = await start(spec, env);
    await worker.ready;
    return worker;
  };
  return {
    store,
    live,
    executor,
    deploymentId,
    workspaceId,
    base,
    /** Actions of the dashboard. */
    controls: createAgentControls({ store, clock, newId: randomUUID, scheduler, webhooks }),
    printed,
    logged,
    exchanges,
    start,
    launch,
    /** Starts a worker like `launch`, and makes it serve the deployment. */
    async serve(...given: Parameters<typeof launch>) {
      const worker = await launch(...given);
      live.serve(deploymentId, worker);
      return worker;
    },
    async call(method: string, path: string, body?: unknown, init: RequestInit = {}): Promise<Answer> {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: { 'x-api-key': KEY, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...init,
      });
      const text = await answer.text();
      return {
        status: answer.status,
        headers: answer.headers,
        body: text.trim() === '' ? undefined : JSON.parse(text),
      };
    },
  };
}

/** A lease that is longer than any test, in milliseconds. */
const LEASE_MS = 3_600_000;

async function joinReplicas(
  store: Store,
  {
    id,
    notices = (notifier) => notifier,
    clock,
    log,
  }: {
    id: string;
    notices?: (notifier: Notifier) => Notifier;
    clock: ServiceClock;
    log: (line: string) => void;
  },
) {
  if (!store.notifier) throw new Error('replicas share a PostgreSQL database');
  await store.instances.join({ id, machine: 'm', settings: {} }, LEASE_MS);
  const notifier = notices(store.notifier);
  return createOtherReplicas({ store, notifier, instanceId: id, now: () => clock.now(), log });
}

/** Starts a server that responds to requests with these statuses, in order. */
export async function startReceiver(cleanup: Cleanup, ...statuses: number[]) {
  const got: { url: string; body: Record<string, unknown> }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got.push({ url: request.url ?? '', body: JSON.parse(Buffer.concat(parts).toString()) });
      response.statusCode = statuses[got.length - 1] ?? 200;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => new Promise((resolve) => server.close(resolve)));
  return { got, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=opens-doors` };
}
