import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { doctor } from '../../../src/emulator/cli/doctor.ts';
import { evaluateDatabase, renderDiagnoses } from '../../../src/emulator/cli/doctor-kubernetes.ts';
import {
  diagnoseCluster,
  type DiagnoseOptions,
  evaluateClock,
  manifestUrl,
} from '../../../src/emulator/data-plane/places/kubernetes/diagnose.ts';
import type { Diagnosis } from '../../../src/emulator/ports/diagnosis.ts';
import { NO_PACER } from '../../../src/clients/pacer.ts';
import { readCondition } from '../../../src/emulator/store/condition.ts';
import { createMasterKeys, newestDataKey } from '../../../src/emulator/store/data-keys.ts';
import { loadKeyring } from '../../../src/emulator/store/keyring.ts';
import { openSqliteDatabase } from '../../../src/emulator/store/sqlite/open.ts';
import { noProcesses } from '../data-plane/places/kubernetes/api/support.ts';

const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of cleanup.splice(0).toReversed()) await one();
});

interface Cluster {
  /** Verb, group and resource of permissions that are missing. */
  missing?: readonly string[];
  /** Responses by path, in place of the usual ones: a status and a body. */
  answers?: Readonly<Record<string, [number, object]>>;
  /** Kinds of objects that a policy refuses. */
  refused?: readonly string[];
  aheadMs?: number;
}

const metadata = { name: 'agents', uid: 'uid', resourceVersion: '1' };
const selector = {
  matchLabels: { 'app.kubernetes.io/managed-by': 'agent-deploy' },
  matchExpressions: [
    { key: 'app.kubernetes.io/component', operator: 'In', values: ['agent', 'queue', 'build'] },
  ],
};
const POLICIES = '/apis/networking.k8s.io/v1/namespaces/agents/networkpolicies';
const NAMESPACE = '/api/v1/namespaces/agents';
const failure = (code: number, reason: string, message: string): [number, object] => [
  code,
  { kind: 'Status', apiVersion: 'v1', status: 'Failure', metadata: {}, reason, message, code },
];

/** Starts an API server of a healthy cluster, with these differences, and examines it. Returns what was sent, too. */
async function examine(cluster: Cluster = {}, more: Partial<DiagnoseOptions> = {}) {
  const changes: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://cluster');
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      const [status, answer] = respond(url, body);
      response.writeHead(status, {
        'content-type': 'application/json',
        date: new Date(Date.now() + (cluster.aheadMs ?? 0)).toUTCString(),
      });
      response.end(JSON.stringify(answer));
    });
    const respond = (url: URL, sent: string): [number, object] => {
      const known = cluster.answers?.[url.pathname];
      if (known !== undefined) return known;
      if (url.pathname.endsWith('selfsubjectaccessreviews')) {
        const { verb, group, resource } = JSON.parse(sent).spec.resourceAttributes;
        return [
          201,
          { status: { allowed: cluster.missing?.includes(`${verb} ${group} ${resource}`) !== true } },
        ];
      }
      if (request.method === 'PATCH' || request.method === 'POST') {
        if (url.searchParams.get('dryRun') !== 'All') changes.push(url.pathname);
        const { kind } = JSON.parse(sent);
        return cluster.refused?.includes(kind) === true
          ? failure(
              403,
              'Forbidden',
              `admission webhook "policy.example" denied the request: no ${kind} here`,
            )
          : [200, JSON.parse(sent)];
      }
      const usual: Record<string, object> = {
        '/version': { major: '1', minor: '36', gitVersion: 'v1.36.3' },
        [NAMESPACE]: {
          metadata: { ...metadata, labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } },
        },
        [POLICIES]: {
          metadata: { resourceVersion: '1' },
          items: [{ metadata, spec: { podSelector: selector, policyTypes: ['Ingress', 'Egress'] } }],
        },
      };
      return [200, usual[url.pathname] ?? {}];
    };
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.push(() => new Promise((resolve) => server.close(resolve)));
  const folder = await mkdtemp(path.join(tmpdir(), 'doctor-'));
  cleanup.push(() => rm(folder, { recursive: true }));
  const kubeconfig = path.join(folder, 'kubeconfig');
  const { port } = server.address() as AddressInfo;
  await writeFile(
    kubeconfig,
    JSON.stringify({
      clusters: [{ name: 'one', cluster: { server: `http://127.0.0.1:${port}` } }],
      users: [{ name: 'one', user: { token: 'token' } }],
      contexts: [{ name: 'one', context: { cluster: 'one', user: 'one', namespace: 'agents' } }],
      'current-context': 'one',
    }),
  );
  const found = await diagnoseCluster({
    config: { kubeconfig, agentImage: 'registry.example/emulator:1' },
    processes: noProcesses,
    env: {},
    hosts: ['database.example'],
    resolve: () => Promise.resolve('192.0.2.1'),
    send: () => Promise.resolve({ status: 200 }),
    ...more,
  });
  return { found, changes, of: (check: string) => found.filter((one) => one.check === check) };
}

