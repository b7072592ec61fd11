import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { StatefulSet } from 'kubernetes-types/apps/v1.js';
import { deriveResourceSpec, ResourceSpec } from '../../../../../../src/contract/resource-spec.ts';
import { planDatabases } from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/databases.ts';
import {
  planRevision,
  type RevisionPlan,
  type RevisionRequest,
  serviceManifest,
  type WorkloadPlan,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/manifests.ts';
import {
  type PlacedPod,
  placePods,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/placement.ts';
import {
  LABELS,
  labelSelector,
  labelsOf,
  type Manifest,
  readLabels,
  revisionObjects,
  runScaleIn,
} from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/objects.ts';
import { runScaleOf } from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/run-scale.ts';
import { anyRevision, anySpec, SECRET_MARK } from './any-revision.ts';

const identity = {
  plane: 'plane-1',
  namespace: 'prod',
  deploymentId: '8C1F4A52-0000-4000-8000-000000000001',
  revisionId: 'f27f6b7a-0000-4000-8000-000000000002',
  name: 'my-agent',
};
const owner = { name: 'ad-8c1f4a52000040008000000000000001', uid: 'uid-1' };
const revision = (change: Partial<RevisionRequest> = {}): RevisionRequest => ({
  identity,
  owner,
  program: { image: 'agent:1' },
  spec: null,
  env: new Map(),
  secretReferences: null,
  serving: 0,
  timing: { startMs: 60_000, drainMs: 60_000, stopGraceMs: 3_000, progressMs: 600_000 },
  ...change,
});
const planned = (change: Partial<RevisionRequest> = {}): RevisionPlan => {
  const result = planRevision(revision(change));
  if (result.kind === 'problems') throw new Error(result.problems.join('; '));
  return result.plan;
};
const problems = (change: Partial<RevisionRequest>): string[] => {
  const result = planRevision(revision(change));
  return result.kind === 'problems' ? result.problems : [];
};
const workload = (plan: RevisionPlan, index = 0): WorkloadPlan => {
  const found = plan.workloads[index];
  if (found === undefined) throw new Error('there is no such Deployment');
  return found;
};
const podOf = ({ deployment }: WorkloadPlan) => {
  const pod = deployment.spec?.template.spec;
  if (pod === undefined) throw new Error('the Deployment has no pods');
  return pod;
};
const agentOf = (plan: RevisionPlan, index = 0) => podOf(workload(plan, index)).containers[0];
const objectsOf = ({ secret, workloads }: RevisionPlan): Manifest<object>[] => [
  secret,
  ...workloads.flatMap(({ deployment, autoscaler }) => [
    deployment,
    ...(autoscaler ? [autoscaler.starting, autoscaler.serving] : []),
  ]),
];
const databases = (
  spec: ResourceSpec,
  password = 'password1',
  existing?: StatefulSet,
  placed?: PlacedPod,
) => {
  const result = planDatabases({
    ...(existing && { existing }),
    placed,
    identity,
    owner,
    spec,
    passwords: { postgres: password, redis: `redis-${password}` },
    images: { postgres: 'pgvector/pgvector:pg15', redis: 'redis:6' },
  });
  if (result.kind === 'problems') throw new Error(result.problems.join('; '));
  return result.plan;
};

// docs/kubernetes/chart.md#workspaces
describe('the pods of a workspace', () => {
  const workspace = '8C1F4A52-0000-4000-8000-00000000000A';
  const settings = {
    imagePullSecrets: [{ name: 'registry' }],
    defaults: {
      nodeSelector: { pool: 'agents' },
      runtimeClassName: 'gvisor',
      builds: { nodeSelector: { pool: 'builds' }, runtimeClassName: 'kata' },
    },
    workspaces: {
      [workspace.toLowerCase()]: {
        nodeSelector: { team: 'a' },
        tolerations: [{ key: 'team', operator: 'Exists' as const }],
      },
    },
  };
  const tolerations = [{ key: 'team', operator: 'Exists' }];

  test("get the workspace's fields, or else the default fields, and the pull secrets of all pods", () => {
    expect(placePods(settings, workspace, 'agents')).toEqual({
      placement: { nodeSelector: { team: 'a' }, runtimeClassName: 'gvisor', tolerations },
      imagePullSecrets: [{ name: 'registry' }],
    });
    expect(placePods(settings, workspace, 'builds').placement).toEqual({
      nodeSelector: { team: 'a' },
      runtimeClassName: 'kata',
      tolerations,
    });
    expect(placePods(settings, 'another', 'builds').placement).toEqual({
      nodeSelector: { pool: 'builds' },
      runtimeClassName: 'kata',
    });
    expect(placePods(undefined, workspace, 'agents')).toEqual({ placement: {}, imagePullSecrets: [] });
  });

  test('run on these nodes with these secrets, for agents, queues and databases', () => {
    const placed = placePods(settings, workspace, 'agents');
    const spec = deriveResourceSpec({
      image_pull_secrets: [{ name: 'own' }, { name: 'registry' }],
      queue_min_scale: 2,
      queue_max_scale: 2,
    });
    const expected = { nodeSelector: { team: 'a' }, runtimeClassName: 'gvisor', tolerations };
    const { workloads } = planned({ placed, spec });
    expect(workloads).toHaveLength(2);
    for (const one of workloads) {
      expect(podOf(one)).toMatchObject({
        ...expected,
        imagePullSecrets: [{ name: 'registry' }, { name: 'own' }],
      });
    }
    const plan = databases({ db_cpu: 1, redis_cpu: 1 }, 'password1', undefined, placed);
    expect(plan.workloads).toHaveLength(2);
    for (const { spec: of } of plan.workloads) {
      expect(of?.template.spec).toMatchObject({ ...expected, imagePullSecrets: [{ name: 'registry' }] });
    }
  });
});

describe('the Kubernetes objects of any revision', () => {
  /** Calls the check for any valid spec, source and environment. */
  const always = (check: (plan: RevisionPlan, request: RevisionRequest) => void) =>
    fc.assert(
      fc.property(anyRevision, (request) => {
        const result = planRevision(request);
        if (result.kind === 'problems') throw new Error(result.problems.join('; '));
        check(result.plan, request);
      }),
    );

  test('have names of at most 63 characters, including the names of derived pods', () => {
    // Length of the suffixes: `-` and a hash of ten characters for the ReplicaSet, `-` and five characters for the
    // pod.
    const SUFFIXES = { agent: 17, queue: 11 };
    always((plan, { identity: of }) => {
      for (const { metadata } of objectsOf(plan)) {
        expect(metadata.name).toMatch(/^[a-z][-a-z0-9]*[a-z0-9]$/);
        const isQueue = metadata.name.endsWith('-queue');
        expect(metadata.name.length + (isQueue ? SUFFIXES.queue : SUFFIXES.agent)).toBeLessThanOrEqual(63);
        for (const value of Object.values(metadata.labels)) expect(value.length).toBeLessThanOrEqual(63);
      }
      expect(serviceManifest(of).metadata.name.length).toBeLessThanOrEqual(63);
    });
  });

  test('belong to the Service of their deployment, and are found by their labels', () => {
    always((plan, { identity: of, owner: service }) => {
      for (const { metadata } of objectsOf(plan)) {
        expect(metadata.namespace).toBe(of.namespace);
        expect(metadata.ownerReferences).toEqual([
          { apiVersion: 'v1', kind: 'Service', ...service, blockOwnerDeletion: true },
        ]);
        expect(readLabels(metadata.labels, of.plane)).toEqual({
          deploymentId: of.deploymentId.toLowerCase(),
          revisionId: of.revisionId.toLowerCase(),
        });
      }
    });
  });

  test('mount only volumes that their pods declare', () => {
    always((plan) => {
      for (const one of plan.workloads) {
        const pod = podOf(one);
        const volumes = new Set(pod.volumes?.map(({ name }) => name));
        for (const { volumeMounts } of [...(pod.initContainers ?? []), ...pod.containers]) {
          for (const { name } of volumeMounts ?? []) expect(volumes).toContain(name);
        }
      }
    });
  });

  test('contain the values of secrets only in the immutable Secret', () => {
    always(({ secret, workloads, notes }, { env }) => {
      expect(secret.immutable).toBe(true);
      expect(secret.stringData).toEqual({ PORT: '8000', ...Object.fromEntries(env) });
      expect(JSON.stringify([workloads, notes])).not.toContain(SECRET_MARK);
    });
  });

  test('include, for each Deployment, a fixed number of pods, an autoscaler, or limits for the control plane', () => {
    always(({ workloads }) => {
      for (const { deployment, autoscaler, leastReplicas, startPatch } of workloads) {
        const isScaledByRuns = deployment.metadata.annotations?.['agent-deploy/max-pods'] !== undefined;
        const isFixed = deployment.spec?.replicas !== undefined;
        expect([isFixed, autoscaler !== undefined, isScaledByRuns].filter(Boolean)).toEqual([true]);
        expect(startPatch === undefined || !isFixed).toBe(true);
        if (isFixed) expect(leastReplicas).toBe(deployment.spec?.replicas);
        for (const one of autoscaler ? [autoscaler.starting, autoscaler.serving] : []) {
          expect(one.spec?.scaleTargetRef).toEqual({
            apiVersion: 'apps/v1',
            kind: 'Deployment',
            name: deployment.metadata.name,
          });
        }
      }
    });
  });

  test('are selected only by labels of their Deployment that no user can change', () => {
    always(({ workloads }) => {
      const selectors = workloads.map(({ deployment }) => {
        const selector = deployment.spec?.selector.matchLabels ?? {};
        expect(deployment.spec?.template.metadata?.labels).toMatchObject(selector);
        expect(Object.keys(selector).sort()).toEqual([
          'agent-deploy/deployment',
          'agent-deploy/plane',
          'agent-deploy/revision',
          'app.kubernetes.io/component',
          'app.kubernetes.io/managed-by',
        ]);
        return JSON.stringify(selector);
      });
      expect(new Set(selectors).size).toBe(selectors.length);
    });
  });

  test('contain no null or undefined values outside of free-form fields', () => {
    always((plan) => {
      const text = JSON.stringify(objectsOf(plan), (_, value: unknown) => {
        expect(value).not.toBeUndefined();
        return value;
      });
      expect(text).not.toContain(':null');
    });
  });

  test('are all deleted with their revision, the Secret first and the Deployments last', () => {
    always((plan, { identity: of }) => {
      const deleted = revisionObjects(of);
      for (const { apiVersion, kind, metadata } of objectsOf(plan)) {
        expect(deleted).toContainEqual({ apiVersion, kind, name: metadata.name });
      }
      expect(deleted[0]?.kind).toBe('Secret');
      expect(deleted.slice(-2).map(({ kind }) => kind)).toEqual(['Deployment', 'Deployment']);
    });
  });

  test('are always the same for the same revision', () => {
    always((plan, request) => expect(planRevision(request)).toEqual({ kind: 'plan', plan }));
  });
});

describe('a switch to another revision in Kubernetes', () => {
  test("changes only the revision in the Service's selector", () => {
    const none = serviceManifest(identity);
    const first = serviceManifest(identity, identity.revisionId);
    expect({ ...first, spec: { ...first.spec, selector: {} } }).toEqual({
      ...none,
      spec: { ...none.spec, selector: {} },
    });
    expect(first.spec?.selector?.[LABELS.revision]).toBe(identity.revisionId.toLowerCase());
    expect(none.spec?.selector?.[LABELS.revision]).not.toBe(identity.revisionId.toLowerCase());
  });

  test('selects pods of the agent, never pods of its queue', () => {
    const plan = planned({ spec: { cpu: 1, queue_cpu: 2 } });
    const labels = plan.workloads.map(({ deployment }) => deployment.spec?.template.metadata?.labels);
    const selector = serviceManifest(identity, identity.revisionId).spec?.selector ?? {};
    expect(labels[0]).toMatchObject(selector);
    expect(labels[1]).not.toMatchObject(selector);
  });

  test('starts the new revision with the old number of pods within the scale limits, and scales freely afterwards', () => {
    const scaled = (serving: number) => {
      const { autoscaler, leastReplicas, startPatch } = workload(
        planned({ spec: { cpu: 1, min_scale: 2, max_scale: 6 }, serving }),
      );
      return [autoscaler?.starting.spec, autoscaler?.serving.spec, leastReplicas, startPatch];
    };
    expect(scaled(4)).toEqual([
      expect.objectContaining({ minReplicas: 4, maxReplicas: 6 }),
      expect.objectContaining({ minReplicas: 2, maxReplicas: 6 }),
      4,
      { spec: { replicas: 4 } },
    ]);
    expect(scaled(0)[2]).toBe(2);
    expect(scaled(9)[2]).toBe(6);
  });

  test('replaces no pods when the deployment is renamed', () => {
    const template = (name: string) =>
      workload(planned({ identity: { ...identity, name } })).deployment.spec?.template;
    expect(template('another')).toEqual(template('my-agent'));
  });

  test("stores a deployment's name as an annotation if the name cannot be a label", () => {
    const { metadata } = serviceManifest({ ...identity, name: 'x'.repeat(64) });
    expect(metadata.annotations).toEqual({ 'agent-deploy/name': 'x'.repeat(64) });
    expect(metadata.labels).not.toHaveProperty(['app.kubernetes.io/name']);
    expect(serviceManifest(identity).metadata.labels).toMatchObject({ 'app.kubernetes.io/name': 'my-agent' });
  });
});

describe('the agent’s container', () => {
  test('requests the resources of the spec, in the cluster’s units', () => {
    expect(agentOf(planned({ spec: { cpu: 0.3, memory_mb: 512, memory_limit_mb: 600 } }))?.resources).toEqual(
      {
        requests: { cpu: '0.3', memory: '512Mi', 'ephemeral-storage': '0' },
        limits: { cpu: '0.6', memory: '600Mi', 'ephemeral-storage': '20480Mi' },
      },
    );
  });

  test('gets its variables from the Secret, but referenced variables from the cluster’s own Secrets', () => {
    const plan = planned({
      env: new Map([['TOKEN', 'plain']]),
      secretReferences: [{ name: 'TOKEN', secret_name: 'theirs', secret_key: 'token' }],
    });
    expect(agentOf(plan)).toMatchObject({
      envFrom: [{ secretRef: { name: plan.secret.metadata.name } }],
      env: [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'theirs', key: 'token' } } }],
    });
    expect(plan.notes).toEqual([
      'TOKEN is set by a secret and by a secret reference. The value of the secret reference is used',
    ]);
  });

  test('keeps the platform’s variables even if a reference has the same name', () => {
    const plan = planned({
      secretReferences: [{ name: 'LANGSMITH_TENANT_ID', secret_name: 'a', secret_key: 'b' }],
    });
    expect(agentOf(plan)).not.toHaveProperty('env');
    expect(plan.notes).toEqual([expect.stringContaining('LANGSMITH_TENANT_ID has no effect')]);
  });

  test('listens on PORT, to which the Service forwards requests', () => {
    const plan = planned({ env: new Map([['PORT', '9000']]) });
    expect(agentOf(plan)?.ports).toEqual([{ name: 'http', containerPort: 9000, protocol: 'TCP' }]);
    expect(plan.secret.stringData).toEqual({ PORT: '9000' });
    expect(serviceManifest(identity).spec?.ports).toEqual([
      { name: 'http', port: 8000, targetPort: 'http', protocol: 'TCP' },
    ]);
  });

  test('has probes, a time limit for its start, and time for its work at a shutdown', () => {
    const plan = planned();
    expect(agentOf(plan)).toMatchObject({
      startupProbe: { httpGet: { path: '/ok', port: 'http' }, periodSeconds: 2, failureThreshold: 30 },
      readinessProbe: { httpGet: { path: '/ok', port: 'http' } },
      livenessProbe: { httpGet: { path: '/ok', port: 'http' } },
      lifecycle: { preStop: { sleep: { seconds: 5 } } },
    });
    expect(podOf(workload(plan)).terminationGracePeriodSeconds).toBe(68);
  });

  test('has no credentials for the cluster unless a service account is configured', () => {
    expect(podOf(workload(planned()))).toMatchObject({ automountServiceAccountToken: false });
    expect(podOf(workload(planned({ spec: { service_account_name: 'runner' } })))).toMatchObject({
      automountServiceAccountToken: true,
      serviceAccountName: 'runner',
    });
  });
});

