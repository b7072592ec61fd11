import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ClusterSettings } from '../../src/contract/cluster-settings.ts';
import {
  bindWorkspace,
  DEFAULT_AGENT_RESOURCES,
  limitProblems,
  namespaceProblem,
  quotaProblem,
  referenceProblems,
  usageOf,
} from '../../src/contract/workspace-rules.ts';
import type { ResourceSpec } from '../../src/contract/resource-spec.ts';

const [ONE, TWO, THREE] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
];
const policy = ClusterSettings.parse({
  workspaces: { [ONE]: { namespaces: ['team-one', 'both'] }, [TWO]: { namespaces: ['team-two', 'both'] } },
});
const ALL = [ONE, TWO, THREE];

// docs/kubernetes/tenants.md#namespaces
describe('the namespaces of a workspace', () => {
  test('are the bound namespaces, or else all namespaces that are not bound to another workspace', () => {
    const allowed = (id: string) =>
      ['team-one', 'team-two', 'both', 'agents'].filter(bindWorkspace(policy, id, ALL).allows);
    expect(ALL.map(allowed)).toEqual([['team-one', 'both'], ['team-two', 'both'], ['agents']]);
    expect(bindWorkspace(undefined, ONE, ALL).allows('anything')).toBe(true);
  });

  test('are shared if another workspace may use them too', () => {
    const shared = (id: string, ids = ALL) =>
      ['team-one', 'both', 'agents'].filter(bindWorkspace(policy, id, ids).isShared);
    expect(shared(ONE)).toEqual(['both', 'agents']);
    expect(shared(THREE)).toEqual(['team-one', 'both']);
    expect(bindWorkspace(undefined, ONE, [ONE]).isShared('agents')).toBe(false);
    expect(bindWorkspace(undefined, ONE, [ONE, THREE]).isShared('agents')).toBe(true);
  });

  test('are compared without regard to the case of the ID', () => {
    const id = 'ABCDEFAB-1111-4111-8111-111111111111';
    const rules = ClusterSettings.parse({ workspaces: { [id]: { namespaces: ['own'] } } });
    expect(bindWorkspace(rules, id.toLowerCase(), []).allows('other')).toBe(false);
  });

  test('are listed in the message about another namespace', () => {
    expect(namespaceProblem(bindWorkspace(policy, ONE, ALL), 'team-two')).toContain(
      `the workspace ${ONE} may use only the namespaces team-one, both.`,
    );
    expect(namespaceProblem(bindWorkspace(policy, THREE, ALL), 'both')).toContain(
      'the namespace both belongs to another workspace.',
    );
  });
});

const container = { name: 'beside', image: 'i' };
/** Every way in which a deployment can refer to the object `other`. */
const REFERENCES: [kind: string, ResourceSpec][] = [
  ['secrets', { volumes: [{ name: 'a', secret: { secretName: 'other' } }] }],
  ['secrets', { volumes: [{ name: 'a', projected: { sources: [{ secret: { name: 'other' } }] } }] }],
  ['secrets', { volumes: [{ name: 'a', csi: { driver: 'd', nodePublishSecretRef: { name: 'other' } } }] }],
  // The Secrets Store driver reads Secrets of a vault, and drivers of Azure ignore the case of their attributes.
  [
    'secrets',
    {
      volumes: [
        {
          name: 'a',
          csi: {
            driver: 'secrets-store.csi.k8s.io',
            volumeAttributes: { secretProviderClass: 'other' },
          },
        },
      ],
    },
  ],
  ['secrets', { volumes: [{ name: 'a', csi: { driver: 'd', volumeAttributes: { SECRETNAME: 'other' } } }] }],
  ['secrets', { image_pull_secrets: [{ name: 'other' }] }],
  ['secrets', { sidecars: [{ ...container, envFrom: [{ secretRef: { name: 'other' } }], env: [] }] }],
  [
    'secrets',
    {
      init_containers: [
        {
          ...container,
          env: [{ name: 'A', value: '', valueFrom: { secretKeyRef: { name: 'other', key: 'k' } } }],
        },
      ],
    },
  ],
  ['configMaps', { volumes: [{ name: 'a', configMap: { name: 'other' } }] }],
  ['configMaps', { sidecars: [{ ...container, envFrom: [{ configMapRef: { name: 'other' } }], env: [] }] }],
  ['claims', { volumes: [{ name: 'a', persistentVolumeClaim: { claimName: 'other' } }] }],
  ['serviceAccounts', { service_account_name: 'other' }],
];

