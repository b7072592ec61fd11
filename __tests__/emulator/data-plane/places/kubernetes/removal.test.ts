import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import type { AgentServices } from '../../../../../src/emulator/data-plane/places/kubernetes/agent-service.ts';
import type { ClusterClient } from '../../../../../src/emulator/data-plane/places/kubernetes/api/client.ts';
import type { PodCluster } from '../../../../../src/emulator/data-plane/places/kubernetes/cluster.ts';
import type { ClusterProblem } from '../../../../../src/emulator/data-plane/places/kubernetes/api/problems.ts';
import type {
  ObjectRead,
  Resource,
} from '../../../../../src/emulator/data-plane/places/kubernetes/api/resources.ts';
import { LINK_VERSION } from '../../../../../src/emulator/data-plane/link/offer.ts';
import {
  labelsOf,
  linkAnnotations,
  pushedLogs,
  type Manifest,
  revisionName,
  serviceName,
} from '../../../../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';
import {
  createBackground,
  createRemoval,
} from '../../../../../src/emulator/data-plane/places/kubernetes/removal.ts';
import {
  createSweeper,
  namespacesOfAgents,
} from '../../../../../src/emulator/data-plane/places/kubernetes/sweeper.ts';
import type { ServiceClock } from '../../../../../src/emulator/ports/clock.ts';
import { onlyReplica } from '../../../../../src/emulator/ports/replica.ts';
import type { DeploymentRow, RevisionRow, Store } from '../../../../../src/emulator/ports/store.ts';
import { until } from '../../../../../harness/until.ts';
import { deploymentRow, revisionRow } from '../../../store/samples.ts';
import { informersOver } from './watches.ts';

const GONE = '11111111-1111-4111-8111-111111111111';
const OTHER = '22222222-2222-4222-8222-222222222222';
const REVISION = '33333333-3333-4333-8333-333333333333';

const problem = (kind: 'forbidden' | 'not-found' | 'conflict'): { ok: false; problem: ClusterProblem } => ({
  ok: false,
  problem: { kind, missing: 'object', message: `it answers ${kind}`, hint: 'Add a rule.' } as ClusterProblem,
});

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const opened: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

