import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from '@langchain/langgraph-sdk';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { pythonConformanceAgent } from '../../harness/agents/fixtures.ts';
import { startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git.ts';
import { PYTHON_REFERENCE, startPythonReference } from '../../harness/reference/python-server.ts';
import { compare, normalize } from './support/compare-observations.ts';
import { installPython } from './support/installs.ts';
import { observeGraph, observeRuns, type Scenario, STREAM_MODES } from './support/observe-graphs.ts';

// Runs the same agent on the same library on the Python reference server in memory and on the emulator's agent server.
// Streams are compared event by event (names, order, payloads), and so are states, histories and descriptions of
// graphs.

/** Fields that only the reference server has, each with a row in docs/departures.md. */
const PLATFORM_FIELDS = [
  'langgraph_api_url',
  'langgraph_api_version',
  'langgraph_host',
  'langgraph_plan',
  'langgraph_version',
  'user_id',
  'langgraph_auth_user_id',
  'langgraph_request_id',
  '__after_seconds__',
  '__request_start_time_ms__',
];
const STATE_FIELDS = ['parent_checkpoint_id'];
/** Fields that only the emulator has: headers of the request. */
const OUR_FIELDS = ['user-agent'];

/** Other differences, each with its row in docs/departures.md. */
const ALLOWED: readonly { row: string; at: RegExp }[] = [
  { row: 'python-errors', at: /^events\[\]\.data\.(?:payload\.)?(?:error\.)?message$/ },
  { row: 'python-platform-metadata', at: /metadata\.(?:user|checkpoint_map|checkpoint_ns)$/ },
  {
    row: 'python-platform-metadata',
    at: /metadata\.langgraph_(?:checkpoint_ns|node|path|step|triggers)$/,
  },
  { row: 'python-state-fields', at: /^states\[\](?:\.tasks\[\]\.state)?\.checkpoint_id$/ },
  { row: 'python-state-fields', at: /^history\[\]\.checkpoint_id$/ },
  { row: 'python-state-fields', at: /^states\[\]\.tasks\[\]\.checkpoint$/ },
  { row: 'python-state-fields', at: /^subgraphs\.\w+\.graph_id$/ },
  // A functional graph has no result so far.
  { row: 'python-state-fields', at: /^(?:states|history)\[\]\.values$/ },
  { row: 'python-state-fields', at: /state_schema\.properties\.__end__$/ },
  {
    row: 'python-state-values',
    at: /^(?:states|history)\[\].*\.(?:kinds\.(?:date|decimal|delta)|item\.price)$/,
  },
  { row: 'python-command-events', at: /^events\[\]\.data\.data\.input\.goto$/ },
];

/** Graphs of varied_agent.py. */
const VARIED = [
  'functional',
  'sending',
  'commanding',
  'kinds',
  'pydantic_state',
  'tools',
  'forgetting',
  'dispatching',
  'failing_inside',
];
const WITH_SUBGRAPHS = ['nested', 'nestedAsking', 'nestedDeep', 'commanding', 'failing_inside'];

function agentFiles() {
  const files = pythonConformanceAgent(PYTHON_REFERENCE.filter((one) => one.startsWith('langgraph==')));
  const config = JSON.parse(files['langgraph.json'] ?? '');
  for (const graph of VARIED) config.graphs[graph] = `./varied_agent.py:${graph}`;
  const varied = readFileSync(path.join(import.meta.dirname, 'support', 'varied_agent.py'), 'utf8');
  return { ...files, 'langgraph.json': JSON.stringify(config), 'varied_agent.py': varied };
}

const human = { messages: [{ role: 'user', content: 'hi', id: 'given' }] };
const user = { configurable: { user: 'ada' } };
const scenarios = (gate: string): readonly Scenario[] => [
  { graph: 'echo', input: human },
  { graph: 'steps', input: {} },
  { graph: 'slow', input: { gate } },
  { graph: 'asking', input: { steps: [] }, resume: 'yes' },
  { graph: 'nested', input: {} },
  { graph: 'nestedAsking', input: { steps: [] }, resume: 'yes' },
  { graph: 'nestedDeep', input: {} },
  { graph: 'chatty', input: human },
  { graph: 'writing', input: {} },
  { graph: 'failing', input: {} },
  {
    graph: 'configured',
    input: {},
    config: { configurable: { ...user.configurable, tone: 'calm' }, tags: ['a'] },
  },
  { graph: 'remembering', input: { gate } },
  { graph: 'factory', input: { steps: [] }, config: user },
  { graph: 'functional', input: { numbers: [1, 2] }, resume: 'yes' },
  { graph: 'sending', input: { steps: [] } },
  { graph: 'commanding', input: { steps: [] } },
  { graph: 'kinds', input: { kinds: {} } },
  { graph: 'pydantic_state', input: { steps: ['given'] } },
  { graph: 'tools', input: human },
  { graph: 'forgetting', input: human },
  { graph: 'dispatching', input: { steps: [] } },
  { graph: 'failing_inside', input: { steps: [] } },
];

/** Number of simultaneous runs on a server, because the reference server searches for new runs only twice a second. */
const AT_ONCE = 10;
type Observation = readonly [name: string, observe: (client: Client) => Promise<unknown>];

function observations(gate: string): Observation[] {
  return scenarios(gate).flatMap((scenario): Observation[] => {
    const { graph, input } = scenario;
    const hasSubgraph = WITH_SUBGRAPHS.includes(graph);
    const runs = [false, ...(hasSubgraph ? [true] : [])].flatMap((subgraphs) =>
      [...STREAM_MODES.map((mode) => [mode]), [...STREAM_MODES]].map((modes): Observation => {
        const what = `${modes.length > 1 ? 'all modes at once' : modes.join('')}${subgraphs ? ', with sub-graphs' : ''}`;
        // Graphs that use the store would find items of other cases with the same gate.
        const own = graph === 'remembering' ? { ...scenario, input: { ...input, gate: what } } : scenario;
        return [`runs of ${graph}: ${what}`, (client) => observeRuns(client, own, modes, subgraphs)];
      }),
    );
    return [...runs, [`the graph ${graph}`, (client) => observeGraph(client, graph)]];
  });
}

async function observeAll(client: Client, all: readonly Observation[]): Promise<Map<string, unknown>> {
  const seen = new Map<string, unknown>();
  const queue = [...all];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) seen.set(next[0], await next[1](client));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return seen;
}