// docs/kubernetes/tenants.md#agent-limits
describe('the limits of an agent whose deployment sets none', () => {
  const resources = (request: Partial<RevisionRequest>) => agentOf(planned(request))?.resources;

  test('are the defaults of the control plane', () => {
    expect(resources({ spec: {} })).toEqual({
      requests: { cpu: '0.1', memory: '256Mi', 'ephemeral-storage': '0' },
      limits: { memory: '4096Mi', 'ephemeral-storage': '20480Mi' },
    });
    const defaults = { cpu: 0.5, cpuLimit: 2, memory: 128, memoryLimit: 512, disk: 50 };
    expect(resources({ spec: {}, defaults })).toEqual({
      requests: { cpu: '0.5', memory: '128Mi', 'ephemeral-storage': '0' },
      limits: { cpu: '2', memory: '512Mi', 'ephemeral-storage': '50Mi' },
    });
  });

  test('never contradict an amount that the deployment sets', () => {
    expect(resources({ spec: { memory_limit_mb: 100 } })?.requests).toMatchObject({ memory: '100Mi' });
    expect(resources({ spec: { memory_mb: 9000 } })?.limits).toMatchObject({ memory: '18000Mi' });
    expect(resources({ spec: { cpu: 3 }, defaults: { cpuLimit: 1 } })?.limits).toMatchObject({ cpu: '6' });
  });

  test('include a size limit of every folder, which a deployment cannot remove', () => {
    const volumes = [
      { name: 'a', emptyDir: { sizeLimit: null } },
      { name: 'b', emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } },
    ];
    const plan = planned({
      program: { image: 'own', isOurs: true },
      spec: { volumes },
      defaults: { disk: 50 },
    });
    expect(podOf(workload(plan)).volumes).toEqual([
      { name: 'a', emptyDir: { sizeLimit: '50Mi' } },
      { name: 'b', emptyDir: { medium: 'Memory', sizeLimit: '1Mi' } },
      { name: 'agent-deploy-data', emptyDir: { sizeLimit: '50Mi' } },
      { name: 'agent-deploy-tmp', emptyDir: { sizeLimit: '50Mi' } },
    ]);
  });
});

