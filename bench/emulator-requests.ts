import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmulatorHandle, startEmulator } from '../harness/emulator.ts';
import { cpuSeconds } from './support/cpu.ts';
import { type Echo, startEcho } from './support/echo.ts';
import { drive } from './support/load.ts';
import { median, type Measurement, percentile } from './support/measure.ts';

const ROUNDS = 11;
const ROUND_MS = 1_500;
const WARM_UP_MS = 3_000;
const CONNECTIONS = 32;

/** One server under load, and what was measured of it so far. */
interface Contender {
  name: string;
  url: URL;
  pid: number;
  headers: Record<string, string>;
  perSecond: number[];
  cpuUs: number[];
  busy: number[];
  latencies: number[];
}

/** Requests per second on GET of one deployment, against a bare server that answers the same bytes. */
export async function measure(): Promise<Measurement> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-requests-'));
  const emulators = [
    await startEmulator({ runtime: 'stub' }),
    await startEmulator({ runtime: 'stub', dataDir }),
  ] as const;
  let echo: Echo | undefined;
  try {
    const [temporary, kept] = [await deployed(emulators[0]), await deployed(emulators[1])];
    echo = await startEcho(temporary.body);
    const ours = contender('emulator', emulators[0], temporary.url);
    const durable = contender('emulator, durable data directory', emulators[1], kept.url);
    const bare: Contender = {
      ...ours,
      ...fresh(),
      name: 'bare node:http',
      url: new URL(temporary.url.pathname, echo.url),
      pid: echo.pid,
    };
    const holds = `"id":"${temporary.id}"`;
    const round = async (side: Contender, ms: number) =>
      load(side, ms, side === durable ? `"id":"${kept.id}"` : holds);
    const sides = [ours, bare, durable];
    for (const side of sides) await round(side, WARM_UP_MS);
    for (const side of sides) Object.assign(side, fresh());
    for (let at = 0; at < ROUNDS; at += 1) {
      // Each comes first as often as last.
      for (const side of at % 2 === 0 ? sides : sides.toReversed()) await round(side, ROUND_MS);
    }
    return report(ours, bare, durable);
  } finally {
    await echo?.stop();
    for (const emulator of emulators) await emulator.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const fresh = () => ({ perSecond: [], cpuUs: [], busy: [], latencies: [] });

function contender(name: string, { pid, apiKey, workspaceId }: EmulatorHandle, url: URL): Contender {
  return { name, url, pid, headers: { 'x-api-key': apiKey, 'x-tenant-id': workspaceId }, ...fresh() };
}

/** Makes a deployment with secrets, waits until its revision is active, and reads how it is answered. */
async function deployed(emulator: EmulatorHandle): Promise<{ id: string; url: URL; body: string }> {
  const secrets = ['MODEL_API_KEY', 'DATABASE_URL', 'TRACING_KEY'];
  const created = await emulator.api('POST', '/v2/deployments', {
    name: 'support-agent',
    source: 'external_docker',
    source_config: { resource_spec: { cpu: 1, memory_mb: 1024, min_scale: 1, max_scale: 3 } },
    source_revision_config: { image_uri: 'registry.example/team/support-agent:4.2.0' },
    secrets: secrets.map((name) => ({ name, value: `${name.toLowerCase()}-0123456789abcdef` })),
  });
  const { id } = created.body as { id: string };
  const url = new URL(`/v2/deployments/${id}`, emulator.urls.controlPlane);
  for (;;) {
    const { status, body } = await emulator.api('GET', url.pathname);
    if (status !== 200) throw new Error(`GET ${url.pathname} answered ${status}`);
    const { active_revision_id: active } = body as { active_revision_id: string | null };
    if (active !== null) return { id, url, body: JSON.stringify(body) };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function load(side: Contender, ms: number, holds: string): Promise<void> {
  const before = cpuSeconds(side.pid);
  const { requests, seconds, latencies } = await drive({ ...side, connections: CONNECTIONS, ms, holds });
  const used = cpuSeconds(side.pid) - before;
  side.perSecond.push(requests / seconds);
  side.cpuUs.push((used * 1e6) / requests);
  side.busy.push((used / seconds) * 100);
  for (const latency of latencies) side.latencies.push(latency);
}

function report(ours: Contender, bare: Contender, durable: Contender): Measurement {
  const paired = (side: Contender) =>
    median(side.perSecond.map((value, at) => value / (bare.perSecond[at] ?? Number.NaN)));
  const figures = [ours, durable, bare].flatMap((side) => [
    { name: `${side.name}, p50`, value: percentile(side.latencies, 0.5), unit: 'ms' },
    { name: `${side.name}, p99`, value: percentile(side.latencies, 0.99), unit: 'ms' },
    { name: `${side.name}, processor time`, value: median(side.cpuUs), unit: 'µs a request' },
    { name: `${side.name}, busy`, value: median(side.busy), unit: '% of a core' },
  ]);
  return {
    claim: `reading a deployment costs the emulator little more than HTTP itself (${CONNECTIONS} connections)`,
    sides: [
      { name: 'emulator, GET /v2/deployments/{id}', unit: 'requests/s', samples: ours.perSecond },
      { name: 'bare node:http, the same bytes', unit: 'requests/s', samples: bare.perSecond },
    ],
    ratio: { name: 'paired rounds', value: paired(ours), aim: { atLeast: 0.5 } },
    figures: [
      { name: 'ratio with a durable data directory', value: paired(durable), unit: '' },
      { name: 'ratio by processor time', value: median(bare.cpuUs) / median(ours.cpuUs), unit: '' },
      ...figures,
    ],
  };
}
