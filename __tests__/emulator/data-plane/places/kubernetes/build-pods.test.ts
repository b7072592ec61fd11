import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { realClock } from '../../../../../src/clients/clock.ts';
import { createArtifactStore } from '../../../../../src/emulator/data-plane/artifacts/artifact-store.ts';
import { hashKey } from '../../../../../src/emulator/server/authenticate.ts';
import type { ClusterClient } from '../../../../../src/emulator/data-plane/places/kubernetes/api/client.ts';
import type { Resource } from '../../../../../src/emulator/data-plane/places/kubernetes/api/resources.ts';
import { createBuildPods } from '../../../../../src/emulator/data-plane/places/kubernetes/build-pods.ts';
import { buildName } from '../../../../../src/emulator/data-plane/places/kubernetes/plan/build-job.ts';
import type { Informers } from '../../../../../src/emulator/data-plane/places/kubernetes/informers.ts';
import type { RevisionJob } from '../../../../../src/emulator/data-plane/workload/workload.ts';
import { toServiceClock } from '../../../../../src/emulator/ports/clock.ts';
import type { DeploymentRow, RevisionRow, Store } from '../../../../../src/emulator/ports/store.ts';
import { StoreError } from '../../../../../src/emulator/ports/store-errors.ts';
import {
  createDatabaseObjectStore,
  loadKeyring,
  openStore,
} from '../../../../../src/emulator/store/index.ts';
import { until } from '../../../../../harness/until.ts';
import { aDeployment, revisionRow } from '../../../store/samples.ts';
import { informersOver, WatchedMap } from './watches.ts';

interface Sent {
  metadata: {
    name: string;
    labels: Record<string, string>;
    ownerReferences?: { kind: string; name: string; uid: string }[];
  };
  stringData?: Record<string, string>;
  spec?: object;
}

let store: Store;
let closing: AbortController;
beforeEach(async () => {
  store = await openStore({ location: ':memory:', keyring: await loadKeyring({}), durable: false });
  closing = new AbortController();
});
const opened: Informers[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((informers) => informers.close()));
  await store.close();
});

const COMMIT = 'ab'.repeat(20);
/** Returns a clock on which sleeps take no real time. */
const clock = () => {
  let elapsed = 0;
  const sleep = async (ms: number, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    elapsed += ms;
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  };
  return { ...toServiceClock(realClock), elapsed: () => elapsed, sleep };
};

