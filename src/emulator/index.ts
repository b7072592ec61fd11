import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { TARBALL_MAX_BYTES } from '../contract/limits.ts';
import { openDataFolder } from './data-folder.ts';
import { createEmulatorClock, type EmulatorClock } from './local/clock/emulator-clock.ts';
import { createEventLog, type EventLog } from './local/events.ts';
import { createFaults, type Faults } from './local/faults.ts';
import { createJournal, type Journal } from './local/journal.ts';
import type { Push } from './control-plane/index.ts';
import { createMomentCounter } from './local/moments.ts';
import { seededSecrets } from './local/seed.ts';
import type { RestoreAnswer, RestoreOptions } from './local/snapshot-form.ts';
import type { EmulatorOptions } from './options.ts';
import { databaseSecrets, storeOpener } from './store-opener.ts';
import { restoreSnapshot } from './restore.ts';
import type { ProductTime } from './seams/time.ts';
import { WrongAnswer } from './server/check-answer.ts';
import { listen } from './server/http-server.ts';
import type { RevisionRow, Snapshot } from './seams/store.ts';
import { createRedactor } from './server/redact.ts';
import { errorAnswer, send } from './server/respond.ts';
import { startParts } from './start-parts.ts';
import { createDiskObjects, createSharedObjects, willPass } from './store/index.ts';
import { isWildcard, openWorld, urlHost, type World, type WorldDeps } from './world.ts';

export type { EmulatorClock, Participant } from './local/clock/emulator-clock.ts';
export type { EmulatorOptions } from './options.ts';
export type { Snapshot } from './seams/store.ts';
export { SnapshotError } from './store/index.ts';

/** A running emulator. */
export interface Emulator {
  /** Bare origins; `admin` ends in `/_local` (DESIGN §8 "ready line"). */
  readonly urls: { controlPlane: string; sandboxes: string; tracing: string; admin: string };
  /** The port of this machine it listens on. */
  readonly port: number;
  readonly apiKey: string;
  /** The workspace the key opens: another one once the snapshot of another emulator was restored. */
  readonly workspaceId: string;
  readonly clock: EmulatorClock;
  readonly journal: Journal;
  readonly events: EventLog;
  readonly faults: Faults;
  /** A push happened on this repository and ref; gives the revisions it made. */
  push(push: Push): Promise<RevisionRow[]>;
  /** Everything the store holds, as readable data; secrets are sealed (docs/local-controls.md). */
  snapshot(): Promise<Snapshot>;
  /**
   * Makes the store hold what a snapshot holds, all of it or nothing; what is to be served is served again.
   * @throws SnapshotError naming each place that is not in order.
   */
  restore(snapshot: unknown, options?: RestoreOptions): Promise<RestoreAnswer>;
  /** Back to the state after the start: what was deployed is gone, what was seeded is there. */
  reset(): Promise<void>;
  /**
   * Ends everything it started: connections, workers, the data file, and a temporary data folder.
   * Rejects at the end when answers are checked and one was wrong.
   */
  close(): Promise<void>;
}

