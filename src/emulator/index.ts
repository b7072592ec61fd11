import { randomBytes } from 'node:crypto';
import { TARBALL_MAX_BYTES } from '../contract/limits.ts';
import { openDataFolder } from './data-folder.ts';
import { createInstanceManager } from './instance-manager.ts';
import { createEmulatorClock } from './admin/clock/emulator-clock.ts';
import { createEventLog } from './admin/events.ts';
import { createFaultRules } from './admin/faults.ts';
import { createJournal } from './admin/journal.ts';
import { createSequenceCounter } from './admin/moments.ts';
import { secretsInSeed } from './admin/seed.ts';
import type { RestoreOptions } from './admin/snapshot-form.ts';
import type { EmulatorOptions } from './options.ts';
import { databaseSecrets, storeOpener } from './store-opener.ts';
import { restoreSnapshot } from './restore.ts';
import { ResponseMismatch } from './server/response-check.ts';
import { listen } from './server/http-server.ts';
import { serverOriginsOf } from './server/server-origins.ts';
import { createRedactor } from './server/redact.ts';
import { type MachineRuntimeOptions, machineRuntime, stubRuntime } from './sandboxes/index.ts';
import { startParts } from './start-parts.ts';
import { createDiskObjectStore, createDatabaseObjectStore, isTransient } from './store/index.ts';
import { HttpError } from './server/http-error.ts';
import { isWildcard, reachableHost, urlHost } from './addresses.ts';
import { checkOptions } from './check-options.ts';
import type { Emulator } from './emulator.ts';
import { startInstance, type WorldDeps } from './instance.ts';

export type { EmulatorClock, Participant } from './admin/clock/emulator-clock.ts';
export type { Emulator } from './emulator.ts';
export type { EmulatorOptions } from './options.ts';
export type { Snapshot } from './ports/store.ts';
export { SnapshotError } from './store/index.ts';

/** How long running requests may take to end when the emulator closes. */
const CLOSE_GRACE_MS = 1_000;
/** How long an emulator may be away from a database it shares before the others take over what it does. */
const LEASE_MS = 6_000;

