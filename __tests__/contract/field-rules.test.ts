import { describe, expect, test } from '@jest/globals';
import { DeploymentCreate } from '../../src/contract/deployment.ts';
import { toValidationErrors } from '../../src/contract/errors.ts';
import { describeValidationError } from '../../src/contract/findings.ts';
import { deprecatedFields } from '../../src/contract/deprecated-fields.ts';
import { ResourceSpec } from '../../src/contract/resource-spec.ts';

/** Returns all problems of a resource spec as `place: message`. */
function complaints(spec: object): string[] {
  const parsed = ResourceSpec.safeParse(spec);
  return parsed.success ? [] : toValidationErrors(parsed.error, 'body', spec).map(describeValidationError);
}
const places = (spec: object) => complaints(spec).map((line) => line.split(':')[0]);
const container = (over: object = {}, name = 'one') => ({ name, image: 'a:1', ...over });
const DO_NOT_USE = ['orchestrator', 'executor'].flatMap((part) =>
  ['cpu', 'cpu_limit', 'memory_mb', 'memory_limit_mb'].map((what) => `${part}_${what}`),
);

describe('the limits and requests in a resource spec', () => {
  // docs/departures.md#resourcespec-limits-below-what
  test.each([
    ['cpu_limit', 'cpu', 2],
    ['memory_limit_mb', 'memory_mb', 512],
    ['queue_cpu_limit', 'queue_cpu', 2],
    ['queue_memory_limit_mb', 'queue_memory_mb', 512],
    ['redis_cpu_limit', 'redis_cpu', 2],
    ['redis_memory_limit_mb', 'redis_memory_mb', 512],
    ['db_cpu_limit', 'db_cpu', 2],
    ['db_memory_limit_mb', 'db_memory_mb', 512],
    ['max_scale', 'min_scale', 2],
    ['queue_max_scale', 'queue_min_scale', 2],
  ])('are rejected if %s is below %s', (high, low, value) => {
    expect(complaints({ [low]: value, [high]: value })).toEqual([]);
    expect(complaints({ [low]: value, [high]: value - 1 })).toEqual([`${high}: must not be below ${low}`]);
  });

  test('are compared with default values, and the error names the given field', () => {
    expect(complaints({ cpu: 4, queue_cpu_limit: 2 })).toEqual([
      'queue_cpu_limit: must not be below queue_cpu, which is unset and has its default',
    ]);
    expect(complaints({ max_scale: 1, queue_min_scale: 3 })).toEqual([
      'queue_min_scale: must not be above queue_max_scale, which is unset and has its default',
    ]);
  });

  test('have no lower bound if no request is given', () => {
    expect(complaints({ cpu_limit: 0.1, memory_limit_mb: 0, max_scale: 0 })).toEqual([]);
  });

  test('are compared after rounding', () => {
    expect(complaints({ cpu: 0.34, cpu_limit: 0.31 })).toEqual([]);
  });

  // docs/departures.md#resourcespec-numbers-without-bounds
  test.each(['memory_mb', 'db_storage_gi', 'min_scale', 'db_cpu', 'executor_cpu'])(
    'accept %s only as a number that can be doubled and stored',
    (field) => {
      expect(complaints({ [field]: 1e9 })).toEqual([]);
      expect(places({ [field]: 1e9 + 1 })).toEqual([field]);
      expect(places({ [field]: 1e308 })).toContain(field);
    },
  );
});

describe('a deprecated do-not-use field', () => {
  // docs/conformance.md#resourcespec-do-use-fields
  test.each([...DO_NOT_USE, 'orchestrator_min_scale', 'orchestrator_max_scale'])(
    '(%s) is accepted as a number or null, stored, and reported in a warning',
    (field) => {
      expect(ResourceSpec.parse({ [field]: 2, cpu: 1 })).toEqual({ [field]: 2, cpu: 1 });
      expect(deprecatedFields({ [field]: 2, cpu: 1 })).toEqual([field]);
      expect(deprecatedFields(ResourceSpec.parse({ [field]: null }))).toEqual([]);
      expect(places({ [field]: 'a lot' })).toEqual([field]);
    },
  );

  test('for memory or scale accepts only an integer', () => {
    expect(places({ executor_memory_mb: 0.5, orchestrator_min_scale: 0.5 })).toEqual([
      'orchestrator_min_scale',
      'executor_memory_mb',
    ]);
    expect(complaints({ executor_cpu: 0.5 })).toEqual([]);
  });
});