/** Creates a cluster with several namespaces, and a control plane whose store contains these deployments. */
function world(deployments: { row: DeploymentRow; revision?: RevisionRow }[] = []) {
  const objects = new Map<string, ObjectRead>();
  const forbidden = new Set<string>();
  /** Names of objects for which the cluster does not respond. */
  const silent = new Set<string>();
  /** Namespaces where deleted objects remain. */
  const stuck = new Set<string>();
  const lines: string[] = [];
  const relaunched: string[] = [];
  /** Active rollouts, each of which ends when its function is called. */
  const rollouts: (() => void)[] = [];
  const state = { waits: false };
  const deleted: string[] = [];
  let lastUid = 0;
  const keyOf = (kind: string, namespace: string, name: string) => `${kind} ${namespace}/${name}`;
  const { informers, changed } = informersOver((kind, namespace) =>
    forbidden.has(namespace)
      ? problem('forbidden').problem
      : [...objects]
          .filter(([key]) => key.startsWith(`${kind} ${namespace}/`))
          .map(([, object]) => structuredClone(object)),
  );
  const client = {
    get({ kind }: Resource, { namespace, name }: { namespace: string; name: string }, signal: AbortSignal) {
      if (silent.has(name)) return untilAborted(signal);
      const object = objects.get(keyOf(kind, namespace, name));
      return Promise.resolve(object ? { ok: true, value: object } : problem('not-found'));
    },
    delete(
      { kind }: Resource,
      { namespace, name }: { namespace: string; name: string },
      _: AbortSignal,
      { uid }: { uid?: string } = {},
    ) {
      const key = keyOf(kind, namespace, name);
      const object = objects.get(key);
      if (object === undefined) return Promise.resolve({ ok: true, value: 'gone' });
      if (uid !== undefined && object.metadata.uid !== uid) return Promise.resolve(problem('conflict'));
      deleted.push(key);
      if (stuck.has(namespace)) object.metadata.deletionTimestamp = '2026-01-01T00:00:00Z';
      else objects.delete(key);
      changed();
      return Promise.resolve({ ok: true, value: 'deleted' });
    },
  } as unknown as ClusterClient;
  const identityOf = ({ id, name, sourceConfig }: DeploymentRow, revision: RevisionRow) => ({
    plane: 'plane',
    namespace: sourceConfig.listener_config?.k8s_namespace ?? 'agents',
    deploymentId: id,
    name,
    revisionId: revision.id,
  });
  const services = {
    identityOf,
    settle: () => Promise.resolve({ ok: true, value: true }),
  } as unknown as AgentServices;
  const store = {
    workspaces: { list: () => Promise.resolve([{ id: 'workspace' }]) },
    listeners: { list: () => Promise.resolve([{ namespaces: ['one', 'two', 'outside'] }]) },
    deployments: {
      listPlacements: () =>
        Promise.resolve(
          deployments.map(({ row }) => ({
            ...row,
            namespace: row.sourceConfig.listener_config?.k8s_namespace ?? undefined,
          })),
        ),
      findById: (id: string) => Promise.resolve(deployments.find(({ row }) => row.id === id)?.row),
    },
    revisions: {
      get: (deploymentId: string) =>
        Promise.resolve(deployments.find(({ row }) => row.id === deploymentId)?.revision),
      list: (deploymentId: string) =>
        Promise.resolve(
          deployments.flatMap(({ row, revision }) => (row.id === deploymentId && revision ? [revision] : [])),
        ),
      unfinishedOf: () => Promise.resolve([]),
    },
  } as unknown as Store;
  const log = (line: string) => void lines.push(line);
  const background = createBackground(log);
  const options = {
    cluster: {
      client,
      plane: 'plane',
      namespace: 'agents',
      podSecurity: () => Promise.resolve({ ok: true, value: undefined } as const),
      allows: (namespace) => namespace !== 'outside',
      traffic: 'proxy',
    } satisfies PodCluster,
    services,
    store,
    clock: {
      now: () => 0,
      // A sleep lasts one turn of the event loop.
      sleep: (_: number, signal?: AbortSignal) => setImmediate(undefined, { signal }),
    } as unknown as ServiceClock,
    log,
  };
  const removal = createRemoval({ ...options, signal: background.signal });
  const sweeper = createSweeper({
    ...options,
    informers,
    removal,
    background,
    replica: onlyReplica('plane'),
    timing: { drainMs: 0 },
    sweepBuilds: () => Promise.resolve(),
    relaunch({ id }) {
      relaunched.push(id);
      return state.waits ? new Promise((resolve) => rollouts.push(resolve)) : Promise.resolve();
    },
  });
  opened.push({
    async close() {
      sweeper.close();
      await background.close();
      await informers.close();
    },
  });
  return {
    removal,
    sweeper,
    namespaces: () => namespacesOfAgents(options.cluster, store),
    forbidden,
    silent,
    stuck,
    lines,
    relaunched,
    rollouts,
    state,
    deleted,
    put(
      kind: string,
      namespace: string,
      name: string,
      labels: Manifest<object>['metadata']['labels'],
      annotations: Record<string, string> = {},
    ) {
      lastUid += 1;
      objects.set(keyOf(kind, namespace, name), {
        metadata: { name, namespace, uid: `uid-${lastUid}`, resourceVersion: '1', labels },
        ...(kind === 'Service' && { spec: { selector: {} } }),
        ...(kind === 'Deployment' && { spec: { template: { metadata: { annotations } } } }),
      });
      changed();
    },
    has: (kind: string, namespace: string, name: string) => objects.has(keyOf(kind, namespace, name)),
  };
}

const ours = (deploymentId: string, revisionId?: string) =>
  labelsOf({ plane: 'plane', deploymentId }, 'agent', revisionId);

