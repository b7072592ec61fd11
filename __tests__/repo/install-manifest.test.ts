import { globSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';
import { labelsOf } from '../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';
import { LIVE_PATH } from '../../src/emulator/server/router.ts';
import { planeRole } from '../../src/emulator/data-plane/places/kubernetes/plan/rights.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

const Labels = z.record(z.string(), z.string());
const Expression = z.object({
  key: z.string(),
  operator: z.enum(['In', 'DoesNotExist']),
  values: z.array(z.string()).optional(),
});
const Selector = z.object({
  matchLabels: Labels.default({}),
  matchExpressions: z.array(Expression).default([]),
});
const Manifest = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional(), labels: Labels }),
});
const manifests = parseAllDocuments(read('deploy/kubernetes/install.yaml')).map((document) =>
  Manifest.parse(document.toJS()),
);

/** Returns the only object of this kind, reduced to the fields that a test reads. */
function only<T>(kind: string, shape: z.ZodType<T>, name = 'agent-deploy'): T {
  const found = manifests.filter((one) => one.kind === kind && one.metadata.name === name);
  expect(found).toHaveLength(1);
  return shape.parse(found[0]);
}

const selects = (
  { matchLabels, matchExpressions }: z.infer<typeof Selector>,
  labels: Record<string, string>,
) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, values }) =>
    values === undefined ? labels[key] === undefined : values.includes(labels[key] ?? ''),
  );

const Deployment = z.looseObject({
  spec: z.looseObject({
    replicas: z.int(),
    selector: Selector,
    template: z.looseObject({
      metadata: z.object({ labels: Labels }),
      spec: z.looseObject({
        serviceAccountName: z.string(),
        securityContext: z.looseObject({ runAsUser: z.int() }),
        containers: z.array(
          z.looseObject({
            image: z.string(),
            args: z.array(z.string()),
            env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })),
            ports: z.array(z.looseObject({ name: z.string(), containerPort: z.int() })),
            volumeMounts: z.array(z.looseObject({ mountPath: z.string() })),
          }),
        ),
      }),
    }),
  }),
});
const Spec = <T extends z.ZodRawShape>(shape: T) => z.looseObject({ spec: z.looseObject(shape) });

const Job = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    template: z.looseObject({
      metadata: z.object({ labels: Labels }),
      spec: z.looseObject({
        containers: z.array(
          z.looseObject({ env: z.array(z.looseObject({ name: z.string() })), args: z.array(z.string()) }),
        ),
      }),
    }),
  }),
});

const deployment = only('Deployment', Deployment);
const pod = deployment.spec.template;
const [plane] = pod.spec.containers;
const DEPLOYMENT = { plane: 'plane-1', deploymentId: '0198c0de-0000-7000-8000-000000000001' };

