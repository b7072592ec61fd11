import { randomUUID } from 'node:crypto';
import { realClock } from '../../../src/clients/clock.ts';
import { isFinal } from '../../../src/contract/statuses.ts';
import { StepFailure } from '../../../src/emulator/data-plane/build/step.ts';
import { createReconciler } from '../../../src/emulator/data-plane/reconcile/reconciler.ts';
import { createRevisionLogs } from '../../../src/emulator/data-plane/reconcile/revision-log.ts';
import { createLiveTable } from '../../../src/emulator/data-plane/serving/live.ts';
import { createServing } from '../../../src/emulator/data-plane/serving/serving.ts';
import { DEFAULT_TIMING } from '../../../src/emulator/data-plane/timing.ts';
import type { Workload } from '../../../src/emulator/data-plane/workload/workload.ts';
import type { EmulatorContext } from '../../../src/emulator/ports/context.ts';
import { toServiceClock } from '../../../src/emulator/ports/clock.ts';
import type {
  MessageTopic,
  Notifier,
  Repositories,
  RevisionRow,
  Store,
} from '../../../src/emulator/ports/store.ts';
import { createMembership } from '../../../src/emulator/replicas/replica.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { deploymentRow, revisionRow } from '../store/samples.ts';
import { NO_METRICS } from '../../../src/emulator/ports/metrics.ts';

// Starts replicas in one process on one store, with a workload that only records its calls.

const WORKSPACE = '00000000-0000-4000-8000-000000000001';

/** A started task of the workload: a build or a launch. */
export interface StartedWork {
  replica: string;
  kind: 'build' | 'launch';
  revisionId: string;
  /** Completes the task. */
  finish: () => void;
  /** Makes the task fail, as an error in the agent's code does. */
  fail: () => void;
  isOver: boolean;
}

/** Connection between a replica and its store, which a test can close or suspend. */
export interface Line {
  /** Simulates a killed process, whose further requests do not reach the store. */
  cut(): void;
  /** Simulates a suspended process, whose requests wait. */
  hold(): void;
  resume(): void;
}

export type SeveralReplicas = Awaited<ReturnType<typeof openSeveralReplicas>>;