describe('the pod of an agent', () => {
  const pod = (spec: object) => podOf(workload(planned({ spec: ResourceSpec.parse(spec) })));

  test('has volumes of every kind unchanged, and an empty folder for a volume without a source', () => {
    expect(
      pod({
        volumes: [
          { name: 'a' },
          { name: 'b', emptyDir: null, csi: { driver: 'x' } },
          { name: 'c', nfs: { server: 's', path: '/' } },
        ],
      }).volumes,
    ).toEqual([
      { name: 'a', emptyDir: { sizeLimit: '20480Mi' } },
      { name: 'b', csi: { driver: 'x' } },
      { name: 'c', nfs: { server: 's', path: '/' } },
    ]);
  });

  test('has sidecars that stop only after the agent, and init containers that run before it', () => {
    const made = pod({
      init_containers: [{ name: 'prepare', image: 'i', args: null }],
      sidecars: [
        { name: 'always', image: 's', restartPolicy: 'Always' },
        { name: 'sometimes', image: 's', restartPolicy: 'OnFailure', env: [{ name: 'A', value: null }] },
      ],
    });
    const lifecycle = { preStop: { sleep: { seconds: 5 } } };
    expect(made.initContainers).toEqual([{ name: 'prepare', image: 'i' }]);
    expect(made.containers.slice(1)).toEqual([
      { name: 'always', image: 's', lifecycle },
      {
        name: 'sometimes',
        image: 's',
        restartPolicy: 'OnFailure',
        env: [{ name: 'A', value: '' }],
        lifecycle,
      },
    ]);
  });

  test('contains each variable and pull secret once, with the last value of a repeated variable', () => {
    const env = [
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
      { name: 'A', value: '3' },
    ];
    const made = pod({
      sidecars: [{ name: 'beside', image: 's', env }],
      image_pull_secrets: [{ name: 'registry' }, { name: 'registry' }],
    });
    expect(made.containers[1]?.env).toEqual([
      { name: 'A', value: '3' },
      { name: 'B', value: '2' },
    ]);
    expect(made.imagePullSecrets).toEqual([{ name: 'registry' }]);
  });

  test('has the configured labels and annotations, except for names that are reserved for the platform', () => {
    const plan = planned({
      spec: {
        labels: { team: 'a', 'agent-deploy/plane': 'other' },
        annotations: { note: 'b', 'deployment.kubernetes.io/revision': '7' },
      },
    });
    const { deployment } = workload(plan);
    expect(deployment.spec?.template.metadata).toEqual({
      labels: { ...deployment.spec?.selector.matchLabels, team: 'a' },
      annotations: { note: 'b' },
    });
    expect(deployment.metadata.labels).toMatchObject({ team: 'a', 'agent-deploy/plane': 'plane-1' });
    expect(deployment.metadata.annotations).toEqual({ note: 'b' });
    expect(plan.notes).toEqual([
      'resource_spec.labels: agent-deploy/plane has no effect, because the platform sets this key itself',
      'resource_spec.annotations: deployment.kubernetes.io/revision has no effect, because the platform sets this key itself',
    ]);
  });
});

