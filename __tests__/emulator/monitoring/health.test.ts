import { describe, expect, test } from '@jest/globals';
import { healthChecks } from '../../../src/emulator/monitoring/checks.ts';
import { createHealthMonitor } from '../../../src/emulator/monitoring/health.ts';
import { createPrometheusMetrics } from '../../../src/emulator/monitoring/prometheus.ts';
import { NO_METRICS } from '../../../src/emulator/ports/metrics.ts';
import type { LeaseState } from '../../../src/emulator/ports/replica.ts';
import type { StoreCondition } from '../../../src/emulator/ports/store-condition.ts';
import { StoreError } from '../../../src/emulator/ports/store-errors.ts';

type Dependencies = Parameters<typeof healthChecks>[0];

/** Creates a monitor of parts whose state the test changes. */
function world({ metrics = NO_METRICS } = {}) {
  const state = {
    condition: { schema: '0001_initial', unapplied: [], missingKeys: [], otherKeys: [] } as
      | StoreCondition
      | StoreError,
    lease: { leaseMs: 6_000, ageMs: 100, isLost: false } as LeaseState,
    cluster: 'Kubernetes v1.36.3 responds' as string | Error,
    now: Date.parse('2026-01-02T03:04:05Z'),
  };
  const store = {
    condition: () =>
      state.condition instanceof StoreError
        ? Promise.reject(state.condition)
        : Promise.resolve(state.condition),
  };
  const replica = { lease: () => state.lease };
  const checks = healthChecks({ store, replica } as unknown as Dependencies, () =>
    state.cluster instanceof Error ? Promise.reject(state.cluster) : Promise.resolve(state.cluster),
  );
  const monitor = createHealthMonitor(checks, { metrics, now: () => state.now });
  return {
    state,
    monitor,
    read: async () => {
      const { status, checks: all } = await monitor.read();
      return { status, checks: Object.fromEntries(all.map((one) => [one.name, one])) };
    },
  };
}

// docs/kubernetes/monitoring.md#health
describe('the health of a replica', () => {
  test('is ok if the checks of the database, its schema, the keyring, the lease and the cluster succeed', async () => {
    const { status, checks } = await world().read();
    expect(status).toBe('ok');
    expect(Object.values(checks).map(({ name, status: one }) => `${name} ${one}`)).toEqual([
      'database ok',
      'schema ok',
      'keyring ok',
      'lease ok',
      'cluster ok',
    ]);
  });

  test('contains the time since when a check fails, and the reason', async () => {
    const { state, read } = world();
    await read();
    state.now += 60_000;
    state.cluster = new Error('connection refused. Check the network.');
    await read();
    state.now += 60_000;
    const { status, checks } = await read();
    expect(status).toBe('failing');
    expect(checks['cluster']).toMatchObject({
      status: 'failing',
      since: '2026-01-02T03:05:05.000Z',
      message: 'connection refused. Check the network.',
    });
    expect(checks['database']).toMatchObject({ status: 'ok', since: '2026-01-02T03:04:05.000Z' });
  });

  test('reports the schema and the keyring as unknown if the database does not respond', async () => {
    const { state, read } = world();
    state.condition = new StoreError('unavailable', 'The database cannot be reached.');
    const { checks } = await read();
    expect(checks['database']).toMatchObject({
      status: 'failing',
      message: 'The database cannot be reached.',
    });
    expect(checks['schema']?.status).toBe('unknown');
    expect(checks['keyring']?.status).toBe('unknown');
  });

  test('shows a schema of a newer version, missing migrations and missing keys', async () => {
    const { state, read } = world();
    state.condition = new StoreError('newer', 'The data was written by another version.');
    const newer = await read();
    expect(newer.checks['database']?.status).toBe('ok');
    expect(newer.checks['schema']).toMatchObject({
      status: 'failing',
      message: 'The data was written by another version.',
    });
    state.condition = {
      schema: '0001_initial',
      unapplied: ['0002_keys'],
      missingKeys: [2, 3],
      otherKeys: [],
    };
    const older = await read();
    expect(older.checks['schema']?.message).toContain('lacks 0002_keys');
    expect(older.checks['keyring']?.message).toContain('lacks v2, v3');
    state.condition = { schema: '0001_initial', unapplied: [], missingKeys: [], otherKeys: [1] };
    const other = await read();
    expect(other.checks['keyring']).toMatchObject({
      status: 'failing',
      message: expect.stringContaining('v1 differs'),
    });
  });

  test('fails with a lease that was lost or not renewed in time', async () => {
    const { state, read } = world();
    state.lease = { leaseMs: 6_000, ageMs: 6_001, isLost: false };
    expect((await read()).checks['lease']?.status).toBe('failing');
    state.lease = { leaseMs: 6_000, ageMs: 1, isLost: true };
    expect((await read()).checks['lease']?.status).toBe('failing');
  });

  test('is in the metrics until the replica has stopped', async () => {
    const metrics = createPrometheusMetrics();
    try {
      const { state, monitor } = world({ metrics });
      state.cluster = new Error('no response');
      expect(await metrics.render()).toContain('agent_deploy_check_failing{check="cluster"} 1');
      monitor.close();
      expect(await metrics.render()).toContain('agent_deploy_check_failing{check="cluster"} 0');
    } finally {
      metrics.close();
    }
  });
});