/**
 * Starts an emulator of the control plane, with its data plane and agent servers, in this process (DESIGN §3).
 * Rejects with a plain reason when the port, the data folder or the keyring cannot be used.
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const host = options.host ?? '127.0.0.1';
  checkOptions(options, host);
  const apiKey = options.apiKey ?? `local_${randomBytes(24).toString('base64url')}`;
  const redactor = createRedactor();
  redactor.addSecrets([
    apiKey,
    ...databaseSecrets(options.databaseUrl),
    ...(options.seed === undefined ? [] : secretsInSeed(options.seed)),
  ]);
  const log = (line: string) => options.log?.(redactor.redactText(line));

  await using stack = new AsyncDisposableStack();
  const data = stack.use(await openDataFolder(options.dataDir));
  const clockParts = createEmulatorClock(options.clock ?? 'real');
  const { time: clock } = clockParts;
  stack.defer(() => clockParts.stop());
  const { open, openTrial, clear } = await storeOpener(options, data, clock, log, stack);
  const worlds = createInstanceManager(clock);
  stack.defer(() => worlds.close());
  // First of all the port: one in use is found out before anything is started.
  const server = await listen((request, response) => void worlds.handle(request, response), {
    host,
    port: options.port ?? 0,
  });
  const closing = new AbortController();
  stack.defer(async () => {
    closing.abort(new Error('the emulator is closing'));
    await server.close(CLOSE_GRACE_MS);
  });

  const origin =
    options.publicUrl ?? `http://${isWildcard(host) ? '127.0.0.1' : urlHost(host)}:${server.port}`;
  const journal = createJournal(redactor, clock);
  const counter = createSequenceCounter();
  const events = createEventLog({ clock, counter, journalSeq: () => journal.lastSeq() });
  // Virtual time is for runs that can be repeated.
  const randomSeed = options.randomSeed ?? (options.clock === 'virtual' ? 1 : undefined);
  const faults = createFaultRules(randomSeed, () => {
    // Whatever stalled may go on.
    void worlds.current().then(
      (world) => world.wake(),
      () => undefined,
    );
  });
  const wrongAnswers: string[] = [];
  const deps: WorldDeps = {
    openStore: open,
    startParts: options.startParts ?? startParts,
    dataDir: data.path,
    clock,
    clockParts,
    seed: options.seed,
    apiKey,
    compat: options.compat ?? 'spec',
    edition: options.edition ?? 'any',
    host,
    publicUrl: options.publicUrl,
    tracingUrl: origin,
    instanceUrl: options.instanceUrl ?? `http://${reachableHost(host)}:${server.port}`,
    leaseMs: options.leaseMs ?? LEASE_MS,
    lost: (reason) => {
      log(`everything is given up, and begun again: ${reason}`);
      worlds.restart(() => startInstance(deps, workspaceId, { seeded: false }), log);
    },
    runtime: options.runtime ?? 'process',
    randomSeed,
    healthTimeoutMs: options.healthTimeoutMs,
    maxAtWork: options.maxAtWork,
    // Emulators that share a database share nothing else.
    openObjects: ({ uploadChunks }) =>
      options.databaseUrl === undefined
        ? createDiskObjectStore(data.uploads, options.dataDir !== undefined)
        : createDatabaseObjectStore(uploadChunks, Date.now),
    sandboxParts:
      options.sandboxParts ??
      (options.runtime === 'stub' ? stubRuntime() : machineRuntime(sandboxOptions(options))),
    pushChangedSecrets: options.pushChangedSecrets ?? false,
    maxUploadBytes: options.maxUploadBytes ?? TARBALL_MAX_BYTES,
    journal,
    events,
    faults,
    hooks: {
      nextSequence: () => counter.next(),
      record: (exchange) => journal.record(exchange),
      fault: (surface, method, paths) => faults.decideHttp(surface, method, paths),
      logFailure: (what, cause) => {
        if (cause instanceof ResponseMismatch) wrongAnswers.push(cause.message);
        log(`${what} failed: ${reasonOf(cause)}`);
      },
    },
    ownNames: serverOriginsOf(host, server.port, options.publicUrl),
    closing: closing.signal,
    checkAnswers: options.checkAnswers ?? process.env['EMULATOR_CHECK_ANSWERS'] === '1',
    log,
    learnSecrets: (values) => redactor.addSecrets(values),
    reset: () => reset(),
    restore: (snapshot, restoreOptions) => restore(snapshot, restoreOptions),
  };
  const home = await worlds.open(() => startInstance(deps, options.workspaceId?.toLowerCase()));
  let { workspaceId } = home;
  /** What makes everything anew is not for a store that others are at work on. */
  const refuseBesideOthers = async () => {
    const others = (await worlds.current()).fleet.peers();
    if (others.length === 0) return;
    throw new HttpError(
      409,
      `Other emulators are at work on this database (${others.map(({ url }) => url).join(', ')}). Stop them first.`,
    );
  };
  const reset = async () => {
    await refuseBesideOthers();
    await worlds.replace(async () => {
      await clear();
      return startInstance(deps, home.workspaceId);
    });
    workspaceId = home.workspaceId;
    journal.clear();
    events.clear();
    faults.clear();
  };

  const restore = async (snapshot: unknown, restoreOptions: RestoreOptions = {}) => {
    await refuseBesideOthers();
    const { world, answer } = await restoreSnapshot(snapshot, restoreOptions, {
      openTrial,
      openStore: open,
      replace: worlds.replace,
      workspaceId: () => workspaceId,
      openWorld: (own) => startInstance(deps, own, { seeded: false }),
    });
    workspaceId = world.workspaceId;
    events.record([{ kind: 'restored' }]);
    return answer;
  };

  const running = stack.move();
  return {
    urls: { controlPlane: origin, sandboxes: origin, tracing: origin, admin: `${origin}/_local` },
    port: server.port,
    apiKey,
    get workspaceId() {
      return workspaceId;
    },
    clock: clockParts.clock,
    journal,
    events,
    faults,
    push: async (push) => (await worlds.current()).push(push),
    snapshot: async () => (await worlds.current()).snapshot(),
    restore,
    reset,
    close: async () => {
      await running.disposeAsync();
      // A client that tries again after a 500 would hide it.
      if (wrongAnswers.length > 0) {
        throw new Error(
          `the emulator gave answers that its document does not allow: ${wrongAnswers.join('; ')}`,
        );
      }
    },
  };
}

function sandboxOptions(options: EmulatorOptions): MachineRuntimeOptions {
  return {
    isolation: options.sandboxIsolation ?? 'auto',
    privateNetworks: options.sandboxNetworks ?? [],
    rootsFile: options.sandboxRootsFile,
    upstreamProxy: null,
    auditFile: null,
  };
}

/** For the log: where it came from too, unless it says all there is to say. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return isTransient(cause) ? cause.message : (cause.stack ?? cause.message);
}
