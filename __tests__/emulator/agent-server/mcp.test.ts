import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { toToolName } from '../../../src/emulator/agent-server/mcp/tool-definition.ts';
import { toPythonLiteral } from '../../../src/emulator/agent-server/mcp/python-literal.ts';
import { type Guarded, guardedDeployment } from './access/guarded-deployment.ts';
import type { Worker } from '../../../src/emulator/ports/worker.ts';
import { type AgentServerFixture, Cleanup, createCheckout, createFixture } from './fixture.ts';

const GRAPHS = `
export const echo = { invoke: (input) => ({ said: input?.say ?? null, list: [true, null, 1.5] }) };
export const failing = { invoke() { throw new RangeError('the model is out of range'); } };
export const context = { invoke: (input, config) => ({ tenant: config.context?.tenant ?? null }) };
`;
const JSON_ACCEPTED = { accept: 'application/json', 'content-type': 'application/json' };

const cleanup = new Cleanup();
let fixture: AgentServerFixture;
let serving: Worker;
const graphs = { echo: 'graphs.mjs:echo', failing: 'graphs.mjs:failing', context: 'graphs.mjs:context' };
beforeAll(async () => {
  fixture = await createFixture(cleanup, { takesHttp: true });
  serving = await fixture.serve(await createCheckout(cleanup, { 'graphs.mjs': GRAPHS }), graphs);
});
afterAll(() => cleanup.run());

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fixture.call('POST', '/mcp', body, {
    headers: { ...JSON_ACCEPTED, 'x-api-key': 'test-key', ...headers },
  });
const rpc = async (method: string, params?: unknown) =>
  (await post({ jsonrpc: '2.0', id: 1, method, params })).body as Record<string, unknown>;

