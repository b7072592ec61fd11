import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { deployAgent } from '../../harness/agents/deploy.ts';
import { type EmulatorHandle, startEmulator } from '../../harness/emulator.ts';
import { createRepository } from '../../harness/git.ts';
import { startPythonReference } from '../../harness/reference/python-server.ts';
import { toPythonLiteral } from '../../src/emulator/agent-server/mcp/python-literal.ts';
import { installNpm, installPython } from './support/installs.ts';

// Tests the newest official clients of the Model Context Protocol with the emulator's agent server and the newest
// reference server, which run the same Python agent.

const AGENT = `
from typing_extensions import TypedDict
from langgraph.graph import START, MessagesState, StateGraph

class State(TypedDict):
    text: str
    n: int

def work(state):
    if state["text"] == "boom":
        raise ValueError("it's boom")
    return {"text": state["text"] + " it's \\"é\\" \\x01\\u2028😀", "n": state["n"] + 1}

builder = StateGraph(State)
builder.add_node("work", work)
builder.add_edge(START, "work")
graph = builder.compile()

def answer(state):
    return {"messages": [("ai", "you said " + state["messages"][-1].content)]}

talk = StateGraph(MessagesState)
talk.add_node("answer", answer)
talk.add_edge(START, "answer")
chat = talk.compile()
`;
const FILES = {
  'requirements.txt': 'langgraph\n',
  'langgraph.json': JSON.stringify({
    dependencies: ['.'],
    graphs: { agent: './agent.py:graph', chat: './agent.py:chat' },
  }),
  'agent.py': AGENT,
};
const CALLS = [
  ['agent', { text: 'hi', n: 1 }],
  ['agent', { text: 'boom', n: 1 }],
  ['chat', { messages: 'hello' }],
  ['nope', {}],
];

/** Schema of a client's observations. */
const Seen = z.object({
  version: z.string(),
  tools: z.array(z.looseObject({ name: z.string(), inputSchema: z.looseObject({ type: z.string() }) })),
  calls: z.array(z.unknown()),
  resources: z.string(),
});
type Seen = z.infer<typeof Seen>;

const execute = promisify(execFile);
const undo: (() => Promise<unknown>)[] = [];
let python: string;
let modules: string;
let emulator: EmulatorHandle;
let ours: string;
let reference: string;
beforeAll(async () => {
  const scratch = await mkdtemp(path.join(tmpdir(), 'mcp-'));
  undo.push(() => rm(scratch, { recursive: true, force: true }));
  const folder = path.join(scratch, 'reference');
  const packages = ['langgraph-cli[inmem]', 'langgraph-api>=0.16.7', 'langgraph-runtime-inmem', 'langgraph'];
  await installPython(path.join(folder, 'packages'), packages);
  python = path.join(await installPython(path.join(scratch, 'client'), ['mcp']), 'python');
  modules = await installNpm(path.join(scratch, 'npm'), ['@modelcontextprotocol/sdk']);
  const server = await startPythonReference({ folder, agent: FILES });
  undo.push(() => server.stop());
  reference = server.url;
  const repository = await createRepository(FILES);
  undo.push(() => repository.remove());
  emulator = await startEmulator();
  undo.push(() => emulator.stop());
  ours = (await deployAgent(emulator, repository, {})).url;
});
afterAll(async () => {
  for (const work of undo.toReversed()) await work();
});

/** Replaces the random IDs of messages. */
const withoutIds = (seen: unknown): Seen =>
  Seen.parse(
    JSON.parse(JSON.stringify(seen).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')),
  );
/** Sorts the tools, because servers list assistants in different orders. */
const ordered = (seen: Seen): Seen => ({
  ...seen,
  tools: seen.tools.toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
});

async function withPython(url: string): Promise<Seen> {
  const program = path.join(import.meta.dirname, 'support', 'mcp_client.py');
  const { stdout } = await execute(python, [program, `${url}/mcp`, JSON.stringify(CALLS)], {
    env: { PATH: process.env['PATH'], AGENT_API_KEY: emulator.apiKey },
    timeout: WAIT_LIMIT_MS,
  });
  return ordered(withoutIds(JSON.parse(stdout)));
}

interface McpClient {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ tools: unknown[] }>;
  callTool(call: object): Promise<{ isError?: boolean; content: { text: string }[] }>;
  ping(): Promise<unknown>;
  listResources(): Promise<unknown>;
  close(): Promise<void>;
}
interface McpTransport {
  protocolVersion?: string;
  terminateSession(): Promise<void>;
}

