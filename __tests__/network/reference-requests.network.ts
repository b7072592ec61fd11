import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git.ts';
import { startPythonReference } from '../../harness/reference/python-server.ts';
import { parseSeedFile } from '../../src/action/inputs/seed-file.ts';
import { applySeed, readSeedRecord, type SeedTarget } from '../../src/action/seed/apply-seed.ts';
import { readInheritedSeed } from '../../src/action/seed/inherited-seed.ts';
import { SEED_MARK } from '../../src/action/seed/seed.ts';
import { createAgentData } from '../../src/clients/agent-data.ts';
import { createAgentServer } from '../../src/clients/agent-server.ts';
import { realClock } from '../../src/clients/clock.ts';
import { createTransport } from '../../src/clients/transport.ts';
import { fieldOf } from '../../src/contract/json-safety.ts';
import { installPython, pythonVersion, run } from './support/installs.ts';
import { TESTS_ALL_VERSIONS } from './support/versions.ts';
import { type AgentApi, REFERENCE_CASES, type ReferenceCase } from './support/reference-cases.ts';
import { MISSING_OPERATIONS, operationsOf, SERVER_CASES } from './support/server-cases.ts';

// Each case sends the same requests to the Python reference server and to an agent of the emulator. The responses must
// be equal, unless a row of docs/departures.md explains the difference. `npm run test:versions` installs the newest
// reference server, so that a change of the server is detected.

/** Oldest version of the reference server that is compared. */
const OLDEST = '0.16.7';
const REFERENCE = TESTS_ALL_VERSIONS
  ? ['langgraph-cli[inmem]', `langgraph-api>=${OLDEST}`]
  : ['langgraph-cli[inmem]==0.4.40', `langgraph-api==${OLDEST}`];
const ALL_CASES = [...REFERENCE_CASES, ...SERVER_CASES];
const GRAPHS = ['steps', 'waiting', 'asking', 'failing'];
/** Number of simultaneous cases, and of simultaneous runs on the reference server. */
const AT_ONCE = 6;
const JOBS = 40;

const undo: (() => Promise<unknown>)[] = [];
const observations = new Map<string, readonly [theirs: unknown, ours: unknown]>();
let bin: string;
let emulator: AgentApi;
let reference: AgentApi;

async function startBoth(scratch: string): Promise<readonly [theirs: AgentApi, ours: AgentApi]> {
  const source = readFileSync(path.join(import.meta.dirname, 'support', 'reference_agent.py'), 'utf8');
  const graphs = Object.fromEntries(GRAPHS.map((name) => [name, `./agent.py:${name}`]));
  const agent = {
    'agent.py': source,
    'requirements.txt': 'langgraph\n',
    'langgraph.json': JSON.stringify({ dependencies: ['.'], graphs }),
  };
  const startTheirs = async (): Promise<AgentApi> => {
    const folder = path.join(scratch, 'reference');
    bin = await installPython(path.join(folder, 'packages'), REFERENCE);
    const server = await startPythonReference({ folder, agent, jobs: JOBS });
    undo.push(() => server.stop());
    return { url: server.url, headers: {} };
  };
  const startOurs = async (): Promise<AgentApi> => {
    const started = await startEmulator();
    undo.push(() => started.stop());
    const repository = await createRepository(agent);
    undo.push(() => repository.remove());
    const { url } = await deployAgent(started, repository);
    return { url, headers: { 'x-api-key': started.apiKey } };
  };
  return Promise.all([startTheirs(), startOurs()]);
}

async function observe(one: ReferenceCase, api: AgentApi): Promise<unknown> {
  const limit = AbortSignal.timeout(WAIT_LIMIT_MS);
  const over = new Promise<never>((_, reject) => {
    limit.addEventListener('abort', () => reject(new Error(`no response within ${WAIT_LIMIT_MS} ms`)));
  });
  try {
    return await Promise.race([one.observe(api), over]);
  } catch (failure) {
    return { failed: String(failure) };
  }
}

