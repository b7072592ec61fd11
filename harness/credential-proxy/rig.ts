import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type {
  AuditEntry,
  PushedHeader,
  PushedRule,
  SandboxPush,
} from '../../src/credential-proxy/messages.ts';
import { startProxy } from '../../src/credential-proxy/owner/start-proxy.ts';
import type { CredentialProxy } from '../../src/credential-proxy/port.ts';
import { type CertificateAuthority, createCertificateAuthority } from './certificate-authority.ts';
import { type Recorder, startRecorder } from './recorder.ts';

/** Secret values, which only the request that an upstream receives may contain. */
export const SECRETS = {
  authorization: `Bearer rig-${randomBytes(18).toString('base64url')}`,
  key: `rig-key-${randomBytes(18).toString('base64url')}`,
};

/** Address that the proxy considers public, and that leads to the test's upstream servers. */
export const PUBLIC = '93.184.215.10';
/** Address of the upstream server for which no rule exists. */
export const EVIL = '93.184.215.66';
/** Addresses of the upstream servers with invalid certificates. */
const BAD = { expired: '93.184.215.71', 'self-signed': '93.184.215.72', 'wrong-name': '93.184.215.73' };

export const secretHeader = (name: string, value: string): PushedHeader => ({
  name,
  value,
  secret: true,
  needles: [value.replace(/^Bearer /, '')],
});

export const rule = (
  name: string,
  matchHosts: string[],
  headers: PushedHeader[],
  matchPaths: string[] = [],
): PushedRule => ({
  name,
  matchHosts,
  matchPaths,
  matchHeaders: [],
  noProxy: [],
  headers,
  placeholders: [],
  sign: null,
  budget: null,
});

/** Rules of the tests, and one rule for each invalid certificate. */
export const RULES: PushedRule[] = [
  rule('api', ['api.test'], [secretHeader('Authorization', SECRETS.authorization)], ['/repos/*']),
  rule('svc', ['*.svc.test'], [secretHeader('X-Api-Key', SECRETS.key)]),
  rule('plain', ['plain.test:80'], [secretHeader('Authorization', SECRETS.authorization)], ['/repos/*']),
  rule(
    'bad',
    Object.keys(BAD).map((name) => `${name}.test`),
    [secretHeader('Authorization', SECRETS.authorization)],
  ),
  rule(
    'inner',
    ['inner.test', 'turning.test', 'mixed.test'],
    [secretHeader('Authorization', SECRETS.authorization)],
  ),
];

const NAMES = `
  api.test svc.test xsvc.test svc.test.evil api.test.evil xapi.test sub.api.test a.svc.test
  a.b.svc.test _x.svc.test xn--bcher-kva.svc.test plain.test open.test inner.test turning.test
  mixed.test`
  .trim()
  .split(/\s+/);

export interface RigSandbox {
  id: string;
  token: string;
  caPem: string;
}

/** A real proxy process with upstream servers and a certificate authority. */
export interface Rig {
  readonly proxy: CredentialProxy;
  readonly network: FakeNetwork;
  readonly ca: CertificateAuthority;
  /** TLS upstream server for all valid names. */
  readonly upstream: Recorder;
  /** Plain HTTP upstream server on port 80 of all valid names. */
  readonly plain: Recorder;
  readonly evil: Recorder;
  readonly bad: Record<keyof typeof BAD, Recorder>;
  readonly audit: AuditEntry[];
  readonly map: NetworkMap;
  /**
   * Sends the configuration of a sandbox to the proxy, which creates the sandbox if necessary. Throws with the
   * problems if the proxy refuses the configuration.
   */
  push(id: string, more?: Partial<SandboxPush>): Promise<RigSandbox>;
  clear(): void;
  stop(): Promise<void>;
}

