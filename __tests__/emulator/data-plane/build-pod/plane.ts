import { randomUUID } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FileTree } from '../../../../harness/git.ts';
import type { Secret } from '../../../../src/contract/source.ts';
import { realClock } from '../../../../src/clients/clock.ts';
import { podRoutes } from '../../../../src/emulator/data-plane/artifacts/routes.ts';
import { createPlaneClient } from '../../../../src/emulator/data-plane/artifacts/plane-client.ts';
import { runBuild } from '../../../../src/emulator/data-plane/build-pod/program.ts';
import {
  type BuildRouteDependencies,
  buildRoutes,
} from '../../../../src/emulator/data-plane/build-pod/routes.ts';
import { POD_HEADER } from '../../../../src/emulator/data-plane/build-pod/variables.ts';
import { podLogRoutes } from '../../../../src/emulator/data-plane/pod-logs/routes.ts';
import { hashKey } from '../../../../src/emulator/server/authenticate.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import { toServiceClock } from '../../../../src/emulator/ports/clock.ts';
import type { HttpFault } from '../../../../src/emulator/ports/faults.ts';
import type { ObjectStore } from '../../../../src/emulator/ports/objects.ts';
import type { DeploymentRow, NewRevision, RevisionRow, Store } from '../../../../src/emulator/ports/store.ts';
import { listen } from '../../../../src/emulator/server/http-server.ts';
import type { Exchange } from '../../../../src/emulator/server/journal-entry.ts';
import { loadResponseCheck } from '../../../../src/emulator/server/lazy-document.ts';
import { createRequestListener } from '../../../../src/emulator/server/listener.ts';
import { createDatabaseObjectStore, loadKeyring, openStore } from '../../../../src/emulator/store/index.ts';
import { aDeployment, revisionRow } from '../../store/samples.ts';
import { tar } from '../tarball/make-tar.ts';

export const TOKEN = 'the-token-of-this-attempt';
/** Identity of the pod that sends requests, as the value of its header. */
export const POD = 'the-build-xk2p9/0198c0de-0000-4000-8000-00000000000a';
/** Environment of the control plane: secrets that no build may see, and variables that builds need. */
const PLANE_ENV = {
  EMULATOR_DATABASE_URL: 'postgresql://plane:hunter2@database/plane',
  HTTPS_PROXY: 'http://reader:proxy-pass@proxy.test:3128',
  UV_DEFAULT_INDEX: 'https://reader:index-pass@packages.test/simple',
};

export type Plane = Awaited<ReturnType<typeof startPlane>>;

