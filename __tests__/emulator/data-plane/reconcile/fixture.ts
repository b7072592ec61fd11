import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Clock, realClock } from '../../../../src/clients/clock.ts';
import type {
  Secret,
  SecretReference,
  Source,
  SourceConfig,
  SourceRevisionConfig,
} from '../../../../src/contract/source.ts';
import { isFinal } from '../../../../src/contract/statuses.ts';
import { resolveConfig } from '../../../../src/emulator/config.ts';
import {
  createDataPlane,
  type DataPlane,
  type DataPlaneOptions,
} from '../../../../src/emulator/data-plane/data-plane.ts';
import { createProcesses } from '../../../../src/emulator/data-plane/places/process/processes.ts';
import { ownerToken } from '../../../../src/os/processes.ts';
import { type Cluster, emptyCluster } from '../../../../src/emulator/ports/workspace-settings.ts';
import { onlyReplica } from '../../../../src/emulator/ports/replica.ts';
import type { LifecycleFault } from '../../../../src/emulator/ports/faults.ts';
import { revisionSettingsOf } from '../../../../src/emulator/ports/store-control-plane.ts';
import type { LogKind, RevisionRow, Store } from '../../../../src/emulator/ports/store.ts';
import { toServiceClock } from '../../../../src/emulator/ports/clock.ts';
import { languageOf, type Worker, type WorkerSpec } from '../../../../src/emulator/ports/worker.ts';
import type { WorkerLauncher } from '../../../../src/emulator/data-plane/worker/launcher.ts';
import { inertWorker } from '../../agent-server/scripted-worker.ts';
import { deploymentRow, revisionRow } from '../../store/samples.ts';
import { createDiskObjectStore, loadKeyring, openStore } from '../../../../src/emulator/store/index.ts';
import { NO_METRICS } from '../../../../src/emulator/ports/metrics.ts';

export const WORKSPACE = '00000000-0000-4000-8000-000000000001';

export interface DataPlaneFixtureOptions {
  cluster?: Cluster;
  runtime?: 'process' | 'stub';
  launcher?: (store: Store) => WorkerLauncher;
  clock?: Clock;
  timing?: DataPlaneOptions['timing'];
  maxBuilds?: number;
  env?: Record<string, string | undefined>;
}

export type DataPlaneFixture = Awaited<ReturnType<typeof openDataPlaneFixture>>;

