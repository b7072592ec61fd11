import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What the proxy's process believes of the world: names, and where connections to addresses really go. */
export interface NetworkMap {
  /** Addresses of a name; a list of lists is answered one after the other, the last one for good. */
  names: Record<string, string[] | string[][]>;
  /** `address:port` or `*:port` → a port of this machine. Anything else is refused. */
  dials: Record<string, number>;
}

/** A world that can change while the process lives, and that remembers what it was asked. */
export interface FakeNetwork {
  readonly folder: string;
  /** The script that is the process: the real one, with this world's resolver and dialler. */
  readonly entry: string;
  set(map: NetworkMap): void;
  /** `resolve name` and `dial address:port`, in order, since the last `forget`. */
  lookups(): string[];
  clear(): void;
  remove(): Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '..', '..');

const script = (map: string, log: string): string => `
import { appendFileSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { serveProxy } from ${JSON.stringify(path.join(ROOT, 'src/credential-proxy/process/serve.ts'))};
import { createRelay } from ${JSON.stringify(path.join(ROOT, 'src/credential-proxy/relay.ts'))};

const world = () => JSON.parse(readFileSync(${JSON.stringify(map)}, 'utf8'));
const say = (line) => appendFileSync(${JSON.stringify(log)}, line + '\\n');
const turns = new Map();

const resolver = {
  resolve: async (name) => {
    say('resolve ' + name);
    let known = world().names[name];
    if (known === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    if (Array.isArray(known[0])) {
      const turn = turns.get(name) ?? 0;
      turns.set(name, turn + 1);
      known = known[Math.min(turn, known.length - 1)];
    }
    return known.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  },
};
const dialler = {
  connect: (addresses, port) => {
    for (const { address } of addresses) say('dial ' + address + ':' + port);
    const { dials } = world();
    const [to] = addresses.map(({ address }) => dials[address + ':' + port] ?? dials['*:' + port]).filter(Boolean);
    // Port 1 of loopback: nobody is there.
    return net.connect({ host: '127.0.0.1', port: to ?? 1, noDelay: true, allowHalfOpen: true });
  },
};
serveProxy((host) => createRelay(host, { ports: { resolver, dialler } }));
`;

/** Makes a world in a folder of its own. */
export async function createFakeNetwork(map: NetworkMap): Promise<FakeNetwork> {
  const folder = await mkdtemp(path.join(tmpdir(), 'proxy-world-'));
  const [mapFile, log, entry] = ['world.json', 'asked.log', 'entry.mjs'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string];
  writeFileSync(entry, script(mapFile, log));
  writeFileSync(mapFile, JSON.stringify(map));
  writeFileSync(log, '');
  return {
    folder,
    entry,
    set: (next) => writeFileSync(mapFile, JSON.stringify(next)),
    lookups: () => readFileSync(log, 'utf8').split('\n').filter(Boolean),
    clear: () => writeFileSync(log, ''),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
