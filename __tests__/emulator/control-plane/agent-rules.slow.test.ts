// Checks requests against the rules of a workspace, with a PostgreSQL database that replicas share.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type PostgresServer, startPostgres } from '../../../harness/postgres/server.ts';
import { ClusterSettings } from '../../../src/contract/cluster-settings.ts';
import { rejectForbidden, rejectForeignNamespaces } from '../../../src/emulator/control-plane/agent-rules.ts';
import type { DeploymentRow, Store } from '../../../src/emulator/ports/store.ts';
import { revisionSettingsOf } from '../../../src/emulator/ports/store-control-plane.ts';
import { loadKeyring, openStore } from '../../../src/emulator/store/index.ts';
import { aWorkspace, deploymentRow, revisionRow } from '../store/samples.ts';

let server: PostgresServer;
let store: Store;
let replica: Store;
beforeAll(async () => {
  server = await startPostgres();
  const options = { location: server.freshSchema(), keyring: await loadKeyring({}) };
  store = await openStore(options);
  replica = await openStore(options);
});
afterAll(async () => {
  await replica.close();
  await store.close();
  await server.close();
});

const clusterOf = (workspaces: unknown) => ({
  settings: ClusterSettings.parse({ workspaces }),
  namespace: 'agents',
});
const create = (at: Store, cluster: ReturnType<typeof clusterOf>, row: DeploymentRow) =>
  at.transaction(async (tx) => {
    await rejectForbidden(tx, cluster, row, {});
    await tx.deployments.insert(row, []);
  });
const inNamespace = (workspaceId: string, k8s_namespace: string | undefined) =>
  deploymentRow(workspaceId, {
    name: `agent-${k8s_namespace ?? 'default'}`,
    sourceConfig: { ...(k8s_namespace && { listener_config: { k8s_namespace } }) },
  });

// docs/kubernetes/tenants.md#quota-together
test('concurrent requests to two replicas cannot exceed the quota of a workspace together', async () => {
  const workspaceId = await aWorkspace(store);
  const cluster = clusterOf({ [workspaceId]: { quota: { deployments: 3 } } });
  const attempts = Array.from({ length: 10 }, (_, index) =>
    create(
      index % 2 === 0 ? store : replica,
      cluster,
      deploymentRow(workspaceId, { name: `agent-${index}` }),
    ),
  );
  const results = await Promise.allSettled(attempts);
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  expect(refused).toHaveLength(7);
  for (const reason of refused) {
    expect(reason).toMatchObject({ status: 403, message: expect.stringContaining('deployments 4 of 3') });
  }
  // A deployment that exists can still be changed, and a deployment that is being deleted does not count.
  const rows = await store.deployments.list(workspaceId, { limit: 10, offset: 0 });
  expect(rows).toHaveLength(3);
  const [first] = rows;
  if (first === undefined) throw new Error('there are three deployments');
  await store.transaction((tx) => rejectForbidden(tx, cluster, first, {}));
  await store.deployments.update(first.id, { status: 'AWAITING_DELETE' });
  await create(store, cluster, deploymentRow(workspaceId, { name: 'next' }));
});

