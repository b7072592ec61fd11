import { createEmulatorClock, type EmulatorClock } from './admin/clock/emulator-clock.ts';
import { createEventLog, type EventLog } from './admin/events.ts';
import { createFaultRules, type FaultRules } from './admin/faults.ts';
import { createJournal, createSequenceCounter, type Journal } from './admin/journal.ts';
import { openJournalFile } from './admin/journal-file.ts';
import { collectSeedSecrets } from './admin/seeding.ts';
import type { RestoreAnswer, RestoreOptions } from './admin/snapshot.ts';
import { createBackend } from './backend.ts';
import { type EmulatorOptions, resolveConfig } from './config.ts';
import type { PushRequest } from './control-plane/index.ts';
import { databaseSecrets, openDataFolder, storeOpener } from './storage.ts';
import { findPortHolder } from '../os/port-holder.ts';
import { createInstanceManager, type InstanceManager } from './instance-manager.ts';
import { type EmulatorHost, type EmulatorInstance, startInstance } from './instance.ts';
import type { DashboardHost } from './dashboard/host.ts';
import { measureFailure, measureStart } from './monitoring/measurements.ts';
import type { ServiceClock } from './ports/clock.ts';
import type { EmulatorConfig, Log } from './ports/context.ts';
import { type Metrics, NO_METRICS } from './ports/metrics.ts';
import type { RevisionRow, Snapshot, Store } from './ports/store.ts';
import { machineRuntime, stubRuntime } from './sandboxes/index.ts';
import { hashKey, keyId } from './server/authenticate.ts';
import { HttpError } from './server/http-error.ts';
import { listen } from './server/http-server.ts';
import { createSpanExport } from './server/span-export.ts';
import type { ServerHooks } from './server/journal-entry.ts';
import { createJournalRedactor, type Redactor } from './server/journal-redactor.ts';
import { ResponseMismatch } from './server/response-check.ts';
import { isWildcard, createServerOrigins, type ServerOrigins, urlHost } from './server/server-origins.ts';
import { createDatabaseObjectStore, createDiskObjectStore } from './store/index.ts';
import { isTransient } from './ports/store-errors.ts';

export type { EmulatorOptions } from './config.ts';

/** Maximum time in milliseconds that running requests have to end when the emulator closes. */
const CLOSE_GRACE_MS = 1_000;

/** Returns the secrets of the configuration and of the seed, for the redactor. */
function configuredSecrets(config: EmulatorConfig, seed: EmulatorOptions['seed']): string[] {
  return [
    config.apiKey,
    ...config.additionalApiKeys,
    ...config.adminKeys,
    ...databaseSecrets(config.databaseUrl),
    ...(seed === undefined ? [] : collectSeedSecrets(seed)),
  ];
}

/** Wakes the current instance, if it has started. */
const wakeInstance = (instances: InstanceManager): Promise<void> =>
  instances.current().then(
    (instance) => instance.wake(),
    () => undefined,
  );