/** How long running requests may take to end when the emulator closes. */
const CLOSE_GRACE_MS = 1_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/**
 * Starts an emulator of the control plane, with its data plane and agent servers, in this process (DESIGN §3).
 * Rejects with a plain reason when the port, the data folder or the keyring cannot be used.
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const host = options.host ?? '127.0.0.1';
  if (!LOOPBACK.test(host) && options.apiKey === undefined) {
    throw new Error(
      `listening on ${host} lets other machines in, so the key must be chosen: set EMULATOR_API_KEY, or leave --host out`,
    );
  }
  if (options.clock === 'virtual' && options.runtime !== 'stub') {
    throw new Error(
      'a virtual clock needs runtime stub: real builds and agents take real time. Leave the clock real, or choose --runtime stub',
    );
  }
  const apiKey = options.apiKey ?? `local_${randomBytes(24).toString('base64url')}`;
  const redactor = createRedactor();
  redactor.learn([
    apiKey,
    ...databaseSecrets(options.databaseUrl),
    ...(options.seed === undefined ? [] : seededSecrets(options.seed)),
  ]);
  const log = (line: string) => options.log?.(redactor.text(line));

  await using stack = new AsyncDisposableStack();
  const data = stack.use(await openDataFolder(options.dataDir));
  const clockParts = createEmulatorClock(options.clock ?? 'real');
  const { time: clock } = clockParts;
  stack.defer(() => clockParts.end());
  const { open, openTrial, clear } = await storeOpener(options, data, clock, log, stack);
  const worlds = createGate(clock);
  stack.defer(() => worlds.close());
  // First of all the port: one in use is found out before anything is started.
  const server = await listen((request, response) => void worlds.answer(request, response), {
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
  const counter = createMomentCounter();
  const events = createEventLog({ clock, counter, journalSeq: () => journal.last() });
  // Virtual time is for runs that can be repeated.
  const randomSeed = options.randomSeed ?? (options.clock === 'virtual' ? 1 : undefined);
  const faults = createFaults(randomSeed, () => {
    // Whatever stalled may go on.
    void worlds.now().then(
      (world) => world.poke(),
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
    runtime: options.runtime ?? 'process',
    randomSeed,
    healthTimeoutMs: options.healthTimeoutMs,
    // Emulators that share a database share nothing else.
    openObjects: ({ uploadChunks }) =>
      options.databaseUrl === undefined
        ? createDiskObjects(data.uploads, options.dataDir !== undefined)
        : createSharedObjects(uploadChunks, Date.now),
    maxUploadBytes: options.maxUploadBytes ?? TARBALL_MAX_BYTES,
    journal,
    events,
    faults,
    hooks: {
      moment: () => counter.next(),
      record: (exchange) => journal.record(exchange),
      fault: (surface, method, paths) => faults.decideHttp(surface, method, paths),
      failed: (what, cause) => {
        if (cause instanceof WrongAnswer) wrongAnswers.push(cause.message);
        log(`${what} failed: ${reasonOf(cause)}`);
      },
    },
    localHosts: new Set([host, new URL(origin).hostname]),
    closing: closing.signal,
    checkAnswers: options.checkAnswers ?? process.env['EMULATOR_CHECK_ANSWERS'] === '1',
    log,
    learnSecrets: (values) => redactor.learn(values),
    reset: () => reset(),
    restore: (snapshot, restoreOptions) => restore(snapshot, restoreOptions),
  };
  const home = await worlds.open(() => openWorld(deps, options.workspaceId?.toLowerCase()));
  let { workspaceId } = home;
  const reset = async () => {
    await worlds.replace(async () => {
      await clear();
      return openWorld(deps, home.workspaceId);
    });
    workspaceId = home.workspaceId;
    journal.clear();
    events.clear();
    faults.clear();
  };

  const restore = async (snapshot: unknown, restoreOptions: RestoreOptions = {}) => {
    const { world, answer } = await restoreSnapshot(snapshot, restoreOptions, {
      openTrial,
      openStore: open,
      replace: worlds.replace,
      workspaceId: () => workspaceId,
      openWorld: (own) => openWorld(deps, own, { seeded: false }),
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
    push: async (push) => (await worlds.now()).push(push),
    snapshot: async () => (await worlds.now()).snapshot(),
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

/** For the log: where it came from too, unless it says all there is to say. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return willPass(cause) ? cause.message : (cause.stack ?? cause.message);
}

/** Holds requests back, and time, while a world is being made: at the start and during a reset. */
function createGate(time: ProductTime) {
  let current: Promise<World> = Promise.reject(new Error('not open yet'));
  current.catch(() => undefined);
  const enter = (next: Promise<World>): Promise<World> => {
    current = next;
    const letGo = time.hold();
    // Whoever made it sees the failure; requests that come meanwhile must not end the process.
    next.then(letGo, letGo);
    return next;
  };
  return {
    open: (make: () => Promise<World>) => enter(make()),
    /** The world as it is, or will be when it is made. */
    now: () => current,
    /** Resets queue up behind each other. */
    replace: (make: () => Promise<World>) => {
      const old = current;
      return enter(
        (async () => {
          await (await old)[Symbol.asyncDispose]();
          return make();
        })(),
      );
    },
    async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      try {
        const { listener } = await current;
        await listener(request, response);
      } catch (error) {
        await send(response, errorAnswer(error));
      }
    },
    async close(): Promise<void> {
      const last = await current.catch(() => undefined);
      await last?.[Symbol.asyncDispose]();
    },
  };
}
