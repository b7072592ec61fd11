import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { agentUrl } from '../../../harness/live/context.ts';
import { Guard } from '../../../harness/live/guard.ts';
import { namesOfRun } from '../../../harness/live/names.ts';
import { sweepAfter, sweepBefore } from '../../../harness/live/sweep.ts';
import { openWire, type Exchange, type Wire } from '../../../harness/live/wire.ts';

const names = namesOfRun(new Date('2026-11-30T16:55:30Z'), 'a1b2c3');
const DEPLOYMENTS = '/v2/deployments';

describe('the wire to the service', () => {
  /** Requests that reached the service, as method and target. */
  let reached: string[];
  let respond: (response: ServerResponse) => void;
  let wire: Wire;
  let close: () => Promise<void>;

  beforeEach(async () => {
    reached = [];
    respond = (response) => response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
    const server = createServer((request, response) => {
      void buffer(request).then(() => {
        reached.push(`${request.method} ${request.url}`);
        respond(response);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    // A server that listens on TCP has an address with a port.
    const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    wire = await openWire({
      hosts: [{ host: 'service.invalid', surface: 'control-plane', upstream }],
      guard: new Guard(names, { deployments: 5, requests: 100, minutes: 1 }),
      timeoutMs: 60_000,
      onExchange: () => undefined,
      onRefused: () => undefined,
    });
    close = async () => {
      await wire.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
  });
  afterEach(() => close());

  const send = (method: string, target: string, body?: string) =>
    wire.send({ surface: 'control-plane', method, target, ...(body !== undefined && { body }) });

  test.each([
    ['an object that only other parsers accept', DEPLOYMENTS, '{"name": "production", "more": NaN}'],
    ['a target with two slashes', `//other${DEPLOYMENTS}`, JSON.stringify({ name: names.api })],
  ])('sends no create with %s', async (_, target, body) => {
    await expect(send('POST', target, body)).rejects.toThrow(
      /changes only what its own run created|is not a path of the service/,
    );
    expect(reached).toEqual([]);
  });

  test('sends a create with a body that contains no object', async () => {
    await send('POST', DEPLOYMENTS, 'not JSON');
    expect(reached).toEqual([`POST ${DEPLOYMENTS}`]);
  });

  test('waits for the response to a create before everything is deleted', async () => {
    const { promise: arrived, resolve } = Promise.withResolvers<ServerResponse>();
    respond = resolve;
    const order: string[] = [];
    const created = send('POST', DEPLOYMENTS, JSON.stringify({ name: names.api })).then(() =>
      order.push('created'),
    );
    const response = await arrived;
    const settled = wire.settled().then(() => order.push('settled'));
    response.writeHead(201).end();
    await Promise.all([created, settled]);
    expect(order).toEqual(['created', 'settled']);
  });

  test('opens no unencrypted connection to another machine, because the request could contain the key', async () => {
    const { port } = new URL(wire.proxyUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('CONNECT agent.invalid:80 HTTP/1.1\r\nhost: agent.invalid\r\n\r\n');
    expect((await buffer(socket)).toString()).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('passes a host of the service through the guard in every spelling', async () => {
    const { port } = new URL(wire.proxyUrl);
    const socket = connect(Number(port), '127.0.0.1');
    const host = 'host: Service.INVALID.\r\nconnection: close\r\n\r\n';
    socket.write(`CONNECT Service.INVALID.:443 HTTP/1.1\r\n${host}`);
    let answers = '';
    for await (const chunk of socket) {
      if (answers === '') socket.write(`DELETE /v2/deployments/foreign HTTP/1.1\r\n${host}`);
      answers += String(chunk);
    }
    expect(answers).toMatch(/established\r\n\r\nHTTP\/1\.1 403 /);
  });
});

describe('the sweep', () => {
  const OLD = 'agent-deploy-live-202001020304-abcdef';
  /** Returns a context of a service that lists these objects, and the paths of the deletions. */
  function service(lists: { deployments?: object[]; sandboxes?: object[] }, signal: AbortSignal) {
    const deleted: string[] = [];
    const gone = new Set<string>();
    const ask = (surface: string, method: string, target: string): Promise<Exchange> => {
      const { pathname: path, searchParams: query } = new URL(target, 'http://service');
      if (method === 'DELETE') {
        deleted.push(path);
        gone.add(path.split('/').at(-1) ?? '');
      }
      const all = (surface === 'platform' ? lists.sandboxes : lists.deployments) ?? [];
      const isLeft = (one: object) => !Object.values(one).some((value) => gone.has(String(value)));
      return Promise.resolve({
        surface: surface === 'platform' ? 'platform' : 'control-plane',
        method,
        path,
        query,
        requestJson: undefined,
        status: 200,
        json: { resources: all.filter(isLeft) },
        text: '',
        headers: new Headers(),
        startedAt: 0,
        durationMs: 0,
      });
    };
    const guard = new Guard(names, { deployments: 5, requests: 100, minutes: 1 });
    return { deleted, context: { ask, guard, names, signal } };
  }
  const old = { id: 'an-id', name: OLD, status: 'READY', created_at: '2020-01-02T03:04:05Z' };

  test('deletes no leftovers of other runs after the run was stopped', async () => {
    const { deleted, context } = service({ deployments: [old] }, AbortSignal.abort());
    expect(await sweepBefore(context, Date.now())).toMatchObject({ deleted: [] });
    expect(deleted).toEqual([]);
  });

  test('deletes a sandbox of the run although the service returns no ID', async () => {
    const sandboxes = [{ name: `${names.sandbox}-api`, status: 'ready' }];
    const { deleted, context } = service({ sandboxes }, new AbortController().signal);
    expect(await sweepAfter(context, 0)).toMatchObject({ deleted: [`${names.sandbox}-api`], left: [] });
    expect(deleted).toEqual([`/api/v2/sandboxes/boxes/${names.sandbox}-api`]);
  });
});

test.each([
  ['https://agent.example.org/a/', 'https://agent.example.org/a'],
  ['http://127.0.0.1:4400', 'http://127.0.0.1:4400'],
])('a request with the key is sent to the agent at %s', (url, expected) => {
  expect(agentUrl(url)).toBe(expected);
});

test.each(['http://agent.example.org', 'https://user:word@agent.example.org', 'agent'])(
  'no request with the key is sent to %s',
  (url) => {
    expect(() => agentUrl(url)).toThrow('no request was sent');
  },
);