describe('the number of pods of an agent', () => {
  const scale = (spec: ResourceSpec) => {
    const plan = planned({ spec });
    const { deployment, autoscaler, leastReplicas } = workload(plan);
    return {
      replicas: deployment.spec?.replicas,
      scaled: autoscaler?.serving.spec,
      leastReplicas,
      notes: plan.notes,
    };
  };

  test.each<[ResourceSpec, number]>([
    [{}, 1],
    [{ min_scale: 3 }, 3],
    [{ max_scale: 1 }, 1],
    [{ min_scale: 2, max_scale: 2 }, 2],
    [{ min_scale: 0, max_scale: 0 }, 0],
    [{ max_scale: 0 }, 0],
  ])('is fixed for the resource spec %j', (spec, replicas) => {
    expect(scale(spec)).toEqual({ replicas, scaled: undefined, leastReplicas: replicas, notes: [] });
  });

  test('follows the load of the agent’s container relative to the requested resources', () => {
    const { scaled } = scale({ min_scale: 1, max_scale: 4, cpu: 1, memory_mb: 100 });
    expect(scaled).toMatchObject({
      minReplicas: 1,
      maxReplicas: 4,
      metrics: (['cpu', 'memory'] as const).map((name) => ({
        type: 'ContainerResource',
        containerResource: {
          name,
          container: 'agent',
          target: { type: 'Utilization', averageUtilization: 75 },
        },
      })),
    });
  });

  test('is the minimum if the load cannot be measured, which is logged', () => {
    expect(scale({ min_scale: 2, max_scale: 4 })).toMatchObject({
      replicas: 2,
      notes: [expect.stringContaining('max_scale has no effect without cpu or memory_mb')],
    });
  });

  test('is never scaled to zero by load, because without a pod no load could be measured', () => {
    expect(scale({ cpu: 1, min_scale: 0, max_scale: 4 })).toMatchObject({
      scaled: { minReplicas: 1 },
      notes: ['resource_spec.min_scale: 0 has no effect, because at least one pod always runs'],
    });
    for (const spec of [{ cpu: 1, min_scale: 0, max_scale: 1 }, { min_scale: 0 }]) {
      expect(scale(spec)).toEqual({
        replicas: 1,
        scaled: undefined,
        leastReplicas: 1,
        notes: ['resource_spec.min_scale: 0 has no effect, because at least one pod always runs'],
      });
    }
  });
});

