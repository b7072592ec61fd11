// Tests for the webhooks, policies and quotas of administrators that refuse objects of a revision.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { accepted, type ClusterApi, openClusterApi, pathOf } from '../../harness/cluster/api.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import { installWebhook, WEBHOOK, type Webhook } from '../../harness/cluster/webhook.ts';
import type { EmulatorHandle } from '../../harness/emulator.ts';
import { until } from '../../harness/until.ts';
import {
  asked,
  createImage,
  type Deployment,
  openPlaneHome,
  type PlaneHome,
  readDeployed,
  type Revision,
  settled,
} from './support/planes.ts';

const IMAGE = 'registry.test/agent:1';
const ADMISSION = { apiVersion: 'admissionregistration.k8s.io/v1' };
const REFUSED = { allowed: false, message: 'images must be signed by\nthe release team' } as const;
let api: ClusterApi;
let namespace = '';
let home: PlaneHome;
let plane: EmulatorHandle;
let serving: Deployment;
let webhook: Webhook | undefined;
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  namespace = await freshNamespace(api, 'admission');
  home = await openPlaneHome(api.access, namespace);
  plane = await home.start();
});
afterAll(async () => {
  await home.close();
  await api.close();
});
beforeEach(async () => {
  // Objects of an earlier test remain in effect for a moment after their removal.
  serving = await until(async () => {
    const { id, latest_revision_id: revision } = await createImage(plane, IMAGE);
    const { status } = await settled(plane, id, revision);
    return status === 'DEPLOYED' && readDeployed(plane, id);
  }, 'a deployment');
});
afterEach(async () => {
  await webhook?.close();
  webhook = undefined;
});

async function change(spec: object = {}): Promise<string> {
  const body = {
    source_config: { resource_spec: spec },
    source_revision_config: { image_uri: `registry.test/agent:${Math.random()}` },
  };
  return (await asked<Deployment>(plane, 'PATCH', `/v2/deployments/${serving.id}`, body)).latest_revision_id;
}

/**
 * Returns the first revision that an administrator's object stops, because the object takes effect only after a
 * moment.
 */
async function firstRefused(spec?: object): Promise<Revision> {
  return until(async () => {
    const before = await readDeployed(plane, serving.id);
    const end = await settled(plane, serving.id, await change(spec));
    if (end.status === 'DEPLOYED') return false;
    // The previous revision stays active.
    expect(await readDeployed(plane, serving.id)).toMatchObject({
      active_revision_id: before.active_revision_id,
    });
    return end;
  }, 'a revision that is refused');
}

const Named = z.looseObject({
  items: z.array(z.looseObject({ metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }) })),
});
async function revisionsIn(kind: string): Promise<(string | undefined)[]> {
  const labels = encodeURIComponent(`agent-deploy/deployment=${serving.id}`);
  const list = await api.request('GET', `${kind}?labelSelector=${labels}`);
  return Named.parse(accepted(list)).items.map(({ metadata }) => metadata.labels['agent-deploy/revision']);
}

/** Checks that the cluster contains no object of a revision. */
async function isGone(revisionId: string): Promise<void> {
  for (const kind of [
    `/apis/apps/v1/namespaces/${namespace}/deployments`,
    `/api/v1/namespaces/${namespace}/secrets`,
    `/api/v1/namespaces/${namespace}/pods`,
  ]) {
    await until(async () => !(await revisionsIn(kind)).includes(revisionId), `the end of its ${kind}`);
  }
}

// docs/kubernetes.md#admission
describe('an admission webhook', () => {
  test.each([
    ['the Deployment of a revision', 'apps/deployments', /^The cluster did not patch deployments\.apps /],
    ['the pods of a revision', '/pods', /^The cluster refused to create the pods: FailedCreate: /],
  ])(
    "that rejects %s fails the revision with the webhook's message, and a later permitted revision is deployed",
    async (_, resource, begins) => {
      webhook = await installWebhook(api, { namespace, resource, answer: REFUSED });
      const end = await firstRefused();
      expect(end.status).toBe('DEPLOY_FAILED');
      expect(end.status_message).toMatch(begins);
      expect(end.status_message).toContain(
        `admission webhook "${WEBHOOK}" denied the request: images must be signed by the release team`,
      );
      expect(end.status_message).toContain('ask the administrators of the cluster');
      await isGone(end.id);
      webhook.answer = { allowed: true };
      expect(await settled(plane, serving.id, await change())).toMatchObject({ status: 'DEPLOYED' });
    },
  );

  test.each([
    ['without a message', { allowed: false }, 'denied the request without explanation'],
    [
      'with a message that resembles a failure',
      { allowed: false, message: 'connection refused by policy' },
      'connection refused by policy',
    ],
    [
      'with the status of an overloaded server',
      { allowed: false, code: 503, message: 'closed until Monday' },
      'closed until Monday',
    ],
  ] as const)(
    "that rejects pods %s fails the revision with the API server's message",
    async (_, answer, words) => {
      webhook = await installWebhook(api, { namespace, resource: '/pods', answer });
      expect((await firstRefused()).status_message).toContain(words);
    },
  );
});

test("an admission policy that rejects a revision's objects makes the revision fail with the policy's message", async () => {
  const metadata = { name: namespace };
  const rule = {
    apiGroups: ['apps'],
    apiVersions: ['v1'],
    operations: ['CREATE'],
    resources: ['deployments'],
  };
  const spec = {
    matchConstraints: { resourceRules: [rule] },
    validations: [{ expression: 'false', message: 'only on Mondays' }],
  };
  const binding = {
    policyName: namespace,
    validationActions: ['Deny'],
    matchResources: {
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    },
  };
  accepted(await api.apply({ ...ADMISSION, kind: 'ValidatingAdmissionPolicy', metadata, spec }));
  const bound = { ...ADMISSION, kind: 'ValidatingAdmissionPolicyBinding', metadata, spec: binding };
  accepted(await api.apply(bound));
  try {
    const end = await firstRefused();
    expect(end.status).toBe('DEPLOY_FAILED');
    expect(end.status_message).toContain('only on Mondays');
    await isGone(end.id);
  } finally {
    for (const plural of ['validatingadmissionpolicybindings', 'validatingadmissionpolicies']) {
      await api.request('DELETE', `/apis/${ADMISSION.apiVersion}/${plural}/${namespace}`);
    }
  }
});

test.each<[string, Record<string, string>, object, RegExp]>([
  [
    'has no room for the pods of a revision fails the revision, with the used and allowed amounts',
    { 'requests.memory': '1Mi' },
    { memory_mb: 512 },
    /exceeded quota: small, requested: requests\.memory=512Mi, used: requests\.memory=\S+, limited: requests\.memory=1Mi\. Raise the quota of the namespace/,
  ],
  [
    // Agents have no default limit of CPU.
    'requires amounts that a revision does not set fails the revision, with the missing amounts',
    { 'limits.cpu': '100' },
    {},
    /failed quota: small: must specify limits\.cpu for: agent\. .* Set them in `resource_spec`/,
  ],
])('a quota of the namespace that %s', async (_, hard, spec, reason) => {
  const quota = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'small', namespace },
    spec: { hard },
  };
  accepted(await api.apply(quota));
  try {
    const end = await firstRefused(spec);
    expect(end.status).toBe('DEPLOY_FAILED');
    expect(end.status_message).toMatch(/^The cluster refused to create the pods: FailedCreate: /);
    expect(end.status_message).toMatch(reason);
    await isGone(end.id);
  } finally {
    await api.request('DELETE', pathOf(quota));
  }
});
