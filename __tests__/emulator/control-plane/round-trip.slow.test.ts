import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Source } from '../../../src/contract/source.ts';
import { SOURCES } from '../../../src/contract/patterns.ts';
import { type Plane, startPlane } from '../server/plane.ts';

const PATH = '/v2/deployments';
type Json = Record<string, unknown>;

const word = fc.stringMatching(/^[a-zA-Z0-9/ .:é]{1,8}$/);
const label = fc.stringMatching(/^[a-z]{1,6}$/);
const free = fc.dictionary(label, fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null)), {
  maxKeys: 2,
});
/** Generates an omitted field, null or a value. */
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(fc.option(value, { nil: null }), { nil: undefined });
const fields = (given: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Json> =>
  fc.record(given).map((value) => JSON.parse(JSON.stringify(value)) as Json);

const request = fc.double({ min: 0.1, max: 8, noNaN: true });
const limit = fc.double({ min: 8, max: 16, noNaN: true });
const amount = fc.nat(1e9);
const most = fc.integer({ min: 1e9, max: 2e9 });

/** Generates volumes with matching containers and mounts. */
const pod = fc
  .record({
    volumes: fc.uniqueArray(label, { maxLength: 2 }),
    names: fc.uniqueArray(label, { maxLength: 2 }),
    source: fc.constantFrom('emptyDir', 'configMap', 'csi'),
    content: free,
    env: maybe(fc.array(fields({ name: label, value: maybe(word) }), { maxLength: 2 })),
  })
  .map(({ volumes, names, source, content, env }) => {
    const mounts = volumes.map((name) => ({ name, mountPath: `/${name}`, readOnly: true }));
    return {
      volumes: volumes.map((name) => ({ name, [source]: content })),
      volume_mounts: mounts,
      sidecars: names.map((name) => ({
        name,
        image: 'a:1',
        volumeMounts: mounts,
        env,
        restartPolicy: 'Always',
      })),
    };
  });
const resources = fc
  .tuple(
    fields({
      cpu: maybe(request),
      cpu_limit: maybe(limit),
      queue_cpu: maybe(request),
      queue_cpu_limit: maybe(limit),
      redis_cpu: maybe(request),
      db_cpu: maybe(fc.double({ min: 0, max: 1e9, noNaN: true })),
      memory_mb: maybe(amount),
      memory_limit_mb: maybe(most),
      queue_memory_mb: maybe(amount),
      redis_memory_mb: maybe(amount),
      db_memory_mb: maybe(amount),
      db_storage_gi: maybe(amount),
      min_scale: maybe(fc.nat(3)),
      max_scale: maybe(fc.integer({ min: 3, max: 9 })),
      queue_max_scale: maybe(fc.integer({ min: 3, max: 9 })),
      labels: maybe(fc.dictionary(label, word, { maxKeys: 2 })),
      service_account_name: maybe(label),
      orchestrator_cpu: maybe(amount),
    }),
    maybe(pod),
  )
  .map(([numbers, parts]) => ({ ...numbers, ...parts }));

const commands = { install_command: maybe(word), build_command: maybe(word) };
const CONFIGS: Record<Source, [config: fc.Arbitrary<Json>, revision: fc.Arbitrary<Json>]> = {
  git_host: [
    fields({
      repo_url: maybe(word),
      deployment_type: maybe(fc.constantFrom('dev_free', 'dev', 'prod')),
      build_on_push: maybe(fc.boolean()),
      custom_url: maybe(word),
      ...commands,
    }),
    fields({ repo_ref: maybe(word), graph_config_path: word }),
  ],
  external_docker: [
    fields({ resource_spec: maybe(resources), custom_url: maybe(word) }),
    fields({ image_uri: maybe(word) }),
  ],
  internal_docker: [fields({}), fields({ image_uri: maybe(word) })],
  internal_source: [fields(commands), fields({ graph_config_path: word })],
};
let count = 0;
const bodies = fc.constantFrom(...SOURCES).chain((source) =>
  fields({
    source: fc.constant(source),
    source_config: CONFIGS[source][0],
    source_revision_config: CONFIGS[source][1],
    secrets: fc.uniqueArray(fields({ name: label, value: word }), {
      maxLength: 2,
      selector: ({ name }) => name,
    }),
    image_version: maybe(word),
  }),
);

const round = (value: number) => Math.round(value * 10) / 10;
const CPU = /cpu(_limit)?$/;
/** Sources of computed values, as in the table of the API. */
const DEFAULTS: [field: string, from: string, times: number][] = [
  ['cpu_limit', 'cpu', 2],
  ['memory_limit_mb', 'memory_mb', 2],
  ['queue_min_scale', 'min_scale', 1],
  ['queue_max_scale', 'max_scale', 1],
  ['queue_cpu', 'cpu', 1],
  ['queue_cpu_limit', 'queue_cpu', 2],
  ['queue_memory_mb', 'memory_mb', 1],
  ['queue_memory_limit_mb', 'queue_memory_mb', 2],
  ['redis_cpu_limit', 'redis_cpu', 2],
  ['redis_memory_limit_mb', 'redis_memory_mb', 1],
  ['db_cpu_limit', 'db_cpu', 2],
  ['db_memory_limit_mb', 'db_memory_mb', 2],
];

/** Returns the resource spec that a response must contain: the given values, rounded, and computed values. */
function expectedSpec(given: Json): Json {
  const spec: Json = { ...given };
  for (const [field, value] of Object.entries(spec)) {
    if (CPU.test(field) && typeof value === 'number') spec[field] = round(value);
  }
  for (const [field, from, times] of DEFAULTS) {
    const base = spec[from];
    if ((spec[field] ?? null) !== null || typeof base !== 'number') continue;
    spec[field] = CPU.test(field) ? round(base * times) : base * times;
  }
  for (const list of ['sidecars']) {
    if (!Array.isArray(spec[list])) continue;
    spec[list] = (spec[list] as Json[]).map((container) => ({
      ...container,
      ...(Array.isArray(container['env'])
        ? { env: (container['env'] as Json[]).map((one) => ({ ...one, value: one['value'] ?? '' })) }
        : {}),
    }));
  }
  return spec;
}

/** Returns the configuration that a response must contain: only the given values. */
function expectedConfig(given: Json, source: Source): Json {
  const reported = Object.entries(given).filter(([, value]) => value !== null);
  return Object.fromEntries(
    reported
      .filter(([field]) => field !== 'custom_url' || source === 'external_docker')
      .map(([field, value]) => [field, field === 'resource_spec' ? expectedSpec(value as Json) : value]),
  );
}

async function made(plane: Plane, body: Json): Promise<{ path: string; shown: Json }> {
  const sent = { name: `agent-${(count += 1)}`, ...body };
  const answer = await plane.api('POST', PATH, sent);
  expect([answer.status, answer.body.detail]).toEqual([201, undefined]);
  const path = `${PATH}/${answer.body.id}`;
  const { body: shown } = await plane.api('GET', path);
  expect(shown).toEqual(answer.body);
  return { path, shown };
}
const saidOf = (config: unknown) =>
  Object.fromEntries(Object.entries(config as Json).filter(([, value]) => value !== null));

describe('any valid deployment', () => {
  // docs/conformance.md#deployment-every-other-field
  test('is returned as sent, except for added derived values', async () => {
    const plane = await startPlane();
    const property = fc.asyncProperty(bodies, async (body) => {
      const source = body['source'] as Source;
      const { shown } = await made(plane, body);
      expect(saidOf(shown['source_config'])).toEqual(expectedConfig(body['source_config'] as Json, source));
      const revision = expectedConfig(body['source_revision_config'] as Json, source);
      const { langgraph_config_path: alias, ...own } = saidOf(shown['source_revision_config']);
      expect(own).toEqual(revision);
      expect(alias).toEqual(revision['graph_config_path']);
      expect(shown['secrets']).toEqual(body['secrets']);
      expect(shown['image_version']).toEqual(body['image_version'] ?? null);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  // docs/conformance.md#patch-patch-what-read
  test('is unchanged by a PATCH with its own GET response, except for a new revision with --compat spec', async () => {
    const plane = await startPlane();
    const property = fc.asyncProperty(bodies, async (body) => {
      const { path, shown } = await made(plane, body);
      const answer = await plane.api('PATCH', path, shown);
      expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
      // The body always contains secrets.
      expect(answer.body.latest_revision_id).not.toBe(shown['latest_revision_id']);
      const still = ({ latest_revision_id: _, updated_at: __, ...rest }: Json) => rest;
      expect(still(answer.body)).toEqual(still(shown));
    });
    await fc.assert(property, { numRuns: 40 });
  });
});