describe('an agent whose runs the control plane counts', () => {
  const of = (type: string, serving: number) => workload(planned({ runScale: runScaleOf(type), serving }));
  const limitsOf = (plan: WorkloadPlan) =>
    runScaleIn({ metadata: { ...plan.deployment.metadata, uid: '', resourceVersion: '' } });

  test('contains its limits, and neither a fixed number of pods nor an autoscaler', () => {
    for (const type of ['prod', 'dev', 'dev_free']) {
      const plan = of(type, 0);
      expect([plan.deployment.spec?.replicas, plan.autoscaler]).toEqual([undefined, undefined]);
      expect(limitsOf(plan)).toEqual(type === 'prod' ? { min: 1, max: 10 } : { min: 0, max: 1 });
    }
    expect(limitsOf(workload(planned({ spec: { min_scale: 0, max_scale: 4, cpu: 1 } })))).toBeUndefined();
  });

  test('starts with as many pods as the active revision, but with at least one', () => {
    const starts = ([type, serving]: [string, number]) => {
      const { leastReplicas, startPatch } = of(type, serving);
      return [leastReplicas, startPatch?.spec.replicas];
    };
    expect(starts(['prod', 0])).toEqual([1, 1]);
    expect(starts(['prod', 4])).toEqual([4, 4]);
    expect(starts(['prod', 40])).toEqual([10, 10]);
    expect(starts(['dev', 4])).toEqual([1, 1]);
  });

  test('stays without pods if the same revision is rolled out again while it is idle', () => {
    const idle = workload(planned({ runScale: runScaleOf('dev'), serving: 0, isIdle: true }));
    expect([idle.deployment.spec?.replicas, idle.leastReplicas, idle.startPatch]).toEqual([
      undefined,
      0,
      undefined,
    ]);
  });

  test('is not scaled if another program has changed its limits to an invalid value', () => {
    const metadata = { name: 'a', uid: 'u', resourceVersion: '1' };
    for (const [min, max] of [
      ['', '1'],
      ['-1', '1'],
      ['0', '0'],
      ['1', '1e9'],
    ] as const) {
      const annotations = { 'agent-deploy/min-pods': min, 'agent-deploy/max-pods': max };
      expect(runScaleIn({ metadata: { ...metadata, annotations } })).toBeUndefined();
    }
    const annotations = { 'agent-deploy/min-pods': '9', 'agent-deploy/max-pods': '2' };
    expect(runScaleIn({ metadata: { ...metadata, annotations } })).toEqual({ min: 2, max: 2 });
  });
});