// docs/kubernetes/tenants.md#references
describe('the objects to which a deployment may refer', () => {
  const shared = bindWorkspace(undefined, ONE, ALL);
  const own = bindWorkspace(policy, ONE, ALL);
  const problemsOf = (spec: ResourceSpec, binding = shared, namespace = 'agents') =>
    referenceProblems({ spec, secretReferences: null }, binding, namespace);

  test.each(REFERENCES)('include no %s of a shared namespace without a list: %j', (kind, spec) => {
    const [problem, ...more] = problemsOf(spec);
    expect(more).toEqual([]);
    expect(problem?.msg).toContain(`other may not be used: several workspaces may use the namespace agents`);
    expect(problem?.msg).toContain(`add it to ${kind} of the workspace ${ONE}`);
    // The lists of this kind, and the workspace's own namespace, permit the object.
    expect(problemsOf(spec, { ...shared, [kind]: ['oth*'] })).toEqual([]);
    expect(problemsOf(spec, own, 'team-one')).toEqual([]);
    expect(problemsOf(spec, { ...own, [kind]: ['mine'] }, 'team-one')).toHaveLength(1);
  });

  test('do not include the token of a service account in a volume', () => {
    const sources = [{ serviceAccountToken: { path: 'token', audience: 'cloud' } }];
    const spec = { volumes: [{ name: 'a', projected: { sources } }] };
    expect(problemsOf(spec)[0]?.msg).toContain('the service account default may not be used');
    expect(problemsOf(spec, { ...shared, serviceAccounts: ['default'] })).toEqual([]);
  });

  test('are checked in secret references, and folders need no permission', () => {
    const secretReferences = [{ name: 'A', secret_name: 'other', secret_key: 'k' }];
    const [problem] = referenceProblems({ spec: {}, secretReferences }, shared, 'agents');
    expect(problem?.loc).toEqual(['body', 'secret_references']);
    expect(problemsOf({ volumes: [{ name: 'secret', emptyDir: {} }] })).toEqual([]);
  });

  test('are found in any nesting', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('sources', 'items', 'deep'), { maxLength: 5 }), (keys) => {
        const inner: object = { secret: { name: 'other' } };
        const nested = keys.reduceRight<object>((value, key) => ({ [key]: [value] }), inner);
        expect(problemsOf({ volumes: [{ name: 'a', projected: { ...nested } }] })).toHaveLength(1);
      }),
    );
  });
});