/**
 * Starts an emulator of the control plane, with its data plane and agent servers, in this process. Rejects with the
 * reason if the port, the data folder or the keyring cannot be used.
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const config = resolveConfig(options);
  const redactor = createJournalRedactor();
  redactor.addSecrets(configuredSecrets(config, options.seed));
  const log: Log = (line, detail) => options.log?.(redactor.redactText(line), detail);

  await using stack = new AsyncDisposableStack();
  const data = stack.use(await openDataFolder(config.dataDir));
  const clockControl = createEmulatorClock(options.clock ?? 'real');
  const { time: clock } = clockControl;
  stack.defer(() => clockControl.stop());
  const { metrics, metricsUrl } = await openMetrics(config, stack);
  const records = createRecords(config, { clock, redactor, log, metrics });
  stack.defer(() => records.flush());
  const { open, openTrial, clear } = await storeOpener(config, data, clock, log, metrics, stack);
  const instances = createInstanceManager(clock);
  stack.defer(() => instances.close());
  // The port is opened first, so that a port in use is reported before anything is started.
  const server = await openServer(config, options.orNextPort === true, instances, stack);
  const { origin, serverOrigins } = server;
  const { local, adminOrigins } = await openAdminServer(config, server, instances, log, stack);
  let isOpen = false;
  const faults = createFaultRules(config.randomSeed, () => {
    // After a change of the fault rules, stalled work might continue. Before the emulator is open, the fault rules
    // cannot have stalled any work.
    if (isOpen) void wakeInstance(instances);
  });
  const setInitialFaults = () => faults.set(options.faults ?? { rules: [] });
  setInitialFaults();
  isOpen = true;
  const dashboard = config.dashboard
    ? await openDashboard({ config, ...local, redactor, log }, stack)
    : undefined;
  const emulatorHost: EmulatorHost = {
    config,
    seed: options.seed,
    dataDir: data.path,
    origin,
    serverOrigins,
    adminOrigins,
    dashboard,
    openStore: open,
    // Emulators that share a database share only the data in that database.
    openObjects: ({ uploadChunks }) =>
      config.databaseUrl === undefined
        ? createDiskObjectStore(data.uploads, config.dataDir !== undefined)
        : createDatabaseObjectStore(uploadChunks, Date.now),
    createBackend: options.createBackend ?? createBackend,
    sandboxRuntime:
      options.sandboxRuntime ?? (config.runtime === 'stub' ? stubRuntime() : machineRuntime(config)),
    clockControl,
    journal: records.journal,
    events: records.events,
    faults,
    hooks: {
      ...records.hooks,
      fault: (surface, method, paths) => faults.decideHttp(surface, method, paths),
    },
    closing: server.closing,
    redactor,
    log,
    metrics,
    onRevisionLine: options.onRevisionLine,
    onLeaseLost: (reason) => replacements.restart(reason),
    // Spans are shown only in the dashboard, and only agents on this machine can reach the emulator's loopback address.
    spanExport:
      config.dashboard && config.runtime === 'process' ? createSpanExport(server.localOrigin) : undefined,
    currentAuditLog: async () => (await instances.current()).auditLog,
    reset: () => replacements.reset(),
    restore: (snapshot, restoreOptions) => replacements.restore(snapshot, restoreOptions),
  };
  const replacements = createReplacements(emulatorHost, instances, {
    openTrial,
    async clear() {
      await clear();
      // The journal is cleared before requests are accepted again, because requests that wait during the reset belong
      // to the time after the reset.
      await records.clear();
      setInitialFaults();
    },
  });
  await replacements.open(options.signal);

  const running = stack.move();
  return {
    urls: { controlPlane: origin, sandboxes: origin, tracing: origin, admin: `${local.origin}/_local` },
    port: server.port,
    metricsUrl,
    apiKey: config.apiKey,
    get workspaceId() {
      return replacements.workspaceId();
    },
    clock: clockControl.clock,
    journal: records.journal,
    events: records.events,
    faults,
    dashboardLink: () => dashboard?.link().url,
    push: async (push) => (await instances.current()).push(push),
    snapshot: async () => (await instances.current()).snapshot(),
    restore: (snapshot, restoreOptions) => replacements.restore(snapshot, restoreOptions),
    reset: () => replacements.reset(),
    close: async () => {
      await running.disposeAsync();
      records.assertNoMismatch();
    },
  };
}

/**
 * Opens the main port, and sends its requests to the current instance. Disposing `stack` aborts `closing` and then
 * closes the port.
 */
async function openServer(
  { host, port, publicUrl }: EmulatorConfig,
  orNext: boolean,
  instances: InstanceManager,
  stack: AsyncDisposableStack,
) {
  const server = await listen(
    (request, response) => void instances.handle(request, response),
    { host, port, orNext },
    describeHolder,
  );
  const closing = new AbortController();
  stack.defer(async () => {
    closing.abort(new Error('the emulator is closing'));
    await server.close(CLOSE_GRACE_MS);
  });
  const localOrigin = `http://${isWildcard(host) ? '127.0.0.1' : urlHost(host)}:${server.port}`;
  return {
    port: server.port,
    closing: closing.signal,
    /** Base URL of the main port for programs of this machine. */
    localOrigin,
    /** Base URL of the main port for clients. */
    origin: publicUrl ?? localOrigin,
    serverOrigins: createServerOrigins(host, server.port, publicUrl),
  };
}

/** Opens the metrics port if one is configured. The library for metrics is loaded only then. */
async function openMetrics(
  { host, metricsPort }: EmulatorConfig,
  stack: AsyncDisposableStack,
): Promise<{ metrics: Metrics; metricsUrl: string | undefined }> {
  if (metricsPort === undefined) return { metrics: NO_METRICS, metricsUrl: undefined };
  const { openMetricsServer } = await import('./monitoring/metrics-server.ts');
  const opened = await openMetricsServer({ host, port: metricsPort });
  stack.defer(() => opened.close());
  return { metrics: opened.metrics, metricsUrl: opened.url };
}

/** URL of a port, with its host names and origins. */
type PortAddress = { origin: string; serverOrigins: ServerOrigins };