describe('a container', () => {
  const of = (over: object) => places({ sidecars: [container(over)] });

  // docs/conformance.md#pods-container-imagepullpolicy
  test.each(['Always', 'Never', 'IfNotPresent'])('accepts the pull policy %s', (imagePullPolicy) => {
    expect(of({ imagePullPolicy })).toEqual([]);
  });

  // docs/conformance.md#pods-container-restartpolicy
  // docs/departures.md#pods-container-restartpolicy
  test.each(['Always', 'OnFailure'])('accepts the restart policy %s only as a sidecar', (restartPolicy) => {
    expect(of({ restartPolicy })).toEqual([]);
    expect(places({ init_containers: [container({ restartPolicy })] })).toEqual([
      'init_containers.0.restartPolicy',
    ]);
  });

  // docs/conformance.md#pods-container
  test.each([
    ['name', undefined],
    ['name', 'Not_A_Label'],
    ['image', undefined],
    ['image', ''],
    ['imagePullPolicy', 'Sometimes'],
    ['restartPolicy', 'Never'],
    ['command', 'run'],
    ['args', [1]],
    ['workingDir', 1],
    ['env', {}],
    ['envFrom', ['secret']],
    ['resources', { limits: { cpu: 1 } }],
    ['volumeMounts', [{ name: 'v' }]],
    ['securityContext', []],
  ])('is rejected with %s %j, and the error names the field', (field, value) => {
    expect(of({ [field]: value }).map((place) => place?.split('.')[2])).toEqual([field]);
  });

  // docs/conformance.md#pods-container-optional-fields
  test('accepts all of its fields, and null in each of them', () => {
    const all = {
      imagePullPolicy: 'Always',
      command: ['run'],
      args: ['-v'],
      workingDir: '/work',
      env: [{ name: 'A', value: 'x' }],
      envFrom: [{ secretRef: { name: 's' } }],
      resources: { limits: { cpu: '1' }, requests: { memory: '1Gi' } },
      volumeMounts: [{ name: 'v', mountPath: '/v', subPath: 'a', mountPropagation: 'None', readOnly: true }],
      securityContext: { runAsUser: 1 },
      restartPolicy: 'Always',
    };
    expect(complaints({ volumes: [{ name: 'v' }], sidecars: [container(all)] })).toEqual([]);
    const nothing = Object.fromEntries(Object.keys(all).map((field) => [field, null]));
    expect(of(nothing)).toEqual([]);
  });

  // docs/departures.md#pods-container-name
  test('must have a unique name within the pod', () => {
    expect(
      places({
        init_containers: [container({}, 'a'), container({}, 'b')],
        sidecars: [container({}, 'c'), container({}, 'a'), container({}, 'c')],
      }),
    ).toEqual(['sidecars.1.name', 'sidecars.2.name']);
  });
});

describe('an environment variable', () => {
  const env = (variable: object) => ResourceSpec.safeParse({ sidecars: [container({ env: [variable] })] });

  // docs/conformance.md#pods-envvar-value
  // docs/departures.md#pods-envvar-value
  test.each([[undefined], [null], ['']])(
    'with the value %j is parsed to an empty value, and can have a source',
    (value) => {
      const parsed = env({ name: 'A', value, valueFrom: { secretKeyRef: {} } });
      expect(parsed.data?.sidecars?.[0]?.env).toEqual([
        { name: 'A', value: '', valueFrom: { secretKeyRef: {} } },
      ]);
    },
  );

  // docs/conformance.md#pods-envvar-valuefrom
  test('with a value cannot have a source', () => {
    expect(env({ name: 'A', value: 'x', valueFrom: {} }).success).toBe(false);
    expect(env({ name: 'A', value: 'x', valueFrom: null }).success).toBe(true);
  });

  // docs/conformance.md#pods-envvar-name
  test.each(['', '1A', 'A-B', 'A B', 'Ä'])('cannot have the name %j', (name) => {
    expect(env({ name }).success).toBe(false);
  });
});