// docs/kubernetes.md#sweep-goes-on
test('a sweep of Kubernetes objects skips namespaces that hang or refuse requests, and reports them once', async () => {
  const at = world();
  at.put('Service', 'agents', serviceName(GONE), ours(GONE));
  at.put('Service', 'two', serviceName(OTHER), ours(OTHER));
  at.stuck.add('agents');
  at.forbidden.add('one');
  at.sweeper.start();
  await until(() => !at.has('Service', 'two', serviceName(OTHER)), 'the Service of the other namespace');
  expect(at.has('Service', 'agents', serviceName(GONE))).toBe(true);
  expect(at.lines.filter((line) => line.includes('namespace one'))).toEqual([
    'the cleanup of the namespace one failed and is retried: it answers forbidden. Add a rule.',
  ]);
});

test('a sweep of Kubernetes objects continues with other revisions if the cluster hangs for one revision', async () => {
  const over = (id: string) => ({
    row: deploymentRow('workspace', { id, status: 'READY' }),
    revision: { ...revisionRow(id, { id, status: 'DEPLOY_FAILED' }), settings: null } as RevisionRow,
  });
  const at = world([over(GONE), over(OTHER)]);
  const nameOf = (id: string) => revisionName({ deploymentId: id, revisionId: id });
  for (const id of [GONE, OTHER]) {
    at.put('Service', 'agents', serviceName(id), ours(id));
    at.put('Deployment', 'agents', nameOf(id), ours(id, id));
  }
  at.silent.add(nameOf(GONE));
  at.sweeper.start();
  await until(() => !at.has('Deployment', 'agents', nameOf(OTHER)), 'the removal of the other');
  expect(at.has('Deployment', 'agents', nameOf(GONE))).toBe(true);
});

test('no revision is rolled out again in a namespace whose objects cannot be listed', async () => {
  const row = (id: string, namespace: string) =>
    deploymentRow('workspace', {
      id,
      status: 'READY',
      activeRevisionId: id,
      sourceConfig: { deployment_type: 'dev', listener_config: { k8s_namespace: namespace } },
    });
  const revision = {
    ...revisionRow(GONE, { id: REVISION, status: 'DEPLOYED' }),
    settings: null,
  } as RevisionRow;
  const at = world([
    { row: row(GONE, 'one'), revision },
    { row: row(OTHER, 'two'), revision: { ...revision, id: OTHER } },
  ]);
  at.forbidden.add('one');
  at.sweeper.start();
  await until(() => at.relaunched.length > 0, 'a revision that is rolled out again');
  expect(at.relaunched).toEqual([OTHER]);
});

