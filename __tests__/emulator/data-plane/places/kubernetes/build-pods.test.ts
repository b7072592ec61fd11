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
  metadata: { name: string; labels: Record<string, string> };
  stringData?: Record<string, string>;
  spec?: { containers: { image: string }[] };
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

/** Creates a cluster with the pods and Secrets of builds, and replicas that build in the cluster. */
async function aCluster({ progressMs = 1e9, caFile }: { progressMs?: number; caFile?: string } = {}) {
  const objects = new WatchedMap<Sent>(() => changed());
  const reported: string[] = [];
  const deleted: string[] = [];
  const status = new WatchedMap<object>(() => changed());
  const key = (kind: string, name: string) => `${kind}/${name}`;
  const missing = { ok: false, problem: { kind: 'not-found', missing: 'object', message: '', hint: '' } };
  const read = ({ metadata, spec }: Sent) => ({
    metadata: { ...metadata, uid: `uid-of-${metadata.name}`, resourceVersion: '1' },
    spec,
    status: status.get(metadata.name) ?? { phase: 'Running' },
  });
  let deny: string | undefined;
  const { informers, changed } = informersOver((kind) =>
    [...objects].flatMap(([at, object]) => (at.startsWith(`${kind}/`) ? [read(object)] : [])),
  );
  opened.push(informers);
  const client = {
    async create({ kind }: Resource, _namespace: string, object: Sent) {
      if (objects.has(key(kind, object.metadata.name)))
        return { ok: false, problem: { kind: 'exists', message: '', hint: '' } };
      if (deny === kind)
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
      config: { agentImage: 'registry.test/emulator:1', planeUrl: 'http://plane.test', caFile },
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
    names: () => [...objects.keys()].toSorted(),
    deny: (kind: string) => void (deny = kind),
    /** Marks the attempt as running in the cluster. */
    running: (attempt: number) =>
      until(async () => {
        const pod = [...objects.values()].find(
          ({ spec, metadata }) => spec !== undefined && metadata.name.endsWith(`-build-${attempt}`),
        );
        return pod?.metadata.name;
      }),
    /** Ends the pod of the attempt with this report. */
    end: (attempt: number, message?: string) =>
      store.builds.end(
        revision.id,
        attempt,
        message === undefined ? { status: 'built', message: null } : { status: 'failed', message },
      ),
  };
}

// docs/kubernetes/guarantees.md#build-watch
describe('a build in a Kubernetes pod', () => {
  test('has a pod with its own token until the build ends, and reports the commit before the end', async () => {
    const at = await aCluster();
    const built = at.replica().build(at.jobOf());
    const name = await at.running(1);
    expect(at.names()).toEqual([`Pod/${name}`, `Secret/${name}`]);
    const variables = at.objects.get(`Secret/${name}`)?.stringData ?? {};
    expect(Object.keys(variables).toSorted()).toEqual(['EMULATOR_BUILD_TOKEN', 'EMULATOR_PLANE_URL']);
    const row = await store.builds.find(at.revision.id);
    expect(row?.tokenHash).toBe(hashKey(variables['EMULATOR_BUILD_TOKEN'] ?? ''));
    await store.builds.setCommit(at.revision.id, 1, COMMIT);
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
      const name = await until(async () => at.names().find((one) => one.startsWith('Pod/')));
      expect(at.objects.get(name)?.spec).toMatchObject({ nodeSelector: { pool: 'builds' } });
      expect(at.objects.get(name.replace('Pod', 'Secret'))?.stringData).toMatchObject({
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
    expect(at.names()).toContain(`Pod/${name}`);
    const built = at.replica().build(at.jobOf());
    await until(async () => at.lines.includes('Continuing the build that was already started.'));
    await at.end(1);
    await built;
    expect(at.names()).toEqual([]);
    expect((await store.builds.find(at.revision.id))?.attempt).toBe(1);
  });

  test('starts again if its replica was killed before the pod existed', async () => {
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

  test('starts again, at most twice, if the cluster removes its pod', async () => {
    const at = await aCluster();
    const ended = at
      .replica()
      .build(at.jobOf())
      .then(() => 'built', String);
    for (const attempt of [1, 2, 3]) {
      const name = await at.running(attempt);
      at.status.set(name, { phase: 'Failed', reason: 'Evicted', message: 'no room' });
    }
    expect(await ended).toMatch(/ended the pod of the build 3 times.*Evicted: no room/);
    expect(at.names()).toEqual([]);
  });

  test("fails with the cluster's message and the last line of the build if no result was reported", async () => {
    const at = await aCluster();
    const ended = at
      .replica()
      .build(at.jobOf())
      .then(() => 'built', String);
    const name = await at.running(1);
    const terminated = { exitCode: 137, reason: 'OOMKilled' };
    at.status.set(name, {
      phase: 'Failed',
      containerStatuses: [{ name: 'build', ready: false, restartCount: 0, state: { terminated } }],
    });
    expect(await ended).toMatch(/memory than its limit.*the plane is not reached/);
    expect(at.names()).toEqual([]);
  });

  test('fails with the reason if its pod cannot reach the control plane', async () => {
    const at = await aCluster({ progressMs: 60_000 });
    await expect(at.replica().build(at.jobOf())).rejects.toThrow(
      /did not request its job from the control plane within 60 s.*http:\/\/plane\.test.*is not reached/,
    );
    expect(at.names()).toEqual([]);
  });

  test("fails with the cluster's message if the cluster rejects its pod", async () => {
    const at = await aCluster();
    at.deny('Pod');
    await expect(at.replica().build(at.jobOf())).rejects.toThrow('Pod is forbidden');
    expect(at.names()).toEqual([]);
  });
});

// docs/kubernetes/guarantees.md#build-watch
test('the sweep of builds removes only builds that no replica waits for', async () => {
  const at = await aCluster();
  const stop = new AbortController();
  const left = at.replica(stop.signal).build(at.jobOf());
  const name = await at.running(1);
  stop.abort();
  await expect(left).rejects.toThrow('stopped waiting for the build');
  const replica = at.replica();
  await replica.sweepBuilds('agents');
  expect(at.names()).toEqual([`Pod/${name}`, `Secret/${name}`]);
  await store.builds.begin(at.revision.id, 'ab'.repeat(32));
  await replica.sweepBuilds('agents');
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
  for (const kind of ['Pod', 'Secret']) {
    at.objects.set(`${kind}/billing`, { metadata: { name: 'billing', labels } });
  }
  await at.replica().sweepBuilds('agents');
  expect(at.names()).toEqual(['Pod/billing', 'Secret/billing']);
});

// The control plane has no right to list Secrets. A sweep finds the Secret through its pod, so the pod is deleted
// last.
test('the Secret of a build is deleted before its pod', async () => {
  const at = await aCluster();
  const built = at.replica().build(at.jobOf());
  const name = await at.running(1);
  await at.end(1);
  await built;
  expect(at.deleted).toEqual([`Secret/${name}`, `Pod/${name}`]);
});

test('the sweep of builds keeps the build of the active revision', async () => {
  const at = await aCluster();
  const built = at.replica().build(at.jobOf());
  const name = await at.running(1);
  await store.revisions.update(at.revision.id, { status: 'DEPLOYED' });
  await at.replica().sweepBuilds('agents');
  expect(at.names()).toEqual([`Pod/${name}`, `Secret/${name}`]);
  await at.end(1);
  await built;
});

test("a Secret of another owner is replaced if it has the name of a build's Secret", async () => {
  const at = await aCluster();
  const built = at.replica().build(at.jobOf());
  const name = await at.running(1);
  const second = name.replace(/1$/, '2');
  const planted = {
    metadata: { name: second, labels: {} },
    stringData: { EMULATOR_PLANE_URL: 'http://evil' },
  };
  at.objects.set(`Secret/${second}`, planted);
  at.status.set(name, { phase: 'Failed', reason: 'Evicted' });
  await at.running(2);
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
  expect(at.names()).toEqual([`Pod/${name}`, `Secret/${name}`]);
  await at.end(1);
  await built;
});