// docs/departures/agent-server.md#mcp-tools
describe('the MCP endpoint of a deployment', () => {
  test.each([
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2024-11-05'],
    ['1999-01-01', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])(
    'responds to initialize for the protocol version %s with the version %s',
    async (protocolVersion, negotiated) => {
      expect(await rpc('initialize', { protocolVersion })).toEqual({
        jsonrpc: '2.0',
        id: 1,
        result: {
          protocolVersion: negotiated,
          capabilities: { tools: { listChanged: false } },
          serverInfo: { name: 'LangGraph', version: '0.0.0-test' },
        },
      });
    },
  );

  test('lists each assistant as a tool', async () => {
    const { body } = await fixture.call('POST', '/assistants', {
      graph_id: 'echo',
      name: 'My "best" écho',
      description: 'Says it back',
    });
    const { assistant_id } = body as { assistant_id: string };
    const { result } = (await rpc('tools/list')) as { result: { tools: Record<string, unknown>[] } };
    expect(result.tools.map(({ name }) => name).toSorted()).toEqual([
      'My_best_cho',
      'context',
      'echo',
      'failing',
    ]);
    expect(result.tools.find(({ name }) => name === 'My_best_cho')).toEqual({
      name: 'My_best_cho',
      title: 'My "best" écho',
      description: 'Says it back',
      inputSchema: { type: 'object' },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: true,
      },
    });
    expect(result.tools.find(({ name }) => name === 'echo')).toMatchObject({
      description: 'Tool based on the echo assistant',
    });
    await fixture.call('DELETE', `/assistants/${assistant_id}`);
  });

  test('runs a tool on a temporary thread, and returns the result as a Python literal', async () => {
    expect(await rpc('tools/call', { name: 'echo', arguments: { say: "it's" } })).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { content: [{ type: 'text', text: `{'said': "it's", 'list': [True, None, 1.5]}` }] },
    });
    expect((await fixture.call('POST', '/threads/search', {})).body).toEqual([]);
  });

  test('passes the context of a request to the run', async () => {
    const { result } = await rpc('tools/call', { name: 'context', context: { tenant: 'acme' } });
    expect(result).toEqual({ content: [{ type: 'text', text: "{'tenant': 'acme'}" }] });
  });

  test('returns a failed run as the result of the tool', async () => {
    const { result } = await rpc('tools/call', { name: 'failing', arguments: {} });
    expect(result).toEqual({ isError: true, content: [{ type: 'text', text: 'RangeError' }] });
  });

  test.each([
    ['an unknown tool', 'tools/call', { name: 'nope' }, -32_602, 'Unknown tool: nope'],
    [
      'a call without a name',
      'tools/call',
      {},
      -32_602,
      'Invalid params: name. Expected name, arguments and context.',
    ],
    ['an unknown method', 'resources/list', {}, -32_601, 'Method not found: resources/list'],
  ])('responds to %s with a JSON-RPC error', async (_what, method, params, code, message) => {
    expect(await rpc(method, params)).toEqual({ jsonrpc: '2.0', id: 1, error: { code, message } });
  });

  test('refuses to call a tool whose name two assistants share', async () => {
    const { body } = await fixture.call('POST', '/assistants', { graph_id: 'echo', name: ' echo' });
    const { result } = (await rpc('tools/list')) as { result: { tools: { name: string }[] } };
    expect(result.tools.filter(({ name }) => name === 'echo')).toHaveLength(1);
    expect(await rpc('tools/call', { name: 'echo' })).toMatchObject({
      error: { code: -32_602, message: 'Multiple tools found with the same name.' },
    });
    await fixture.call('DELETE', `/assistants/${(body as { assistant_id: string }).assistant_id}`);
  });

  test('lists its tools in pages', async () => {
    const made: string[] = [];
    for (let index = 0; index < 100; index += 1) {
      const { body } = await fixture.call('POST', '/assistants', { graph_id: 'echo', name: `n${index}` });
      made.push((body as { assistant_id: string }).assistant_id);
    }
    const first = (await rpc('tools/list')) as { result: { tools: unknown[]; nextCursor: number } };
    expect(first.result.tools).toHaveLength(100);
    expect(first.result.nextCursor).toBe(100);
    const second = (await rpc('tools/list', { cursor: '100' })) as typeof first;
    expect(second.result.tools).toHaveLength(3);
    expect(second.result).not.toHaveProperty('nextCursor');
    for (const id of made) await fixture.call('DELETE', `/assistants/${id}`);
  });

  test.each([
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['a notification with the ID null', { jsonrpc: '2.0', id: null, method: 'ping' }],
    ['a response', { jsonrpc: '2.0', id: 7, result: {} }],
  ])('accepts %s without a response body', async (_what, message) => {
    expect(await post(message)).toMatchObject({ status: 202, body: undefined });
  });

  test('responds to a request whose ID is 0, and to a ping', async () => {
    expect((await post({ jsonrpc: '2.0', id: 0, method: 'ping' })).body).toEqual({
      jsonrpc: '2.0',
      id: 0,
      result: {},
    });
  });

  test.each([
    ['a list of messages', [], 'Invalid message format.'],
    ['a message with another version of JSON-RPC', { id: 1, method: 'ping' }, 'Invalid JSON-RPC message'],
    [
      'a message without a method or a result',
      { jsonrpc: '2.0' },
      'Invalid message format. A message is to be either',
    ],
  ])('refuses %s instead of a request', async (_what, message, error) => {
    expect(await post(message)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(error) },
    });
  });

  test('refuses a client that accepts no JSON', async () => {
    expect(await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { accept: 'text/html' })).toMatchObject({
      status: 400,
      body: { error: 'Accept header must include application/json or text/event-stream' },
    });
  });

  test('provides no stream and no sessions', async () => {
    expect(await fixture.call('GET', '/mcp')).toMatchObject({ status: 405, body: undefined });
    expect(await fixture.call('DELETE', '/mcp')).toMatchObject({
      status: 404,
      body: { detail: 'The server has no sessions to end.' },
    });
  });

  test('requires an API key of the workspace', async () => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await post(message, { 'x-api-key': 'wrong' })).status).toBe(401);
    for (const method of ['GET', 'DELETE']) {
      expect((await fixture.call(method, '/mcp', undefined, { headers: {} })).status).toBe(401);
    }
  });

  // docs/agent-server/routes.md#mcp-removed
  test.each(['mcp', 'runs', 'assistants'] as const)(
    'returns a 404 if the routes of %s are removed',
    async (group) => {
      const http = { ...serving.http, disabled: [group] } as never;
      fixture.live.serve(fixture.deploymentId, { ...serving, http });
      expect((await post({ jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(404);
      fixture.live.serve(fixture.deploymentId, serving);
      expect((await post({ jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200);
    },
  );
});

describe('the MCP endpoint of a deployment with custom authentication', () => {
  let guarded: Guarded;
  beforeAll(async () => {
    guarded = await guardedDeployment(cleanup);
  });
  const as = async (user: string, method: string, params?: unknown) =>
    guarded.as(user, { accept: 'application/json' })('POST', '/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method,
      params,
    });

  // docs/agent-server/routes.md#mcp-access
  test('lists and runs only the tools that the caller can see', async () => {
    await guarded.as('alice')('POST', '/assistants', { graph_id: 'echo', name: 'of alice' });
    const names = async (user: string) => {
      const { body } = await as(user, 'tools/list');
      return (body as { result: { tools: { name: string }[] } }).result.tools.map(({ name }) => name);
    };
    expect(await names('alice')).toEqual(['of_alice']);
    expect(await names('bob')).toEqual([]);
    const params = { name: 'of_alice', arguments: { say: 'hi' } };
    expect((await as('bob', 'tools/call', params)).body).toMatchObject({
      error: { message: 'Unknown tool: of_alice' },
    });
    const { body } = await as('alice', 'tools/call', params);
    const [content] = (body as { result: { content: { text: string }[] } }).result.content;
    expect(content?.text).toContain("'langgraph_auth_user_id': 'alice'");
  });

  test('refuses the requests that the custom code refuses', async () => {
    expect(await as('refused', 'tools/list')).toMatchObject({
      status: 402,
      body: { detail: expect.stringContaining('Pay first') },
    });
    expect((await as('denied', 'tools/call', { name: 'echo' })).status).toBe(403);
  });
});

test.each([
  ['  a  b\tc ', 'a_b_c'],
  ['a/b.c-d_e', 'ab.c-d_e'],
  ['é!', ''],
  ['x'.repeat(200), 'x'.repeat(128)],
])('the MCP tool of the assistant %j has the name %j', (name, expected) => {
  expect(toToolName(name)).toBe(expected);
});

test.each<[unknown, string]>([
  [null, 'None'],
  [[true, false], '[True, False]'],
  [{ a: { b: [] }, c: {} }, "{'a': {'b': []}, 'c': {}}"],
  ["it's", `"it's"`],
  [`it's "é"`, `'it\\'s "é"'`],
  ['\\\n\r\t\0\u007f\u00a0\u00ad', `'\\\\\\n\\r\\t\\x00\\x7f\\xa0\\xad'`],
  ['\u2028\ud800 \u{e0001}😀', `'\\u2028\\ud800 \\U000e0001😀'`],
  [1e16, '10000000000000000'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [1.5e-7, '1.5e-07'],

  [-0.5, '-0.5'],
])('the value %j is written as the Python literal %s', (value, literal) => {
  expect(toPythonLiteral(value)).toBe(literal);
});