const dropped = new Set([...PLATFORM_FIELDS, ...STATE_FIELDS, ...OUR_FIELDS]);
/**
 * Streams of the emulator end with an event, as for JavaScript. Events of the mode `events` come from callbacks in
 * threads of synchronous nodes, so their position is random, and they are compared separately.
 */
function asCompared(seen: unknown): unknown {
  if (typeof seen !== 'object' || seen === null || !('events' in seen) || !Array.isArray(seen.events))
    return seen;
  const events = seen.events.filter(({ event }) => event !== 'end');
  const isOfCallbacks = ({ event }: { event: string }) => event.split('|')[0] === 'events';
  return {
    ...seen,
    events: [...events.filter((one) => !isOfCallbacks(one)), ...events.filter(isOfCallbacks)],
  };
}

const disagreements = new Map<string, { at: string; ours: unknown; theirs: unknown }[]>();
const undo: (() => Promise<unknown>)[] = [];
const names = observations('').map(([name]) => name);
beforeAll(async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'python-reference-'));
  undo.push(() => rm(scratch, { recursive: true, force: true }));
  const agent = agentFiles();
  const startTheirs = async () => {
    const folder = path.join(scratch, 'reference');
    await installPython(path.join(folder, 'packages'), [...PYTHON_REFERENCE]);
    const server = await startPythonReference({ folder, agent });
    undo.push(() => server.stop());
    return server.url;
  };
  const startOurs = async () => {
    const emulator = await startEmulator();
    undo.push(() => emulator.stop());
    const repository = await createRepository(agent);
    undo.push(() => repository.remove());
    return { url: (await deployAgent(emulator, repository)).url, apiKey: emulator.apiKey };
  };
  const [theirUrl, { url, apiKey }] = await Promise.all([startTheirs(), startOurs()]);
  // The gate is open, so no run waits.
  const gate = path.join(scratch, 'gate');
  await writeFile(gate, '');
  const all = observations(gate);
  const callerOptions = { maxRetries: 0, maxConcurrency: 100 };
  const ours = await observeAll(new Client({ apiUrl: url, apiKey, callerOptions }), all);
  const theirs = await observeAll(new Client({ apiUrl: theirUrl, apiKey: null, callerOptions }), all);
  for (const [name] of all) {
    const sides = [ours, theirs].map((side) => normalize(asCompared(side.get(name)), dropped));
    const found = compare(...(sides as [unknown, unknown])).map(({ path: place, ...one }) => ({
      at: place.replaceAll(/\[\d+\]/g, '[]'),
      ...one,
    }));
    disagreements.set(name, found);
  }
});
afterAll(async () => {
  for (const work of undo.toReversed()) await work();
});

// docs/departures/graphs.md#python-platform-metadata
// docs/departures/graphs.md#python-state-fields
// docs/departures/graphs.md#python-state-values
// docs/departures/graphs.md#python-command-events
describe(`a Python agent, compared with the reference server (${PYTHON_REFERENCE.join(', ')})`, () => {
  test.each(names)(
    'in the case "%s" has the same events in the same order, and the same states and responses',
    (name) => {
      const found = disagreements.get(name) ?? [];
      expect(found.filter(({ at }) => !ALLOWED.some((one) => one.at.test(at)))).toEqual([]);
    },
  );

  test('has each allowed difference in a case and in the table of departures', async () => {
    const found = [...disagreements.values()].flat();
    expect(ALLOWED.filter((one) => !found.some(({ at }) => one.at.test(at)))).toEqual([]);
    const page = await readFile(path.resolve(import.meta.dirname, '../../docs/departures/graphs.md'), 'utf8');
    const rows = new Map(page.split('\n').map((line) => [/<a id="([^"]+)">/.exec(line)?.[1], line]));
    for (const { row } of ALLOWED) expect([row, rows.has(row)]).toEqual([row, true]);
    for (const field of PLATFORM_FIELDS)
      expect(rows.get('python-platform-metadata')).toContain(`\`${field}\``);
    for (const field of STATE_FIELDS) expect(rows.get('python-state-fields')).toContain(`\`${field}\``);
  });
});