test('pods from code have annotations with the version of their links, and that they push their logs', () => {
  const templateOf = (plan: RevisionPlan) => workload(plan).deployment.spec?.template.metadata;
  const spec = { annotations: { 'agent-deploy/link': '9', team: 'a' } };
  const program = { image: 'agent:1', isOurs: true };
  const linked = planned({ spec, program: { ...program, linkVersion: 4 } });
  const logs = { 'agent-deploy/logs': 'pushed' };
  const own = { 'agent-deploy/link': '4', 'agent-deploy/tls': 'true', ...logs };
  expect(templateOf(linked)?.annotations).toEqual({ team: 'a', ...own });
  expect(templateOf(planned({ spec, program }))?.annotations).toEqual({ team: 'a', ...logs });
  const image = planned({ spec, program: { image: 'agent:1' } });
  expect(templateOf(image)?.annotations).toEqual({ team: 'a' });
});

describe('the separate queue of an agent', () => {
  test('exists if one of its fields is set, and shares only the volumes with the agent', () => {
    const plan = planned({
      spec: { cpu: 1, queue_cpu: 2, queue_min_scale: 3, volumes: [{ name: 'v' }] },
    });
    const queue = workload(plan, 1);
    expect(queue.deployment.metadata.name).toBe(`${workload(plan).deployment.metadata.name}-queue`);
    expect(queue.deployment.spec?.replicas).toBe(3);
    expect(agentOf(plan, 1)).toMatchObject({
      command: ['/storage/queue_entrypoint.sh'],
      env: [{ name: 'N_JOBS_PER_WORKER', value: '10' }],
      resources: { requests: { cpu: '2' }, limits: { cpu: '4' } },
    });
    expect(agentOf(plan)).toMatchObject({ env: [{ name: 'N_JOBS_PER_WORKER', value: '0' }] });
    expect(podOf(queue).volumes).toEqual(podOf(workload(plan)).volumes);
    expect(plan.notes).toEqual([expect.stringContaining('/storage/queue_entrypoint.sh')]);
  });

  test('is not created for default values that a client read and sent back', () => {
    const withoutQueue = anySpec.map((spec) =>
      Object.fromEntries(Object.entries(spec).filter(([field]) => !field.startsWith('queue_'))),
    );
    fc.assert(
      fc.property(withoutQueue, (spec) => {
        expect(planned({ spec }).workloads).toHaveLength(1);
        expect(planned({ spec: deriveResourceSpec(spec) })).toEqual(planned({ spec }));
      }),
    );
  });
});

describe('the request for a revision with an unsupported setting', () => {
  test.each<[string, Partial<RevisionRequest>, RegExp]>([
    ['a PORT that is not a number', { env: new Map([['PORT', '70000']]) }, /^secrets: PORT must be a number/],
    [
      'a PORT whose value only the cluster knows',
      { secretReferences: [{ name: 'PORT', secret_name: 'a', secret_key: 'b' }] },
      /^secret_references: PORT must be known/,
    ],
    ['a variable that pods cannot have', { env: new Map([['MY VAR', 'x']]) }, /^secrets: .*"MY VAR"/],
    [
      'a secret reference for a variable that pods cannot have',
      { secretReferences: [{ name: '1ST', secret_name: 'a', secret_key: 'b' }] },
      /^secret_references: .*"1ST"/,
    ],
    [
      'variables that exceed the size of a Secret',
      { env: new Map([['BIG', 'x'.repeat(1024 ** 2)]]) },
      /^secrets: the variables have \d+ bytes.* 1048576/,
    ],
    [
      'two volumes at one path',
      {
        spec: {
          volumes: [{ name: 'v' }],
          volume_mounts: [
            { name: 'v', mountPath: '/data' },
            { name: 'v', mountPath: '/data' },
          ],
        },
      },
      /^resource_spec\.volume_mounts: several volumes are mounted at \/data/,
    ],
    [
      'a sidecar with the name of the agent’s container',
      { spec: { sidecars: [{ name: 'agent', image: 'x' }] } },
      /^resource_spec\.sidecars: the container name agent is reserved/,
    ],
  ])('is rejected before any request to the cluster: %s', (_, change, reason) => {
    expect(problems(change)).toEqual([expect.stringMatching(reason)]);
  });

  test('is rejected with an error that does not contain the value', () => {
    expect(problems({ env: new Map([['A B', SECRET_MARK]]) }).join()).not.toContain(SECRET_MARK);
    expect(problems({ env: new Map([['PORT', SECRET_MARK]]) }).join()).not.toContain(SECRET_MARK);
  });
});