const problems = (found: readonly Diagnosis[]) => found.filter(({ status }) => status !== 'ok');

// docs/kubernetes/monitoring.md#doctor
describe('the doctor of a cluster', () => {
  test('finds no problem in a healthy cluster, and changes nothing', async () => {
    const { found, changes } = await examine();
    expect(problems(found)).toEqual([]);
    expect(changes).toEqual([]);
    expect(found.map(({ check }) => check)).toEqual([
      'API server',
      'clock of the API server',
      'permissions in agents',
      'pod security of agents',
      'network policies of agents',
      'admission in agents',
      'DNS name database.example',
      'image of agents',
    ]);
  });

  test('prints the rules that are missing in the Role', async () => {
    const { of } = await examine({ missing: ['create  events', 'patch apps deployments'] });
    expect(of('permissions in agents')).toMatchObject([
      {
        status: 'problem',
        message: expect.stringMatching(/^2 of \d+ permissions are missing$/),
        hint: expect.stringContaining('resources: ["events"]'),
      },
    ]);
  });

  test('reports a namespace without Pod Security and without network policies of agents', async () => {
    const only = { ...selector, matchExpressions: [{ ...selector.matchExpressions[0], values: ['redis'] }] };
    const { found } = await examine({
      answers: {
        [NAMESPACE]: [200, { metadata }],
        [POLICIES]: [
          200,
          { metadata: { resourceVersion: '1' }, items: [{ metadata, spec: { podSelector: only } }] },
        ],
      },
    });
    expect(problems(found)).toMatchObject([
      { check: 'pod security of agents', hint: expect.stringContaining('kubectl label namespace agents') },
      { check: 'network policies of agents', message: expect.stringContaining('Ingress and Egress') },
    ]);
  });

  test.each([
    ['ingress', { ingress: [{}], egress: [] }, 'Ingress'],
    ['egress', { ingress: [], egress: [{ to: [] }] }, 'Egress'],
  ])('reports network policies that permit all %s', async (_, rules, direction) => {
    const limited = { metadata, spec: { podSelector: selector, policyTypes: ['Ingress', 'Egress'] } };
    const open = { metadata, spec: { podSelector: {}, policyTypes: ['Ingress', 'Egress'], ...rules } };
    const { of } = await examine({
      answers: { [POLICIES]: [200, { metadata: { resourceVersion: '1' }, items: [limited, open] }] },
    });
    expect(of('network policies of agents')).toMatchObject([
      { status: 'problem', message: expect.stringContaining(`(${direction})`) },
    ]);
  });

  test('reports policies as unknown if its account has no permission to read them', async () => {
    const { found } = await examine({
      answers: {
        [NAMESPACE]: failure(
          403,
          'Forbidden',
          'namespaces "agents" is forbidden: User "x" cannot get resource',
        ),
        [POLICIES]: failure(403, 'Forbidden', 'networkpolicies is forbidden: User "x" cannot list resource'),
      },
    });
    expect(problems(found).map(({ status }) => status)).toEqual(['unknown', 'unknown']);
  });

  test('reports each object that a policy of the cluster would refuse', async () => {
    const { of } = await examine({ refused: ['Pod'] });
    expect(of('admission in agents').map(({ message }) => message.split(':')[0])).toEqual([
      'the agent pod would be refused',
      'the build pod would be refused',
    ]);
  });

  test('reports an old cluster, a wrong clock, a host name that cannot be resolved, and a missing image', async () => {
    const { found } = await examine(
      {
        answers: { '/version': [200, { major: '1', minor: '29', gitVersion: 'v1.29.0' }] },
        aheadMs: 60_000,
      },
      {
        resolve: () => Promise.reject(new Error('ENOTFOUND')),
        send: () => Promise.resolve({ status: 404 }),
      },
    );
    expect(problems(found).map(({ check, status }) => `${status} ${check}`)).toEqual([
      'problem API server',
      'problem clock of the API server',
      'problem DNS name database.example',
      'problem image of agents',
    ]);
  });

  test('reports the image as unknown if its registry is unreachable or needs credentials', async () => {
    for (const send of [
      () => Promise.resolve({ status: 401 }),
      () => Promise.reject(new Error('fetch failed')),
    ]) {
      const { found } = await examine({}, { send });
      expect(problems(found).map(({ check, status }) => [check, status])).toEqual([
        ['image of agents', 'unknown'],
      ]);
    }
  });

  test('accepts clocks that differ by at most five seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000, max: 10_000 }), (difference) => {
        const { status } = evaluateClock(1_000_000 + difference, 1_000_000);
        expect(status).toBe(Math.abs(difference) <= 5_000 ? 'ok' : 'problem');
      }),
    );
  });

  test.each([
    ['registry.example/team/agent:1', 'https://registry.example/v2/team/agent/manifests/1'],
    ['localhost:5000/agent', 'https://localhost:5000/v2/agent/manifests/latest'],
    ['node:24', 'https://registry-1.docker.io/v2/library/node/manifests/24'],
    ['team/agent', 'https://registry-1.docker.io/v2/team/agent/manifests/latest'],
    [`a.example/b@sha256:${'0'.repeat(64)}`, `https://a.example/v2/b/manifests/sha256:${'0'.repeat(64)}`],
    ['Not An Image', undefined],
    ['', undefined],
  ])('looks up the image %p in the API of its registry', (image, url) => {
    expect(manifestUrl(image)).toBe(url);
  });
});

