import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmulatorHandle, startEmulator } from '../harness/emulator.ts';
import { startPostgres } from '../harness/postgres/server.ts';
import { drive } from './support/load.ts';
import { median, type Measurement, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(5);
const ROUND_MS = 1_500;
/** Duration in milliseconds of requests to each server before the measurement, which make the code compiled. */
const WARM_UP_MS = 4_000;
const CONNECTIONS = 32;

/**
 * Compares the requests per second for GET of one deployment that is stored in PostgreSQL on this machine, and in a
 * file.
 */
export async function measure(): Promise<Measurement> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-postgres-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const server = await startPostgres();
  stack.defer(() => server.close());
  const start = async (name: string, env: Record<string, string>) => {
    const emulator = await startEmulator({ runtime: 'stub', dataDir: path.join(folder, name), env });
    stack.defer(() => emulator.stop());
    return { load: await prepare(emulator), perSecond: [] as number[] };
  };
  const file = await start('file', {});
  const database = await start('database', { EMULATOR_DATABASE_URL: server.freshSchema() });
  for (const { load } of [file, database]) await load(WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order alternates, so that each side comes first equally often.
    for (const side of round % 2 === 0 ? [database, file] : [file, database]) {
      side.perSecond.push(await side.load(ROUND_MS));
    }
  }
  return {
    claim: 'GET of a deployment by ID, per second: PostgreSQL against SQLite',
    sides: [
      { name: 'PostgreSQL', unit: 'per second', samples: database.perSecond },
      { name: 'SQLite', unit: 'per second', samples: file.perSecond },
    ],
    ratio: {
      name: 'PostgreSQL / SQLite',
      value: median(database.perSecond) / median(file.perSecond),
    },
  };
}

/**
 * Creates a deployment with secrets. The returned function reads the deployment for the given milliseconds, and
 * returns the number of requests.
 */
async function prepare(emulator: EmulatorHandle): Promise<(ms: number) => Promise<number>> {
  const { status, body } = await emulator.api('POST', '/v2/deployments', {
    name: 'support-agent',
    source: 'external_docker',
    source_config: {},
    source_revision_config: { image_uri: 'registry.example/team/support-agent:4.2.0' },
    secrets: ['MODEL_API_KEY', 'TRACING_KEY'].map((name) => ({ name, value: `${name}-0123456789` })),
  });
  if (status !== 201) throw new Error(`POST /v2/deployments answered ${status}`);
  const { id } = body as { id: string };
  const url = new URL(`/v2/deployments/${id}`, emulator.urls.controlPlane);
  const headers = { 'x-api-key': emulator.apiKey, 'x-tenant-id': emulator.workspaceId };
  return async (ms) => {
    const { requests, seconds } = await drive({
      url,
      headers,
      connections: CONNECTIONS,
      ms,
      holds: `"id":"${id}"`,
    });
    return requests / seconds;
  };
}
