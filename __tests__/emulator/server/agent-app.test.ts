import { afterEach, describe, expect, test } from '@jest/globals';
import { getOverOneConnection } from '../../../harness/keep-alive.ts';
import { DEFAULT_HTTP, type HttpSettings, type RouteGroup } from '../../../src/emulator/ports/agent-http.ts';
import {
  groupOf,
  isDisabled,
  isForApp,
  affectsServer,
  sendAnswer,
  withoutMountPrefix,
} from '../../../src/emulator/server/agent-app.ts';
import { type HttpServer, listen } from '../../../src/emulator/server/http-server.ts';
import type { Route } from '../../../src/emulator/server/route.ts';
import { parseTarget } from '../../../src/emulator/server/router.ts';

const at = (path: string): Route => ({
  surface: 'agent-server',
  method: 'GET',
  path,
  summary: '',
  auth: 'workspace',
  responses: {},
  handler: () => ({ status: 200 }),
});

describe('a route of the agent server', () => {
  test.each<[string, RouteGroup | undefined]>([
    ['/assistants/{assistant_id}/graph', 'assistants'],
    ['/threads', 'threads'],
    ['/threads/{thread_id}/stream', 'threads'],
    ['/threads/{thread_id}/state/{checkpoint_id}', 'threads'],
    ['/threads/{thread_id}/stream/events', 'event_streaming'],
    ['/threads/{thread_id}/commands', 'event_streaming'],
    ['/threads/{thread_id}/runs/{run_id}/join', 'runs'],
    ['/threads/{thread_id}/runs/crons', 'runs'],
    ['/runs/crons/search', 'runs'],
    ['/store/items', 'store'],
    ['/info', 'meta'],
    ['/openapi.json', 'meta'],
    ['/docs', 'meta'],
    ['/metrics', 'meta'],
    ['/mcp', 'mcp'],
    ['/ok', undefined],
    ['/health', undefined],
    ['/ui/{name}', undefined],
  ])('with the path %s belongs to the group %s', (path, group) => {
    expect(groupOf(at(path))).toBe(group);
    expect(isDisabled(at(path), { disabled: group ? [group] : ['meta'] })).toBe(group !== undefined);
  });

  test('for the commands of a thread is disabled together with the routes of runs', () => {
    expect(isDisabled(at('/threads/{thread_id}/commands'), { disabled: ['runs'] })).toBe(true);
  });

  test.each<RouteGroup>(['runs', 'assistants', 'mcp'])(
    'for MCP is disabled together with the routes of %s',
    (group) => {
      expect(isDisabled(at('/mcp'), { disabled: [group] })).toBe(true);
      expect(isDisabled(at('/mcp'), { disabled: ['meta', 'threads', 'store'] })).toBe(false);
    },
  );
});

describe('a deployment with a path prefix', () => {
  const settings: HttpSettings = { ...DEFAULT_HTTP, hasApp: true, mountPrefix: '/my/agent' };
  const inner = (url: string, deploymentId?: string) =>
    withoutMountPrefix(parseTarget(url, deploymentId), settings).path;

  test('has its routes below the prefix, both on its own port and on the main port', () => {
    expect(inner('/my/agent/threads', 'id')).toBe('/threads');
    expect(inner('/my/agent', 'id')).toBe('/');
    expect(inner('/d/id/my/agent/threads?a=1')).toBe('/threads');
    expect(inner('/ok', 'id')).toBe('/ok');
    for (const url of ['/threads', '/my/agents', '/my/agent%2Fthreads', '//my/agent/threads']) {
      expect(() => inner(url, 'id')).toThrow('Not Found');
    }
  });

  test('passes only routes below the prefix to the application', () => {
    const isAsked = (url: string) => {
      const sent = parseTarget(url, 'id');
      return isForApp(withoutMountPrefix(sent, settings), sent, settings);
    };
    expect(isAsked('/my/agent/hello')).toBe(true);
    expect(isAsked('/my/agent/health')).toBe(true);
    expect(
      ['/ok', '/health', '/my/agent/ok', '/my/agent/openapi.json', '/my/agent/docs'].filter(isAsked),
    ).toEqual([]);
  });
});

