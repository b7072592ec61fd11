import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from '@jest/globals';
import { type Balancer, openBalancer } from '../../../harness/cluster/balancer.ts';

const servers: Server[] = [];
let balancer: Balancer | undefined;
afterEach(async () => {
  await balancer?.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(name: string): Promise<number> {
  const server = createServer((_request, response) => response.end(name)).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
const ask = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).text();

test('connections go to each server in turn, and to no removed server', async () => {
  balancer = await openBalancer();
  const [one, two] = [await serve('one'), await serve('two')];
  balancer.add(one);
  balancer.add(two);
  expect(new Set([await ask(balancer.url), await ask(balancer.url)])).toEqual(new Set(['one', 'two']));
  balancer.remove(one);
  expect(new Set([await ask(balancer.url), await ask(balancer.url)])).toEqual(new Set(['two']));
});

test('a connection goes to the next server if one server refuses it, and is reset if all servers refuse it', async () => {
  balancer = await openBalancer();
  const gone = await serve('gone');
  servers.pop()?.close();
  balancer.add(gone);
  await expect(ask(balancer.url)).rejects.toThrow('fetch failed');
  balancer.add(await serve('here'));
  expect([await ask(balancer.url), await ask(balancer.url)]).toEqual(['here', 'here']);
});
