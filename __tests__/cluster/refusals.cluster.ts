import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { type ClusterAccess, type ClusterApi, accepted, openClusterApi } from '../../harness/cluster/api.ts';
import { accountWith, freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import { until } from '../../harness/until.ts';
import { EXTRA_RULES, RULES } from '../../src/emulator/data-plane/places/kubernetes/plan/rights.ts';
import {
  asked,
  changeImage,
  createImage,
  type Deployment,
  openPlaneHome,
  type PlaneHome,
  readDeployed,
  type Revision,
  settled,
} from './support/planes.ts';

const IMAGE = 'registry.test/agent:1';
let api: ClusterApi;
let namespace = '';
let home: PlaneHome;
let plane: EmulatorHandle;

/**
 * Permissions of the published role, and the permissions that a control plane outside the cluster needs in addition.
 */
const ROLE = [...RULES, EXTRA_RULES.proxy].map(({ apiGroups = [], resources = [], verbs }) => ({
  apiGroups,
  resources,
  verbs,
}));

beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'refusals');
  // All tests of this file run with the minimal role.
  home = await openPlaneHome(await accountWith(api, namespace, ROLE), namespace);
  plane = await until(() => home.start().catch(() => undefined), 'the rights');
});
afterAll(async () => {
  await home.close();
  await api.close();
});

/**
 * Deploys a revision that becomes active, and then a revision that cannot run. Returns the final state of the second
 * revision, while the first is still active.
 */
async function refused(spec: object, image = IMAGE): Promise<Revision> {
  const { id, latest_revision_id: first } = await createImage(plane, IMAGE);
  expect(await settled(plane, id, first)).toMatchObject({ status: 'DEPLOYED' });
  const body = { source_config: { resource_spec: spec }, source_revision_config: { image_uri: image } };
  const changed = await asked<Deployment>(plane, 'PATCH', `/v2/deployments/${id}`, body);
  const end = await settled(plane, id, changed.latest_revision_id);
  expect(await readDeployed(plane, id)).toMatchObject({ active_revision_id: first });
  return end;
}

