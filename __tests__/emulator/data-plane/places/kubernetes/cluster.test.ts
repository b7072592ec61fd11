import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import {
  openPodCluster,
  type PodCluster,
} from '../../../../../src/emulator/data-plane/places/kubernetes/cluster.ts';
import type { KubernetesConfig } from '../../../../../src/emulator/ports/context.ts';
import { NO_METRICS } from '../../../../../src/emulator/ports/metrics.ts';
import type { Store } from '../../../../../src/emulator/ports/store.ts';
import { noProcesses } from './api/support.ts';

const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of cleanup.splice(0).toReversed()) await one();
});

/** Opens a cluster of this version that grants every right, and returns it with the lines of its log. */
async function open(
  minor: string,
  config: KubernetesConfig = {},
  about: object = {},
  refusals: readonly (string | undefined)[] = [],
): Promise<{ cluster: PodCluster; lines: string[]; probes: string[] }> {
  const probes: string[] = [];
  const server = createServer((request, response) => {
    if (request.url?.includes('/pods?') === true) {
      probes.push(request.url);
      const refusal = probes.length > refusals.length ? POD_SECURITY : refusals[probes.length - 1];
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.statusCode = refusal === undefined ? 201 : 403;
      response.end(
        JSON.stringify(refusal === undefined ? {} : { kind: 'Status', code: 403, message: refusal }),
      );
      return;
    }
    const isReview = request.url?.includes('selfsubjectaccessreviews') === true;
    const answers: Record<string, object> = {
      '/version': { major: '1', minor, gitVersion: `v1.${minor}.3` },
    };
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(isReview ? { status: { allowed: true } } : (answers[request.url ?? ''] ?? {})),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.push(() => new Promise((resolve) => server.close(resolve)));
  const folder = await mkdtemp(path.join(tmpdir(), 'cluster-'));
  cleanup.push(() => rm(folder, { recursive: true }));
  const kubeconfig = path.join(folder, 'kubeconfig');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await writeFile(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'one', cluster: { server: url, ...about } }],
      users: [{ name: 'one', user: { token: 'token' } }],
      contexts: [{ name: 'one', context: { cluster: 'one', user: 'one', namespace: 'agents' } }],
      'current-context': 'one',
    }),
  );
  const lines: string[] = [];
  const store = {
    planes: { idOf: () => Promise.resolve('plane-1') },
    workspaces: { list: () => Promise.resolve([{ id: 'workspace' }]) },
    listeners: { list: () => Promise.resolve([{ namespaces: ['agents', 'team-b'] }]) },
  } as unknown as Pick<Store, 'planes' | 'listeners' | 'workspaces'>;
  const cluster = await openPodCluster({
    metrics: NO_METRICS,
    config: { ...config, kubeconfig },
    store,
    processes: noProcesses,
    env: {},
    log: (line) => void lines.push(line),
  });
  cleanup.push(() => cluster.client.close());
  return { cluster, lines, probes };
}

const POD_SECURITY =
  'pods "agent-deploy-probe-0" is forbidden: violates PodSecurity "baseline:latest": privileged';

// docs/kubernetes.md#start-checks
test('a cluster that is too old is rejected at the start, with its version', async () => {
  await expect(open('29+')).rejects.toThrow(
    'the cluster runs Kubernetes v1.29+.3, but agents need 1.30 or newer. Upgrade the cluster, or use another cluster.',
  );
  expect((await open('30')).cluster).toMatchObject({ plane: 'plane-1', namespace: 'agents' });
});

test('a cluster whose certificate is not verified causes a warning', async () => {
  const { lines } = await open('36', {}, { 'insecure-skip-tls-verify': true });
  expect(lines[0]).toMatch(
    /does not verify the certificate of the cluster \(insecure-skip-tls-verify\), so any machine on the network path can read and change requests$/,
  );
  expect((await open('36')).lines.join()).not.toContain('does not verify the certificate');
});

test('agents can run only in configured namespaces, and listeners with other namespaces are reported at the start', async () => {
  const { cluster, lines } = await open('36', { agentNamespaces: ['agents', 'team-a'] });
  expect(['agents', 'team-a', 'team-b'].map(cluster.allows)).toEqual([true, true, false]);
  expect(lines.join('\n')).toContain(
    'a listener deploys into the namespace team-b, but these deployments will fail: agents of this control plane may run only in agents, team-a (--agent-namespaces).',
  );
  expect((await open('36')).cluster.allows('anything')).toBe(true);
  await expect(open('36', { agentNamespaces: ['team-a'] })).rejects.toThrow(
    '--agent-namespaces team-a does not contain agents',
  );
});

// docs/kubernetes/tenants.md#pod-security
test('a namespace that accepts dangerous pods is refused, with the command that protects it', async () => {
  const open1 = (...refusals: (string | undefined)[]) => open('36', {}, {}, refusals);
  const refused = 'pod-security.kubernetes.io/enforce=baseline';
  await expect(open1(undefined)).rejects.toThrow(
    'the namespace agents accepts pods with a privileged container',
  );
  await expect(open1(POD_SECURITY, undefined)).rejects.toThrow(
    `accepts pods with a hostPath volume, so an agent could take over its node and all other agents. Run "kubectl label namespace agents ${refused}"`,
  );
  // The API server checks quotas last, so a refusal for a quota does not prove any protection.
  await expect(open1('pods "p" is forbidden: exceeded quota: all, requested: pods=1')).rejects.toThrow(
    refused,
  );
  await expect(open1('pods "p" is forbidden: unknown reason')).rejects.toThrow('unknown reason');
  const { probes } = await open1();
  expect(probes.length).toBe(6);
  for (const probe of probes) expect(probe).toContain('dryRun=All');
  // A policy of the administrators, and OpenShift's security context constraints, protect a namespace too.
  await open1(
    "pods \"p\" is forbidden: ValidatingAdmissionPolicy 'x' with binding 'y' denied request: no",
    'admission webhook "policy.example.com" denied the request: no',
    'pods "p" is forbidden: unable to validate against any security context constraint',
  );
  expect((await open('36', { podSecurity: 'any' }, {}, [undefined])).probes).toEqual([]);
});

test('a new namespace whose service account does not exist yet is checked again', async () => {
  const early =
    'pods "p" is forbidden: error looking up service account agents/default: serviceaccount "default" not found';
  expect((await open('36', {}, {}, [early, early])).probes.length).toBe(8);
});
