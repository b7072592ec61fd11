import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { deriveResourceSpec, ResourceSpec, roundCpu } from '../../src/contract/resource-spec.ts';

describe('the derived defaults of a resource spec', () => {
  // docs/conformance.md#resourcespec-defaults
  test('are equal to the defaults in the API specification', () => {
    expect(
      deriveResourceSpec({
        min_scale: 1,
        max_scale: 4,
        cpu: 2,
        memory_mb: 1024,
        redis_cpu: 0.5,
        redis_memory_mb: 256,
        db_cpu: 3,
        db_memory_mb: 2048,
      }),
    ).toEqual({
      min_scale: 1,
      max_scale: 4,
      cpu: 2,
      cpu_limit: 4,
      memory_mb: 1024,
      memory_limit_mb: 2048,
      queue_min_scale: 1,
      queue_max_scale: 4,
      queue_cpu: 2,
      queue_cpu_limit: 4,
      queue_memory_mb: 1024,
      queue_memory_limit_mb: 2048,
      redis_cpu: 0.5,
      redis_cpu_limit: 1,
      redis_memory_mb: 256,
      redis_memory_limit_mb: 256,
      db_cpu: 3,
      db_cpu_limit: 6,
      db_memory_mb: 2048,
      db_memory_limit_mb: 4096,
    });
  });

  test('are computed from rounded values', () => {
    expect(deriveResourceSpec(ResourceSpec.parse({ cpu: 0.26 }))).toMatchObject({ cpu: 0.3, cpu_limit: 0.6 });
  });

  // docs/conformance.md#resourcespec-defaults-queue
  test("are computed for the queue from the queue's values, not from the main container's values", () => {
    expect(deriveResourceSpec({ cpu: 4, queue_cpu: 1 })).toMatchObject({ cpu_limit: 8, queue_cpu_limit: 2 });
  });

  test('never replace given values, and are absent without a base value', () => {
    expect(deriveResourceSpec({ cpu: 1, cpu_limit: 1.5, memory_mb: null })).toEqual({
      cpu: 1,
      cpu_limit: 1.5,
      memory_mb: null,
      queue_cpu: 1,
      queue_cpu_limit: 2,
    });
    expect(deriveResourceSpec({})).toEqual({});
  });

  test('are the same if they are computed again', () => {
    const cores = (max: number) => fc.option(fc.double({ min: 0.1, max, noNaN: true }), { nil: undefined });
    const spec = fc.record({ cpu: cores(8), cpu_limit: cores(16), queue_cpu: cores(8), redis_cpu: cores(8) });
    fc.assert(
      fc.property(spec, (given) => {
        const parsed = ResourceSpec.safeParse(given);
        if (!parsed.success) return;
        const once = deriveResourceSpec(parsed.data);
        expect(deriveResourceSpec(once)).toEqual(once);
        // A spec that was read can be sent again.
        expect(ResourceSpec.parse(once)).toEqual(once);
        for (const value of Object.values(once)) {
          if (typeof value === 'number') expect(value).toBe(roundCpu(value));
        }
      }),
    );
  });
});

describe('the bounds of a resource spec', () => {
  // docs/conformance.md#resourcespec-limits-cpu
  // docs/departures.md#resourcespec-bounds-rounding
  test.each(['cpu', 'queue_cpu', 'redis_cpu'])('allow 0.1 to 8 cores for %s, before rounding', (field) => {
    for (const value of [0.1, 1, 8]) expect(ResourceSpec.safeParse({ [field]: value }).success).toBe(true);
    for (const value of [0.09, 0, -1, 8.01, Number.NaN]) {
      expect(ResourceSpec.safeParse({ [field]: value }).success).toBe(false);
    }
  });

  // docs/conformance.md#resourcespec-limits-cpu-limits
  test.each(['cpu_limit', 'queue_cpu_limit', 'redis_cpu_limit'])('allow 0.1 to 16 cores for %s', (field) => {
    expect(ResourceSpec.safeParse({ [field]: 16 }).success).toBe(true);
    expect(ResourceSpec.safeParse({ [field]: 16.01 }).success).toBe(false);
  });

  // docs/conformance.md#resourcespec-units-types
  test('allow only integers for memory, scale and storage', () => {
    for (const field of ['memory_mb', 'min_scale', 'db_storage_gi', 'db_max_connections']) {
      expect(ResourceSpec.safeParse({ [field]: 1.5 }).success).toBe(false);
    }
  });
});

describe('a pod with volumes', () => {
  const problems = (spec: object) =>
    ResourceSpec.safeParse(spec).error?.issues.map(({ path }) => path.join('.')) ?? [];

  // docs/conformance.md#pods-volume-name
  test('has unique volume names that are valid DNS labels', () => {
    expect(problems({ volumes: [{ name: 'a' }, { name: 'a' }] })).toEqual(['volumes.1.name']);
    for (const name of ['A', '-a', 'a-', 'a.b', '', 'a'.repeat(64)]) {
      expect(problems({ volumes: [{ name }] })).toEqual(['volumes.0.name']);
    }
  });
});
