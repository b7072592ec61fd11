import fc from 'fast-check';
import { C_IDENTIFIER } from '../../../../../../src/contract/patterns.ts';
import { ResourceSpec } from '../../../../../../src/contract/resource-spec.ts';
import type { RevisionRequest } from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/manifests.ts';
import { runScaleOf } from '../../../../../../src/emulator/data-plane/places/kubernetes/plan/run-scale.ts';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
/** Null is equivalent to an absent field in a request. */
const nullable = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: value }, fc.constantFrom(null, undefined));

const label = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
const scale = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(1_000_000_000));
const cores = (max: number) => fc.double({ min: 0.1, max, noNaN: true });
const megabytes = fc.oneof(fc.integer({ min: 0, max: 4096 }), fc.constant(1_000_000_000));
const words = fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 20 }), { maxLength: 3 });

const source = fc.constantFrom<Record<string, unknown>>(
  {},
  { emptyDir: {} },
  { emptyDir: { medium: 'Memory' }, secret: null },
  { secret: { secretName: 'files', items: [{ key: 'a', path: 'b' }], defaultMode: 0o400 } },
  { configMap: { name: 'settings' } },
  { persistentVolumeClaim: { claimName: 'data' } },
  { nfs: { server: 'nfs.local', path: '/' } },
  { projected: { sources: [{ serviceAccountToken: { path: 'token', expirationSeconds: 3600 } }] } },
  { downwardAPI: { items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }] } },
  { csi: { driver: 'csi.local' } },
);

/** A mount refers to a volume by number, because the volumes are known only when the spec is assembled. */
const mounts = fc.uniqueArray(
  fc.record({
    volume: fc.nat(),
    mountPath: fc.stringMatching(/^\/[a-z]{1,8}$/),
    readOnly: nullable(fc.boolean()),
    subPath: nullable(fc.constantFrom('a', 'a/b')),
  }),
  { maxLength: 3, selector: ({ mountPath }) => mountPath },
);

type Mounts = typeof mounts extends fc.Arbitrary<infer T> ? T : never;

const mountsOf = (given: Mounts | null | undefined, volumes: readonly { name: string }[]) =>
  given?.flatMap(({ volume, ...mount }) => {
    const found = volumes[volume % volumes.length];
    return found === undefined ? [] : [{ ...mount, name: found.name }];
  });

const variable = fc.oneof(
  fc.record({
    name: fc.stringMatching(C_IDENTIFIER),
    value: nullable(fc.string({ unit: 'grapheme-ascii' })),
  }),
  fc.record({
    name: fc.stringMatching(C_IDENTIFIER),
    valueFrom: fc.constantFrom(
      { secretKeyRef: { name: 'theirs', key: 'k' } },
      { fieldRef: { fieldPath: 'metadata.name' } },
    ),
  }),
);

const container = fc.record({
  image: fc.constantFrom('busybox:1.36', `registry.local:5000/a/b@sha256:${'a'.repeat(64)}`),
  imagePullPolicy: nullable(fc.constantFrom('Always', 'Never', 'IfNotPresent')),
  command: nullable(words),
  args: nullable(words),
  workingDir: nullable(fc.constant('/work')),
  env: nullable(fc.array(variable, { maxLength: 3 })),
  envFrom: nullable(fc.constant([{ secretRef: { name: 'theirs', optional: true }, prefix: 'P_' }])),
  resources: nullable(
    fc.constantFrom(
      { limits: { cpu: '500m', memory: '64Mi' }, requests: null },
      { requests: { cpu: '0.1' } },
    ),
  ),
  volumeMounts: nullable(mounts),
  securityContext: nullable(fc.constantFrom({ runAsUser: 1000 }, { readOnlyRootFilesystem: true })),
});

/** The names of containers, volumes and mounts are consistent, as the contract requires. */
const pod = fc
  .record({
    volumes: fc.uniqueArray(fc.record({ name: label, source }), {
      maxLength: 4,
      selector: ({ name }) => name,
    }),
    volume_mounts: nullable(mounts),
    containers: fc.uniqueArray(
      fc.record({
        name: label.filter((name) => name !== 'agent'),
        settings: container,
        restartPolicy: fc.constantFrom(undefined, 'Always', 'OnFailure'),
      }),
      { maxLength: 4, selector: ({ name }) => name },
    ),
    split: fc.nat({ max: 4 }),
  })
  .map(({ volumes, volume_mounts, containers, split }) => {
    const made = containers.map(({ name, settings, restartPolicy }, index) => ({
      ...settings,
      name,
      volumeMounts: mountsOf(settings.volumeMounts, volumes),
      ...(index >= split && { restartPolicy }),
    }));
    return {
      volumes: volumes.length === 0 ? null : volumes.map(({ name, source: given }) => ({ name, ...given })),
      volume_mounts: mountsOf(volume_mounts, volumes),
      init_containers: made.slice(0, split),
      sidecars: made.slice(split),
    };
  });