/** Creates a cluster with the Jobs, pods and Secrets of builds, and replicas that build in the cluster. */
async function aCluster({
  progressMs = 1e9,
  caFile,
  buildQueue,
}: {
  progressMs?: number;
  caFile?: string;
  buildQueue?: string;
} = {}) {
  const objects = new WatchedMap<Sent>(() => changed());
  const reported: string[] = [];
  const deleted: string[] = [];
  const status = new WatchedMap<object>(() => changed());
  const key = (kind: string, name: string) => `${kind}/${name}`;
  const missing = { ok: false, problem: { kind: 'not-found', missing: 'object', message: '', hint: '' } };
  const read = ({ metadata, spec }: Sent) => ({
    metadata: { ...metadata, uid: `uid-of-${metadata.name}`, resourceVersion: '1' },
    spec,
    status: status.get(metadata.name) ?? {},
  });
  const denied = new Set<string>();
  const warnings: string[] = [];
  const { informers, changed } = informersOver((kind) =>
    [...objects].flatMap(([at, object]) => (at.startsWith(`${kind}/`) ? [read(object)] : [])),
  );
  opened.push(informers);
  const client = {
    async create({ kind }: Resource, _namespace: string, object: Sent) {
      if (objects.has(key(kind, object.metadata.name)))
        return { ok: false, problem: { kind: 'exists', message: '', hint: '' } };
      if (denied.has(kind))
        return { ok: false, problem: { kind: 'forbidden', message: `${kind} is forbidden`, hint: 'Ask.' } };
      objects.set(key(kind, object.metadata.name), object);
      return { ok: true, value: read(object) };
    },
    async get({ kind }: Resource, { name }: { name: string }) {
      const object = objects.get(key(kind, name));
      return object === undefined ? missing : { ok: true, value: read(object) };
    },
    async delete({ kind }: Resource, { name }: { name: string }) {
      const isThere = objects.delete(key(kind, name));
      deleted.push(key(kind, name));
      return { ok: true, value: isThere ? 'deleted' : 'gone' };
    },
    async list(_resource: Resource, { fields }: { fields: string }) {
      const items = warnings.map((message) => ({
        metadata: { name: 'warning', uid: 'uid-of-warning', resourceVersion: '1' },
        reason: 'FailedCreate',
        message,
        involvedObject: { kind: 'Job', uid: fields.split('uid=')[1] },
      }));
      return { ok: true, value: { items, resourceVersion: '1' } };
    },
    async readLog() {
      return { ok: true, value: '2026-01-01T00:00:00Z the plane is not reached\n' };
    },
    clusterNow: () => Date.now(),
  } as unknown as ClusterClient;
  const cluster = {
    client,
    plane: 'plane-1',
    namespace: 'agents',
    traffic: 'direct',
    podSecurity: () => Promise.resolve({ ok: true, value: undefined } as const),
    allows: () => true,
    settings: { defaults: { builds: { nodeSelector: { pool: 'builds' } } } },
  } as const;
  const owner = { name: 'the-service', uid: 'uid-of-the-service' };
  const services = {
    ensure: async () => ({ ok: true, value: owner }) as const,
    identityOf: ({ id, name }: DeploymentRow, revision: RevisionRow) => ({
      plane: 'plane-1',
      namespace: 'agents',
      deploymentId: id,
      name,
      revisionId: revision.id,
    }),
  };
  const replica = (signal = closing.signal) =>
    createBuildPods({
      cluster,
      informers,
      services,
      config: { agentImage: 'registry.test/emulator:1', planeUrl: 'http://plane.test', caFile, buildQueue },
      store,
      artifacts: createArtifactStore({
        rows: store.artifacts,
        objects: createDatabaseObjectStore(store.uploadChunks, Date.now),
      }),
      tarballs: { need: () => Promise.reject(new Error('there is no tarball')) },
      clock: clock(),
      timing: { progressMs },
      closing: signal,
      log: (line) => void reported.push(line),
    });
  const deployment = await aDeployment(store);
  const revision = await store.revisions.insert(revisionRow(deployment.id, { status: 'BUILDING' }), []);
  const jobName = (attempt: number) =>
    buildName({ deploymentId: deployment.id, revisionId: revision.id, attempt });
  const conditions = (type: string, reason: string) => [{ type, status: 'True', reason, message: 'why' }];
  const lines: string[] = [];
  const commits: string[] = [];
  const jobOf = (signal = new AbortController().signal): RevisionJob =>
    ({
      deployment,
      revision,
      secrets: [],
      signal,
      log: {
        write: (_kind: string, message: string) => void lines.push(message),
        redact: (text: string) => text.replaceAll('hunter2', '***'),
        addSecrets: () => undefined,
      },
      onCommit: async (sha: string) => void commits.push(sha),
    }) as unknown as RevisionJob;
  return {
    replica,
    jobOf,
    revision,
    objects,
    deleted,
    lines,
    commits,
    status,
    /** Sweeps the builds once the watches have listed the objects. */
    async sweep() {
      await informers.in('agents').ready(closing.signal);
      await replica().sweepBuilds('agents');
    },
    names: () => [...objects.keys()].toSorted(),
    /** Waits until the replicas have checked their builds so often. */
    passes: async (count = 5) => {
      for (let pass = 0; pass < count; pass += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    denied,
    warnings,
    /** Waits for the Job of an attempt, and returns its name. */
    running: async (attempt: number) => {
      await until(async () => objects.has(`Job/${jobName(attempt)}`));
      return jobName(attempt);
    },
    /** Sets the status of a pod of an attempt's Job. */
    setPod(attempt: number, name: string, podStatus: object) {
      const job = jobName(attempt);
      const labels = { 'agent-deploy/deployment': deployment.id };
      const ownerReferences = [{ kind: 'Job', name: job, uid: `uid-of-${job}` }];
      objects.set(`Pod/${name}`, { metadata: { name, labels, ownerReferences } });
      status.set(name, podStatus);
    },
    /** Fails the Job of an attempt, as the Job controller does. */
    failJob: (attempt: number, reason: string, failed = 1) =>
      void status.set(jobName(attempt), { failed, conditions: conditions('FailureTarget', reason) }),
    /** Ends the attempt with this report of its pod. */
    end: (attempt: number, message?: string) =>
      store.builds.end(
        { revisionId: revision.id, attempt, pod: null },
        message === undefined ? { status: 'built', message: null } : { status: 'failed', message },
      ),
  };
}

// docs/kubernetes/guarantees.md#build-watch
describe('a build in a Kubernetes cluster', () => {
  test('has a Job with its own token until the build ends, and reports the commit before the end', async () => {
    const at = await aCluster();
    const built = at.replica().build(at.jobOf());
    const name = await at.running(1);
    expect(at.names()).toEqual([`Job/${name}`, `Secret/${name}`]);
    const variables = at.objects.get(`Secret/${name}`)?.stringData ?? {};
    expect(Object.keys(variables).toSorted()).toEqual(['EMULATOR_BUILD_TOKEN', 'EMULATOR_PLANE_URL']);
    const row = await store.builds.find(at.revision.id);
    expect(row?.tokenHash).toBe(hashKey(variables['EMULATOR_BUILD_TOKEN'] ?? ''));
    await store.builds.setCommit({ revisionId: at.revision.id, attempt: 1, pod: null }, COMMIT);
    await until(async () => at.commits.length > 0);
    await at.end(1);
    await built;
    expect(at.commits).toEqual([COMMIT]);
    expect(at.names()).toEqual([]);
  });

  // docs/kubernetes/chart.md#certificates
  test('gets the certificates that the file contains when the build starts, and the nodes for builds', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'build-pods-'));
    try {
      const caFile = path.join(folder, 'ca.crt');
      const at = await aCluster({ caFile });
      await expect(at.replica().build(at.jobOf())).rejects.toThrow(`Restore the file`);
      await writeFile(caFile, 'the PEM');
      const built = at.replica().build(at.jobOf());
      const name = await until(async () => at.names().find((one) => one.startsWith('Job/')));
      expect(at.objects.get(name)?.spec).toMatchObject({
        template: { spec: { nodeSelector: { pool: 'builds' } } },
      });
      expect(at.objects.get(name.replace('Job', 'Secret'))?.stringData).toMatchObject({
        'ca.crt': 'the PEM',
      });
      await at.end((await store.builds.find(at.revision.id))?.attempt ?? 0);
      await built;
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('fails with the reason that the build reported', async () => {
    const at = await aCluster();
    const built = at.replica().build(at.jobOf());
    await at.running(1);
    await at.end(1, 'npm ci ended with exit code 1.');
    await expect(built).rejects.toThrow('npm ci ended with exit code 1.');
    expect(at.names()).toEqual([]);
  });

  test('is continued under the same name by a replica that takes over the work', async () => {
    const at = await aCluster();
    const first = new AbortController();
    const left = at.replica(first.signal).build(at.jobOf());
    const name = await at.running(1);
    first.abort();
    await expect(left).rejects.toThrow('stopped waiting for the build');
    expect(at.names()).toContain(`Job/${name}`);
    const built = at.replica().build(at.jobOf());
    await until(async () => at.lines.includes('Continuing the build that was already started.'));
    await at.end(1);
    await built;
    expect(at.names()).toEqual([]);
    expect((await store.builds.find(at.revision.id))?.attempt).toBe(1);
  });

  test('starts again if its replica was killed before the Job existed', async () => {
    const at = await aCluster();
    await store.builds.begin(at.revision.id, 'ab'.repeat(32));
    const built = at.replica().build(at.jobOf());
    await at.running(2);
    await at.end(2);
    await built;
  });

  test('whose pod has failed is not started again by the replica that takes over', async () => {
    const at = await aCluster();
    const first = new AbortController();
    const left = at.replica(first.signal).build(at.jobOf());
    await at.running(1);
    first.abort();
    await expect(left).rejects.toThrow('stopped waiting for the build');
    await at.end(1, 'npm ci ended with exit code 1.');
    await expect(at.replica().build(at.jobOf())).rejects.toThrow('npm ci ended with exit code 1.');
    expect(at.names()).toEqual([]);
    expect((await store.builds.find(at.revision.id))?.attempt).toBe(1);
  });

  // docs/kubernetes/builds.md#removal
  test('is stopped in the cluster when it is cancelled', async () => {
    const at = await aCluster();
    const cancelled = new AbortController();
    const built = at.replica().build(at.jobOf(cancelled.signal));
    await at.running(1);
    await store.revisions.update(at.revision.id, { status: 'INTERRUPTED' });
    cancelled.abort();
    await expect(built).rejects.toThrow('stopped waiting for the build');
    expect(at.names()).toEqual([]);
  });

  test('continues in another pod of its Job if the cluster ends its pod, and reports the reason', async () => {
    const at = await aCluster();
    const built = at.replica().build(at.jobOf());
    const name = await at.running(1);
    at.setPod(1, 'first', { phase: 'Running' });
    await at.passes();
    at.setPod(1, 'first', { phase: 'Failed', reason: 'Evicted', message: 'no hunter2 room' });
    at.status.set(name, { failed: 1 });
    await until(async () => at.lines.some((line) => /starts again.*Evicted: no \*\*\* room/.test(line)));
    at.setPod(1, 'second', { phase: 'Running' });
    await at.end(1);
    await built;
    expect(at.lines.filter((line) => line.includes('starts again'))).toHaveLength(1);
    expect((await store.builds.find(at.revision.id))?.attempt).toBe(1);
  });

  test('fails if the cluster ends all pods of its Job', async () => {
    const at = await aCluster();
    const ended = at
      .replica()
      .build(at.jobOf())
      .then(() => 'built', String);
    await at.running(1);
    at.setPod(1, 'third', { phase: 'Failed', reason: 'Evicted', message: 'no room' });
    at.failJob(1, 'BackoffLimitExceeded', 3);
    expect(await ended).toMatch(/ended the pod of the build 3 times.*Evicted: no room/);
  });

  test('starts again, at most twice, if another program deletes its Job', async () => {
    const at = await aCluster();
    const ended = at
      .replica()
      .build(at.jobOf())
      .then(() => 'built', String);
    for (const attempt of [1, 2, 3]) at.objects.delete(`Job/${await at.running(attempt)}`);
    expect(await ended).toMatch(/Job of the build was deleted 3 times/);
    expect(at.names()).toEqual([]);
  });

  test("fails with the cluster's message and the last line of the build if no result was reported", async () => {
    const at = await aCluster();
    const ended = at
      .replica()
      .build(at.jobOf())
      .then(() => 'built', String);
    await at.running(1);
    const terminated = { exitCode: 137, reason: 'OOMKilled' };
    at.setPod(1, 'first', {
      phase: 'Failed',
      containerStatuses: [{ name: 'build', ready: false, restartCount: 0, state: { terminated } }],
    });
    at.failJob(1, 'PodFailurePolicy');
    expect(await ended).toMatch(/memory than its limit.*the plane is not reached/);
  });

  test('fails with the limit if it takes too long', async () => {
    const at = await aCluster();
    const ended = at
      .replica()
      .build(at.jobOf())
      .then(() => 'built', String);
    await at.running(1);
    at.failJob(1, 'DeadlineExceeded');
    expect(await ended).toMatch(/took longer than 60 minutes and was stopped/);
    expect(at.names()).toEqual([]);
  });

  // docs/kubernetes/builds.md#refused
  test.each([
    ['fails if a policy refuses its pod', 'pods "a" is forbidden: violates PodSecurity', 1e9],
    ['fails if a quota refuses its pod for too long', 'pods "a" is forbidden: exceeded quota: team', 60_000],
  ])('%s', async (_what, message, progressMs) => {
    const at = await aCluster({ progressMs });
    at.warnings.push(`Error creating: ${message}`);
    await expect(at.replica().build(at.jobOf())).rejects.toThrow(message);
    expect(at.names()).toEqual([]);
  });

  // docs/kubernetes/builds.md#queue
  test('waits for its queue without a time limit, and reports the wait', async () => {
    const at = await aCluster({ buildQueue: 'builds', progressMs: 60_000 });
    const built = at.replica().build(at.jobOf());
    const name = await at.running(1);
    const job = at.objects.get(`Job/${name}`);
    expect(job).toMatchObject({
      metadata: { labels: { 'kueue.x-k8s.io/queue-name': 'builds' } },
      spec: { suspend: true },
    });
    // Much more time passes than a build without a queue may need to start.
    await at.passes(1_000);
    expect(at.lines.filter((line) => line === 'The build waits for admission of queue builds.')).toHaveLength(
      1,
    );
    if (job !== undefined) at.objects.set(`Job/${name}`, { ...job, spec: { ...job.spec, suspend: false } });
    await until(async () => at.lines.includes('The build was admitted.'));
    await at.end(1);
    await built;
  });

  test('fails with the reason if its pod cannot reach the control plane', async () => {
    const at = await aCluster({ progressMs: 60_000 });
    const built = at.replica().build(at.jobOf());
    at.setPod(1, 'first', { phase: 'Running' });
    await expect(built).rejects.toThrow(
      /did not request its job from the control plane within 60 s.*http:\/\/plane\.test.*is not reached/,
    );
    // The cluster deletes the pod with its Job.
    expect(at.names()).toEqual(['Pod/first']);
  });

  test("fails with the cluster's message if the cluster rejects its Job", async () => {
    const at = await aCluster();
    at.denied.add('Job');
    await expect(at.replica().build(at.jobOf())).rejects.toThrow('Job is forbidden');
    expect(at.names()).toEqual([]);
  });
});

// docs/kubernetes/guarantees.md#build-watch
// docs/kubernetes/builds.md#removal
test('the sweep of builds removes only builds that no replica waits for', async () => {
  const at = await aCluster();
  const stop = new AbortController();
  const left = at.replica(stop.signal).build(at.jobOf());
  const name = await at.running(1);
  stop.abort();
  await expect(left).rejects.toThrow('stopped waiting for the build');
  await at.sweep();
  expect(at.names()).toEqual([`Job/${name}`, `Secret/${name}`]);
  await store.builds.begin(at.revision.id, 'ab'.repeat(32));
  await at.sweep();
  expect(at.names()).toEqual([]);
});

// docs/kubernetes/guarantees.md#build-watch
test("the sweep of builds removes no objects of other owners, even with this control plane's labels", async () => {
  const at = await aCluster();
  const labels = {
    'app.kubernetes.io/managed-by': 'agent-deploy',
    'app.kubernetes.io/component': 'build',
    'agent-deploy/plane': 'plane-1',
    'agent-deploy/deployment': at.revision.deploymentId,
    'agent-deploy/build': at.revision.id,
    'agent-deploy/attempt': '7',
  };
  for (const kind of ['Job', 'Pod', 'Secret']) {
    at.objects.set(`${kind}/billing`, { metadata: { name: 'billing', labels } });
  }
  await at.sweep();
  expect(at.names()).toEqual(['Job/billing', 'Pod/billing', 'Secret/billing']);
});

// The control plane has no right to list Secrets. A sweep finds the Secret through its Job, so the Job is deleted last.
test('the Secret of a build is deleted before its Job', async () => {
  const at = await aCluster();
  const built = at.replica().build(at.jobOf());
  const name = await at.running(1);
  await at.end(1);
  await built;
  expect(at.deleted).toEqual([`Secret/${name}`, `Job/${name}`]);
});

test('the sweep of builds keeps the build of the active revision', async () => {
  const at = await aCluster();
  const built = at.replica().build(at.jobOf());
  const name = await at.running(1);
  await store.revisions.update(at.revision.id, { status: 'DEPLOYED' });
  await at.sweep();
  expect(at.names()).toEqual([`Job/${name}`, `Secret/${name}`]);
  await at.end(1);
  await built;
});

test("a Secret and a Job of another owner are replaced if they have the names of a build's objects", async () => {
  const at = await aCluster();
  const built = at.replica().build(at.jobOf());
  const name = await at.running(1);
  const second = name.replace(/1$/, '2');
  const planted = {
    metadata: { name: second, labels: {} },
    stringData: { EMULATOR_PLANE_URL: 'http://evil' },
  };
  at.objects.set(`Secret/${second}`, planted);
  at.objects.set(`Job/${second}`, { metadata: { name: second, labels: {} }, spec: { planted: true } });
  at.objects.delete(`Job/${name}`);
  await until(async () => (await store.builds.find(at.revision.id))?.attempt === 2);
  await until(async () => 'template' in (at.objects.get(`Job/${second}`)?.spec ?? {}));
  expect(at.objects.get(`Secret/${second}`)?.stringData).toMatchObject({
    EMULATOR_PLANE_URL: 'http://plane.test',
  });
  await at.end(2);
  await built;
});

test('a build continues after the database was briefly unavailable', async () => {
  const at = await aCluster();
  const built = at.replica().build(at.jobOf());
  const name = await at.running(1);
  const { find } = store.builds;
  let isAway = true;
  const asked = jest.spyOn(store.builds, 'find').mockImplementation(async (id) => {
    if (isAway) throw new StoreError('unavailable', 'the database is away');
    return find(id);
  });
  await until(async () => asked.mock.calls.length > 1);
  isAway = false;
  expect(at.names()).toEqual([`Job/${name}`, `Secret/${name}`]);
  await at.end(1);
  await built;
});

// docs/kubernetes/builds.md#earlier-version
describe('a build that a replica of an earlier version began', () => {
  /** Begins an attempt as an earlier version does, whose builds are pods without a Job. */
  async function begunEarlier() {
    const at = await aCluster();
    await store.builds.begin(at.revision.id, 'ab'.repeat(32));
    const { find } = store.builds;
    jest.spyOn(store.builds, 'find').mockImplementation(async (id) => {
      const row = await find(id);
      return row?.attempt === 1 ? { ...row, job: null } : row;
    });
    const labels = {
      'app.kubernetes.io/managed-by': 'agent-deploy',
      'app.kubernetes.io/component': 'build',
      'agent-deploy/plane': 'plane-1',
      'agent-deploy/deployment': at.revision.deploymentId,
      'agent-deploy/build': at.revision.id,
      'agent-deploy/attempt': '1',
    };
    const name = buildName({
      deploymentId: at.revision.deploymentId,
      revisionId: at.revision.id,
      attempt: 1,
    });
    for (const kind of ['Pod', 'Secret']) at.objects.set(`${kind}/${name}`, { metadata: { name, labels } });
    return { at, name };
  }

  test('continues while a replica of that version waits for it, and starts again as a Job after that', async () => {
    const { at, name } = await begunEarlier();
    await at.sweep();
    expect(at.names()).toEqual([`Pod/${name}`, `Secret/${name}`]);
    const built = at.replica().build(at.jobOf());
    const second = await at.running(2);
    expect(at.names()).toEqual([`Job/${second}`, `Secret/${second}`]);
    expect(at.lines).toContainEqual(expect.stringContaining('starts again as a Job'));
    await at.end(2);
    await built;
  });

  test('is removed by the sweep of builds after its revision has ended', async () => {
    const { at } = await begunEarlier();
    await store.revisions.update(at.revision.id, { status: 'INTERRUPTED' });
    await at.sweep();
    expect(at.names()).toEqual([]);
  });
});

// docs/kubernetes/builds.md#replaced
test('only a pod that the current Job runs may report a result', async () => {
  const at = await aCluster();
  const replica = at.replica();
  const built = replica.build(at.jobOf());
  await at.running(1);
  const row = await store.builds.find(at.revision.id);
  const deployment = await store.deployments.findById(at.revision.deploymentId);
  if (row === undefined || deployment === undefined) throw new Error('the build has no row');
  const may = (name: string, attempt = 1, uid = `uid-of-${name}`) =>
    replica.isBuildPod({ row: { ...row, attempt }, deployment, revision: at.revision }, { name, uid });
  at.setPod(1, 'first', { phase: 'Running' });
  expect(await may('first')).toBe(true);
  expect(await may('first', 1, 'uid-of-another')).toBe(false);
  expect(await may('first', 2)).toBe(false);
  expect(await may('absent')).toBe(false);
  for (const phase of ['Failed', 'Succeeded']) {
    at.setPod(1, 'first', { phase });
    expect(await may('first')).toBe(false);
  }
  await at.end(1);
  await built;
});
