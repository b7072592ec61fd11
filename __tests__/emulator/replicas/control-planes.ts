import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PostgresServer, startPostgres } from '../../../harness/postgres/server.ts';
import type { CreateBackend } from '../../../src/emulator/backend.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator/index.ts';
import { fakeDataPlane } from './several-replicas.ts';

const API_KEY = 'a-key-for-all-of-them';

const createBackend: CreateBackend = async (context) => {
  const dataPlane = fakeDataPlane(context);
  return {
    routes: async () => [],
    remoteRefs: { addressOf: () => undefined, read: async () => undefined },
    wake: () => dataPlane.wake(),
    health: () => ({}),
    start: () => dataPlane.start(),
    close: () => dataPlane.close(),
  };
};

/**
 * Prepares a suite of whole control planes without a cluster, whose data planes only pass through the stages. The suite
 * has one database server, and each test ends with all its control planes closed.
 */
export function controlPlanes() {
  let server: PostgresServer;
  let folder: string;
  let keyringFile: string;
  const running = new Set<Emulator>();
  const logs = new Map<Emulator, string[]>();
  beforeAll(async () => {
    server = await startPostgres();
    folder = await mkdtemp(path.join(tmpdir(), 'replicas-'));
    keyringFile = path.join(folder, 'keyring');
    await writeFile(keyringFile, `v1:${randomBytes(32).toString('base64')}`, { mode: 0o600 });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    for (const one of running) await one.close();
    running.clear();
  });

  async function start(databaseUrl: string, options: EmulatorOptions = {}): Promise<Emulator> {
    const log: string[] = [];
    const emulator = await createEmulator({
      runtime: 'kubernetes',
      port: 0,
      apiKey: API_KEY,
      databaseUrl,
      keyringFile,
      createBackend,
      log: (line) => void log.push(line),
      ...options,
    });
    running.add(emulator);
    logs.set(emulator, log);
    return emulator;
  }
  async function call(emulator: Emulator, method: string, at: string, body?: unknown) {
    const answer = await fetch(new URL(at, emulator.urls.controlPlane), {
      method,
      headers: { 'x-api-key': emulator.apiKey, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- as JSON is
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  }
  return {
    server: () => server,
    keyringFile: () => keyringFile,
    start,
    call,
    create: (emulator: Emulator, name: string, secrets: unknown[] = []) =>
      call(emulator, 'POST', '/v2/deployments', {
        name,
        source: 'external_docker',
        source_config: {},
        source_revision_config: { image_uri: 'registry.test/agent:1' },
        secrets,
      }),
    isServed: (emulator: Emulator, id: string) => async () =>
      (await call(emulator, 'GET', `/v2/deployments/${id}`)).body.active_revision_id !== null,
    health: async (emulator: Emulator) => (await call(emulator, 'GET', '/_local/health')).body.replica,
    logOf: (emulator: Emulator): readonly string[] => logs.get(emulator) ?? [],
    async close(emulator: Emulator): Promise<void> {
      running.delete(emulator);
      await emulator.close();
    },
  };
}