const amounts = fc.record({
  min_scale: nullable(scale),
  max_scale: nullable(scale),
  cpu: nullable(cores(8)),
  cpu_limit: nullable(cores(16)),
  memory_mb: nullable(megabytes),
  memory_limit_mb: nullable(megabytes),
  queue_min_scale: maybe(scale),
  queue_max_scale: maybe(scale),
  queue_cpu: maybe(cores(8)),
  queue_memory_mb: maybe(megabytes),
  redis_cpu: maybe(cores(8)),
  redis_memory_mb: maybe(megabytes),
  db_cpu: maybe(cores(8)),
  db_memory_mb: maybe(megabytes),
  db_storage_gi: maybe(fc.integer({ min: 0, max: 1000 })),
  db_max_connections: maybe(fc.integer({ min: 0, max: 1000 })),
});

const metadata = fc.record({
  labels: nullable(
    fc.dictionary(
      fc.constantFrom('team', 'example.com/tier', 'agent-deploy/revision', 'app.kubernetes.io/name'),
      label,
    ),
  ),
  annotations: nullable(fc.dictionary(fc.constantFrom('note', 'example.com/owner'), fc.string())),
  service_account_name: nullable(fc.constant('runner')),
  image_pull_secrets: nullable(fc.constantFrom([], [{ name: 'registry' }])),
});

/** Generates a spec, as parsed from a request, that the contract accepts and a cluster should accept. */
export const anySpec: fc.Arbitrary<ResourceSpec> = fc
  .tuple(
    // Random amounts often contradict each other, so invalid specs are filtered out.
    amounts.filter((given) => ResourceSpec.safeParse(given).success),
    metadata,
    pod,
  )
  .map(([given, ...rest]) => ResourceSpec.parse(Object.assign({ ...given }, ...rest)));

/** String that a test can find wherever it appears. */
export const SECRET_MARK = 'sec-ret-';

/** Generates IDs in upper or lower case, as in requests. */
const id = fc.oneof(
  fc.uuid(),
  fc.uuid().map((text) => text.toUpperCase()),
);

/** Generates a revision with any spec, source and environment. */
export const anyRevision: fc.Arbitrary<RevisionRequest> = fc
  .record({
    deploymentId: id,
    revisionId: id,
    name: fc.oneof(fc.stringMatching(/^[A-Za-z][-A-Za-z0-9]{0,70}[a-z]$/), fc.constant('a')),
    spec: fc.oneof(
      { weight: 9, arbitrary: anySpec },
      fc.constantFrom<ResourceSpec | null | undefined>(null, undefined, {}),
    ),
    env: fc.dictionary(
      fc.stringMatching(/^[A-Z_][A-Z0-9_.-]{0,20}$/).filter((name) => name !== 'PORT'),
      fc.string().map((text) => `${SECRET_MARK}${text}`),
    ),
    port: maybe(fc.integer({ min: 1, max: 65_535 }).map(String)),
    references: fc.uniqueArray(fc.constantFrom('TOKEN', 'DB_PASSWORD'), { maxLength: 2 }),
    own: fc.boolean(),
    isScaledByRuns: fc.boolean(),
    serving: fc.nat({ max: 10 }),
  })
  .map(({ deploymentId, revisionId, name, spec, env, port, references, own, isScaledByRuns, serving }) => ({
    identity: { plane: 'plane-1', namespace: 'prod', deploymentId, revisionId, name },
    owner: { name: 'ad', uid: '00000000-0000-4000-8000-000000000001' },
    program: own
      ? { image: 'agent-deploy:1', args: ['agent', '--deployment', deploymentId] }
      : { image: 'registry.local:5000/agents/a:1' },
    spec,
    env: new Map([...Object.entries(env), ...(port === undefined ? [] : [['PORT', port] as const])]),
    secretReferences: references.map((variable) => ({
      name: variable,
      secret_name: 'theirs',
      secret_key: variable.toLowerCase(),
    })),
    ...(isScaledByRuns && { runScale: runScaleOf('prod') }),
    serving,
    timing: { startMs: 60_000, drainMs: 60_000, stopGraceMs: 3_000, progressMs: 600_000 },
  }));
