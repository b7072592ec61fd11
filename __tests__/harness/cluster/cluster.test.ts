import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterEach, describe, expect, test } from '@jest/globals';
import { accepted, pathOf } from '../../../harness/cluster/api.ts';
import { findClusterProgram } from '../../../harness/cluster/build.ts';
import { type Pod, podOutcome, podStatus } from '../../../harness/cluster/pod-status.ts';
import { sharedCluster } from '../../../harness/cluster/shared.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../../harness/cluster/program');
const NOW = new Date('2026-01-02T03:04:05.678Z');

const cache = process.env['XDG_CACHE_HOME'];
afterEach(() => {
  if (cache === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = cache;
});

test('an error about a missing cluster program contains the command that builds the program', async () => {
  const empty = await mkdtemp(path.join(tmpdir(), 'cluster-cache-'));
  process.env['XDG_CACHE_HOME'] = empty;
  await expect(findClusterProgram()).rejects.toThrow(/has not been built.*npm run build:cluster/);
  await rm(empty, { recursive: true });
});

test('a suite without a cluster fails with the command that starts a cluster', () => {
  expect(() => sharedCluster()).toThrow(/npm run test:cluster/);
});

test('all Kubernetes modules have the same version', () => {
  const text = readFileSync(path.join(PROGRAM, 'go.mod'), 'utf8');
  const [, minorAndPatch = ''] = /^\tk8s\.io\/kubernetes v1\.(\d+\.\d+)$/m.exec(text) ?? [];
  const replaced = [...text.matchAll(/^\t(k8s\.io\/\S+) => (\S+) v0\.(\S+)$/gm)];
  expect(replaced.length).toBeGreaterThan(30);
  for (const [, from, to, version] of replaced) expect([to, version]).toEqual([from, minorAndPatch]);
});

test.each([
  ['v1', 'Service', '/api/v1/namespaces/team/services/x'],
  ['v1', 'Namespace', '/api/v1/namespaces/x'],
  ['apps/v1', 'Deployment', '/apis/apps/v1/namespaces/team/deployments/x'],
  ['networking.k8s.io/v1', 'NetworkPolicy', '/apis/networking.k8s.io/v1/namespaces/team/networkpolicies/x'],
  ['networking.k8s.io/v1', 'Ingress', '/apis/networking.k8s.io/v1/namespaces/team/ingresses/x'],
])('an object of version %s and kind %s has its path in the Kubernetes API', (apiVersion, kind, place) => {
  expect(pathOf({ apiVersion, kind, metadata: { name: 'x', namespace: 'team' } })).toBe(place);
});

test("an unsuccessful response is converted to an error with the cluster's message", () => {
  const body = { kind: 'Status', message: 'namespaces "x" not found' };
  expect(() => accepted({ status: 404, body })).toThrow('The cluster answered 404: namespaces "x" not found');
  expect(accepted({ status: 201, body })).toBe(body);
});

describe('the node double of the test cluster', () => {
  const pod = (image: string, ...init: object[]): Pod => ({
    metadata: { name: 'p', namespace: 'n', uid: 'u' },
    spec: {
      containers: [{ name: 'agent', image }],
      initContainers: init.map((one, index) => ({ name: `init-${index}`, image: 'setup:1', ...one })),
    },
  });
  const statusOf = (one: Pod, given?: string) => podStatus(one, podOutcome(one, given), NOW);

  test('shows a pod as running if no image tag specifies another state', () => {
    expect(statusOf(pod('registry:5000/agent'))).toMatchObject({
      phase: 'Running',
      conditions: [{ status: 'True' }, { type: 'Ready', status: 'True' }, { status: 'True' }],
      containerStatuses: [{ ready: true, state: { running: { startedAt: '2026-01-02T03:04:05Z' } } }],
    });
  });

  test("sets a pod's state from its image tag, unless an annotation specifies another state", () => {
    expect(podOutcome(pod('agent:crashing'), undefined)).toBe('crashing');
    expect(podOutcome(pod('agent:crashing'), 'running')).toBe('running');
    expect(podOutcome(pod('agent:1'), 'out-of-memory')).toBe('out-of-memory');
    expect(podOutcome(pod('agent:1', { image: 'setup:missing' }), undefined)).toBe('missing');
  });

  test('shows an init container as running if it is a sidecar', () => {
    expect(statusOf(pod('agent:1', { restartPolicy: 'Always' }, {}))).toMatchObject({
      initContainerStatuses: [{ state: { running: {} } }, { state: { terminated: { exitCode: 0 } } }],
    });
  });
});
