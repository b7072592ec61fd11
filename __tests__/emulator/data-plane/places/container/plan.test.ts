import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseQuantity } from '../../../../../src/contract/quantity.ts';
import type { ResourceSpec } from '../../../../../src/contract/resource-spec.ts';
import { expand } from '../../../../../src/emulator/data-plane/places/container/cluster-values.ts';
import {
  isImageReference,
  planPod,
} from '../../../../../src/emulator/data-plane/places/container/pod-plan.ts';
import { splitVariables } from '../../../../../src/emulator/data-plane/places/container/run-arguments.ts';

import { Seed } from '../../../../../src/emulator/admin/seed.ts';
import { clusterFromSeed } from '../../../../../src/emulator/admin/seeding.ts';

const WORKSPACE = '11111111-1111-4111-8111-111111111111';
const cluster = clusterFromSeed(
  Seed.parse({
    workspaces: [
      {
        id: WORKSPACE,
        cluster_secrets: { prod: { db: { password: 'pass-word', host: 'db.local' } } },
        service_accounts: { prod: ['runner'] },
        registry_secrets: ['registry'],
      },
    ],
  }),
);
const plan = (spec: ResourceSpec, env: Record<string, string> = {}, namespace = 'prod') =>
  planPod({
    image: 'agent:1',
    spec,
    namespace: cluster.namespace(WORKSPACE, namespace),
    env: new Map(Object.entries(env)),
  });
const sidecar = (change: object): ResourceSpec => ({
  sidecars: [{ name: 'beside', image: 'side:1', ...change }],
});
const planned = (spec: ResourceSpec) => {
  const made = plan(spec);
  if (made.kind !== 'plan') throw new Error([...made.missing, ...made.problems].join('; '));
  return made.plan;
};
const from = (source: object) => [{ name: 'A', value: '', valueFrom: { ...source } }];

describe('references of a revision to its cluster', () => {
  test.each<[string, ResourceSpec, RegExp]>([
    [
      'service account',
      { service_account_name: 'other' },
      /no service account "other" \(available: runner\)/,
    ],
    [
      'pull secret',
      { image_pull_secrets: [{ name: 'other' }] },
      /no registry secret "other" \(available: registry\)/,
    ],
    [
      'secret of a volume',
      { volumes: [{ name: 'v', secret: { secretName: 'x' } }] },
      /volumes, v: the cluster secret "x"/,
    ],
    [
      'key of a volume',
      { volumes: [{ name: 'v', secret: { secretName: 'db', items: [{ key: 'x', path: 'x' }] } }] },
      /has no key "x"/,
    ],
    [
      'secret of a variable',
      sidecar({ env: from({ secretKeyRef: { name: 'x', key: 'y' } }) }),
      /sidecars, beside: the variable A refers to the cluster secret "x"/,
    ],
    [
      'key of a variable',
      sidecar({ env: from({ secretKeyRef: { name: 'db', key: 'y' } }) }),
      /the key "y", which does not exist in the cluster secret "db" of the namespace "prod"/,
    ],
    [
      'secret of envFrom',
      sidecar({ envFrom: [{ secretRef: { name: 'x' } }] }),
      /envFrom refers to the cluster secret "x"/,
    ],
  ])('cause an error that contains the name of a missing %s', (_, spec, reason) => {
    expect(plan(spec)).toEqual({ kind: 'problems', missing: [expect.stringMatching(reason)], problems: [] });
  });

  // docs/departures.md#resourcespec-service-accounts-registry
  test("are accepted if the seed does not list the namespace's objects", () => {
    expect(plan({ service_account_name: 'any' }, {}, 'other').kind).toBe('plan');
    const unknown = clusterFromSeed(undefined).namespace(WORKSPACE, 'prod');
    expect(
      planPod({
        image: 'a',
        spec: { image_pull_secrets: [{ name: 'x' }] },
        namespace: unknown,
        env: new Map(),
      }).kind,
    ).toBe('plan');
  });

  test('are accepted for listed objects and for the account "default", which always exists', () => {
    expect(plan({ service_account_name: 'default', image_pull_secrets: [{ name: 'registry' }] }).kind).toBe(
      'plan',
    );
  });

  test('can refer to missing objects if the references are optional', () => {
    const spec = sidecar({
      env: from({ secretKeyRef: { name: 'x', key: 'y', optional: true } }),
      envFrom: [{ secretRef: { name: 'x', optional: true } }],
    });
    expect(planned(spec).sidecars[0]?.env.size).toBe(0);
  });
});