describe('the volumes and mounts of a pod', () => {
  const SOURCES = [
    'configMap',
    'secret',
    'emptyDir',
    'persistentVolumeClaim',
    'nfs',
    'projected',
    'downwardAPI',
    'csi',
  ];

  // docs/conformance.md#pods-volume-sources
  test.each(SOURCES)('accept an object with any content as the volume field %s', (source) => {
    const spec = { volumes: [{ name: 'v', [source]: { any: ['thing', { at: 'all' }] } }] };
    expect(ResourceSpec.parse(spec)).toEqual(spec);
    expect(places({ volumes: [{ name: 'v', [source]: 'text' }] })).toEqual([`volumes.0.${source}`]);
  });

  // docs/departures.md#pods-volume-several-sources
  test('allow at most one source for each volume', () => {
    expect(places({ volumes: [{ name: 'v', emptyDir: {}, csi: null }] })).toEqual([]);
    expect(complaints({ volumes: [{ name: 'v', emptyDir: {}, csi: {} }] })).toEqual([
      'volumes.0: must have at most one source',
    ]);
  });

  // docs/conformance.md#pods-volumemount-other-fields
  test.each([
    ['name', undefined],
    ['mountPath', undefined],
    ['mountPath', ''],
    ['subPath', 1],
    ['mountPropagation', 1],
    ['readOnly', 'yes'],
    ['subPathExpr', 1],
  ])('are rejected for a mount with %s %j, and the error names the field', (field, value) => {
    const mount = { name: 'v', mountPath: '/v', [field]: value };
    expect(places({ volumes: [{ name: 'v' }], volume_mounts: [mount] })).toEqual([
      `volume_mounts.0.${field}`,
    ]);
  });

  // docs/conformance.md#pods-volumemount-name
  test.each(['volume_mounts', 'init_containers', 'sidecars'])(
    'are rejected if a mount in %s names no volume of the pod',
    (list) => {
      const mount = { name: 'w', mountPath: '/v' };
      const mounts = list === 'volume_mounts' ? [mount] : [container({ volumeMounts: [mount] })];
      const where = list === 'volume_mounts' ? `${list}.0.name` : `${list}.0.volumeMounts.0.name`;
      expect(complaints({ volumes: [{ name: 'v' }], [list]: mounts })).toEqual([
        `${where}: must match the name of a volume`,
      ]);
      expect(complaints({ volumes: [{ name: 'w' }], [list]: mounts })).toEqual([]);
    },
  );
});

describe('a field of a resource spec', () => {
  // docs/conformance.md#resourcespec-maps-names-lists
  test.each([
    ['labels', { a: 1 }],
    ['annotations', ['a']],
    ['service_account_name', ''],
    ['image_pull_secrets', [{}]],
    ['image_pull_secrets', ['name']],
    ['volumes', {}],
    ['cpu', '1'],
    ['memory_mb', 0.5],
  ])('is rejected with an invalid value, and the error names the field: %s %j', (field, value) => {
    expect(places({ [field]: value }).map((place) => place?.split('.')[0])).toEqual([field]);
  });

  // docs/conformance.md#resourcespec-every-field
  test('can be null', () => {
    const nothing = Object.fromEntries(Object.keys(ResourceSpec.shape).map((field) => [field, null]));
    expect(ResourceSpec.parse(nothing)).toEqual(nothing);
    expect(Object.keys(ResourceSpec.shape)).toHaveLength(40);
  });
});

describe('the strings in a request', () => {
  const create = (over: object) => ({
    name: 'demo',
    source: 'git_host',
    source_config: {},
    source_revision_config: {},
    secrets: [],
    ...over,
  });

  // docs/departures.md#fields-texts-nothing-can
  test.each([
    ['image_version', { image_version: 'a\0' }],
    ['secrets.0.value', { secrets: [{ name: 'A', value: 'a\0' }] }],
    ['source_config.install_command', { source_config: { install_command: 'npm\0ci' } }],
    ['source_revision_config.repo_ref', { source_revision_config: { repo_ref: '\ud800' } }],
  ])('are rejected in %s if they contain characters that cannot be stored', (place, over) => {
    const body = create(over);
    const { error } = DeploymentCreate.safeParse(body);
    expect(error && toValidationErrors(error, 'body', body).map(describeValidationError)).toEqual([
      `${place}: must not contain NUL or an unpaired surrogate`,
    ]);
  });
});