// docs/kubernetes/guarantees.md#rebuilt
test('an emptied cluster is rebuilt in one sweep, with a limited number of rollouts at the same time', async () => {
  const ids = Array.from(
    { length: 200 },
    (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  const at = world(
    ids.map((id) => ({
      row: deploymentRow('workspace', { id, status: 'READY', activeRevisionId: id }),
      revision: { ...revisionRow(id, { id, status: 'DEPLOYED' }), settings: null } as RevisionRow,
    })),
  );
  at.state.waits = true;
  at.sweeper.start();
  await until(() => at.rollouts.length >= 128, 'the first rollouts');
  await setImmediate();
  expect(at.relaunched).toHaveLength(128);
  for (let ended = 0; ended < ids.length; ended += 1) {
    await until(() => at.rollouts[ended] !== undefined, `rollout ${ended}`);
    at.rollouts[ended]?.();
  }
  expect(at.relaunched.toSorted()).toEqual(ids);
});

// docs/kubernetes.md#older-pods
// docs/kubernetes/logs.md#older-pods
// docs/kubernetes/tls.md#older-pods
test('pods of an older version of the control plane are replaced, one revision at a time', async () => {
  const present = '44444444-4444-4444-8444-444444444444';
  const image = '55555555-5555-4555-8555-555555555555';
  const newer = { ...linkAnnotations(LINK_VERSION), ...pushedLogs() };
  // Earlier versions started pods without a certificate, or pods that do not push their logs.
  const { 'agent-deploy/tls': _, ...uncertified } = newer;
  const older = linkAnnotations(LINK_VERSION);
  const served = (id: string, kind: Partial<DeploymentRow> = {}) => ({
    row: deploymentRow('workspace', { id, status: 'READY', activeRevisionId: id, ...kind }),
    revision: { ...revisionRow(id, { id, status: 'DEPLOYED' }), settings: null } as RevisionRow,
  });
  const at = world([
    served(GONE),
    served(present),
    served(OTHER),
    served(image, { source: 'external_docker' }),
  ]);
  at.state.waits = true;
  const put = (id: string, annotations: Record<string, string>) =>
    at.put(
      'Deployment',
      'agents',
      revisionName({ deploymentId: id, revisionId: id }),
      ours(id, id),
      annotations,
    );
  put(GONE, uncertified);
  put(present, newer);
  put(OTHER, older);
  put(image, {});
  at.sweeper.start();
  await until(() => at.rollouts.length === 1, 'the first rollout');
  expect(at.relaunched).toEqual([GONE]);
  put(GONE, newer);
  at.rollouts[0]?.();
  await until(() => at.rollouts.length === 2, 'the second rollout');
  expect(at.relaunched).toEqual([GONE, OTHER]);
  at.rollouts[1]?.();
});

// docs/kubernetes.md#names-of-others
test('a deletion succeeds without deleting a Service of another control plane', async () => {
  const row = deploymentRow('workspace', { id: GONE });
  const at = world([{ row }]);
  const theirs = labelsOf({ plane: 'plane-b', deploymentId: GONE }, 'agent');
  at.put('Service', 'agents', serviceName(GONE), theirs);
  await at.removal.remove(GONE);
  expect(at.deleted).toEqual([]);
  expect(at.lines.join()).toContain(
    'belongs to the control plane plane-b, so this control plane (plane) does not change it',
  );
});

test('the removal of a revision keeps objects of other owners with the same names', async () => {
  const row = deploymentRow('workspace', { id: GONE });
  const revision = {
    ...revisionRow(GONE, { id: REVISION, status: 'DEPLOYED' }),
    settings: null,
  } as RevisionRow;
  const at = world([{ row, revision }]);
  const name = revisionName({ deploymentId: GONE, revisionId: REVISION });
  at.put('Secret', 'agents', name, ours(GONE, REVISION));
  at.put('Deployment', 'agents', name, ours(GONE, REVISION));
  at.put('HorizontalPodAutoscaler', 'agents', name, {});
  await at.removal.withdraw(row, revision);
  expect(at.deleted).toEqual([`Secret agents/${name}`, `Deployment agents/${name}`]);
  at.put('Secret', 'agents', name, ours(GONE, REVISION));
  at.put('Deployment', 'agents', name, labelsOf({ plane: 'plane-b', deploymentId: GONE }, 'agent', REVISION));
  await at.removal.withdraw(row, revision);
  expect(at.deleted).toHaveLength(2);
});

test('a sweep of Kubernetes objects does not read or change a namespace that is not for agents', async () => {
  const outside = { deployment_type: 'dev', listener_config: { k8s_namespace: 'outside' } };
  const row = deploymentRow('workspace', {
    id: GONE,
    status: 'READY',
    activeRevisionId: REVISION,
    sourceConfig: outside,
  });
  const revision = {
    ...revisionRow(GONE, { id: REVISION, status: 'DEPLOYED' }),
    settings: null,
  } as RevisionRow;
  const at = world([{ row, revision }]);
  at.put('Service', 'outside', serviceName(GONE), ours(GONE));
  at.put('Service', 'one', serviceName(OTHER), ours(OTHER));
  expect([...(await at.namespaces())].toSorted()).toEqual(['agents', 'one', 'two']);
  at.sweeper.start();
  await until(() => !at.has('Service', 'one', serviceName(OTHER)), 'the sweep');
  await at.removal.withdraw(row, revision);
  await at.removal.remove(GONE);
  expect([at.has('Service', 'outside', serviceName(GONE)), at.relaunched]).toEqual([true, []]);
});