describe('a Kubernetes object that a pod refers to', () => {
  const db = 'ad-8c1f4a52000040008000000000000009-db';
  const revisions = 'ad-8c1f4a52-f27f6b7a000040008000000000000002';
  const container = { name: 'one', image: 'one:1' };
  const of = (resourceSpec: object) => ({ spec: ResourceSpec.parse(resourceSpec) });

  // docs/kubernetes.md#others
  test.each<[string, string, Partial<RevisionRequest>]>([
    ['secret_references', db, { secretReferences: [{ name: 'A', secret_name: db, secret_key: 'uri' }] }],
    [
      'secret_references',
      revisions,
      { secretReferences: [{ name: 'A', secret_name: revisions, secret_key: 'A' }] },
    ],
    ['resource_spec.volumes', db, of({ volumes: [{ name: 'a', secret: { secretName: db } }] })],
    [
      'resource_spec.volumes',
      db,
      of({ volumes: [{ name: 'a', projected: { sources: [{ secret: { name: db } }] } }] }),
    ],
    [
      'resource_spec.volumes',
      `data-${db}-0`,
      of({ volumes: [{ name: 'a', persistentVolumeClaim: { claimName: `data-${db}-0` } }] }),
    ],
    [
      'resource_spec.sidecars',
      db,
      of({ sidecars: [{ ...container, envFrom: [{ secretRef: { name: db } }] }] }),
    ],
    [
      'resource_spec.init_containers',
      db,
      of({
        init_containers: [
          { ...container, env: [{ name: 'A', valueFrom: { secretKeyRef: { name: db, key: 'uri' } } }] },
        ],
      }),
    ],
    ['resource_spec.image_pull_secrets', db, of({ image_pull_secrets: [{ name: db }] })],
  ])(
    'is rejected in %s if it belongs to another deployment or to a single revision: %s',
    (field, name, change) => {
      expect(problems(change)).toEqual([
        `${field}: ${name} was created by the platform for another deployment or for a single revision. Use an object of your own`,
      ]);
    },
  );

  test("can belong to the pod's own deployment or to another owner", () => {
    const own = 'ad-8c1f4a52000040008000000000000001';
    const names = ['settings', 'ad-hoc', 'ad-8c1f4a52', `${own}-db`, `data-${own}-db-0`];
    for (const secret_name of names) {
      const change = { secretReferences: [{ name: 'A', secret_name, secret_key: 'uri' }] };
      expect(problems(change)).toEqual([]);
    }
  });
});