test('an application can provide meta routes such as /openapi.json only if disable_meta is set', () => {
  const settings: HttpSettings = { ...DEFAULT_HTTP, hasApp: true, disabled: ['meta'] };
  const target = parseTarget('/openapi.json', 'id');
  expect(isForApp(target, target, settings)).toBe(true);
  expect(isForApp(target, target, { ...settings, disabled: [] })).toBe(false);
});

// docs/security/emulator.md#app-headers
test.each([
  ['service-worker-allowed', '/', true],
  ['alt-svc', 'h2=":8443"', true],
  ['nel', '{"report_to":"a","max_age":1}', true],
  ['report-to', '{"group":"a"}', true],
  ['strict-transport-security', 'max-age=1; includeSubDomains', true],
  ['set-cookie', 'a=1; Path=/', true],
  ['set-cookie', 'a=1; Path=/_local', true],
  ['set-cookie', 'a=1; path = /dashboard; HttpOnly', true],
  ['set-cookie', 'a=1; Path=/d/', true],
  ['set-cookie', 'a=1; Path=/d/one; Path=/', true],
  ['set-cookie', 'a=1; Domain=localhost', true],
  ['set-cookie', 'a=1; Path=/d/two', true],
  ['set-cookie', 'a=1; Path=/d/one-more', true],
  ['set-cookie', 'a=1; Path=', true],
  ['set-cookie', 'a=1; Path=/D/One', false],
  ['set-cookie', 'a=1; Path=/d/one/app', false],
  ['set-cookie', 'a=1; HttpOnly', false],
  ['content-type', 'text/html', false],
])(
  "the header %s: %s of an application's response would affect the whole server: %s",
  (name, value, reaches) => {
    expect(affectsServer([name, value], { path: '/d/one', isBelow: true })).toBe(reaches);
  },
);

test('a cookie without a path affects the whole server unless the requested URL was below the deployment', () => {
  const { sandbox } = parseTarget('/d/ONE');
  expect(sandbox).toEqual({ path: '/d/one', isBelow: false });
  expect(sandbox && affectsServer(['set-cookie', 'a=1'], sandbox)).toBe(true);
  expect(parseTarget('/d/one/').sandbox).toEqual({ path: '/d/one', isBelow: true });
});

describe('a response of an application with a wrong Content-Length header', () => {
  const servers: HttpServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close(0);
  });
  const SMUGGLED = 'helloHTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged';

  // docs/security/emulator.md#app-response-framing
  test.each<[name: string, fields: [string, string][], body: string]>([
    ['two lengths in one field', [['content-length', '5, 6']], 'hello'],
    ['two fields', [5, 6].map((length) => ['content-length', String(length)]), 'hello'],
    ['a value that is not a number', [['content-length', 'x']], 'hello'],
    ['a negative number', [['content-length', '-1']], 'hello'],
    ['too few bytes', [['content-length', '2']], 'hello'],
    ['too many bytes', [['content-length', '50']], 'hello'],
    ['a second response after the stated end', [['content-length', '5']], SMUGGLED],
    ['a length without a body', [['content-length', '5']], ''],
    [
      'both a length and chunks',
      [
        ['content-length', '5'],
        ['transfer-encoding', 'chunked'],
      ],
      'hello',
    ],
    ['another transfer coding', [['transfer-encoding', 'gzip, x']], 'hello'],
    ['a body that ends with the connection', [['connection', 'close, content-length']], 'hello'],
  ])('is sent with its actual length: %s', async (_, fields, body) => {
    const server = await listen(
      ({ url }, response) => {
        const isFirst = url === '/first';
        const answer = {
          status: 200,
          headers: isFirst ? [...fields, ['x-own', 'kept'] as const] : [],
          body: (async function* () {
            yield Buffer.from(isFirst ? body : 'second');
          })(),
        };
        const { signal } = new AbortController();
        void sendAnswer(response, answer, { allowsPages: true, sandbox: undefined, signal });
      },
      { host: '127.0.0.1', port: 0 },
    );
    servers.push(server);
    const [first, second] = await getOverOneConnection(`http://127.0.0.1:${server.port}`, [
      '/first',
      '/second',
    ]);
    expect(first).toMatchObject({ status: 200, body });
    expect(first?.headers).toContainEqual(['x-own', 'kept']);
    expect(second).toMatchObject({ status: 200, body: 'second' });
  });
});
