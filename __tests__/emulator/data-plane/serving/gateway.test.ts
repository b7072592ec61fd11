import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createGateway, type Gateway } from '../../../../src/emulator/data-plane/serving/gateway.ts';
import type { DeploymentRow, Deployments, Repositories } from '../../../../src/emulator/ports/store.ts';

let ports: Map<string, number>;
let lines: string[];
let waiting: ServerResponse[];
let gateway: Gateway;
/** Number of further times that the store refuses to store a port. */
let refusals: number;

function open(): Gateway {
  const deployments = {
    findById: (id: string) => Promise.resolve({ id, port: ports.get(id) ?? null } as DeploymentRow),
    update: (id: string, { port }: Partial<DeploymentRow>) => {
      refusals -= 1;
      if (refusals >= 0) return Promise.reject(new Error('no room on the disk'));
      return Promise.resolve(void ports.set(id, port ?? 0));
    },
  } as unknown as Deployments;
  return createGateway({
    host: '127.0.0.1',
    store: { deployments, transaction: (work) => work({ deployments } as Repositories) },
    replica: { assertClaimed: () => Promise.resolve() },
    listener: (id, request, response) => {
      if (request.url === '/wait') waiting.push(response);
      else response.end(id);
    },
    log: (line) => lines.push(line),
    timing: { closeGraceMs: 5_000 },
  });
}
beforeEach(() => {
  ports = new Map();
  lines = [];
  waiting = [];
  refusals = 0;
  gateway = open();
});
afterEach(() => gateway.closeAll());

/**
 * Requests use a separate connection, because a previous gateway on the same port may have left a connection in the
 * pool.
 */
const ask = async (port: number, path = '/') =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })).text();

describe('the gateway to deployments', () => {
  test('identifies each deployment by a separate port', async () => {
    const [one, two, again] = await Promise.all([
      gateway.open('one'),
      gateway.open('two'),
      gateway.open('one'),
    ]);
    expect(again).toBe(one);
    expect([await ask(one), await ask(two)]).toEqual(['one', 'two']);
    expect(ports).toEqual(
      new Map([
        ['one', one],
        ['two', two],
      ]),
    );
  });

  test('keeps the ports of deployments over a restart', async () => {
    const port = await gateway.open('one');
    await gateway.closeAll();
    gateway = open();
    expect(await gateway.open('one')).toBe(port);
    expect(lines).toEqual([]);
  });

  test('assigns ports from 20,000 to 29,999, which the system does not give to other programs', async () => {
    const given = await Promise.all(Array.from({ length: 20 }, (_, index) => gateway.open(`d${index}`)));
    expect(given.every((port) => port >= 20_000 && port < 30_000)).toBe(true);
    expect(new Set(given).size).toBe(20);
  });

  // docs/departures/graphs.md#deployments-port-taken-restart
  test('uses and reports another port for a deployment if its own port is in use', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    ports.set('one', port);
    const other = await gateway.open('one');
    expect(other).not.toBe(port);
    expect(await ask(other)).toBe('one');
    expect(lines.join()).toContain(`another port`);
    await new Promise((resolve) => taken.close(resolve));
  });

  test('never uses a port that it cannot store, and tries again later', async () => {
    refusals = 1;
    await expect(gateway.open('one')).rejects.toThrow('no room');
    const port = await gateway.open('one');
    expect(ports.get('one')).toBe(port);
    expect(await ask(port)).toBe('one');
  });

  test('lets active requests end when it closes, but accepts no new requests', async () => {
    const port = await gateway.open('one');
    const answer = ask(port, '/wait');
    while (waiting.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = gateway.close('one');
    await expect(ask(port)).rejects.toThrow();
    waiting[0]?.end('late');
    expect(await answer).toBe('late');
    await closed;
  });
});
