import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startEmulator } from '../../harness/emulator.ts';
import { type PostgresServer, SERVER_PASSWORD, startPostgres } from '../../harness/postgres/server.ts';
import { startPlane } from './server/plane.ts';

let server: PostgresServer;
let folder: string;
beforeAll(async () => {
  server = await startPostgres();
  folder = await mkdtemp(path.join(tmpdir(), 'on-postgres-'));
});
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const key = () => ({ dataDir: path.join(folder, Math.random().toString(36).slice(2)) });

describe('an emulator on PostgreSQL', () => {
  test('creates, changes, shows, deletes and keeps data like an emulator on a file', async () => {
    const options = { ...key(), databaseUrl: server.freshSchema(), apiKey: 'the-key-of-the-test' };
    const lines: string[] = [];
    const plane = await startPlane({ ...options, log: (line) => lines.push(line) });
    const made = await plane.create({ name: 'kept', secrets: [{ name: 'TOKEN', value: 'a-secret-value' }] });
    await plane.settle();
    expect((await plane.api('PATCH', `/v2/deployments/${made.id}`, { secrets: [] })).status).toBe(200);
    expect((await plane.api('POST', '/v2/deployments', { ...made, name: 'kept' })).status).toBe(409);
    const { body } = await plane.api('GET', '/v2/deployments?name_contains=ep');
    expect(body.resources.map(({ id }: { id: string }) => id)).toEqual([made.id]);
    const snapshot = await plane.emulator.snapshot();
    await plane.emulator.close();

    const again = await startPlane(options);
    expect((await again.api('GET', `/v2/deployments/${made.id}`)).body).toMatchObject({ name: 'kept' });
    await again.emulator.reset();
    expect((await again.api('GET', `/v2/deployments/${made.id}`)).status).toBe(404);
    await again.emulator.restore(snapshot);
    expect((await again.api('GET', `/v2/deployments/${made.id}`)).body).toMatchObject({ name: 'kept' });

    expect(lines.join('\n')).toContain('data is kept in the PostgreSQL database "postgres"');
    expect(lines.join('\n')).not.toContain(SERVER_PASSWORD);
  });

  test('responds with 503 and Retry-After while the database is unreachable, and then continues', async () => {
    const plane = await startPlane({ ...key(), databaseUrl: server.freshSchema() });
    const { id } = await plane.create();
    await server.stop();
    try {
      for (const [method, at, body] of [
        ['GET', `/v2/deployments/${id}`, undefined],
        ['PATCH', `/v2/deployments/${id}`, { secrets: [] }],
      ] as const) {
        const answer = await plane.api(method, at, body);
        expect(answer.status).toBe(503);
        expect(answer.headers.get('retry-after')).toBe('1');
        expect(answer.body.detail).toContain('so this request changed nothing');
        expect(JSON.stringify(answer.body)).not.toContain(SERVER_PASSWORD);
      }
    } finally {
      await server.start();
    }
    expect((await plane.api('GET', `/v2/deployments/${id}`)).status).toBe(200);
    expect((await plane.api('PATCH', `/v2/deployments/${id}`, { secrets: [] })).status).toBe(200);
  });

  test('does not start without the keyring of its database, or on a new database without any keyring', async () => {
    const databaseUrl = server.freshSchema();
    await startPlane({ ...key(), databaseUrl });
    await expect(startPlane({ ...key(), databaseUrl })).rejects.toThrow(/keyring.*EMULATOR_KEYRING_FILE/);
    await expect(startPlane({ databaseUrl })).rejects.toThrow(/keyring.*EMULATOR_KEYRING_FILE/);
  });

  test('reads the database address from the environment, and never shows its password', async () => {
    const { dataDir } = key();
    const lines: string[] = [];
    const emulator = await startEmulator({
      runtime: 'stub',
      dataDir,
      env: { EMULATOR_DATABASE_URL: server.freshSchema() },
      onLog: (line) => lines.push(line),
    });
    undo.push(() => emulator.stop());
    const answer = await emulator.api('GET', '/v2/deployments');
    expect(answer.status).toBe(200);
    expect(lines.join('\n')).toContain('PostgreSQL database "postgres"');
    expect(JSON.stringify([lines, emulator.urls, answer.body])).not.toContain(SERVER_PASSWORD);
  });
});
