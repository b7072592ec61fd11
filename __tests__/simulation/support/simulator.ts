import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createBackend } from '../../../src/emulator/backend.ts';
import { createEmulator, type Emulator } from '../../../src/emulator/index.ts';
import type { DeploymentRow, Store } from '../../../src/emulator/ports/store.ts';
import type { Driven } from './time.ts';

/** Key for every workspace of the simulator; a run must specify a workspace. */
export const SIMULATOR_KEY = 'simulation_key_of_the_arena_7c1f';
/** The responses for this workspace contain the values of secrets, unlike the responses for the other workspace. */
const OPEN = 'a0000000-0000-4000-8000-000000000001';
const HIDING = 'a0000000-0000-4000-8000-000000000002';

/** The deployments whose names contain this word fill more than a page in each workspace. */
const CROWD = 'crowd';
const CROWD_SIZE = 130;

/** An emulator in virtual time in this process, with its store, which contains the true state. */
export interface Simulator {
  readonly emulator: Emulator;
  readonly store: Store;
  /** Origin of the control plane, valid even while the control plane is stopped. */
  readonly origin: string;
  /** Advances the simulator's time. */
  readonly driven: Driven;
  /** Returns the ID of the workspace that hides the values of secrets, or of the other workspace. */
  workspace(hides: boolean): string;
  /** Stops the emulator without deleting its data. No program listens on the port until `up` is called. */
  down(): Promise<void>;
  /** Starts the emulator again with the same data and port, at this time or later. */
  up(now: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a simulator. With `keep`, the simulator stores its data in a folder, so that it can be restarted. A simulator
 * with `keep` is slower, because writes wait for the disk.
 */
export async function startSimulator(options: { keep: boolean }): Promise<Simulator> {
  const folder = options.keep ? await mkdtemp(path.join(tmpdir(), 'simulation-')) : undefined;
  let port = 0;
  let running: { emulator: Emulator; store: Store } | undefined;
  const start = async () => {
    let store: Store | undefined;
    const emulator = await createEmulator({
      runtime: 'stub',
      clock: 'virtual',
      port,
      dataDir: folder,
      apiKey: 'simulation_key_of_the_emulator_9e2b',
      seed: {
        workspaces: [workspace(OPEN, false, SIMULATOR_KEY), workspace(HIDING, true)],
      },
      createBackend: async (context, links) => {
        store = context.store;
        return createBackend(context, links);
      },
    });
    port = emulator.port;
    if (store === undefined) throw new Error('the emulator started without its parts');
    running = { emulator, store };
  };
  const now = () => {
    if (running === undefined) throw new Error('the control plane is down');
    return running;
  };
  await start();
  const origin = now().emulator.urls.controlPlane;
  for (const workspaceId of [OPEN, HIDING]) await fill(now().store, workspaceId);
  return {
    get emulator() {
      return now().emulator;
    },
    get store() {
      return now().store;
    },
    origin,
    driven: {
      now: () => now().emulator.clock.now(),
      advance: (ms) => now().emulator.clock.advance(ms),
    },
    workspace: (hides) => (hides ? HIDING : OPEN),
    async down() {
      await now().emulator.close();
      running = undefined;
    },
    async up(at) {
      await start();
      const behind = at - now().emulator.clock.now();
      if (behind > 0) await now().emulator.clock.advance(behind);
    },
    async close() {
      await running?.emulator.close();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

function workspace(id: string, hides: boolean, key?: string) {
  return {
    id,
    name: hides ? 'hiding' : 'open',
    api_keys: key === undefined ? [] : [{ key, scope: 'organization' as const }],
    secrets: {},
    listeners: [],
    cluster_secrets: {},
    redact_secret_values: hides,
    deployment_enabled: true,
    listeners_allowed: true,
    templates: [],
    sandbox_limit: 100,
  };
}

/** Writes directly to the store, because these deployments are needed only for searches by name. */
async function fill(store: Store, workspaceId: string): Promise<void> {
  await store.transaction(async (tx) => {
    for (let index = 0; index < CROWD_SIZE; index += 1) {
      const at = Date.UTC(2025, 11, 1) + index;
      const row: DeploymentRow = {
        id: randomUUID(),
        workspaceId,
        name: `${CROWD}-${index}`,
        source: 'external_docker',
        sourceName: 'external_docker',
        sourceConfig: {},
        secretReferences: null,
        imageVersion: null,
        status: 'READY',
        latestRevisionId: null,
        activeRevisionId: null,
        projectId: null,
        port: null,
        createdAt: at,
        updatedAt: at,
      };
      await tx.deployments.insert(row, []);
    }
  });
}
