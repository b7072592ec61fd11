import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { type ClusterApi, accepted, messageOf, openClusterApi } from '../../harness/cluster/api.ts';
import { CHART, helm, renderChart } from '../../harness/cluster/helm.ts';
import { kubectl } from '../../harness/cluster/kubectl.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import { INSTALL_MANIFEST, renderInstallManifest } from '../../scripts/install-manifest/render.ts';
import { podsOf } from './support/objects.ts';

const RESTRICTED = 'pod-security.kubernetes.io/enforce';
const IMAGE = { repository: 'registry.test/control-plane', tag: '1' };
/** Values that set every optional value of the chart. */
const EVERYTHING = {
  replicas: 3,
  image: { ...IMAGE, tag: '', digest: `sha256:${'0'.repeat(64)}`, pullPolicy: 'Always' },
  imagePullSecrets: [{ name: 'registry' }],
  secrets: {
    databaseUrl: { name: 'database', key: 'url' },
    apiKey: { name: 'keys', key: 'api' },
    keyring: { name: 'keys', key: 'ring' },
    seed: { name: 'seed', key: 'seed.yaml' },
  },
  publicUrl: 'https://agents.example',
  flags: ['--compat=hosted'],
  env: [{ name: 'UV_DEFAULT_INDEX', value: 'https://packages.example/simple' }],
  service: { port: 8080, annotations: { of: 'the team' } },
  ingress: {
    enabled: true,
    className: 'nginx',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-buffering': 'off' },
    hosts: ['agents.example'],
    tls: [{ secretName: 'tls', hosts: ['agents.example'] }],
  },
  networkPolicy: { clients: [{ namespaceSelector: { matchLabels: { team: 'a' } } }] },
  log: 'text',
  metrics: {
    port: 9999,
    clients: [{ namespaceSelector: { matchLabels: { team: 'monitoring' } } }],
    podMonitor: { enabled: false },
    alerts: { enabled: false },
  },
  podLabels: { team: 'a' },
  podAnnotations: { team: 'a' },
  serviceAccount: { annotations: { team: 'a' } },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
  priorityClassName: 'system-cluster-critical',
};

let api: ClusterApi;
beforeAll(() => {
  api = openClusterApi(sharedCluster());
});
afterAll(() => api.close());

/** Creates a namespace for the control plane with the strictest pod security, and two namespaces for its agents. */
async function namespaces(): Promise<{ plane: string; agents: string[] }> {
  const [plane, ...agents] = await Promise.all(
    ['plane', 'agents', 'agents'].map((name) => freshNamespace(api, name)),
  );
  if (plane === undefined) throw new Error('no namespace');
  const metadata = { name: plane, labels: { [RESTRICTED]: 'restricted' } };
  accepted(await api.apply({ apiVersion: 'v1', kind: 'Namespace', metadata }));
  return { plane, agents };
}

const apply = (manifests: string) =>
  kubectl(api.access, ['apply', '--server-side', '--validate=strict', '--filename', '-'], manifests);

