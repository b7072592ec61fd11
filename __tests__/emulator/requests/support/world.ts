import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createRunExecutor } from '../../../../src/emulator/agent-server/index.ts';
import { agentServerRoutes } from '../../../../src/emulator/agent-server/routes/index.ts';
import { createEmulator, type EmulatorOptions } from '../../../../src/emulator/index.ts';
import type { CreateBackend } from '../../../../src/emulator/backend.ts';
import type { EmulatorContext } from '../../../../src/emulator/ports/context.ts';
import { stubRuntime } from '../../../../src/emulator/sandboxes/index.ts';
import { type FakeLive, fakeLive } from '../../agent-server/fixture.ts';
import { inertWorker } from '../../agent-server/scripted-worker.ts';
import { settle } from '../../server/plane.ts';

/** Tables by name, as stored in the database without decryption, which are fast to read. */
export type Tables = Record<string, readonly Readonly<Record<string, unknown>>[]>;

export type QuietEmulator = Awaited<ReturnType<typeof startQuietEmulator>>;

const MANY = 8;
const FEW = 2;

/**
 * Starts an emulator that does nothing without a request, and reads its store directly. The emulator's agents are
 * active, and runs on them never end.
 */
export async function startQuietEmulator(options: EmulatorOptions) {
  let deps: EmulatorContext | undefined;
  const live = fakeLive();
  const createBackend: CreateBackend = async (given) => {
    deps = given;
    const executor = createRunExecutor({ store: given.store, live, clock: given.clock, log: given.log });
    return {
      routes: async () =>
        agentServerRoutes({
          store: given.store,
          live,
          executor,
          clock: given.clock,
          log: given.log,
          runtime: 'process',
          lifecycle: given.lifecycle,
          newId: given.newId,
          version: '0.0.0-test',
        }),
      remoteRefs: { addressOf: () => undefined, read: () => Promise.resolve(undefined) },
      wake: () => undefined,
      health: () => ({ workers: 0 }),
      start: () => executor.start(),
      close: () => executor.close(),
    };
  };
  const lines: string[] = [];
  let seeds = 0;
  // No other connection can read the data file of an emulator without a data directory.
  const temporary = await mkdtemp(path.join(tmpdir(), 'requests-'));
  const emulator = await createEmulator({
    createBackend,
    // Sandboxes are only names, without processes.
    sandboxRuntime: stubRuntime(),
    log: (line) => lines.push(line),
    dataDir: temporary,
    ...options,
  });
  if (deps === undefined) throw new Error('the parts were not started');
  const { store, dataDir } = deps;
  const folder = path.join(dataDir, 'uploads');
  const outside = new DatabaseSync(path.join(dataDir, 'emulator.sqlite'), { readOnly: true });
  const look = outside.prepare('pragma data_version');
  const readers = outside
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%'")
    .all()
    .map(({ name }) => [String(name), outside.prepare(`select * from "${String(name)}"`)] as const);
  return {
    emulator,
    /** Returns a number that changes with every write. */
    version: () => Number(look.get()?.['data_version']),
    tables: (): Tables => Object.fromEntries(readers.map(([name, reader]) => [name, reader.all()])),
    /** Returns the names of the uploaded files. */
    objects: () => (existsSync(folder) ? readdirSync(folder) : []),
    /**
     * Removes all deployments if there are many, adds seeded objects if there are many or few, and finishes all
     * pending work.
     */
    tidy: async (seed: (at: number) => Promise<void>) => {
      const rows = await store.deployments.listAll();
      if (rows.length > MANY) for (const { id } of rows) await store.deployments.remove(id);
      if (rows.length > MANY || rows.length < FEW) await seed((seeds += 1));
      await settle(store);
      await serve(live, await store.deployments.listAll());
    },
    /** Returns the log lines about internal failures since the last call. */
    failures: () => lines.splice(0).filter((line) => line.includes(' failed: ')),
    close: async () => {
      outside.close();
      await emulator.close();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}

async function serve(
  live: FakeLive,
  rows: readonly { id: string; activeRevisionId: string | null }[],
): Promise<void> {
  for (const { id, activeRevisionId } of rows) {
    if (activeRevisionId !== null && live.activeRevision(id) === undefined) {
      live.serve(id, inertWorker({ deploymentId: id, revisionId: activeRevisionId }));
    }
  }
}