describe('the databases of a deployment', () => {
  test('exist only if the resource spec contains one of their fields', () => {
    expect(databases({ cpu: 1 })).toEqual({
      secrets: [],
      services: [],
      networkPolicy: undefined,
      workloads: [],
      variables: [],
      notes: [],
    });
    expect(databases({ redis_cpu: 1 }).workloads.map(({ kind }) => kind)).toEqual(['Deployment']);
    expect(databases({ db_cpu: 1 }).workloads.map(({ kind }) => kind)).toEqual(['StatefulSet']);
  });

  // docs/kubernetes.md#redis-password
  // docs/security/emulator.md#cluster-passwords
  test('have their password in a Secret that the agent’s pods read', () => {
    const { secrets, ...rest } = databases({ db_storage_gi: 5, db_max_connections: 50 }, SECRET_MARK);
    expect(secrets).toHaveLength(1);
    expect(JSON.stringify(rest)).not.toContain(SECRET_MARK);
    expect(rest.variables).toEqual(
      ['POSTGRES_URI', 'DATABASE_URI'].map((name) => ({
        name,
        valueFrom: { secretKeyRef: { name: secrets[0]?.metadata.name, key: 'uri' } },
      })),
    );
    expect(rest.workloads[0]).toMatchObject({
      spec: {
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
        volumeClaimTemplates: [{ spec: { resources: { requests: { storage: '5Gi' } } } }],
        template: { spec: { containers: [{ args: ['sh', 'postgres', '-c', 'max_connections=50'] }] } },
      },
    });
  });

  // docs/kubernetes.md#redis-password
  // docs/security/emulator.md#cluster-passwords
  test('keep the password of Redis only in a file of the Secret', () => {
    const { secrets, ...rest } = databases({ redis_cpu: 1 }, SECRET_MARK);
    const [secret] = secrets;
    expect(secret?.stringData).toEqual({
      'redis.conf': `requirepass redis-${SECRET_MARK}\n`,
      uri: `redis://:redis-${SECRET_MARK}@${secret?.metadata.name}:6379/0`,
    });
    expect(JSON.stringify(rest)).not.toContain(SECRET_MARK);
    expect(rest.variables).toEqual([
      { name: 'REDIS_URI', valueFrom: { secretKeyRef: { name: secret?.metadata.name, key: 'uri' } } },
    ]);
    expect(rest.workloads[0]).toMatchObject({
      spec: { template: { spec: { containers: [{ args: ['/etc/agent-deploy/redis.conf'] }] } } },
    });
  });

  // docs/kubernetes/tenants.md#databases
  test('accept connections only from the agents of their own deployment', () => {
    const { networkPolicy, workloads } = databases({ db_cpu: 1, redis_cpu: 1 });
    const selector = networkPolicy?.spec?.podSelector?.matchLabels ?? {};
    const [from] = networkPolicy?.spec?.ingress?.flatMap(({ from: peers }) => peers ?? []) ?? [];
    const matches = (labels: Record<string, string>, wanted: Record<string, string> = {}) =>
      Object.entries(wanted).every(([key, value]) => labels[key] === value);
    for (const { spec } of workloads) {
      const labels = spec?.template.metadata?.labels ?? {};
      expect(matches(labels, selector)).toBe(true);
      // The selector of an existing workload cannot change.
      expect(spec?.selector.matchLabels).not.toHaveProperty('agent-deploy/network');
    }
    const peer = from?.podSelector?.matchLabels;
    expect(matches(labelsOf(identity, 'agent'), peer)).toBe(true);
    expect(matches(labelsOf({ ...identity, deploymentId: 'other' }, 'agent'), peer)).toBe(false);
    expect(from?.podSelector?.matchExpressions).toEqual([
      { key: 'app.kubernetes.io/component', operator: 'In', values: ['agent', 'queue'] },
    ]);
  });

  // docs/kubernetes/tenants.md#database-role
  test('keep their superuser if an earlier version created them, and the log describes it', () => {
    const [made] = databases({ db_cpu: 1 }).workloads;
    if (made?.kind !== 'StatefulSet') throw new Error('the database is no StatefulSet');
    const template = made.spec?.template.spec;
    const legacy = (env: { name: string; value: string }[]): StatefulSet => ({
      ...made,
      spec: {
        selector: {},
        serviceName: '',
        template: { spec: { containers: [{ name: 'postgres', env }] } },
      },
    });
    const old = databases({ db_cpu: 1 }, 'p', legacy([{ name: 'POSTGRES_USER', value: 'agent' }]));
    expect(old.notes).toEqual([expect.stringContaining("The agent's role is a superuser of its database")]);
    expect(JSON.stringify(old.workloads)).not.toContain('docker-entrypoint');
    const current = databases({ db_cpu: 1 }, 'p', legacy([{ name: 'POSTGRES_USER', value: 'postgres' }]));
    expect(current.notes).toEqual([]);
    expect(current.workloads[0]).toMatchObject({ spec: { template: { spec: template } } });
  });

  test('keep their size, and remain if a later revision does not mention them', () => {
    const [existing] = databases({ db_storage_gi: 5 }).workloads;
    if (existing?.kind !== 'StatefulSet') throw new Error('the database is no StatefulSet');
    const found: StatefulSet = {
      ...existing,
      spec: { ...existing.spec, selector: {}, serviceName: '', template: {} },
    };
    const claim = {
      spec: { volumeClaimTemplates: [{ spec: { resources: { requests: { storage: '5Gi' } } } }] },
    };
    const larger = databases({ db_storage_gi: 8 }, 'other', found);
    expect(larger.workloads).toEqual([expect.objectContaining({ kind: 'StatefulSet' })]);
    expect(larger.workloads[0]).toMatchObject(claim);
    expect(larger.notes).toEqual([expect.stringContaining('db_storage_gi has no effect')]);
    const without = databases({}, 'other', found);
    expect(without.workloads[0]).toMatchObject(claim);
    expect(without.variables).toHaveLength(2);
    expect(without.notes).toEqual([]);
  });

  test('belong to the deployment, not to a single revision', () => {
    const { secrets, services, workloads } = databases({ db_cpu: 1, redis_cpu: 1 });
    for (const { metadata } of [...secrets, ...services, ...workloads]) {
      expect(readLabels(metadata.labels, 'plane-1')).toEqual({
        deploymentId: identity.deploymentId.toLowerCase(),
        revisionId: undefined,
      });
      // Kubernetes appends the hash of a StatefulSet and the number of a pod to the name.
      expect(metadata.name.length + 11).toBeLessThanOrEqual(63);
    }
  });

  test('cannot have more connections than PostgreSQL allows', () => {
    const request = {
      identity,
      owner,
      passwords: { postgres: 'p', redis: 'r' },
      images: { postgres: 'p', redis: 'r' },
    };
    expect(planDatabases({ ...request, spec: { db_max_connections: 1_000_000 } })).toEqual({
      kind: 'problems',
      problems: ['resource_spec.db_max_connections: PostgreSQL allows at most 262143'],
    });
  });
});

describe('the labels of Kubernetes objects', () => {
  test('prevent the deletion of objects of other control planes and owners', () => {
    const { labels } = planned().secret.metadata;
    expect(readLabels(labels, 'plane-2')).toBeUndefined();
    expect(readLabels({ ...labels, 'app.kubernetes.io/managed-by': 'helm' }, 'plane-1')).toBeUndefined();
    expect(readLabels(undefined, 'plane-1')).toBeUndefined();
  });

  test('are passed to the cluster as a selector', () => {
    expect(labelSelector({ plane: 'p', deploymentId: 'A', revisionId: 'B' })).toBe(
      'app.kubernetes.io/managed-by=agent-deploy,agent-deploy/plane=p,agent-deploy/deployment=a,agent-deploy/revision=b',
    );
  });
});