// docs/kubernetes/tenants.md#quota-revisions
describe('the quota of a workspace', () => {
  const row = (workspaceId: string, name: string, cpu_limit: number) =>
    deploymentRow(workspaceId, { name, sourceConfig: { resource_spec: { cpu_limit } } });

  test('counts the active and the unfinished revisions, whose pods may run with older settings', async () => {
    for (const isActive of [true, false]) {
      const workspaceId = await aWorkspace(store);
      const cluster = clusterOf({ [workspaceId]: { quota: { cpu: 4 } } });
      const large = row(workspaceId, 'large', 4);
      await create(store, cluster, large);
      const revision = await store.revisions.insert(
        revisionRow(large.id, { settings: revisionSettingsOf(large) }),
        [],
      );
      if (isActive) {
        await store.revisions.update(revision.id, { status: 'DEPLOYED' });
        await store.deployments.update(large.id, { activeRevisionId: revision.id });
      }
      // The deployment requests less now, but its next revision might never become active.
      const { sourceConfig } = row(workspaceId, 'large', 1);
      await store.transaction((tx) => rejectForbidden(tx, cluster, { ...large, sourceConfig }, {}));
      await store.deployments.update(large.id, { sourceConfig });
      await expect(create(store, cluster, row(workspaceId, 'more', 1))).rejects.toMatchObject({
        status: 403,
        message: expect.stringContaining('cpu 5 cores of 4 cores'),
      });
    }
  });

  test('counts all pods that a deployment from code of the type prod can have', async () => {
    const workspaceId = await aWorkspace(store);
    const cluster = clusterOf({ [workspaceId]: { quota: { memory: 10_000 } } });
    const prod = { repo_url: 'https://git.test/acme/agent', deployment_type: 'prod' } as const;
    const sent = deploymentRow(workspaceId, { sourceConfig: prod });
    await expect(create(store, cluster, sent)).rejects.toMatchObject({ status: 403 });
    await create(store, cluster, { ...sent, sourceConfig: { ...prod, resource_spec: { max_scale: 2 } } });
  });

  test('refuses a sidecar without limits', async () => {
    const workspaceId = await aWorkspace(store);
    const cluster = clusterOf({ [workspaceId]: { quota: { memory: 10_000 } } });
    const sidecars = [{ name: 'beside', image: 'i', env: [] }];
    const sent = deploymentRow(workspaceId, { sourceConfig: { resource_spec: { sidecars } } });
    await expect(create(store, cluster, sent)).rejects.toMatchObject({ status: 422 });
  });
});

// docs/kubernetes/tenants.md#namespaces
describe('a request of a workspace', () => {
  test('is refused for a namespace that the workspace may not use, including the default namespace', async () => {
    const [one, two] = [await aWorkspace(store), await aWorkspace(store)];
    const cluster = clusterOf({ [one]: { namespaces: ['team-one', 'agents'] } });
    await create(store, cluster, inNamespace(one, undefined));
    await create(store, cluster, inNamespace(one, 'agents'));
    await create(store, cluster, inNamespace(two, 'free'));
    const refusals: [string, string | undefined, string][] = [
      [one, 'free', 'may use only the namespaces team-one, agents'],
      [two, 'team-one', 'the namespace team-one belongs to another workspace'],
      [two, undefined, 'the namespace agents belongs to another workspace'],
    ];
    for (const [workspace, namespace, message] of refusals) {
      await expect(create(store, cluster, inNamespace(workspace, namespace))).rejects.toMatchObject({
        status: 422,
        detail: [{ msg: expect.stringContaining(message) }],
      });
    }
    // Without a cluster, nothing is checked.
    await store.transaction((tx) => rejectForbidden(tx, undefined, inNamespace(two, 'team-one'), {}));
  });

  // docs/kubernetes/images.md#repositories
  test('is refused for images outside the permitted repositories of the cluster and of its workspace', async () => {
    const workspaceId = await aWorkspace(store);
    const settings = ClusterSettings.parse({
      images: { allowed: ['registry.example/**'] },
      workspaces: { [workspaceId]: { images: ['registry.example/team/*'] } },
    });
    const sidecars = [{ name: 'beside', image: 'registry.example/team/proxy:1', env: [] }];
    const row = deploymentRow(workspaceId, { sourceConfig: { resource_spec: { sidecars } } });
    const send = (image_uri: string) =>
      store.transaction((tx) => rejectForbidden(tx, { settings }, row, { image_uri }));
    await send('registry.example/team/agent:1');
    for (const [image, count] of [
      ['registry.example/other/agent:1', 1],
      ['agent', 2],
    ] as const) {
      await expect(send(image)).rejects.toMatchObject({
        status: 422,
        detail: Array(count).fill(
          expect.objectContaining({ loc: ['body', 'source_revision_config', 'image_uri'] }),
        ),
      });
    }
  });

  test('cannot register a listener with a namespace of another workspace', async () => {
    const [one, two] = [await aWorkspace(store), await aWorkspace(store)];
    const cluster = clusterOf({ [one]: { namespaces: ['team-one'] } });
    expect(() => rejectForeignNamespaces(cluster, two, ['free', 'team-one'])).toThrow(
      expect.objectContaining({ status: 422 }),
    );
    expect(() => rejectForeignNamespaces(cluster, one, ['team-one'])).not.toThrow();
    expect(() => rejectForeignNamespaces({}, two, ['anything'])).not.toThrow();
  });
});