describe('an unsupported or invalid setting of a container', () => {
  // docs/departures/graphs.md#pods-volumes-valuefrom-envfrom
  test.each<[string, ResourceSpec, RegExp]>([
    ...['configMap', 'persistentVolumeClaim', 'nfs', 'csi', 'projected', 'downwardAPI'].map(
      (kind): [string, ResourceSpec, RegExp] => [
        `a volume of the kind ${kind}`,
        { volumes: [{ name: 'v', [kind]: {} }] },
        new RegExp(`volumes, v: a volume of the kind ${kind} needs a Kubernetes cluster`),
      ],
    ),
    [
      'a file outside of its volume',
      { volumes: [{ name: 'v', secret: { secretName: 'db', items: [{ key: 'host', path: '../x' }] } }] },
      /"..\/x" cannot be the path/,
    ],
    [
      'a variable from a field of the pod',
      sidecar({ env: from({ fieldRef: { fieldPath: 'x' } }) }),
      /variable A can be set only from a secretKeyRef.*not from fieldRef/,
    ],
    [
      'envFrom of a ConfigMap',
      sidecar({ envFrom: [{ configMapRef: { name: 'x' } }] }),
      /envFrom supports only secretRef, not configMapRef/,
    ],
    [
      'a privileged container',
      sidecar({ securityContext: { privileged: true } }),
      /privileged: a privileged container could access/,
    ],
    [
      'additional capabilities',
      sidecar({ securityContext: { capabilities: { add: ['SYS_ADMIN'] } } }),
      /capabilities: add would give/,
    ],
    [
      'an unknown security setting',
      sidecar({ securityContext: { seLinuxOptions: {} } }),
      /seLinuxOptions: is not supported/,
    ],
    [
      'an image name that is a flag',
      sidecar({ image: '--privileged' }),
      /"--privileged" is not a valid image name/,
    ],
    [
      "a container with the name of the agent's container",
      { sidecars: [{ name: 'agent', image: 'x' }] },
      /^resource_spec\.sidecars: the container name agent is reserved for the agent/,
    ],
    [
      'a secret on a command line',
      sidecar({ env: from({ secretKeyRef: { name: 'db', key: 'password' } }), args: ['--token=$(A)'] }),
      /\$\(A\) would show a secret/,
    ],
    [
      'an invalid quantity',
      sidecar({ resources: { limits: { cpu: 'much' } } }),
      /limits.cpu: "much" is not a Kubernetes quantity/,
    ],
    [
      'restartPolicy of an init container',
      { init_containers: [{ name: 'i', image: 'x', restartPolicy: 'Always' }] },
      /^resource_spec\.init_containers\.0\.restartPolicy: applies only to sidecars/,
    ],
    [
      'a path expression',
      {
        volumes: [{ name: 'v', emptyDir: {} }],
        volume_mounts: [{ name: 'v', mountPath: '/v', subPathExpr: '$(A)' }],
      },
      /subPathExpr is not supported/,
    ],
    [
      "a mount path that would split the engine's argument",
      { volumes: [{ name: 'v', emptyDir: {} }], volume_mounts: [{ name: 'v', mountPath: '/a:/b' }] },
      /mountPath must be an absolute path/,
    ],
  ])('causes a problem that names the setting: %s', (_, spec, reason) => {
    expect(plan(spec)).toEqual({ kind: 'problems', missing: [], problems: [expect.stringMatching(reason)] });
  });

  test('causes a problem if the setting is an invalid PORT', () => {
    expect(plan({}, { PORT: 'x' })).toMatchObject({
      problems: ['secrets: PORT must be a number between 1 and 65535'],
    });
  });
});