async function withJavaScript(url: string): Promise<Seen> {
  const { Client } = (await import(
    path.join(modules, '@modelcontextprotocol/sdk/dist/esm/client/index.js')
  )) as { Client: new (info: object) => McpClient };
  const { StreamableHTTPClientTransport } = (await import(
    path.join(modules, '@modelcontextprotocol/sdk/dist/esm/client/streamableHttp.js')
  )) as { StreamableHTTPClientTransport: new (url: URL, options: object) => McpTransport };
  const client = new Client({ name: 'test', version: '1' });
  const headers = { 'x-api-key': emulator.apiKey };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const calls: unknown[] = [];
  for (const [name, given] of CALLS) {
    const seen = await client.callTool({ name, arguments: given }).then(
      ({ isError = false, content }) => [isError, content.map(({ text }) => text)],
      (error: unknown) => String(error),
    );
    calls.push(seen);
  }
  await client.ping();
  const resources = await client.listResources().then(() => 'listed', String);
  await transport.terminateSession();
  await client.close();
  return ordered(withoutIds({ version: transport.protocolVersion ?? '', tools, calls, resources }));
}

// docs/agent-server/routes.md#mcp-clients
test.each([
  ['Python', withPython],
  ['JavaScript', withJavaScript],
])(
  'the newest MCP client in %s gets the same responses from this server as from the reference server',
  async (_, observe) => {
    const seen = await observe(ours);
    expect(seen).toEqual(await observe(reference));
    expect(seen.tools.map(({ name }) => name)).toEqual(['agent', 'chat']);
    expect(seen.tools[1]?.inputSchema).toMatchObject({ properties: { messages: { type: 'string' } } });
    expect(seen.calls).toEqual([
      [false, ["{'text': 'hi it\\'s \"é\" \\x01\\u2028😀', 'n': 2}"]],
      [true, ['ValueError']],
      [false, [expect.stringContaining('you said hello')]],
      expect.stringContaining('Unknown tool: nope'),
    ]);
  },
);

test('MCP messages of each kind get the same responses as from the reference server', async () => {
  const bodies = [
    { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2024-11-05' } },
    { jsonrpc: '2.0', id: 'a', method: 'ping' },
    { jsonrpc: '2.0', id: 1.5, method: 'prompts/list' },
    { jsonrpc: '2.0', id: null, method: 'ping' },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0' },
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { id: 1, method: 'ping' },
    [],
    [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
    'text',
    7,
  ];
  const ask = async (url: string, init: RequestInit) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': emulator.apiKey, ...init.headers };
    const response = await fetch(`${url}/mcp`, { ...init, headers });
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    return [response.status, JSON.stringify(body ?? null).replace(/"version":"[^"]*"/, '"version":""')];
  };
  const accept = { accept: 'application/json, text/event-stream' };
  const requests: RequestInit[] = [
    ...bodies.map((body) => ({ method: 'POST', headers: accept, body: JSON.stringify(body) })),
    { method: 'POST', body: JSON.stringify(bodies[1]), headers: { accept: 'text/html' } },
    { method: 'GET', headers: accept },
  ];
  for (const request of requests) {
    expect([request.body, await ask(ours, request)]).toEqual([request.body, await ask(reference, request)]);
  }
});

test('values in MCP responses are written like Python literals', async () => {
  const program = 'import json, sys; [print(json.dumps(repr(json.loads(line)))) for line in sys.stdin]';
  // Generates characters that are assigned in every version of Unicode.
  const character = fc.integer({ min: 0, max: 0x2ff }).map((code) => String.fromCodePoint(code));
  const words = fc.string({ unit: character });
  const leaf = fc.oneof(
    words,
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const value = fc.oneof(leaf, fc.array(leaf), fc.dictionary(words, fc.array(leaf)));
  const lines = fc.sample(value, { numRuns: 2_000, seed: 7 }).map((one) => JSON.stringify(one));
  const child = execFile(python, ['-c', program], { maxBuffer: 64 * 1024 * 1024 });
  child.stdin?.end(`${lines.join('\n')}\n`);
  let printed = '';
  for await (const chunk of child.stdout ?? []) printed += String(chunk);
  const theirs: unknown[] = printed
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(lines.map((line) => toPythonLiteral(JSON.parse(line)))).toEqual(theirs);
});