describe('the manifest that installs the control plane', () => {
  // docs/kubernetes.md#manifest
  test("grants only the required permissions in the agents' namespace, and none in the whole cluster", () => {
    const { rules } = only('Role', z.looseObject({ rules: z.array(z.unknown()) }));
    expect(rules).toEqual(planeRole('agents').rules);
    expect(manifests.filter(({ kind }) => kind.startsWith('Cluster'))).toEqual([]);
    const roles = manifests.filter(({ kind }) => kind.startsWith('Role'));
    expect(roles.map(({ metadata }) => metadata.namespace)).toEqual(['agents', 'agents']);
  });

  test('runs several replicas, of which a drain can remove only one at a time', () => {
    expect(deployment.spec.replicas).toBeGreaterThan(1);
    const budget = only('PodDisruptionBudget', Spec({ maxUnavailable: z.int(), selector: Selector }));
    expect(budget.spec.maxUnavailable).toBe(1);
    for (const selector of [budget.spec.selector, deployment.spec.selector]) {
      expect(selects(selector, pod.metadata.labels)).toBe(true);
    }
  });

  test("uses the image with the package's version for the control plane and its agents", () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(parse(read('deploy/kubernetes/chart/Chart.yaml'))).toMatchObject({ version, appVersion: version });
    expect(plane?.image).toBe(`registry.invalid/agent-deploy-emulator:${version}`);
    expect(plane?.args).toContain(`--agent-image=${plane?.image ?? ''}`);
  });

  test('contains no placeholder, and an image from a registry that cannot exist', () => {
    const files = globSync('deploy/**/*', { cwd: ROOT, withFileTypes: true }).filter((one) => one.isFile());
    expect(files.length).toBeGreaterThan(10);
    for (const { parentPath, name } of files) {
      expect(readFileSync(path.join(parentPath, name), 'utf8')).not.toMatch(/\bOWNER\b/);
    }
    expect(plane?.image).toMatch(/^registry\.invalid\//);
  });

  test("runs the image as the image's user, on its port, with writable folders", () => {
    const image = read('emulator/Dockerfile');
    expect(image).toContain(`\nUSER ${pod.spec.securityContext.runAsUser}:`);
    expect(image).toContain(`\nEXPOSE ${plane?.ports[0]?.containerPort ?? 0}\n`);
    const home = /^ENV HOME=(\S+)/m.exec(image)?.[1];
    expect(plane?.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(
      expect.arrayContaining([home, '/data', '/tmp']),
    );
  });

  test('migrates the database in a Job with only the database URL, and its replicas wait for the Job', () => {
    const jobs = manifests.filter(({ kind }) => kind === 'Job');
    expect(jobs).toHaveLength(1);
    const job = Job.parse(jobs[0]);
    // The name changes with the pod, because kubectl cannot change the pod of a Job.
    expect(job.metadata.name).toMatch(/^agent-deploy-migrate-[0-9a-f]{8}$/);
    const { template } = job.spec;
    expect(template.spec).toMatchObject({ restartPolicy: 'Never', automountServiceAccountToken: false });
    expect(template.spec.containers).toMatchObject([{ image: plane?.image, args: ['migrate'] }]);
    expect(template.spec.containers[0]?.env.map(({ name }) => name)).toEqual(['EMULATOR_DATABASE_URL']);
    expect(plane?.args).toContain('--wait-for-migrations');
    // Requests of clients do not reach the pod of the Job.
    expect(selects(deployment.spec.selector, template.metadata.labels)).toBe(false);
  });

  test('restarts a replica that does not respond, but not a replica whose database is away', () => {
    expect(plane).toMatchObject({
      startupProbe: { httpGet: { path: LIVE_PATH } },
      livenessProbe: { httpGet: { path: LIVE_PATH } },
      readinessProbe: { httpGet: { path: '/ok' } },
    });
  });

  test("routes its Service's requests to the replicas, and allows agents to reach that Service", () => {
    const service = only(
      'Service',
      Spec({ selector: Labels, ports: z.array(z.looseObject({ port: z.int() })) }),
    );
    expect(pod.metadata.labels).toMatchObject(service.spec.selector);
    expect(plane?.args).toContain('--plane-url=http://agent-deploy.agent-deploy.svc');
    expect(service.spec.ports).toMatchObject([{ port: 80, targetPort: plane?.ports[0]?.name }]);
  });

  const Peer = z.object({ podSelector: Selector.optional(), namespaceSelector: Selector.optional() });
  const Policy = Spec({
    podSelector: Selector,
    ingress: z.array(z.looseObject({ from: z.array(Peer) })).default([]),
    egress: z
      .array(
        z.looseObject({
          to: z.array(
            Peer.extend({ ipBlock: z.object({ cidr: z.string(), except: z.array(z.string()) }).optional() }),
          ),
        }),
      )
      .default([]),
  });
  const policies = ['agents', 'builds', 'databases', 'own-databases'].map((name) => ({
    name,
    ...only('NetworkPolicy', Policy, `agent-deploy-${name}`).spec,
  }));
  const policyOf = (labels: Record<string, string>) => {
    const found = policies.filter(({ podSelector }) => selects(podSelector, labels));
    expect(found).toHaveLength(1);
    return found[0] ?? policies[0];
  };
  const own = { 'agent-deploy/network': 'deployment' };

  // docs/kubernetes.md#manifest
  test('allows only the control plane to reach agents, and only agents to reach their databases', () => {
    for (const component of ['agent', 'queue'] as const) {
      const [from, ...more] = (policyOf(labelsOf(DEPLOYMENT, component))?.ingress ?? []).flatMap(
        ({ from: peers }) => peers,
      );
      expect(more).toEqual([]);
      expect(from?.podSelector && selects(from.podSelector, pod.metadata.labels)).toBe(true);
      expect(from?.namespaceSelector?.matchLabels).toEqual({ 'kubernetes.io/metadata.name': 'agent-deploy' });
    }
    expect(policyOf(labelsOf(DEPLOYMENT, 'build'))?.ingress).toEqual([]);
    for (const component of ['database', 'redis'] as const) {
      // The control plane adds a policy for each deployment.
      expect(policyOf({ ...labelsOf(DEPLOYMENT, component), ...own })?.ingress).toEqual([]);
      const [from] = policyOf(labelsOf(DEPLOYMENT, component))?.ingress.flatMap(({ from: all }) => all) ?? [];
      expect(from?.podSelector && selects(from.podSelector, labelsOf(DEPLOYMENT, 'agent'))).toBe(true);
      expect(from?.namespaceSelector).toBeUndefined();
    }
  });

  // docs/kubernetes/tenants.md#egress
  test('allows agents and builds to reach only the control plane, DNS and the public internet', () => {
    const plain = ['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16'];
    // Some clusters use reserved addresses for nodes and pods.
    const private4 = [...plain, '198.18.0.0/15', '240.0.0.0/4'];
    const metadata = ['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'];
    for (const component of ['agent', 'queue', 'build'] as const) {
      const peers = (policyOf(labelsOf(DEPLOYMENT, component))?.egress ?? []).flatMap(({ to }) => to);
      const blocks = peers.flatMap(({ ipBlock }) => ipBlock ?? []);
      expect(blocks.map(({ cidr }) => cidr)).toEqual(['0.0.0.0/0', '::/0']);
      expect(blocks[0]?.except).toEqual(expect.arrayContaining([...private4, ...metadata]));
      expect(blocks[1]?.except).toEqual(expect.arrayContaining(['fc00::/7', 'fe80::/10', '64:ff9b:1::/48']));
      // NAT64 would translate an IPv6 address to each of these addresses.
      const translated = new BlockList();
      for (const subnet of blocks[1]?.except ?? []) {
        const [net = '', prefix] = subnet.split('/');
        translated.addSubnet(net, Number(prefix), 'ipv6');
      }
      for (const subnet of [...private4, ...metadata]) {
        const [net = '', prefix] = subnet.split('/');
        const bits = net.split('.').reduce((all, one) => all * 256 + Number(one), 0);
        const last = bits + 2 ** (32 - Number(prefix)) - 1;
        for (const address of [bits, last]) {
          const groups = [Math.floor(address / 65_536), address % 65_536].map((one) => one.toString(16));
          expect([subnet, translated.check(`64:ff9b::${groups.join(':')}`, 'ipv6')]).toEqual([subnet, true]);
        }
      }
      expect(translated.check('64:ff9b::808:808', 'ipv6')).toBe(false);
      const others = peers.flatMap(({ podSelector }) => (podSelector ? [podSelector.matchLabels] : []));
      expect(others.slice(0, 2)).toEqual([{ 'k8s-app': 'kube-dns' }, deployment.spec.selector.matchLabels]);
      // Only agents reach databases.
      expect(others.length).toBe(component === 'build' ? 2 : 3);
    }
    for (const component of ['database', 'redis'] as const) {
      for (const labels of [{}, own]) {
        expect(policyOf({ ...labelsOf(DEPLOYMENT, component), ...labels })?.egress).toEqual([]);
      }
    }
  });

  // docs/kubernetes/keys.md#admin-port-closed
  test('serves /_local on a port that no Service, ingress or pod reaches, and only with the admin key', () => {
    const { containerPort } = plane?.ports.find(({ name }) => name === 'admin') ?? { containerPort: 0 };
    expect(plane?.args).toContain(`--admin-port=${containerPort}`);
    const Ports = z.array(z.looseObject({ port: z.unknown() }));
    const policy = only('NetworkPolicy', Spec({ ingress: z.array(z.looseObject({ ports: Ports })) }));
    const allowed = policy.spec.ingress.flatMap(({ ports }) => ports.map(({ port }) => port));
    expect(allowed).toContain('http');
    for (const port of ['admin', containerPort]) expect(allowed).not.toContain(port);
    const service = only('Service', Spec({ ports: z.array(z.looseObject({ targetPort: z.string() })) }));
    expect(service.spec.ports.map(({ targetPort }) => targetPort)).toEqual(['http']);
    expect(manifests.filter(({ kind }) => kind === 'Service')).toHaveLength(1);
  });

  test('reads secrets from Secrets and does not pass them as arguments', () => {
    expect(manifests.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    const env = new Map(plane?.env.map((variable) => [variable.name, variable]));
    expect(env.get('EMULATOR_DATABASE_URL')?.value).toBeUndefined();
    for (const name of ['EMULATOR_API_KEY_FILE', 'EMULATOR_ADMIN_KEY_FILE', 'EMULATOR_KEYRING_FILE']) {
      expect(env.get(name)?.value).toMatch(/^\/etc\/agent-deploy\//);
    }
  });

  test('starts the control plane with flags that exist', async () => {
    const { EMULATOR_FLAGS } = await import('../../src/emulator/cli/flags.ts');
    const names = plane?.args.map((argument) => /^--([a-z-]+)(?:=|$)/.exec(argument)?.[1]) ?? [];
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(Object.keys(EMULATOR_FLAGS)).toContain(name);
  });
});