/** Starts the proxy with its upstream servers. `listens` subscribes to audit lines on the process's channel. */
export async function startRig({ listens = true } = {}): Promise<Rig> {
  const authority = await createCertificateAuthority('rig upstreams');
  const other = await createCertificateAuthority('an untrusted authority');
  const upstream = await startRecorder(await authority.issue([...NAMES, PUBLIC]));
  const plain = await startRecorder(null);
  const evil = await startRecorder(await authority.issue(['evil.test']));
  const bad = {
    expired: await startRecorder(await authority.issue(['expired.test'], { expired: true })),
    'self-signed': await startRecorder(await other.issue(['self-signed.test'])),
    'wrong-name': await startRecorder(await authority.issue(['right-name.test'])),
  };
  const map: NetworkMap = {
    names: {
      ...Object.fromEntries(NAMES.map((name) => [name, [PUBLIC]])),
      ...Object.fromEntries(Object.entries(BAD).map(([name, address]) => [`${name}.test`, [address]])),
      'evil.test': [EVIL],
    },
    dials: {
      [`${PUBLIC}:443`]: upstream.port,
      [`${PUBLIC}:80`]: plain.port,
      [`${EVIL}:443`]: evil.port,
      [`${EVIL}:80`]: evil.port,
      ...Object.fromEntries(
        Object.entries(bad).map(([name, { port }]) => [`${BAD[name as keyof typeof BAD]}:443`, port]),
      ),
    },
  };
  const world = await createFakeNetwork(map);
  const audit: AuditEntry[] = [];
  const proxy = await startProxy({ entry: world.entry, auditFile: null, port: 0 });
  if (listens) proxy.onAudit((entry) => void audit.push(entry));
  const tokens = new Map<string, { token: string; revision: number }>();
  const recorders = [upstream, plain, evil, ...Object.values(bad)];
  return {
    proxy,
    network: world,
    ca: authority,
    upstream,
    plain,
    evil,
    bad,
    audit,
    map,
    push: async (id, more = {}) => {
      const known = tokens.get(id) ?? { token: randomBytes(32).toString('base64url'), revision: 0 };
      const revision = more.revision ?? known.revision + 1;
      const answer = await proxy.push({
        sandboxId: id,
        tokenHash: createHash('sha256').update(known.token).digest('hex'),
        rules: RULES,
        noProxy: [],
        access: { kind: 'open' },
        privateNetworks: [],
        extraRoots: [authority.caPem],
        upstreamProxy: null,
        socketPath: null,
        ...more,
        revision,
      });
      if (answer.kind === 'refused') throw new Error(answer.problems.map(({ msg }) => msg).join('; '));
      tokens.set(id, { token: known.token, revision });
      return { id, token: known.token, caPem: answer.caPem };
    },
    clear: () => {
      for (const recorder of recorders) recorder.clear();
      audit.length = 0;
      world.clear();
    },
    stop: async () => {
      await proxy.stop();
      for (const recorder of recorders) await recorder.stop();
      await world.remove();
    },
  };
}

/** Network that the proxy process sees: names, and the real targets of addresses. */
interface NetworkMap {
  /** Addresses of each name. For a list of lists, each lookup returns the next list, and the last list is repeated. */
  names: Record<string, string[] | string[][]>;
  /** Ports of this machine by `address:port` or `*:port`; connections to other targets are refused. */
  dials: Record<string, number>;
}

/** A simulated network that may change while the proxy runs, and that records lookups. */
interface FakeNetwork {
  readonly folder: string;
  /** Path of the proxy's script: the real script with the resolver and dialer of this network. */
  readonly entry: string;
  set(map: NetworkMap): void;
  /** Returns strings such as `resolve name` and `dial address:port`, in order, since the last `clear`. */
  lookups(): string[];
  clear(): void;
  remove(): Promise<void>;
}

const ROOT = path.resolve(import.meta.dirname, '..', '..');

const script = (map: string, log: string): string => `
import { appendFileSync, readFileSync } from 'node:fs';
import net from 'node:net';
import { serveProxy } from ${JSON.stringify(path.join(ROOT, 'src/credential-proxy/process/serve.ts'))};
import { createForwardProxy } from ${JSON.stringify(path.join(ROOT, 'src/credential-proxy/proxy/proxy.ts'))};

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
const dialer = {
  connect: (addresses, port) => {
    for (const { address } of addresses) say('dial ' + address + ':' + port);
    const { dials } = world();
    const [to] = addresses.map(({ address }) => dials[address + ':' + port] ?? dials['*:' + port]).filter(Boolean);
    // Port 1 of loopback: nothing listens there.
    return net.connect({ host: '127.0.0.1', port: to ?? 1, noDelay: true, allowHalfOpen: true });
  },
};
serveProxy((host) => createForwardProxy(host, { ports: { resolver, dialer } }));
`;

/** Creates a simulated network with its files in a new folder. */
async function createFakeNetwork(map: NetworkMap): Promise<FakeNetwork> {
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