beforeAll(async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'reference-requests-'));
  undo.push(() => rm(scratch, { recursive: true, force: true }));
  const servers = await startBoth(scratch);
  [reference, emulator] = servers;
  const work = async (queue: ReferenceCase[]) => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      const [theirs, ours] = await Promise.all([observe(one, servers[0]), observe(one, servers[1])]);
      observations.set(one.name, [theirs, ours]);
    }
  };
  const together = ALL_CASES.filter(({ alone }) => alone !== true);
  await Promise.all(Array.from({ length: AT_ONCE }, () => work(together)));
  await work(ALL_CASES.filter(({ alone }) => alone === true));
});
afterAll(async () => {
  for (const work of undo.toReversed()) await work();
});

describe('an agent of the emulator, compared with the reference server', () => {
  test(`is compared with reference version ${OLDEST} or newer`, async () => {
    const version = await pythonVersion(bin, 'langgraph-api');
    expect(version.localeCompare(OLDEST, 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
  });

  test('is compared in cases with unique names', () => {
    expect(new Set(ALL_CASES.map(({ name }) => name)).size).toBe(ALL_CASES.length);
  });

  test.each(ALL_CASES.filter(({ row }) => row === undefined).map(({ name }) => name))(
    'behaves the same in the case "%s"',
    (name) => {
      const [theirs, ours] = observations.get(name) ?? [];
      expect(theirs).not.toHaveProperty('failed');
      expect(ours).toEqual(theirs);
    },
  );

  test('supports every operation of the reference server, except for the operations in docs/departures', async () => {
    const [theirs, ours] = await Promise.all([operationsOf(reference), operationsOf(emulator)]);
    expect(theirs.length).toBeGreaterThan(50);
    expect(theirs.filter((operation) => !ours.includes(operation))).toEqual(MISSING_OPERATIONS);
  });

  // docs/departures/agent-server.md#ok-services
  // docs/departures/agent-server.md#metrics-names
  // docs/departures/agent-server.md#docs-page
  // docs/departures/agent-server.md#thread-storage
  // docs/departures/agent-server.md#validation-details
  // docs/departures/agent-server.md#reference-routes-missing
  // docs/departures/agent-server.md#stateless-run-headers
  // docs/departures/agent-server.md#agent-null-fields
  // docs/departures/agent-server.md#stream-mode-tools
  // docs/departures/agent-server.md#copy-thread-values
  // docs/departures/agent-server.md#store-filter-missing
  // docs/departures/agent-server.md#store-filter-nested
  // docs/departures/agent-server.md#store-empty-namespace
  // docs/departures/agent-server.md#threads-count-ids
  test.each(ALL_CASES.flatMap(({ name, row }) => (row === undefined ? [] : [[name, row]])))(
    'differs in the case "%s" as described in the row %s',
    async (name, row) => {
      const page = await readFile(
        path.resolve(import.meta.dirname, '../../docs/departures/agent-server.md'),
        'utf8',
      );
      expect(page).toContain(`<a id="${row}">`);
      const [theirs, ours] = observations.get(name) ?? [];
      expect(ours).not.toHaveProperty('failed');
      expect(ours).not.toEqual(theirs);
    },
  );
});

/**
 * Forwards requests to an agent. The connection of each waiting request is closed once its client has the head of the
 * response.
 */
async function startCuttingProxy({
  url,
}: AgentApi): Promise<{ url: string; cut: () => number; server: Server }> {
  let cut = 0;
  const server = createServer((request, response) => {
    const { method, headers } = request;
    const passed = forward(new URL(request.url ?? '/', url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (request.url?.endsWith('/runs/wait') !== true) return void answer.pipe(response);
      cut += 1;
      response.flushHeaders();
      response.write('\n', () => response.destroy());
      // The run continues without its first reader.
      answer.resume();
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, cut: () => cut, server };
}

const WAITING_CLIENT = `
import asyncio, json, os, sys
from langgraph_sdk import get_client

async def main():
    client = get_client(url=sys.argv[1], api_key=os.environ["AGENT_KEY"])
    thread = None if sys.argv[2] == "stateless" else (await client.threads.create())["thread_id"]
    print(json.dumps(await client.runs.wait(thread, "steps", input={"seconds": 5})))

asyncio.run(main())
`;

test.each(['stateless', 'on a thread'])(
  'the Python client reconnects if its connection breaks while the client waits for a run (%s)',
  async (kind) => {
    const proxy = await startCuttingProxy(emulator);
    const folder = await mkdtemp(path.join(tmpdir(), 'waiting-client-'));
    try {
      const file = path.join(folder, 'client.py');
      await writeFile(file, WAITING_CLIENT);
      const env = { ...process.env, AGENT_KEY: emulator.headers['x-api-key'], PYTHONWARNINGS: 'ignore' };
      const reported = await run(path.join(bin, 'python'), [file, proxy.url, kind], { env });
      expect([JSON.parse(reported), proxy.cut()]).toEqual([{ steps: ['a', 'b'], seconds: 5 }, 1]);
    } finally {
      proxy.server.closeAllConnections();
      proxy.server.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

const SEED = `
store: [{namespace: [docs], key: faq, value: {text: hello}}]
assistants: [{name: Support, graph: steps, context: {tone: short}}]
threads: [{name: a thread, graph: steps, as-node: b, values: {steps: [seeded]}}]
crons: [{name: yearly, assistant: Support, schedule: '0 3 1 1 *'}]
`;

test.each(['the reference server', 'the emulator'])(
  'the data of a preview is written without duplicates to %s, also by a second run, and copied from it',
  async (which) => {
    const { url, headers } = which === 'the emulator' ? emulator : reference;
    const parsed = parseSeedFile(SEED, () => false);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const transport = createTransport({ env: {}, redact: (text) => text });
    const apiKey = headers['x-api-key'] ?? 'unused';
    const options = { transport, baseUrl: new URL(url).origin, apiKey, requestTimeoutMs: WAIT_LIMIT_MS };
    const data = createAgentData(options);
    const { signal } = new AbortController();
    const target: SeedTarget = {
      deploymentId: randomUUID(),
      server: createAgentServer(options),
      data,
      clock: realClock,
      signal,
      log: () => {},
    };
    const stored = async () => {
      const ids = [...(await data.threadsWith(SEED_MARK, signal)).keys()];
      const states = await Promise.all(ids.map((id) => createAgentServer(options).state(id, signal)));
      const crons = [...(await data.crons(signal)).values()].filter((metadata) => SEED_MARK in metadata);
      const { assistants, items } = await readInheritedSeed({ name: which, data }, () => false, signal);
      return {
        item: items.find(({ key }) => key === 'faq')?.value,
        assistants: assistants.flatMap(({ name, context }) => (name === 'Support' ? [context] : [])),
        threads: states.map(({ values }) => fieldOf(values, 'steps')),
        crons: crons.map((metadata) => metadata[SEED_MARK]),
      };
    };
    try {
      expect(await readSeedRecord(target)).toBeUndefined();
      await applySeed(target, parsed.value, { record: undefined, reset: false });
      const record = await readSeedRecord(target);
      expect(record).toMatchObject({ state: 'complete', counts: { items: 1, crons: 1 } });
      const whole = {
        item: { text: 'hello' },
        assistants: [{ tone: 'short' }],
        threads: [['seeded']],
        crons: ['yearly'],
      };
      expect(await stored()).toEqual(whole);
      await applySeed(target, parsed.value, {
        record: record && { ...record, state: 'seeding' },
        reset: false,
      });
      expect(await stored()).toEqual(whole);
      await applySeed(target, parsed.value, { record, reset: true });
      expect(await stored()).toEqual(whole);
    } finally {
      await transport.close();
    }
  },
);
