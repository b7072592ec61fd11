import { createHash, randomBytes } from 'node:crypto';
import type { AuditEntry } from '../../src/credential-proxy/audit-entry.ts';
import { startProxy } from '../../src/credential-proxy/owner/start-proxy.ts';
import type { CredentialProxy } from '../../src/credential-proxy/port.ts';
import type { PushedHeader, PushedRule, SandboxPush } from '../../src/credential-proxy/push.ts';
import { type CertificateAuthority, createCertificateAuthority } from './certificate-authority.ts';
import { startRecorder, type Recorder } from './recorder.ts';
import { createFakeNetwork, type FakeNetwork, type NetworkMap } from './fake-network.ts';

/** Values that must never be seen anywhere but in an upstream's request. */
export const SECRETS = {
  authorization: `Bearer rig-${randomBytes(18).toString('base64url')}`,
  key: `rig-key-${randomBytes(18).toString('base64url')}`,
};

/** A public address, as far as the proxy can tell; it leads to the rig's upstreams. */
export const PUBLIC = '93.184.215.10';
/** Of the upstream that no rule leads to. */
export const EVIL = '93.184.215.66';
/** Of the upstreams whose certificates are not right. */
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
});

/** The rules of facts D.9, and one for each certificate that is wrong. */
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

/** The real proxy process, amid upstreams of a public key infrastructure of their own. */
export interface Rig {
  readonly proxy: CredentialProxy;
  readonly network: FakeNetwork;
  readonly ca: CertificateAuthority;
  /** TLS, for every good name. */
  readonly upstream: Recorder;
  /** Plain, port 80 of every good name. */
  readonly plain: Recorder;
  readonly evil: Recorder;
  readonly bad: Record<keyof typeof BAD, Recorder>;
  readonly audit: AuditEntry[];
  readonly map: NetworkMap;
  /** Gives a sandbox another revision; the first one makes it. Throws with the problems when it is refused. */
  push(id: string, more?: Partial<SandboxPush>): Promise<RigSandbox>;
  clear(): void;
  stop(): Promise<void>;
}

/** Starts everything. `listens`: each audit line is asked for over the process's channel. */
export async function startRig({ listens = true } = {}): Promise<Rig> {
  const authority = await createCertificateAuthority('rig upstreams');
  const other = await createCertificateAuthority('nobody trusts this one');
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