/** Opens a store, and replicas that join it. With `holds`, tasks end only when the test ends them. */
export async function openSeveralReplicas({
  leaseMs = 400,
  holds = false,
  maxBuilds = 10,
  location = ':memory:',
} = {}) {
  const store = await openStore({ location, keyring: await loadKeyring({}) });
  await store.workspaces.upsert({ id: WORKSPACE, name: 'test', redactSecretValues: false });
  const notifier = memoryNotifier();
  const begun: StartedWork[] = [];
  const discarded: string[] = [];
  const built = new Set<string>();
  const running = new Set<{ close(): Promise<void> }>();
  let isHeld = holds;
  let waiting = Promise.withResolvers<void>();
  const tell = () => {
    waiting.resolve();
    waiting = Promise.withResolvers();
  };

  const start = async (name: string) => {
    const { line, store: own, calls } = storeBehind(store);
    const lost = Promise.withResolvers<string>();
    let wake: () => void = () => undefined;
    const replica = await createMembership({
      store: own,
      notifier,
      self: { id: `${name}-${randomUUID().slice(0, 8)}`, machine: name, settings: {} },
      leaseMs,
      isShared: true,
      onNews: () => wake(),
      onLost: lost.resolve,
      log: () => undefined,
      metrics: NO_METRICS,
    });
    const work = async (kind: StartedWork['kind'], revisionId: string, signal: AbortSignal) => {
      const done = Promise.withResolvers<void>();
      const fail = () => done.reject(new StepFailure('it failed'));
      const one: StartedWork = { replica: name, kind, revisionId, finish: done.resolve, fail, isOver: false };
      const onAbort = () => done.reject(new Error('cancelled'));
      signal.addEventListener('abort', onAbort);
      begun.push(one);
      tell();
      if (!isHeld) done.resolve();
      try {
        signal.throwIfAborted();
        await done.promise;
      } finally {
        one.isOver = true;
        signal.removeEventListener('abort', onAbort);
      }
    };
    const reconciler = fakeDataPlane({
      store: own,
      clock: toServiceClock(realClock),
      replica,
      workload: fakeWorkload(work, built, discarded),
      leaseMs,
      maxBuilds,
    });
    wake = () => reconciler.wake();
    await reconciler.start();
    const self = {
      name,
      id: replica.id,
      replica,
      ...line,
      /** Calls of the store so far, as names of a repository's methods. */
      calls,
      /** Resolves with the reason when the replica finds that its lease is lost. */
      lost: lost.promise,
      wake: () => reconciler.wake(),
      async close() {
        running.delete(self);
        await reconciler.close();
        await replica.leave();
      },
    };
    running.add(self);
    return self;
  };

  return {
    store,
    begun,
    /** Revisions whose build results were removed, for all replicas. */
    discarded,
    start,
    hold: () => void (isHeld = true),
    /** Ends all current and later tasks. */
    release() {
      isHeld = false;
      for (const one of begun) one.finish();
    },
    /** Resolves with a task for the revision, once the given number of tasks exists. */
    async workOn(revisionId: string, count = 1, kind: StartedWork['kind'] = 'build') {
      for (;;) {
        const found = begun.filter((one) => one.revisionId === revisionId && one.kind === kind);
        if (found.length >= count) return found;
        await waiting.promise;
      }
    },
    /** Creates a deployment with a first revision. */
    async deploy(wakes: { wake(): void } | undefined, workspaceId = WORKSPACE) {
      const row = deploymentRow(workspaceId, { id: randomUUID(), status: 'AWAITING_DATABASE' });
      await store.deployments.insert(row, []);
      const revisionId = await revise(store, row.id);
      wakes?.wake();
      return { deploymentId: row.id, revisionId };
    },
    revise: (deploymentId: string) => revise(store, deploymentId),
    async until(revisionId: string, isSo: (status: string, row: RevisionRow) => boolean = isFinal) {
      for (;;) {
        const row = await store.revisions.findById(revisionId);
        if (row === undefined) throw new Error(`there is no revision ${revisionId}`);
        if (isSo(row.status, row)) return row;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async close() {
      isHeld = false;
      for (const one of begun) one.finish();
      await Promise.all([...running].map((one) => one.close()));
      await store.close();
    },
  };
}

/** Creates a data plane that moves revisions through their stages; without a workload, the stages do nothing. */
export function fakeDataPlane({
  store,
  clock,
  replica,
  workload = fakeWorkload(() => Promise.resolve(), new Set(), []),
  leaseMs = 6_000,
  maxBuilds = 10,
}: Pick<EmulatorContext, 'store' | 'clock' | 'replica'> & {
  workload?: Workload;
  leaseMs?: number;
  maxBuilds?: number;
}) {
  const timing = { ...DEFAULT_TIMING, healthDeadlineMs: 60_000, stuckMs: 60_000, leaseMs };
  const log = () => undefined;
  const serving = createServing({ live: createLiveTable(), clock, timing });
  const reconciler = createReconciler({
    store,
    clock,
    replica,
    timing,
    faults: { decide: () => undefined, hasRulesFor: () => false },
    workload,
    serving,
    gateway: { open: async () => 1, close: async () => undefined, closeAll: async () => undefined },
    logs: createRevisionLogs({ logs: store.logs, clock, log, onRevisionLine: log, ownSecrets: [] }),
    log,
    maxBuilds,
    hasWorkers: false,
    metrics: NO_METRICS,
    onUnused: log,
  });
  return {
    ...reconciler,
    async close() {
      await reconciler.close();
      await serving.close();
    },
  };
}

async function revise(store: Store, deploymentId: string): Promise<string> {
  const history = [{ status: 'CREATING', at: 1 }];
  const { id } = await store.revisions.insert(revisionRow(deploymentId, { source: 'git_host', history }), []);
  await store.deployments.update(deploymentId, { latestRevisionId: id });
  return id;
}

function fakeWorkload(
  work: (kind: StartedWork['kind'], revisionId: string, signal: AbortSignal) => Promise<void>,
  built: Set<string>,
  discarded: string[],
): Workload {
  return {
    isBuilt: async ({ id }) => built.has(id),
    async build({ revision, signal }) {
      await work('build', revision.id, signal);
      built.add(revision.id);
    },
    async launch({ revision, signal }) {
      await work('launch', revision.id, signal);
      return undefined;
    },
    discard: async (ids) => {
      for (const id of ids) {
        built.delete(id);
        discarded.push(id);
      }
    },
    isDiskFull: async () => false,
    listStored: async () => [],
    prune: async () => undefined,
    close: async () => undefined,
  };
}

/** Creates a notifier whose messages reach every listener, as those of PostgreSQL do. */
export function memoryNotifier(): Notifier {
  const listeners = new Set<{ topic: MessageTopic; onMessage: (message: string) => void }>();
  return {
    async notify(topic, messages) {
      for (const one of listeners)
        if (one.topic === topic) for (const message of messages) setImmediate(one.onMessage, message);
    },
    async subscribe(topic, onMessage) {
      const one = { topic, onMessage };
      listeners.add(one);
      return async () => void listeners.delete(one);
    },
  };
}

/**
 * Returns the same store for one replica. A transaction still completes if the replica's connection is lost during the
 * transaction, as in PostgreSQL.
 */
export function storeBehind(store: Store): { line: Line; store: Store; calls: string[] } {
  const calls: string[] = [];
  let isCut = false;
  let held: PromiseWithResolvers<void> | undefined;
  const pass = async () => {
    if (held !== undefined && !isCut) await held.promise;
    if (isCut) throw new Error('the process is gone');
  };
  const guard = <T extends object>(repository: T): T =>
    new Proxy(repository, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return async (...given: unknown[]): Promise<unknown> => {
          calls.push(String(name));
          await pass();
          const result: unknown = await Reflect.apply(value, target, given);
          // The response of a lost connection does not arrive.
          await pass();
          return result;
        };
      },
    });
  const guarded = Object.fromEntries(
    Object.entries(store).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? guard(value as object) : value,
    ]),
  ) as unknown as Store;
  return {
    calls,
    line: {
      cut: () => {
        isCut = true;
        held?.resolve();
      },
      hold: () => void (held ??= Promise.withResolvers<void>()),
      resume: () => {
        held?.resolve();
        held = undefined;
      },
    },
    store: {
      ...guarded,
      async transaction<T>(work: (tx: Repositories) => Promise<T>): Promise<T> {
        await pass();
        const result = await store.transaction(work);
        await pass();
        return result;
      },
    },
  };
}