describe('the Helm chart', () => {
  // docs/kubernetes.md#chart
  test.each([
    ['its default values', {}],
    [
      'every option',
      {
        ...EVERYTHING,
        agents: { rights: { keda: true, finalizers: true } },
        nodeSelector: { 'kubernetes.io/os': 'linux' },
      },
    ],
  ])("passes helm's linter with %s", async (_, values) => {
    const args = ['lint', '--strict', CHART, '--namespace', 'agent-deploy', '--values', '-'];
    expect(await helm(args, { input: JSON.stringify(values) })).toMatchObject({ code: 0 });
  });

  test('renders to the install manifest', async () => {
    // `npm run install-manifest` writes this file.
    expect(await readFile(INSTALL_MANIFEST, 'utf8')).toBe(await renderInstallManifest());
  });

  test.each([
    ['a value that does not exist', { replica: 3 }, "'replica' not allowed"],
    ['zero replicas', { replicas: 0 }, 'replicas'],
    [
      'agents in the namespace of the control plane',
      { agents: { namespaces: ['plane'] } },
      'could mount the control plane',
    ],
    ['no namespace for agents', { agents: { namespaces: [] } }, 'namespaces'],
    ['an ingress without a host', { ingress: { enabled: true } }, 'Set ingress.hosts'],
    ['a secret among the variables', { env: [{ name: 'EMULATOR_API_KEY', value: 'x' }] }, 'env'],
    ['a seed without its key', { secrets: { seed: { name: 'seed' } } }, 'seed'],
  ])('is rejected with %s, and the error names the value', async (_, values, words) => {
    await expect(renderChart({ name: 'agent-deploy', namespace: 'plane' }, values)).rejects.toThrow(words);
  });

  // docs/kubernetes/monitoring.md#objects
  test('renders its PodMonitor and its alerts only if the cluster has the API or if a value requests them', async () => {
    const kindsOf = async (values: object, ...more: string[]) => {
      const args = ['template', 'one', CHART, '--namespace', 'plane', '--values', '-', ...more];
      const { stdout } = await helm(args, { input: JSON.stringify(values) });
      return [...stdout.matchAll(/^kind: (PodMonitor|PrometheusRule)$/gm)].map(([, kind]) => kind).toSorted();
    };
    const api = ['--api-versions', 'monitoring.coreos.com/v1'];
    const on = { podMonitor: { enabled: true }, alerts: { enabled: true } };
    expect(await kindsOf({})).toEqual([]);
    expect(await kindsOf({}, ...api)).toEqual(['PodMonitor', 'PrometheusRule']);
    expect(await kindsOf({ metrics: on })).toEqual(['PodMonitor', 'PrometheusRule']);
    expect(await kindsOf({ metrics: { alerts: { enabled: false } } }, ...api)).toEqual(['PodMonitor']);
    expect(await kindsOf({ metrics: { ...on, enabled: false } }, ...api)).toEqual([]);
    const rendered = await renderChart(
      { name: 'one', namespace: 'plane' },
      { metrics: { alerts: { enabled: true, runbooks: 'https://wiki.example/' } } },
    );
    expect(rendered).toContain('runbook_url: https://wiki.example/database-unreachable.md');
    expect(rendered).toContain('{{ $labels.namespace }}');
  });

  // docs/kubernetes.md#least-privilege
  test.each([
    ['its default values', {}],
    ['every option', EVERYTHING],
  ])(
    'with %s is accepted by a strict API server, and runs under the restricted pod security standard',
    async (_, values) => {
      const { plane, agents } = await namespaces();
      const rights = { keda: true, finalizers: true };
      const manifests = await renderChart(
        { name: 'one', namespace: plane },
        { image: IMAGE, ...values, agents: { namespaces: agents, createNamespaces: false, rights } },
      );
      expect(await apply(manifests)).toMatchObject({ code: 0, stderr: '' });
      const rollout = [
        'rollout',
        'status',
        'deployment/one-agent-deploy',
        '--namespace',
        plane,
        '--timeout',
        `${WAIT_LIMIT_MS / 1_000}s`,
      ];
      expect(await kubectl(api.access, rollout)).toMatchObject({ code: 0 });
      // Applies the manifests again, as an upgrade without changes does.
      expect(await apply(manifests)).toMatchObject({ code: 0 });
    },
  );

  test('is tested in a namespace that rejects a pod without the restricted security settings', async () => {
    const { plane } = await namespaces();
    const pod = { containers: [{ name: 'a', image: 'registry.test/agent:1' }] };
    const answer = await api.request('POST', `/api/v1/namespaces/${plane}/pods`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'plain' },
      spec: pod,
    });
    expect(answer.status).toBe(403);
    expect(messageOf(answer.body)).toContain('violates PodSecurity "restricted');
  });
});

describe('a release of the chart', () => {
  const values = (agents: string) =>
    JSON.stringify({ image: IMAGE, agents: { namespaces: [agents], createNamespaces: true } });

  test("is installed, upgraded and uninstalled by helm, but the agents' namespace remains", async () => {
    const { plane } = await namespaces();
    const agents = `${plane}-agents`;
    const options = { input: values(agents), access: api.access };
    const place = ['--namespace', plane, '--values', '-', '--wait', '--timeout', `${WAIT_LIMIT_MS / 1_000}s`];
    expect(await helm(['install', 'agent-deploy', CHART, ...place], options)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('kubectl'),
    });
    const upgrade = ['upgrade', 'agent-deploy', CHART, ...place, '--set', 'replicas=3'];
    expect(await helm(upgrade, options)).toMatchObject({ code: 0 });
    const uninstall = ['uninstall', 'agent-deploy', '--namespace', plane, '--wait'];
    expect(await helm(uninstall, { access: api.access })).toMatchObject({ code: 0 });
    expect(
      (await api.request('GET', `/apis/apps/v1/namespaces/${plane}/deployments/agent-deploy`)).status,
    ).toBe(404);
    const kept = accepted(await api.request('GET', `/api/v1/namespaces/${agents}`));
    expect(kept).toMatchObject({ metadata: { labels: { [RESTRICTED]: 'baseline' } } });
  });

  // docs/kubernetes.md#account
  test('has an account that can run agents in their namespace, but has no other permissions', async () => {
    const { plane, agents } = await namespaces();
    const manifests = await renderChart(
      { name: 'agent-deploy', namespace: plane },
      { image: IMAGE, agents: { namespaces: agents, createNamespaces: false } },
    );
    expect(await apply(manifests)).toMatchObject({ code: 0 });
    const account = `/api/v1/namespaces/${plane}/serviceaccounts/agent-deploy/token`;
    const made = accepted(await api.request('POST', account, { spec: { expirationSeconds: 600 } }));
    const { status } = z.looseObject({ status: z.looseObject({ token: z.string() }) }).parse(made);
    const own = openClusterApi({ ...api.access, token: status.token });
    try {
      for (const namespace of agents) {
        const metadata = { name: 'made', namespace };
        const secret = { apiVersion: 'v1', kind: 'Secret', metadata, stringData: { a: 'b' } };
        const secrets = `/api/v1/namespaces/${namespace}/secrets`;
        accepted(await own.request('POST', secrets, secret));
        expect((await own.request('GET', `${secrets}/made`)).status).toBe(403);
        expect(await podsOf(own, namespace, 'any')).toEqual([]);
      }
      for (const place of [
        `/api/v1/namespaces/${plane}/pods`,
        `/api/v1/namespaces/${plane}/secrets`,
        '/api/v1/nodes',
        '/api/v1/namespaces',
      ]) {
        expect((await own.request('GET', place)).status).toBe(403);
      }
    } finally {
      await own.close();
    }
  });
});