describe('the plan of a container', () => {
  test('contains the default port or the variable PORT, and the resource limits of the API specification', () => {
    expect(plan({ cpu: 0.5, memory_limit_mb: 64 }, { A: 'b' })).toMatchObject({
      plan: { port: 8000, agent: { limits: { cpus: 1, memoryBytes: 67_108_864 } } },
    });
    const made = plan({}, { PORT: '9000' });
    expect(made.kind === 'plan' && [made.plan.port, made.plan.agent.env.get('PORT')]).toEqual([9000, '9000']);
  });

  test('lists the variables in their order, expands references, and marks secrets', () => {
    const [one] = planned(
      sidecar({
        envFrom: [{ prefix: 'DB_', secretRef: { name: 'db' } }],
        env: [
          { name: 'DB_host', value: 'other' },
          { name: 'URL', value: 'pg://u:$(DB_password)@$(DB_host)/$$(X)/$(UNKNOWN)' },
        ],
        command: ['/bin/serve', '--host=$(DB_host)'],
        args: ['x'],
        resources: { limits: { cpu: '250m', memory: '64Mi' } },
        securityContext: { runAsUser: 1000, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      }),
    ).sidecars;
    expect(Object.fromEntries(one?.env ?? [])).toEqual({
      DB_password: 'pass-word',
      DB_host: 'other',
      URL: 'pg://u:pass-word@other/$(X)/$(UNKNOWN)',
    });
    expect(one).toMatchObject({
      entrypoint: '/bin/serve',
      args: ['--host=other', 'x'],
      limits: { cpus: 0.25, memoryBytes: 67_108_864 },
      security: ['--read-only', '--cap-drop', 'ALL', '--user', '1000'],
    });
  });

  test('lists every value that it uses from cluster secrets, so the log can hide them', () => {
    const { secrets } = planned({
      volumes: [{ name: 'v', secret: { secretName: 'db' } }],
      ...sidecar({ env: from({ secretKeyRef: { name: 'db', key: 'password' } }) }),
    });
    expect(secrets.toSorted()).toEqual(['db.local', 'pass-word']);
  });
});

describe('the parsers of the plan', () => {
  test.each([
    ['500m', 0.5],
    ['1', 1],
    ['64Mi', 67_108_864],
    ['1e3', 1000],
    ['.5G', 5e8],
    ['', undefined],
    ['1Xi', undefined],
    ['-1', undefined],
  ])('convert the quantity %p to %p', (text, value) => {
    expect(parseQuantity(text)).toBe(value);
  });

  test("accept image names in the engines' syntax, but no flags, paths or transport prefixes", () => {
    for (const good of [
      'a',
      'a:1',
      'localhost/bb:1',
      'r.io:5000/x/y_z:v1.2',
      `a@sha256:${'a'.repeat(64)}`,
      '[::1]:5000/a',
    ]) {
      expect([good, isImageReference(good)]).toEqual([good, true]);
    }
    for (const bad of [
      '',
      '-v',
      '--rm',
      '/etc/passwd',
      'dir:/tmp',
      'docker://a',
      'a b',
      'A/..',
      'a:',
      'oci-archive:/x',
      '../a',
    ]) {
      expect([bad, isImageReference(bad)]).toEqual([bad, false]);
    }
    fc.assert(fc.property(fc.string(), (text) => !(isImageReference(text) && /^-|\s|\/\//.test(text))));
  });

  test("pass a container's variables on unchanged, without any effect on the container engine", () => {
    const { inherited, file, problems } = splitVariables(
      new Map([
        ['KEY', 'line 1\nline 2 "x"'],
        ['PATH', '/bin'],
        ['LD_PRELOAD', 'a b'],
        ['DOCKER_HOST', 'tcp://x:1'],
        ['https_proxy', 'http://p:1'],
        ['A*', 'x'],
      ]),
    );
    expect(inherited).toEqual({ KEY: 'line 1\nline 2 "x"' });
    expect(file).toBe('PATH=/bin\nDOCKER_HOST=tcp://x:1\nhttps_proxy=http://p:1\n');
    expect(problems).toEqual([expect.stringContaining('LD_PRELOAD'), expect.stringContaining('"A*"')]);
  });

  test('expand each variable once, and return other text unchanged', () => {
    fc.assert(fc.property(fc.string(), (text) => text.includes('$') || expand(text, () => 'x') === text));
    expect(expand('$$(A) $(A) $(B)', (name) => (name === 'A' ? '$(B)' : undefined))).toBe('$(A) $(B) $(B)');
  });
});