/**
 * Opens the separate port for `/_local` if one is configured, and returns the address of the port that serves `/_local`,
 * which is otherwise the main port. The separate port has no public URL: administrators reach the port from this machine,
 * or through a port that their cluster forwards.
 */
async function openAdminServer(
  { host, adminPort, adminKeys }: EmulatorConfig,
  { origin, serverOrigins }: PortAddress,
  instances: InstanceManager,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<{ local: PortAddress; adminOrigins: ServerOrigins | undefined }> {
  if (adminPort === undefined) return { local: { origin, serverOrigins }, adminOrigins: undefined };
  if (adminKeys.length === 0) {
    log('/_local is closed: set EMULATOR_ADMIN_KEY or EMULATOR_ADMIN_KEY_FILE to open it');
  }
  const server = await listen(
    (request, response) => void instances.handle(request, response, { onAdminPort: true }),
    { host, port: adminPort },
    describeHolder,
  );
  stack.defer(() => server.close(CLOSE_GRACE_MS));
  const adminOrigins = createServerOrigins(host, server.port, undefined);
  const url = `http://${isWildcard(host) ? '127.0.0.1' : urlHost(host)}:${server.port}`;
  return { local: { origin: url, serverOrigins: adminOrigins }, adminOrigins };
}

/** Creates the dashboard. If the data folder is durable, the dashboard's sessions survive a restart. */
async function openDashboard(
  {
    config,
    log,
    ...rest
  }: { config: EmulatorConfig; origin: string; serverOrigins: ServerOrigins; redactor: Redactor; log: Log },
  stack: AsyncDisposableStack,
): Promise<DashboardHost> {
  const [{ createDashboardHost }, { openSessionFile }] = await Promise.all([
    import('./dashboard/host.ts'),
    import('./dashboard/session-file.ts'),
  ]);
  const { dataDir, adminKeys } = config;
  // A change of the admin keys ends all sessions, because a retired key might have opened them.
  const origin = [rest.origin, ...adminKeys.map((key) => keyId(hashKey(key)))].join(' ');
  const sessionFile = dataDir === undefined ? undefined : await openSessionFile({ dataDir, origin, log });
  if (sessionFile !== undefined) stack.defer(() => sessionFile.close());
  return createDashboardHost({ ...rest, sessionFile });
}

/** Creates the journal and events of an emulator, and the hooks that the emulator's listener calls to add entries. */
function createRecords(
  { journalFile }: EmulatorConfig,
  { clock, redactor, log, metrics }: { clock: ServiceClock; redactor: Redactor; log: Log; metrics: Metrics },
) {
  const journal = createJournal(redactor, clock);
  const file =
    journalFile === undefined ? undefined : openJournalFile(journalFile, { journal, redactor, log });
  const counter = createSequenceCounter();
  const events = createEventLog({ clock, counter, journalSeq: () => journal.lastSeq() });
  const mismatches: string[] = [];
  const hooks: Omit<ServerHooks, 'fault'> = {
    nextSequence: () => counter.next(),
    record: (exchange) => {
      journal.record(exchange);
      file?.notify();
    },
    logFailure: (what, cause) => {
      measureFailure(metrics, cause);
      if (cause instanceof ResponseMismatch) mismatches.push(cause.message);
      log(`${what} failed: ${reasonOf(cause)}`);
    },
  };
  const flush = async () => file?.flush();
  return {
    journal,
    events,
    hooks,
    flush,
    async clear(): Promise<void> {
      await flush();
      journal.clear();
      events.clear();
    },
    /**
     * Throws if a response did not match the API description, because a client that retries after the 500 would hide
     * the mismatch.
     */
    assertNoMismatch(): void {
      if (mismatches.length === 0) return;
      throw new Error(
        `the emulator sent responses that its API description does not allow: ${mismatches.join('; ')}`,
      );
    },
  };
}

/** Parameters of `startInstance` after the host. */
type StartOptions = Parameters<typeof startInstance> extends [unknown, ...infer Rest] ? Rest : never;

/** Creates the functions that replace the emulator's instance. `clear` removes all data and records. */
function createReplacements(
  host: EmulatorHost,
  instances: InstanceManager,
  { openTrial, clear }: { openTrial: () => Promise<Store>; clear: () => Promise<void> },
) {
  /** ID of the first instance's workspace. */
  let home: string | undefined;
  let current: string | undefined;
  const workspaceId = (): string => {
    if (current === undefined) throw new Error('the emulator is not open yet');
    return current;
  };
  const start = async (...given: StartOptions): Promise<EmulatorInstance> => {
    host.metrics.set('ready', {}, 0);
    const instance = await startInstance(host, ...given).catch((error: unknown): never => {
      measureStart(host.metrics, error);
      throw error;
    });
    measureStart(host.metrics);
    host.metrics.set('ready', {}, 1);
    return instance;
  };
  const startUnseeded = (own: string | undefined) => start(own, { seeded: false });
  /** Refuses to replace data that other emulators use. */
  const refuseWithOthers = async () => {
    const others = (await instances.current()).replica.others();
    if (others.length === 0) return;
    throw new HttpError(
      409,
      `Other emulators use this database (on ${others.map(({ machine }) => machine).join(', ')}). Stop them first.`,
    );
  };
  return {
    workspaceId,
    /** Starts the first instance. A replica of several waits for its database, and other emulators fail without it. */
    async open(signal: AbortSignal | undefined): Promise<void> {
      const instance = await instances.open(
        () => start(host.config.workspaceId),
        host.config.runtime === 'kubernetes' ? { log: host.log, signal } : undefined,
      );
      home = instance.workspaceId;
      current = home;
    },
    /** Starts a new instance on the same data after the lease was lost. */
    restart(reason: string): void {
      host.log(`lease lost, restarting: ${reason}`);
      host.metrics.set('ready', {}, 0);
      host.dashboard?.replaced();
      instances.restart(() => startUnseeded(current), host.log);
    },
    async reset(): Promise<void> {
      await refuseWithOthers();
      // The next instance needs the control plane's ID to remove the old deployments' objects, such as pods, from the
      // cluster.
      const planeId = await (await instances.current()).planeId();
      host.dashboard?.replaced();
      await instances.replace(async () => {
        await clear();
        return start(home, { planeId });
      });
      current = home;
    },
    async restore(snapshot: unknown, options: RestoreOptions = {}): Promise<RestoreAnswer> {
      if (host.config.runtime === 'kubernetes') {
        throw new HttpError(
          409,
          'A snapshot contains no builds, which --runtime kubernetes requires: restore it into an emulator with --runtime process, or restore a backup of the database.',
        );
      }
      await refuseWithOthers();
      const { restoreSnapshot } = await import('./restore.ts');
      const { instance, answer } = await restoreSnapshot(snapshot, options, {
        openTrial,
        openStore: host.openStore,
        replace: (make: () => Promise<EmulatorInstance>) => {
          host.dashboard?.replaced();
          return instances.replace(make);
        },
        workspaceId,
        startInstance: startUnseeded,
      });
      current = instance.workspaceId;
      host.events.record([{ kind: 'restored' }]);
      return answer;
    },
  };
}

/** Describes the process that listens on a port, or returns `undefined` if the process is unknown. */
function describeHolder(port: number): string | undefined {
  const holder = findPortHolder(port);
  return holder && `${holder.program} (process ${holder.pid})`;
}

/** Returns the message of a transient store error, or the stack of any other error, for the log. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return isTransient(cause) ? cause.message : (cause.stack ?? cause.message);
}

export interface Emulator {
  /** Base URLs without a path, except that `admin` ends in `/_local`. */
  readonly urls: { controlPlane: string; sandboxes: string; tracing: string; admin: string };
  /** Local port on which the emulator listens. */
  readonly port: number;
  /** Local URL of the metrics for Prometheus, or `undefined` without a metrics port. */
  readonly metricsUrl: string | undefined;
  readonly apiKey: string;
  /** ID of the workspace to which the API key belongs. Restoring another emulator's snapshot changes the ID. */
  readonly workspaceId: string;
  readonly clock: EmulatorClock;
  readonly journal: Journal;
  readonly events: EventLog;
  readonly faults: FaultRules;
  /** Returns a link to the dashboard for one sign-in within ten minutes, or `undefined` if the dashboard is off. */
  dashboardLink(): string | undefined;
  /** Reports a push to a repository. Resolves with the revisions that the push created. */
  push(push: PushRequest): Promise<RevisionRow[]>;
  /** Resolves with all data of the store in readable form, with encrypted secrets (docs/local-controls.md). */
  snapshot(): Promise<Snapshot>;
  /**
   * Replaces all data of the store with a snapshot's data, or changes nothing if the snapshot is invalid. Requests wait
   * while the data is replaced.
   * @throws SnapshotError with each invalid position.
   */
  restore(snapshot: unknown, options?: RestoreOptions): Promise<RestoreAnswer>;
  /** Deletes all deployments and restores the seed. */
  reset(): Promise<void>;
  /**
   * Ends everything that the emulator started: connections, workers, the data file, and a temporary data folder. If
   * responses are checked, rejects at the end if any response did not match the API description.
   */
  close(): Promise<void>;
}