/** Opens a data plane with its store in a separate folder, which can be stopped and started again on the same data. */
export async function openDataPlaneFixture(options: DataPlaneFixtureOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'plant-'));
  const keyring = await loadKeyring({ dataDir: folder });
  const clock = options.clock ?? realClock;
  const rules = new Map<string, LifecycleFault>();
  const lines: string[] = [];
  const deploymentOf = new Map<string, string>();
  let life = 0;

  const open = async () => {
    life += 1;
    const store = await openStore({ location: join(folder, 'emulator.sqlite'), keyring, durable: false });
    const objects = createDiskObjectStore(join(folder, 'uploads'), false);
    await store.workspaces.upsert({ id: WORKSPACE, name: 'test', redactSecretValues: false });
    // Each restart acts as another emulator. The previous emulator counts as dead as soon as the next emulator starts.
    const owner = `${(await ownerToken()).replace(/\/.*/, '')}/999999999/life-${life}`;
    const processes = createProcesses({ table: store.processes, owner });
    const launcher = options.launcher?.(store) ?? createFakeLauncher().launcher;
    const plane = await createDataPlane({
      store,
      clock: toServiceClock(clock),
      config: resolveConfig({ dataDir: folder, runtime: options.runtime, maxBuilds: options.maxBuilds }),
      lifecycle: { decide: (_, stage) => rules.get(stage), hasRulesFor: (stage) => rules.has(stage) },
      dataDir: folder,
      objects,
      replica: onlyReplica(owner),
      owner,
      env: options.env ?? process.env,
      processes,
      createLauncher: async () => launcher,
      createLinks: () => Promise.reject(new Error('there are no links')),
      cluster: options.cluster ?? emptyCluster,
      listener: (deploymentId, _, response) => answer(plane, deploymentId, response),
      log: (line) => lines.push(line),
      metrics: NO_METRICS,
      onStoreChange: () => () => undefined,
      onRevisionLine: () => undefined,
      timing: { stopGraceMs: 500, healthRetryMs: 10, ...options.timing },
    });
    await plane.start();
    return { store, objects, processes, plane };
  };
  let now = await open();
  const stop = async () => {
    await now.plane.close();
    await now.processes.close();
  };

  const find = async (revisionId: string): Promise<RevisionRow> => {
    const row = await now.store.revisions.get(deploymentOf.get(revisionId) ?? '', revisionId);
    if (!row) throw new Error(`no revision ${revisionId}`);
    return row;
  };
  const insert = async (
    deploymentId: string,
    source: Source,
    config: SourceRevisionConfig,
    secrets: Secret[],
  ): Promise<string> => {
    const at = clock.now();
    const row = await now.store.deployments.findById(deploymentId);
    if (!row) throw new Error(`no deployment ${deploymentId}`);
    const times = { createdAt: at, updatedAt: at, history: [{ status: 'CREATING', at }] };
    const revision = revisionRow(deploymentId, {
      source,
      config,
      ...times,
      settings: revisionSettingsOf(row),
    });
    const { id } = await now.store.revisions.insert(revision, secrets);
    await now.store.deployments.update(deploymentId, { latestRevisionId: id });
    deploymentOf.set(id, deploymentId);
    now.plane.wake();
    return id;
  };
  /** Resolves when the revision fulfills the condition. */
  const until = async (revisionId: string, condition: (row: RevisionRow) => boolean) => {
    for (;;) {
      const row = await find(revisionId);
      if (condition(row)) return row;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return {
    folder,
    /** Outcomes of the stages that are in effect. */
    rules,
    /** Lines of the emulator's own log. */
    lines,
    get store() {
      return now.store;
    },
    get plane() {
      return now.plane;
    },
    async deploy({
      name,
      source = 'git_host',
      sourceConfig = {},
      config = {},
      secrets = [],
      secretReferences = null,
    }: {
      name?: string;
      source?: Source;
      sourceConfig?: SourceConfig;
      config?: SourceRevisionConfig;
      secrets?: Secret[];
      secretReferences?: SecretReference[] | null;
    }) {
      const deploymentId = randomUUID();
      const at = clock.now();
      const row = deploymentRow(WORKSPACE, {
        id: deploymentId,
        name: name ?? `agent-${deploymentId.slice(0, 8)}`,
        source,
        sourceName: source,
        sourceConfig,
        secretReferences,
        createdAt: at,
        updatedAt: at,
      });
      await now.store.deployments.insert(row, secrets);
      const whole = { repo_ref: 'main', graph_config_path: 'langgraph.json', ...config };
      const given = source === 'git_host' ? whole : config;
      return { deploymentId, revisionId: await insert(deploymentId, source, given, secrets) };
    },
    /** Creates a revision of a deployment. */
    async revise(deploymentId: string, config?: SourceRevisionConfig, secrets?: Secret[]) {
      const row = await now.store.deployments.findById(deploymentId);
      if (!row) throw new Error(`no deployment ${deploymentId}`);
      const latest = await now.store.revisions.get(deploymentId, row.latestRevisionId ?? '');
      const next = { ...latest?.config, repo_commit_sha: null, ...config };
      return insert(
        deploymentId,
        row.source,
        next,
        secrets ?? (await now.store.deployments.secrets(deploymentId)),
      );
    },
    /** Uploads a tarball with these bytes for a deployment, and returns the tarball's path. */
    async upload(deploymentId: string, content: readonly Uint8Array[]) {
      const id = randomUUID();
      const at = clock.now();
      const path = `uploads/${id}`;
      await now.objects.write(id, Readable.from(content), async (written) => {
        const none = { tokenHash: '', urlExpiresAt: 0, used: true, createdAt: at, uploadedAt: at };
        await now.store.uploads.insert({ ...none, ...written, id, deploymentId, path, contentId: id });
      });
      return path;
    },
    until,
    /** Resolves when the revision is final. */
    final: (revisionId: string) => until(revisionId, ({ status }) => isFinal(status)),
    async log(revisionId: string, kind: LogKind) {
      const found = await now.store.logs.list(revisionId, { kind, order: 'asc', limit: 1000 });
      return found.map(({ message }) => message).join('\n');
    },
    /**
     * Stops the data plane, and starts another data plane on the same data. With `crash`, the rows stay as they were
     * before the stop.
     */
    async restart({ crash = false } = {}) {
      const before = crash ? await now.store.revisions.listUnfinished() : [];
      await stop();
      for (const row of before) {
        // The writes of the normal shutdown are reverted, because a crash writes nothing.
        const { status, statusMessage, history } = row;
        await now.store.revisions.update(row.id, { status, statusMessage, history });
        await now.store.revisions.claim(row.id, row.leaseOwner ?? 'x', Date.now(), 60_000);
      }
      await now.store.close();
      now = await open();
    },
    async close() {
      await stop();
      await now.store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Responds with the active revision, whose worker is acquired for the duration of the response. */
function answer(plane: DataPlane, deploymentId: string, response: ServerResponse): void {
  const held = plane.live.acquire(deploymentId);
  response.end(
    JSON.stringify({
      active: plane.live.activeRevision(deploymentId),
      worker: held?.worker.revisionId ?? null,
    }),
  );
  held?.release();
}

/** A worker that the test controls. */
export interface FakeWorker extends Worker {
  readonly spec: WorkerSpec;
  becomeReady(): void;
  failToStart(reason: string): void;
  print(line: string): void;
  die(code: number): void;
  stopped: boolean;
  healthy: boolean;
}

/** Creates a launcher of workers without processes, which are ready immediately unless `manual` is set. */
export function createFakeLauncher(options: { manual?: boolean } = {}): {
  launcher: WorkerLauncher;
  workers: FakeWorker[];
  launched(count: number): Promise<FakeWorker>;
} {
  const workers: FakeWorker[] = [];
  const events = new EventEmitter();
  return {
    workers,
    async launched(count) {
      for (;;) {
        const worker = workers[count - 1];
        if (worker) return worker;
        await new Promise((resolve) => events.once('launch', resolve));
      }
    },
    launcher: {
      async launch(spec, log) {
        const ready = Promise.withResolvers<void>();
        const exited = Promise.withResolvers<{ code: number | null; signal: string | null }>();
        ready.promise.catch(() => undefined);
        const worker: FakeWorker = {
          ...inertWorker({ deploymentId: spec.deploymentId, revisionId: spec.revisionId }),
          spec,
          graphIds: Object.keys(spec.graphs),
          language: languageOf(spec),
          pid: 1_000_000 + workers.length,
          ready: ready.promise,
          exited: exited.promise,
          stopped: false,
          healthy: true,
          ping: () => Promise.resolve(worker.healthy),
          stop() {
            worker.stopped = true;
            exited.resolve({ code: 0, signal: null });
            return Promise.resolve();
          },
          becomeReady: () => ready.resolve(),
          failToStart(reason) {
            ready.reject(new Error(reason));
            exited.resolve({ code: 1, signal: null });
          },
          print: (line) => log.write('deploy', line, 'INFO', 'agent'),
          die: (code) => exited.resolve({ code, signal: null }),
        };
        workers.push(worker);
        if (!options.manual) ready.resolve();
        events.emit('launch');
        return worker;
      },
    },
  };
}
