import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type EmulatorHandle, startEmulator } from '../harness/emulator.ts';
import { cpuSeconds } from './support/process-usage.ts';
import type { BareServer } from './support/bare-server.ts';
import { startEcho } from './support/echo.ts';
import { drive } from './support/load.ts';
import { median, type Measurement, percentile, roundsToMeasure } from './support/measure.ts';

const ROUNDS = roundsToMeasure(11);
const ROUND_MS = 1_500;
/** Number of requests to each server before the measurement, which make the code compiled. */
const WARM_UP = 30_000;
const CONNECTIONS = 32;
/** Milliseconds between unrelated changes, in the rounds that include them: a hundred changes per second. */
const CHANGE_EVERY_MS = 10;

/** A server under load, with its measurements so far. */
interface Contender {
  name: string;
  url: URL;
  pid: number;
  headers: Record<string, string>;
  /** String that each response must contain. */
  holds: string;
  /** Makes a change that does not concern the requested deployment. */
  change?: () => Promise<void>;
  perSecond: number[];
  cpuUs: number[];
  busy: number[];
  latencies: number[];
}

/** Compares the requests per second for GET of one deployment with a bare server that returns the same bytes. */
export async function measure(): Promise<Measurement> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-requests-'));
  const running: { stop(): Promise<void> }[] = [];
  try {
    const temporary = await startEmulator({ runtime: 'stub' });
    running.push(temporary);
    const durable = await startEmulator({ runtime: 'stub', dataDir });
    running.push(durable);
    const ours = await contender('emulator', temporary);
    const echo = await startEcho(ours.body);
    running.push(echo);
    const bare = { ...ours, ...fresh(), name: 'bare node:http', url: at(echo, ours.url), pid: echo.pid };
    const kept = await contender('emulator, durable data directory', durable);
    const changing = { ...kept, ...fresh(), name: 'the same, while others change', change: changes(durable) };
    await compete([ours, bare, kept, changing]);
    return report(ours, bare, [kept, changing]);
  } finally {
    for (const one of running) await one.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function compete(sides: Contender[]): Promise<void> {
  for (const side of sides) {
    for (let made = 0; made < WARM_UP; ) made += await load(side);
    Object.assign(side, fresh());
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order alternates, so that each side comes first equally often.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await load(side);
  }
}

const fresh = (): Pick<Contender, 'perSecond' | 'cpuUs' | 'busy' | 'latencies'> => ({
  perSecond: [],
  cpuUs: [],
  busy: [],
  latencies: [],
});

const at = (echo: BareServer, like: URL): URL => new URL(like.pathname, echo.url);

/** Creates a deployment with secrets, waits until its revision is active, and reads its response. */
async function contender(name: string, emulator: EmulatorHandle): Promise<Contender & { body: string }> {
  const { pid, apiKey, workspaceId } = emulator;
  const id = await create(emulator, 'support-agent');
  const url = new URL(`/v2/deployments/${id}`, emulator.urls.controlPlane);
  for (;;) {
    const { status, body } = await emulator.api('GET', url.pathname);
    if (status !== 200) throw new Error(`GET ${url.pathname} answered ${status}`);
    if ((body as { active_revision_id: string | null }).active_revision_id !== null) {
      const headers = { 'x-api-key': apiKey, 'x-tenant-id': workspaceId };
      return { name, url, pid, headers, holds: `"id":"${id}"`, ...fresh(), body: JSON.stringify(body) };
    }
    await delay(20);
  }
}

async function create(emulator: EmulatorHandle, name: string): Promise<string> {
  const secrets = ['MODEL_API_KEY', 'DATABASE_URL', 'TRACING_KEY'];
  const { status, body } = await emulator.api('POST', '/v2/deployments', {
    name,
    source: 'external_docker',
    source_config: { resource_spec: { cpu: 1, memory_mb: 1024, min_scale: 1, max_scale: 3 } },
    source_revision_config: { image_uri: 'registry.example/team/support-agent:4.2.0' },
    secrets: secrets.map((secret) => ({ name: secret, value: `${secret.toLowerCase()}-0123456789abcdef` })),
  });
  if (status !== 201) throw new Error(`POST /v2/deployments answered ${status}`);
  return (body as { id: string }).id;
}

/** Returns a function that makes another change to another deployment with each call. */
function changes(emulator: EmulatorHandle): () => Promise<void> {
  let other: Promise<string> | undefined;
  let version = 0;
  return async () => {
    other ??= create(emulator, 'other-agent');
    version += 1;
    const { status } = await emulator.api('PATCH', `/v2/deployments/${await other}`, {
      image_version: `1.${version}`,
    });
    if (status !== 200) throw new Error(`PATCH answered ${status}`);
  };
}

/** Runs one round, and returns the number of requests. */
async function load(side: Contender): Promise<number> {
  const before = cpuSeconds(side.pid);
  const over = new AbortController();
  const changing = side.change === undefined ? undefined : keepChanging(side.change, over.signal);
  const { requests, seconds, latencies } = await drive({
    ...side,
    connections: CONNECTIONS,
    ms: ROUND_MS,
  }).finally(() => over.abort());
  await changing;
  const used = cpuSeconds(side.pid) - before;
  side.perSecond.push(requests / seconds);
  side.cpuUs.push((used * 1e6) / requests);
  side.busy.push((used / seconds) * 100);
  for (const latency of latencies) side.latencies.push(latency);
  return requests;
}

async function keepChanging(change: () => Promise<void>, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await change();
    await delay(CHANGE_EVERY_MS);
  }
}

function report(ours: Contender, bare: Contender, others: Contender[]): Measurement {
  const paired = (side: Contender) =>
    median(side.perSecond.map((value, round) => value / (bare.perSecond[round] ?? Number.NaN)));
  const figures = [ours, ...others, bare].flatMap((side) => [
    { name: `${side.name}: p50`, value: percentile(side.latencies, 0.5), unit: 'ms' },
    { name: `${side.name}: p99`, value: percentile(side.latencies, 0.99), unit: 'ms' },
    { name: `${side.name}: processor time`, value: median(side.cpuUs), unit: 'µs a request' },
    { name: `${side.name}: busy`, value: median(side.busy), unit: '% of a core' },
  ]);
  return {
    claim: `reading a deployment costs the emulator little more than HTTP itself (${CONNECTIONS} connections)`,
    sides: [
      { name: 'emulator, GET /v2/deployments/{id}', unit: 'requests/s', samples: ours.perSecond },
      { name: 'bare node:http, the same bytes', unit: 'requests/s', samples: bare.perSecond },
    ],
    ratio: { name: 'paired rounds', value: paired(ours), aim: { atLeast: 0.5 } },
    figures: [
      ...others.map((side) => ({ name: `${side.name}: ratio`, value: paired(side), unit: '' })),
      // The client may limit the rate of the bare server, but does not affect the processor time per request.
      { name: 'ratio by processor time', value: median(bare.cpuUs) / median(ours.cpuUs), unit: '' },
      ...figures,
    ],
  };
}