// docs/kubernetes.md#failure
// docs/kubernetes.md#least-role
describe('a revision that the cluster rejects under the minimal role', () => {
  test.each<[string, object, RegExp]>([
    [
      'a service account that does not exist',
      { service_account_name: 'absent' },
      /The cluster refused to create the pods: FailedCreate: .*service account "\S*absent" not found|serviceaccount "absent" not found/,
    ],
    [
      'a field that the cluster does not accept',
      {
        init_containers: [
          { name: 'prepare', image: 'registry.test/prepare:1', resources: { limits: { cpu: 'much' } } },
        ],
      },
      /The cluster did not patch deployments\.apps .*quantities must match.*Correct the named fields/,
    ],
  ])(
    "fails with the cluster's message while the previous revision is active: %s",
    async (_, spec, reason) => {
      const end = await refused(spec);
      expect(end).toMatchObject({ status: 'DEPLOY_FAILED' });
      expect(end.status_message).toMatch(reason);
    },
  );

  test("fails with the cluster's message for a container with an invalid configuration", async () => {
    const end = await refused({}, 'registry.test/agent:unconfigured');
    expect(end).toMatchObject({ status: 'DEPLOY_FAILED' });
    expect(end.status_message).toMatch(/CreateContainerConfigError: secret "missing" not found/);
  });

  test("fails with the cluster's message for a quota", async () => {
    const quota = {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'small', namespace },
      spec: { hard: { 'count/secrets': '0' } },
    };
    const { id, latest_revision_id: first } = await createImage(plane, IMAGE);
    await settled(plane, id, first);
    accepted(await api.apply(quota));
    try {
      // A quota takes effect a moment after its creation.
      const end = await until(async () => {
        const one = await settled(
          plane,
          id,
          await changeImage(plane, id, `registry.test/agent:${Math.random()}`),
        );
        return one.status === 'DEPLOY_FAILED' && one;
      });
      expect(end.status_message).toMatch(/exceeded quota: small.*Raise the quota of the namespace/);
    } finally {
      await api.request('DELETE', `/api/v1/namespaces/${namespace}/resourcequotas/small`);
    }
  });

  test('fails if a permission was removed, and reports the rule to add', async () => {
    const roles = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles`;
    const Roles = z.looseObject({
      items: z.array(z.looseObject({ metadata: z.looseObject({ name: z.string() }) })),
    });
    const [role] = Roles.parse(accepted(await api.request('GET', roles))).items;
    const name = role?.metadata.name ?? '';
    const setRules = async (rules: typeof ROLE) => {
      const change = { rules };
      accepted(await api.request('PATCH', `${roles}/${name}`, change, 'application/merge-patch+json'));
    };
    const { id, latest_revision_id: first } = await createImage(plane, IMAGE);
    await settled(plane, id, first);
    try {
      await setRules(
        ROLE.map((rule) =>
          rule.resources.includes('deployments')
            ? { ...rule, verbs: rule.verbs.filter((verb) => verb !== 'patch') }
            : rule,
        ),
      );
      const { end, active } = await until(async () => {
        const { active_revision_id: active } = await readDeployed(plane, id);
        const revision = await changeImage(plane, id, `registry.test/agent:${Math.random()}`);
        const end = await settled(plane, id, revision);
        return end.status === 'DEPLOY_FAILED' && { end, active };
      }, 'the role to be in force');
      expect(end.status_message).toContain(
        `cannot patch resource "deployments" in API group "apps" in the namespace "${namespace}"`,
      );
      expect(end.status_message).toContain(
        `Add this rule to the Role of system:serviceaccount:${namespace}:${name} in the namespace ${namespace}`,
      );
      expect(end.status_message).toContain(
        '- {apiGroups: ["apps"], resources: ["deployments"], verbs: ["patch"]}',
      );
      expect(await readDeployed(plane, id)).toMatchObject({ active_revision_id: active });
    } finally {
      await setRules(ROLE);
    }
  });

  test('fails in a namespace without the role, and reports the rule to add', async () => {
    const other = await freshNamespace(api, 'unprepared');
    const listener = await asked<{ id: string }>(plane, 'POST', '/v2/listeners', {
      compute_type: 'k8s',
      compute_id: 'cluster',
      compute_config: { k8s_namespaces: [other, 'nowhere'] },
    });
    for (const name of [other, 'nowhere']) {
      const { id, latest_revision_id: revision } = await createImage(
        plane,
        IMAGE,
        {},
        {
          source_config: { listener_id: listener.id, listener_config: { k8s_namespace: name } },
        },
      );
      const end = await settled(plane, id, revision);
      expect(end).toMatchObject({ status: 'DEPLOY_FAILED' });
      expect(end.status_message).toContain(`in the namespace ${name}`);
      expect(end.status_message).toContain('- {apiGroups: [""], resources: ["pods"], verbs: ["');
      await asked(plane, 'DELETE', `/v2/deployments/${id}`);
    }
  });
});

// docs/kubernetes.md#start
describe('a control plane that cannot start on a cluster', () => {
  const failure = async (access: ClusterAccess, flags: string[] = [], where = namespace) => {
    const other = await openPlaneHome(access, where);
    try {
      await other.start({ flags });
    } catch (error) {
      return String(error);
    } finally {
      await other.close();
    }
    return 'it started';
  };

  test('reports missing permissions on one line', async () => {
    const account = await accountWith(api, namespace, [
      { apiGroups: [''], resources: ['pods'], verbs: ['get'] },
    ]);
    const line = await failure(account);
    expect(line).toContain(`permissions are missing in the namespace ${namespace}`);
    expect(line).toContain('- {apiGroups: [""], resources: ["secrets"], verbs: ["create", "delete"]}');
  });

  test('reports a missing namespace on one line', async () => {
    expect(await failure(api.access, ['--namespace', 'nowhere'])).toMatch(
      /namespaces "nowhere" not found.*Create the namespace nowhere, or correct its name/,
    );
  });

  test('reports on one line that the cluster does not respond', async () => {
    expect(await failure({ ...api.access, url: 'https://127.0.0.1:1' })).toMatch(
      /Check that the Kubernetes API listens at https:\/\/127\.0\.0\.1:1|did not respond within/,
    );
  });

  test('reports on one line that the cluster rejects its credentials', async () => {
    expect(await failure({ ...api.access, token: 'not-a-token-of-it' })).toMatch(
      /The cluster rejected the credentials/,
    );
  });
});

test('a cluster whose certificate is not verified causes a warning when the control plane starts', async () => {
  const { url: server, token } = api.access;
  const named = <T>(key: string, value: T) => [{ name: 'c', [key]: value }];
  const kubeconfig = {
    'current-context': 'c',
    clusters: named('cluster', { server, 'insecure-skip-tls-verify': true }),
    users: named('user', { token }),
    contexts: named('context', { cluster: 'c', user: 'c', namespace }),
  };
  const folder = await mkdtemp(path.join(tmpdir(), 'insecure-'));
  const other = await openPlaneHome(api.access, namespace);
  try {
    const file = path.join(folder, 'kubeconfig');
    await writeFile(file, JSON.stringify(kubeconfig), { mode: 0o600 });
    const started = await other.start({ flags: ['--kubeconfig', file] });
    expect(started.log()).toContain(
      'does not verify the certificate of the cluster (insecure-skip-tls-verify)',
    );
    expect(started.log()).not.toContain(token);
  } finally {
    await other.close();
    await rm(folder, { recursive: true });
  }
});