describe('the doctor of a database', () => {
  const now = Date.parse('2026-01-02T03:04:05Z');
  const condition = { schema: '0001_initial', unapplied: [], missingKeys: [], otherKeys: [] };
  const facts = { display: '"agents" on db:5432', version: '17.2', latencyMs: 1.5, now, condition };

  // docs/kubernetes/monitoring.md#doctor
  test('reports an old server, latency, a wrong clock, an old schema and lost keys, each with a hint', () => {
    expect(problems(evaluateDatabase(facts, { now, hasKeyring: true }))).toEqual([]);
    const bad = evaluateDatabase(
      {
        ...facts,
        version: '14.1',
        latencyMs: 120,
        now: now - 60_000,
        condition: { ...condition, unapplied: ['0002_keys'], missingKeys: [2] },
      },
      { now, hasKeyring: true },
    );
    expect(bad.map(({ check, status }) => `${status} ${check}`)).toEqual([
      'problem database',
      'problem latency of the database',
      'problem clock of the database',
      'problem schema',
      'problem keyring',
    ]);
    expect(bad.every(({ hint }) => /^[A-Z].*\.$/.test(hint ?? ''))).toBe(true);
    expect(renderDiagnoses(bad)).toContain('problem  keyring: the keyring lacks v2');
  });

  test('accepts an empty database, and does not judge a keyring that was not specified', () => {
    const empty = evaluateDatabase({ ...facts, condition: undefined }, { now, hasKeyring: false });
    expect(problems(empty)).toEqual([]);
    const found = evaluateDatabase(facts, { now, hasKeyring: false });
    expect(problems(found)).toMatchObject([{ check: 'keyring', status: 'unknown' }]);
  });
});

test('the doctor refuses a flag about a cluster without --kubernetes', async () => {
  const context = { program: 'emulator', env: {}, print: () => {}, log: () => {}, configureLog: () => {} };
  await expect(doctor.run(['--kubeconfig', 'k'], context)).rejects.toThrow('add --kubernetes');
});

test('the doctor finds a key that differs from the key of the data, although its version is the same', async () => {
  const keyring = () => loadKeyring({});
  const { db, ...database } = openSqliteDatabase(':memory:', false, NO_PACER);
  cleanup.push(() => database.close());
  await database.migrate([]);
  const own = createMasterKeys(await keyring());
  const [name, id] = ['workspace', 'workspace'];
  await db.insertInto('workspaces').values({ id, name, redact_secret_values: 0 }).execute();
  await newestDataKey(db, own, id, 0);
  const appliedMigrations = () => database.appliedMigrations();
  expect(await readCondition({ db, appliedMigrations }, own)).toMatchObject({
    missingKeys: [],
    otherKeys: [],
  });
  const condition = await readCondition({ db, appliedMigrations }, createMasterKeys(await keyring()));
  expect(condition).toMatchObject({ missingKeys: [], otherKeys: [1] });
  const facts = { display: '', version: '17.2', latencyMs: 1, now: 0, condition };
  expect(problems(evaluateDatabase(facts, { now: 0, hasKeyring: true }))).toMatchObject([
    { check: 'keyring', status: 'problem', message: expect.stringContaining('v1') },
  ]);
});
