import { describe, expect, test } from '@jest/globals';
import { OPERATIONS } from '../../dashboard/operations.ts';
import { routeOf } from '../../dashboard/src/logic/paths.ts';
import { startDashboard } from '../emulator/dashboard/page.ts';

/** Returns the operations of `/_local` in the API description of an emulator with a dashboard. */
async function documented(): Promise<string[]> {
  const { api } = await startDashboard();
  const { body } = await api('GET', '/openapi.json');
  return Object.entries<object>(body.paths)
    .filter(([path]) => path.startsWith('/_local/'))
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`));
}

describe('the table of operations of /_local', () => {
  test('contains every existing operation, each with a screen or a reason', async () => {
    const operations = await documented();
    expect(operations.length).toBeGreaterThan(50);
    expect(Object.keys(OPERATIONS).toSorted()).toEqual(operations.toSorted());
  });

  const screens = Object.values(OPERATIONS).flatMap((entry) => ('screen' in entry ? [entry.screen] : []));
  test.each([...new Set(screens)])('contains only screens that have an address: %s', (screen) => {
    const own = ['everywhere', 'deployment', 'run', 'experiment'];
    const found = [
      routeOf(`/_local/ui/${screen}`),
      routeOf(`/_local/ui/deployments/x/${screen}`),
      routeOf(`/_local/ui/deployments/x/${screen}s/y`),
    ].some((route) => route.screen !== 'unknown');
    expect(found || own.includes(screen)).toBe(true);
  });

  test('contains a full sentence as the reason for each operation without a screen', () => {
    const reasons = Object.values(OPERATIONS).flatMap((entry) => ('reason' in entry ? [entry.reason] : []));
    expect(reasons.filter((reason) => reason.split(' ').length < 5)).toEqual([]);
  });
});