// docs/kubernetes/tenants.md#quota
describe('the quota of a workspace', () => {
  const usage = (spec: ResourceSpec) => usageOf(spec, DEFAULT_AGENT_RESOURCES);

  test('counts each deployment at its highest scale, with its limits, sidecars, queue and databases', () => {
    expect(usage({})).toEqual({ cpu: 0.1, memory: 4096 });
    expect(usage({ cpu: 1, memory_mb: 100, max_scale: 3 })).toEqual({ cpu: 6, memory: 600 });
    const sidecars = [{ ...container, env: [], resources: { limits: { cpu: '500m', memory: '1Gi' } } }];
    expect(usage({ cpu_limit: 1, memory_limit_mb: 1, sidecars })).toEqual({ cpu: 1.5, memory: 1025 });
    expect(usage({ cpu_limit: 1, memory_limit_mb: 1, db_cpu: 1, redis_memory_mb: 7 })).toEqual({
      cpu: 3,
      memory: 8,
    });
    expect(usage({ cpu: 1, memory_mb: 1, queue_max_scale: 2 })).toEqual({ cpu: 6, memory: 6 });
    // Queue pods without amounts get the defaults, and any field of the queue that differs from its default starts them.
    expect(usage({ queue_max_scale: 3 })).toEqual({ cpu: 0.4, memory: 4 * 4096 });
    expect(usage({ queue_min_scale: 0 })).toEqual({ cpu: 0.2, memory: 2 * 4096 });
    // The type of a deployment from code can permit more pods.
    expect(usageOf({}, DEFAULT_AGENT_RESOURCES, 10).memory).toBe(40_960);
    expect(usageOf({ max_scale: 2 }, DEFAULT_AGENT_RESOURCES, 10).memory).toBe(8192);
    // An amount that cannot be read counts as infinite.
    const odd = [{ ...container, env: [], resources: { limits: { cpu: 'many' } } }];
    expect(usage({ sidecars: odd }).cpu).toBe(Number.POSITIVE_INFINITY);
  });

  // docs/kubernetes/tenants.md#quota-limits
  test('refuses sidecars, init containers and databases without a limit', () => {
    const quota = { cpu: 4, memory: 4096 };
    const withLimits = (limits: Record<string, string>) => ({ ...container, env: [], resources: { limits } });
    const fields = (spec: ResourceSpec, of: Parameters<typeof limitProblems>[0] = quota) =>
      limitProblems(of, spec).map(({ loc }) => loc.slice(3).join('.'));
    const complete = withLimits({ cpu: '1', memory: '1Gi' });
    expect(fields({})).toEqual([]);
    expect(fields({ sidecars: [complete], init_containers: [complete] })).toEqual([]);
    expect(fields({ db_cpu: 1, db_memory_mb: 1, redis_cpu: 1, redis_memory_mb: 1 })).toEqual([]);
    const bare = { ...container, env: [] };
    expect(fields({ sidecars: [bare] }, { deployments: 1 })).toEqual([]);
    expect(fields({ sidecars: [complete, bare] })).toEqual([
      'sidecars.1.resources.limits.cpu',
      'sidecars.1.resources.limits.memory',
    ]);
    // A limit of 0 means no limit, and a request of memory limits nothing.
    expect(fields({ init_containers: [withLimits({ cpu: '0', memory: '0Mi' })] })).toHaveLength(2);
    const requests = [{ ...bare, resources: { requests: { cpu: '1', memory: '1Mi' } } }];
    expect(fields({ sidecars: requests })).toEqual(['sidecars.0.resources.limits.memory']);
    expect(fields({ db_storage_gi: 1 })).toEqual(['db_cpu', 'db_memory_mb']);
    expect(fields({ redis_memory_mb: 1 })).toEqual(['redis_cpu']);
    expect(limitProblems(quota, { redis_cpu: 1 })[0]?.msg).toContain(
      'is required, because the workspace has a quota of memory',
    );
  });

  test('is exceeded by the first amount above its limit', () => {
    const quota = { deployments: 2, cpu: 3, memory: 1000 };
    const one = { cpu: 1, memory: 100 };
    expect(quotaProblem(quota, [one, one])).toBeUndefined();
    expect(quotaProblem(quota, [one, one, one])).toContain('deployments 3 of 2. Delete deployments');
    expect(quotaProblem(quota, [{ cpu: 3.5, memory: 1 }])).toContain('cpu 3.5 cores of 3 cores');
    expect(quotaProblem(quota, [{ cpu: 1, memory: 2000 }])).toContain('memory 2000 MiB of 1000 MiB');
    expect(quotaProblem(undefined, [{ cpu: 1e9, memory: 1e9 }])).toBeUndefined();
  });
});

test('a policy with an unknown key or an invalid ID is refused', () => {
  for (const value of [
    { workspaces: { one: {} } },
    { workspace: {} },
    { workspaces: { [ONE]: { secret: [] } } },
  ])
    expect(ClusterSettings.safeParse(value).success).toBe(false);
});
