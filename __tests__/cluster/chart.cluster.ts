import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { WAIT_LIMIT_MS } from '../../harness/hang-limit.ts';
import { type ClusterApi, accepted, messageOf, openClusterApi } from '../../harness/cluster/api.ts';
import { installGatewayApi } from '../../harness/cluster/definitions.ts';
import { CHART, helm, renderChart } from '../../harness/cluster/helm.ts';
import { kubectl } from '../../harness/cluster/kubectl.ts';
import { freshNamespace, sharedCluster } from '../../harness/cluster/shared.ts';
import { ClusterSettings } from '../../src/contract/cluster-settings.ts';
import { INSTALL_MANIFEST, renderInstallManifest } from '../../scripts/install-manifest/render.ts';
import { AGENTS, EVERYTHING, IMAGE, WORKSPACE } from './support/chart-values.ts';
import { until } from '../../harness/until.ts';
import { podsOf } from './support/objects.ts';

const Rendered = z.looseObject({
  kind: z.string(),
  spec: z.record(z.string(), z.unknown()).optional(),
  data: z.record(z.string(), z.string()).optional(),
});
const RESTRICTED = 'pod-security.kubernetes.io/enforce';

let api: ClusterApi;
beforeAll(async () => {
  api = openClusterApi(sharedCluster());
  await installGatewayApi(api);
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
    ['its default values', { image: IMAGE }],
    ['migrations by the replicas', { image: IMAGE, migrations: { job: false } }],
    [
      'every option',
      {
        ...EVERYTHING,
        agents: {
          ...AGENTS,
          rights: { finalizers: true },
          podSecurity: 'privileged',
          resourceQuota: { pods: '10' },
          limitRange: [{ type: 'Container', default: { memory: '1Gi' } }],
        },
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
    ['no image', { image: { repository: '' } }, 'image.repository is empty'],
    ['a value that does not exist', { replica: 3 }, "'replica' not allowed"],
    ['an image by a short digest', { image: { digest: 'sha256:0' } }, 'digest'],
    ['an image of a database without a name', { agents: { images: { redis: '' } } }, 'redis'],
    ['a pull secret as a string', { agents: { imagePullSecrets: ['registry'] } }, 'imagePullSecrets'],
    [
      'a workspace by its name',
      { agents: { workspaces: { 'team-a': {} } } },
      "invalid propertyName 'team-a'",
    ],
    [
      'an unknown setting of a workspace',
      { agents: { workspaces: { [WORKSPACE]: { node: {} } } } },
      "'node' not allowed",
    ],
    [
      'a number as a label of nodes',
      { agents: { defaults: { builds: { nodeSelector: { zone: 1 } } } } },
      'nodeSelector',
    ],
    ['an unknown effect of a taint', { tolerations: [{ effect: 'Never' }] }, 'effect'],
    [
      'certificates of two sources',
      { certificates: { configMap: 'a', secret: 'b', key: 'c' } },
      'certificates',
    ],
    ['certificates without a key', { certificates: { configMap: 'a' } }, 'certificates'],
    [
      "a volume with the name of the chart's volume",
      { volumes: [{ name: 'secrets', emptyDir: {} }] },
      'volumes',
    ],
    ['a mount without a path', { volumeMounts: [{ name: 'a' }] }, 'mountPath'],
    ['a route without a gateway', { gateway: { enabled: true } }, 'Set gateway.parents'],
    ['an invalid time limit', { gateway: { timeouts: { request: '5 minutes' } } }, 'request'],
    [
      'more replicas than the maximum',
      { autoscaling: { enabled: true, minReplicas: 9 } },
      'autoscaling.minReplicas is larger',
    ],
    ['a spread without a topology key', { topologySpread: [{ maxSkew: 1 }] }, 'topologyKey'],
    ['an unknown choice of the user', { fixedUser: true }, 'fixedUser'],
    ['zero replicas', { replicas: 0 }, 'replicas'],
    [
      'agents in the namespace of the control plane',
      { agents: { namespaces: ['plane'] } },
      'could mount the control plane',
    ],
    [
      "a workspace's namespace that is the namespace of the control plane",
      { agents: { workspaces: { '11111111-1111-4111-8111-111111111111': { namespaces: ['plane'] } } } },
      'could mount the control plane',
    ],
    ['no namespace for agents', { agents: { namespaces: [] } }, 'namespaces'],
    ['an ingress without a host', { ingress: { enabled: true } }, 'Set ingress.hosts'],
    ['a secret among the variables', { env: [{ name: 'EMULATOR_API_KEY', value: 'x' }] }, 'env'],
    ['an admin key among the variables', { env: [{ name: 'EMULATOR_ADMIN_KEY', value: 'x' }] }, 'env'],
    ['the main port for /_local', { admin: { port: 4400 } }, 'port'],
    ['a proxy that is not a network', { trustedProxies: ['ingress'] }, 'trustedProxies'],
    ['a seed without its key', { secrets: { seed: { name: 'seed' } } }, 'seed'],
    ['an unknown rule for digests', { agents: { images: { digests: 'always' } } }, 'digests'],
    ['only wildcards as hosts', { ingress: { enabled: true, hosts: ['*.agents.example'] } }, 'Set publicUrl'],
    ['an image of agents with a space', { agents: { image: 'agents #1' } }, '/agents/image'],
    ['a URL as a host', { ingress: { hosts: ['https://agents.example'] } }, '/ingress/hosts/0'],
    ['a host with a port', { gateway: { hosts: ['agents.example:443'] } }, '/gateway/hosts/0'],
    ['a tag in the repository', { image: { repository: 'registry:5000/plane:1' } }, '/image/repository'],
    [
      'an autoscaler without a request',
      { autoscaling: { enabled: true }, resources: { requests: { cpu: null } } },
      'Set resources.requests.cpu',
    ],
    ['an invalid tag', { image: { ...IMAGE, tag: 'a: b' } }, '/image/tag'],
    ['a URL that the control plane refuses', { publicUrl: 'https://agents.example?a=b' }, '/publicUrl'],
    ['more builds than the control plane accepts', { maxBuilds: 10_000 }, '/maxBuilds'],
    ['an invalid name of a queue', { builds: { queue: 'My_Queue' } }, '/builds/queue'],
    ['a size that Kubernetes does not know', { storage: { tmp: '2K' } }, '/storage/tmp'],
    [
      'a label that the chart sets',
      { podLabels: { 'app.kubernetes.io/name': 'other' } },
      "invalid propertyName 'app.kubernetes.io/name'",
    ],
  ])('is rejected with %s, and the error names the value', async (_, values, words) => {
    await expect(
      renderChart({ name: 'agent-deploy', namespace: 'plane' }, { image: IMAGE, ...values }),
    ).rejects.toThrow(words);
  });

  test('is rejected for a release whose name cannot be the name of a Service', async () => {
    await expect(renderChart({ name: '2030', namespace: 'plane' })).rejects.toThrow('begin with a letter');
  });

  /** Returns the objects of a release with these values. */
  const objectsWith = async (values: object, ...flags: string[]) => {
    const release = { name: 'agent-deploy', namespace: 'plane' };
    const text = await renderChart(release, { image: IMAGE, ...values }, ['--skip-tests', ...flags]);
    return parseAllDocuments(text).map((document) => Rendered.parse(document.toJS()));
  };
  const specOf = (objects: readonly z.infer<typeof Rendered>[], kind: string) => {
    const [found] = objects.filter((one) => one.kind === kind);
    return found?.spec;
  };

  test('renders valid names of a release with a dot, and names that YAML would read as other types', async () => {
    const text = await renderChart(
      { name: 'a.b', namespace: '12' },
      {
        agents: { namespaces: ['34', 'true'] },
        secrets: { databaseUrl: { name: 'on', key: '5' }, apiKey: { name: '6', key: '7' } },
        certificates: { secret: 'null', key: '8' },
        priorityClassName: 'yes',
        ingress: { enabled: true, className: '9', hosts: ['*.agents.example', 'agents.example'] },
      },
      [],
    );
    const named = z.looseObject({ metadata: z.looseObject({ name: z.string() }) });
    const objects = parseAllDocuments(text, { version: '1.1' }).map((one) => named.parse(one.toJS()));
    const names = objects.map(({ metadata }) => metadata.name);
    expect(names).toEqual(
      expect.arrayContaining(['34', 'true', 'a-b-agent-deploy', 'a-b-agent-deploy-test']),
    );
    // Only these fields of the objects have values of these types.
    const numbers = JSON.stringify(objects).match(/"[A-Za-z./-]+":(12|[3-9]|34|null|true)\b/g);
    expect(new Set(numbers)).toEqual(
      new Set([
        '"enableServiceLinks":true',
        '"optional":true',
        '"readOnlyRootFilesystem":true',
        '"readOnly":true',
        '"runAsNonRoot":true',
        '"timeoutSeconds":5',
        '"periodSeconds":5',
        '"seconds":5',
        '"failureThreshold":4',
      ]),
    );
    expect(text).toContain('value: "http://agents.example"');
  });

  test('accepts null, with which an upgrade removes the seed, the certificates or the resources', async () => {
    const absent = { secrets: { seed: null }, certificates: null, resources: null };
    const text = JSON.stringify(specOf(await objectsWith(absent), 'Deployment'));
    expect(text).not.toMatch(/--seed|EMULATOR_CA_FILE|"resources"/);
    expect(text).toBe(JSON.stringify(specOf(await objectsWith({ resources: null }), 'Deployment')));
  });

  // docs/kubernetes/chart.md#autoscaling
  test('sets no number of replicas if an autoscaler sets it', async () => {
    const scaled = await objectsWith({ autoscaling: { enabled: true, minReplicas: 3 } });
    expect(specOf(scaled, 'Deployment')).not.toHaveProperty('replicas');
    expect(specOf(scaled, 'HorizontalPodAutoscaler')).toMatchObject({
      minReplicas: 3,
      scaleTargetRef: { name: 'agent-deploy' },
    });
    const fixed = await objectsWith({});
    expect(specOf(fixed, 'Deployment')).toMatchObject({ replicas: 2 });
    expect(specOf(fixed, 'HorizontalPodAutoscaler')).toBeUndefined();
  });

  // docs/kubernetes/chart.md#gateway
  test('routes the hosts of the Gateway API to the Service, without a time limit', async () => {
    const parents = [{ name: 'public', namespace: 'gateways' }];
    const objects = await objectsWith({ gateway: { enabled: true, parents, hosts: ['agents.example'] } });
    expect(specOf(objects, 'HTTPRoute')).toMatchObject({
      parentRefs: parents,
      hostnames: ['agents.example'],
      rules: [{ timeouts: { request: '0s' }, backendRefs: [{ name: 'agent-deploy', port: 80 }] }],
    });
    expect(JSON.stringify(specOf(objects, 'Deployment'))).toContain('"https://agents.example"');
    expect(specOf(await objectsWith({}), 'HTTPRoute')).toBeUndefined();
  });

  // docs/kubernetes/chart.md#spread
  test('spreads replicas over zones and nodes, unless the values contain other constraints', async () => {
    const keys = async (values: object) =>
      JSON.stringify(specOf(await objectsWith(values), 'Deployment')).match(/(?<="topologyKey":")[^"]+/g);
    expect(await keys({})).toEqual(['topology.kubernetes.io/zone', 'kubernetes.io/hostname']);
    const rack = { topologyKey: 'rack', maxSkew: 2, whenUnsatisfiable: 'DoNotSchedule' };
    expect(await keys({ topologySpread: [rack] })).toEqual(['rack']);
    expect(await keys({ topologySpread: [] })).toBeNull();
  });

  test('allows the pod of `helm test` to reach the control plane in a namespace that denies all traffic', async () => {
    const text = await renderChart({ name: 'agent-deploy', namespace: 'plane' }, {}, []);
    const objects = parseAllDocuments(text).map((document) => Rendered.parse(document.toJS()));
    const selector = (component: string) => ({
      matchLabels: expect.objectContaining({ 'app.kubernetes.io/component': component }),
    });
    const policies = objects.flatMap(({ kind, spec }) => (kind === 'NetworkPolicy' && spec ? [spec] : []));
    expect(policies).toContainEqual(
      expect.objectContaining({
        podSelector: selector('test'),
        egress: [
          {
            ports: [{ port: 'http', protocol: 'TCP' }],
            to: [{ podSelector: selector('control-plane') }],
          },
        ],
      }),
    );
  });

  // docs/kubernetes/chart.md#openshift
  test('sets no user on OpenShift, which assigns a user, and grants the permissions that OpenShift requires', async () => {
    const openShift = ['--api-versions', 'security.openshift.io/v1'];
    for (const [values, flags, isFixed] of [
      [{}, [], true],
      [{}, openShift, false],
      [{ fixedUser: 'always' }, openShift, true],
      [{ fixedUser: 'never' }, [], false],
    ] as const) {
      const objects = await objectsWith(values, ...flags);
      const text = JSON.stringify(specOf(objects, 'Deployment'));
      expect(text).toContain('"runAsNonRoot":true');
      expect(/"(runAsUser|runAsGroup|fsGroup)"/.test(text)).toBe(isFixed);
      expect(JSON.stringify(objects).includes('services/finalizers')).toBe(flags.length > 0);
    }
  });

  // docs/kubernetes/chart.md#certificates
  test.each([
    ['ConfigMap', { configMap: 'company', key: 'a.pem' }, { configMap: { name: 'company' } }],
    ['Secret', { secret: 'company', key: 'a.pem' }, { secret: { secretName: 'company' } }],
  ])('gives the control plane the certificates of a %s', async (_, certificates, source) => {
    const text = JSON.stringify(specOf(await objectsWith({ certificates }), 'Deployment'));
    expect(text).toContain('{"name":"EMULATOR_CA_FILE","value":"/etc/agent-deploy-ca/ca.crt"}');
    expect(text).toContain(JSON.stringify(source).slice(1, -2));
    expect(text).toContain('"items":[{"key":"a.pem","path":"ca.crt"}]');
  });

  // docs/kubernetes/chart.md#workspaces
  test('passes settings of agents by workspace to the control plane, in a file that it accepts', async () => {
    const [defaults, all] = await Promise.all([{}, AGENTS].map((agents) => objectsWith({ agents })));
    const settings = (objects: typeof defaults) =>
      ClusterSettings.parse(
        parse(objects?.find(({ kind }) => kind === 'ConfigMap')?.data?.['settings.yaml'] ?? ''),
      );
    const { image, idleTimeout, ...file } = AGENTS;
    expect(settings(all)).toEqual(file);
    const replicas = JSON.stringify(specOf(all ?? [], 'Deployment'));
    expect(replicas).toContain(`"--agent-image=${image}"`);
    expect(replicas).toContain(`"--idle-timeout=${idleTimeout}"`);
    expect(settings(defaults).images).toEqual({
      postgres: 'docker.io/pgvector/pgvector:pg15',
      redis: 'docker.io/library/redis:6',
    });
    const revision = (objects: typeof defaults) =>
      JSON.stringify(specOf(objects ?? [], 'Deployment')).match(/"agent-deploy\/settings":"\w+"/)?.[0];
    expect(revision(all)).not.toBe(revision(defaults));
  });

  // docs/kubernetes/chart.md#values
  test('is packed with its README', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'chart-'));
    try {
      expect(await helm(['package', CHART, '--destination', folder])).toMatchObject({ code: 0 });
      const [file = ''] = await readdir(folder);
      const shown = await helm(['show', 'readme', path.join(folder, file)]);
      expect(shown.stdout.trim()).toBe((await readFile(path.join(CHART, 'README.md'), 'utf8')).trim());
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  // docs/kubernetes/chart.md#notes
  test.each([
    [
      {},
      [
        'Secret agent-deploy must exist before',
        'port-forward service/agent-deploy',
        'helm test agent-deploy',
      ],
      ['Warning'],
    ],
    [
      { ingress: { enabled: true, hosts: ['a.example'] }, certificates: { secret: 'ca', key: 'k' } },
      ['at http://a.example', 'Warning: the ingress has no TLS', 'The Secret ca with your certificates'],
      ['port-forward'],
    ],
    [
      {
        networkPolicy: { enabled: false },
        autoscaling: { enabled: true },
        agents: { podSecurity: 'privileged', imagePullSecrets: [{ name: 'one' }, { name: 'two' }] },
      },
      ['2 to 6 replicas', 'without network policies', 'privileged pods', 'Secret(s) one, two'],
      [],
    ],
  ])('ends its installation with the next steps for the values %j', async (values, words, absent) => {
    const args = [
      'install',
      'agent-deploy',
      CHART,
      '--dry-run=client',
      '--namespace',
      'plane',
      '--values',
      '-',
    ];
    const { code, stdout } = await helm(args, { input: JSON.stringify({ image: IMAGE, ...values }) });
    expect(code).toBe(0);
    const notes = stdout.slice(stdout.indexOf('\nNOTES:'));
    for (const word of words) expect(notes).toContain(word);
    for (const word of absent) expect(notes).not.toContain(word);
  });

  // docs/kubernetes/monitoring.md#objects
  test('renders its PodMonitor and its alerts only if the cluster has the API or if a value requests them', async () => {
    const kindsOf = async (values: object, ...more: string[]) => {
      const args = ['template', 'one', CHART, '--namespace', 'plane', '--values', '-', ...more];
      const { stdout } = await helm(args, { input: JSON.stringify({ image: IMAGE, ...values }) });
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
      const rights = { finalizers: true };
      const manifests = await renderChart(
        { name: 'one', namespace: plane },
        { ...values, agents: { namespaces: agents, createNamespaces: false, rights } },
        [],
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

  // docs/kubernetes/upgrades.md#chart-hook
  test('runs the migration before other objects, and replicas migrate only without its Job', async () => {
    const release = { name: 'one', namespace: 'plane' };
    const [hook, none] = [
      await renderChart(release),
      await renderChart(release, { migrations: { job: false } }),
    ];
    expect(hook).toMatch(
      /kind: Job\nmetadata:[^]*?helm\.sh\/hook: pre-install,pre-upgrade\n *helm\.sh\/hook-delete-policy: before-hook-creation,hook-succeeded\n/,
    );
    expect(hook).toContain('- --wait-for-migrations\n');
    expect(none).not.toMatch(/kind: Job|--wait-for-migrations/);
  });

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

  /** Returns all objects of the release in a namespace, or outside of namespaces. */
  const objectsOf = async (scope: string[]): Promise<string[]> => {
    const namespaced = `--namespaced=${scope.length > 0}`;
    const kinds = await kubectl(api.access, ['api-resources', '--verbs=list', namespaced, '--output=name']);
    expect(kinds.code).toBe(0);
    const names = kinds.stdout.trim().split('\n').join(',');
    const selector = ['--selector', 'app.kubernetes.io/instance=agent-deploy', '--output=name'];
    const found = await kubectl(api.access, ['get', names, ...scope, ...selector]);
    expect(found).toMatchObject({ code: 0 });
    return found.stdout.trim().split('\n').filter(Boolean).toSorted();
  };

  // docs/kubernetes/chart.md#uninstall
  test('is installed, upgraded, uninstalled and installed again, and leaves only what agents need', async () => {
    const { plane } = await namespaces();
    const agents = `${plane}-agents`;
    const options = { input: values(agents), access: api.access };
    const place = ['--namespace', plane, '--values', '-', '--wait', '--timeout', `${WAIT_LIMIT_MS / 1_000}s`];
    expect(await helm(['install', 'agent-deploy', CHART, ...place], options)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('kubectl'),
    });
    await upgradeToNewValues(plane, agents);
    const uninstall = ['uninstall', 'agent-deploy', '--namespace', plane, '--wait'];
    expect(await helm(uninstall, { access: api.access })).toMatchObject({ code: 0 });
    expect(
      (await api.request('GET', `/apis/apps/v1/namespaces/${plane}/deployments/agent-deploy`)).status,
    ).toBe(404);
    const kept = accepted(await api.request('GET', `/api/v1/namespaces/${agents}`));
    expect(kept).toMatchObject({ metadata: { labels: { [RESTRICTED]: 'baseline' } } });
    await until(async () => (await objectsOf(['--namespace', plane])).length === 0, 'no leftover objects');
    const policies = ['agents', 'builds', 'databases', 'own-databases'].map(
      (name) => `networkpolicy.networking.k8s.io/agent-deploy-${name}`,
    );
    expect(await objectsOf(['--namespace', agents])).toEqual(policies);
    expect(await objectsOf([])).toEqual([`namespace/${agents}`]);

    // A release of the same name takes over the kept objects.
    expect(await helm(['install', 'agent-deploy', CHART, ...place], options)).toMatchObject({ code: 0 });
    expect(await objectsOf(['--namespace', agents])).toEqual(expect.arrayContaining(policies));
    expect(await helm(uninstall, { access: api.access })).toMatchObject({ code: 0 });
    const remove = ['delete', 'networkpolicy', '--namespace', agents, '--selector'];
    expect(await kubectl(api.access, [...remove, 'app.kubernetes.io/instance=agent-deploy'])).toMatchObject({
      code: 0,
    });
    expect(await objectsOf(['--namespace', agents])).toEqual([]);
  });

  // docs/kubernetes/upgrades.md#new-values
  /** Upgrades to a chart with a new value, with the flag of the documentation that keeps the user's values. */
  async function upgradeToNewValues(plane: string, agents: string): Promise<void> {
    const page = await readFile(path.resolve(CHART, '../../../docs/kubernetes/upgrades.md'), 'utf8');
    const flag = /^helm upgrade .*?(--\S*reuse-values)/m.exec(page)?.[1] ?? '';
    const folder = await mkdtemp(path.join(tmpdir(), 'chart-'));
    try {
      const chart = path.join(folder, 'agent-deploy');
      await cp(CHART, chart, { recursive: true });
      const [values, schema] = ['values.yaml', 'values.schema.json'].map((name) => path.join(chart, name));
      if (values === undefined || schema === undefined) throw new Error('no values');
      await writeFile(values, `${await readFile(values, 'utf8')}\nadded: { name: new }\n`);
      const text = await readFile(schema, 'utf8');
      await writeFile(schema, text.replace('"replicas":', '"added": { "type": "object" },\n    "replicas":'));
      const template = path.join(chart, 'templates', 'service.yaml');
      const label = '    of: {{ .Values.added.name }}-{{ first .Values.agents.namespaces }}\nspec:\n';
      await writeFile(template, (await readFile(template, 'utf8')).replace('spec:\n', label));
      const limit = ['--wait', '--timeout', `${WAIT_LIMIT_MS / 1_000}s`];
      const args = ['upgrade', 'agent-deploy', chart, '--namespace', plane, flag, '--set', 'replicas=3'];
      expect(await helm([...args, ...limit], { access: api.access })).toMatchObject({ code: 0 });
    } finally {
      await rm(folder, { recursive: true });
    }
    const service = await api.request('GET', `/api/v1/namespaces/${plane}/services/agent-deploy`);
    expect(accepted(service)).toMatchObject({ metadata: { labels: { of: `new-${agents}` } } });
  }

  // docs/kubernetes/upgrades.md#failed-migration
  test('keeps its replicas if the migration of an upgrade fails, and returns to the previous version', async () => {
    const { plane, agents } = await namespaces();
    const input = JSON.stringify({ image: IMAGE, agents: { namespaces: agents, createNamespaces: false } });
    const release = (verb: string[], ...more: string[]) =>
      helm([...verb, '--namespace', plane, '--wait', ...more], { input, access: api.access });
    const upgrade = (...more: string[]) =>
      release(['upgrade', 'agent-deploy', CHART], '--values', '-', ...more);
    const image = async () => {
      const place = `/apis/apps/v1/namespaces/${plane}/deployments/agent-deploy`;
      const Shape = z.looseObject({
        spec: z.looseObject({
          template: z.looseObject({
            spec: z.looseObject({ containers: z.array(z.looseObject({ image: z.string() })) }),
          }),
        }),
      });
      const found = Shape.parse(accepted(await api.request('GET', place)));
      return found.spec.template.spec.containers.map((one) => one.image);
    };
    const limit = ['--timeout', `${WAIT_LIMIT_MS / 1_000}s`];
    expect(await release(['install', 'agent-deploy', CHART], '--values', '-', ...limit)).toMatchObject({
      code: 0,
    });
    const failed = await upgrade('--set', 'image.tag=missing', '--rollback-on-failure', '--timeout', '5s');
    expect(failed.code).not.toBe(0);
    expect(failed.stderr).toContain('pre-upgrade');
    expect(await image()).toEqual([`${IMAGE.repository}:1`]);
    expect(await upgrade('--set-string', 'image.tag=2', ...limit)).toMatchObject({ code: 0 });
    expect(await image()).toEqual([`${IMAGE.repository}:2`]);
    expect(await release(['rollback', 'agent-deploy'], ...limit)).toMatchObject({ code: 0 });
    expect(await image()).toEqual([`${IMAGE.repository}:1`]);
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
        const labels = { 'app.kubernetes.io/managed-by': 'agent-deploy', 'agent-deploy/plane': 'one' };
        const metadata = { name: 'made', namespace, labels };
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
      await attackAs(own, agents[0] ?? '');
    } finally {
      await own.close();
    }
  });

  /**
   * Sends the requests that a compromised replica could use to gain permissions with the account of the control plane.
   */
  // docs/security/emulator.md#cluster-admission-policy
  // docs/kubernetes/tenants.md#admission-policy
  async function attackAs(own: ClusterApi, namespace: string): Promise<void> {
    const labels = {
      'app.kubernetes.io/managed-by': 'agent-deploy',
      'app.kubernetes.io/component': 'agent',
      'agent-deploy/plane': 'one',
    };
    const of = (name: string) => ({ name, namespace, labels });
    const container = { name: 'a', image: 'registry.test/agent:1' };
    const pod = (name: string, spec: object, more: object = {}) => ({
      path: `/api/v1/namespaces/${namespace}/pods`,
      object: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { ...of(name), ...more },
        spec: { containers: [container], ...spec },
      },
    });
    const service = (name: string, spec: object) => ({
      path: `/api/v1/namespaces/${namespace}/services`,
      object: {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: of(name),
        spec: { ports: [{ port: 80 }], ...spec },
      },
    });
    const deployment = (name: string, spec: object, podLabels: Record<string, string> = labels) => ({
      path: `/apis/apps/v1/namespaces/${namespace}/deployments`,
      object: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: of(name),
        spec: {
          replicas: 0,
          selector: { matchLabels: { a: name } },
          template: {
            metadata: { labels: { ...podLabels, a: name } },
            spec: { containers: [container], ...spec },
          },
        },
      },
    });
    const policy = (name: string, podSelector: object, rules: object = { policyTypes: ['Ingress'] }) => ({
      path: `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies`,
      object: {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'NetworkPolicy',
        metadata: of(name),
        spec: { podSelector, ...rules },
      },
    });
    const token = {
      path: `/api/v1/namespaces/${namespace}/secrets`,
      object: {
        apiVersion: 'v1',
        kind: 'Secret',
        type: 'kubernetes.io/service-account-token',
        metadata: { ...of('token'), annotations: { 'kubernetes.io/service-account.name': 'default' } },
      },
    };
    const privileged = [{ ...container, securityContext: { privileged: true } }];
    const capable = [{ ...container, securityContext: { capabilities: { add: ['SYS_ADMIN'] } } }];
    const host = { volumes: [{ name: 'host', hostPath: { path: '/' } }] };
    const databases = { matchLabels: { 'agent-deploy/network': 'deployment' } };
    const attacks: [{ path: string; object: { metadata: { name: string } } }, string][] = [
      [pod('unlabelled', {}, { labels: {} }), 'only objects with its labels'],
      // A Deployment's pods are checked only later, so the policy checks the template.
      [deployment('privileged', { containers: privileged }), 'may not be privileged'],
      [
        deployment('init', { initContainers: privileged.map((one) => ({ ...one, name: 'before' })) }),
        'may not be privileged',
      ],
      [deployment('capable', { containers: capable }), 'add capabilities'],
      [deployment('host', host), 'folders of their node'],
      [deployment('network', { hostNetwork: true }), 'may not use the network'],
      [token, 'only Secrets of the type Opaque'],
      [service('name', { type: 'ExternalName', externalName: 'example.com' }), 'only Services of the type'],
      [service('external', { externalIPs: ['8.8.8.8'] }), 'without external addresses'],
      [policy('open', {}), 'only for connections to databases of deployments'],
      [
        policy('egress', databases, { policyTypes: ['Egress'], egress: [{}] }),
        'only for connections to databases of deployments',
      ],
      // No network policy of the chart would apply to these pods.
      [deployment('free', {}, {}), 'labels to which the network policies apply'],
      [
        pod('other', {}, { labels: { ...labels, 'app.kubernetes.io/component': 'other' } }),
        'labels to which the network policies apply',
      ],
      [
        deployment('unmasked', {
          hostUsers: false,
          containers: [{ ...container, securityContext: { procMount: 'Unmasked' } }],
        }),
        'may not be privileged',
      ],
    ];
    // A new policy takes effect after a moment.
    const { path: pods, object: unlabelled } = pod('early', {}, { labels: {} });
    await until(async () => {
      const { status } = await own.request('POST', pods, unlabelled);
      if (status === 201) await api.request('DELETE', `${pods}/early`);
      return status === 422;
    }, 'the admission policy');
    for (const [{ path, object }, message] of attacks) {
      const answer = await own.request('POST', path, object);
      expect([object.metadata.name, answer.status]).toEqual([object.metadata.name, 422]);
      expect(messageOf(answer.body)).toContain(message);
    }
    for (const { path, object } of [
      pod('plain', {}),
      deployment('plain', {}),
      service('plain', {}),
      policy('own', databases),
    ]) {
      accepted(await own.request('POST', path, object));
    }
    // Objects of others can be neither changed nor deleted.
    const foreign = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'foreign', namespace } };
    accepted(await api.apply({ ...foreign, stringData: { a: 'b' } }));
    const removed = await own.request('DELETE', `${token.path}/foreign`);
    expect(messageOf(removed.body)).toContain('only objects with its labels');
    accepted(await own.request('DELETE', `${token.path}/made`));
  }
});