/** Starts the routes for pods of a control plane with a separate store, and runs builds in fake pods. */
export async function startPlane(
  env: Readonly<Record<string, string | undefined>> = PLANE_ENV,
  config: Partial<BuildRouteDependencies['config']> = {},
) {
  const store: Store = await openStore({
    location: ':memory:',
    keyring: await loadKeyring({}),
    durable: false,
  });
  const objects: ObjectStore = createDatabaseObjectStore(store.uploadChunks, Date.now);
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'build-pod-')));
  const processes = createProcesses({ supervised: false });
  const reported = {
    exchanges: [] as Exchange[],
    /** Build log lines that the control plane prints. */
    shown: [] as string[],
    /** Lines that the pods themselves print. */
    printed: [] as string[],
    /** Returns the fault of a request, or `undefined`. */
    fault: (_path: string): HttpFault | undefined => undefined,
    /** Names of the pods of the build's Job that have not ended. */
    pods: new Set([POD]),
  };
  const routes = [
    ...podRoutes({ store, objects }),
    ...podLogRoutes({
      store,
      clock: toServiceClock(realClock),
      log: (line) => void reported.printed.push(line),
      env,
      onRevisionLine: ({ message }) => void reported.shown.push(message),
    }),
    ...buildRoutes({
      store,
      objects,
      clock: toServiceClock(realClock),
      config: { installTimeoutMs: 60_000, pythons: [], host: '127.0.0.1', kubernetes: undefined, ...config },
      env,
      isBuildPod: async (_build, { name, uid }) => reported.pods.has(`${name}/${uid}`),
      onRevisionLine: ({ message }) => void reported.shown.push(message),
    }),
  ];
  const listener = createRequestListener({
    routesOf: async () => routes,
    authenticator: { authenticateWorkspace: async () => 'w', authenticateDeployment: async () => 'w' },
    workspaceOf: async () => undefined,
    localKeyHashes: [],
    // The connection is closed if a response violates the schema.
    responseCheck: loadResponseCheck,
    clock: toServiceClock(realClock),
    hooks: {
      nextSequence: () => 0,
      record: (exchange) => reported.exchanges.push(exchange),
      fault: (_surface, _method, [path = '']) => reported.fault(path),
      logFailure: (what, cause) => reported.printed.push(`${what}: ${String(cause)}`),
    },
    serverOrigins: { hosts: new Set(), origins: new Set() },
    closing: new AbortController().signal,
  });
  const server = await listen((request, response) => void listener(request, response), {
    host: '127.0.0.1',
    port: 0,
  });
  const url = `http://127.0.0.1:${server.port}`;

  return Object.assign(reported, {
    url,
    store,
    objects,
    folder,
    /** Inserts a revision that is about to be built. */
    async begin(
      change: {
        deployment?: Partial<DeploymentRow>;
        revision?: Partial<NewRevision>;
        of?: DeploymentRow;
        /** Further secrets of the revision. */
        secrets?: Secret[];
      } = {},
    ): Promise<{ deployment: DeploymentRow; revision: RevisionRow }> {
      const deployment = change.of ?? (await aDeployment(store, change.deployment));
      const revision = await store.revisions.insert(revisionRow(deployment.id, change.revision), [
        { name: 'KEY', value: 'sk-of-the-author-1234' },
        ...(change.secrets ?? []),
      ]);
      await store.builds.begin(revision.id, hashKey(TOKEN));
      return { deployment, revision };
    },
    /** Inserts a revision with these uploaded files that is about to be built. */
    async beginUpload(files: FileTree): Promise<{ deployment: DeploymentRow; revision: RevisionRow }> {
      const config = { source_tarball_path: 'uploads/one', graph_config_path: 'langgraph.json' };
      const begun = await this.begin({
        deployment: { source: 'internal_source', sourceConfig: {} },
        revision: { source: 'internal_source', config },
      });
      const entries = Object.entries(files).map(([name, content]) => ({ name, content: content ?? '' }));
      const content = async function* () {
        yield gzipSync(tar(entries));
      };
      const contentId = randomUUID();
      await objects.write(contentId, content(), async ({ size, sha256 }) => {
        await store.uploads.insert({
          id: contentId,
          deploymentId: begun.deployment.id,
          path: config.source_tarball_path,
          contentId,
          size,
          sha256,
          tokenHash: '',
          urlExpiresAt: 0,
          uploadedAt: 1,
          used: true,
          createdAt: 1,
        });
      });
      return begun;
    },
    /** Sends a request as a build does. */
    async ask(revisionId: string, method: string, path: string, body?: unknown, token = TOKEN, pod = POD) {
      const isBytes = body instanceof Uint8Array;
      const response = await fetch(`${url}/_pods/${revisionId}/build${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(pod !== '' && { [POD_HEADER]: pod }),
          ...(body !== undefined && { 'content-type': isBytes ? 'application/gzip' : 'application/json' }),
        },
        ...(body !== undefined && { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    },
    /** Builds a revision in a separate folder, as a pod does. */
    build: (revisionId: string, more: { pod?: string; ending?: AbortSignal } = {}) => {
      const ending = more.ending ?? new AbortController().signal;
      const dataDir = join(folder, more.pod ?? 'pod');
      return runBuild({
        revisionId,
        dataDir,
        processes,
        ending,
        log: (line) => void reported.printed.push(line),
        plane: createPlaneClient({
          planeUrl: url,
          path: `/_pods/${revisionId}/build`,
          token: TOKEN,
          headers: { [POD_HEADER]: POD },
          signal: ending,
          purpose: 'respond to the build',
          log: (line) => void reported.printed.push(line),
          backoff: { baseMs: 1, capMs: 30 },
        }),
        machine: {
          env: { PATH: process.env['PATH'], HOME: join(dataDir, 'home'), EMULATOR_BUILD_TOKEN: TOKEN },
          platform: process.platform,
          nodeFolder: dirname(process.execPath),
        },
      });
    },
    /** Returns the messages of the revision's log. */
    logOf: async (revisionId: string) =>
      (await store.logs.list(revisionId, { kind: 'build', order: 'asc', limit: 1_000 })).map(
        ({ message }) => message,
      ),
    async close() {
      await processes.close();
      await server.close(0);
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  });
}
