import { expect, test } from '@jest/globals';
import type { Route, SurfaceName } from '../../../src/emulator/server/route.ts';
import { routeTables } from '../../../src/emulator/server/route-tables.ts';
import { startPlane } from './plane.ts';

const row = (surface: SurfaceName, path: string): Route => ({
  surface,
  method: 'GET',
  path,
  summary: '',
  auth: 'none',
  responses: {},
  handler: () => ({ status: 204 }),
});

/**
 * Creates route tables, including sandboxes, whose routes belong to two surfaces, and returns the tables and the names
 * of the loaded modules.
 */
function startTables() {
  const loaded: string[] = [];
  const part = (name: string, rows: Route[]) => ({
    routes: async () => {
      loaded.push(name);
      return rows;
    },
  });
  const boxes = part('boxes', [row('sandboxes', '/v2/sandboxes/boxes'), row('local', '/_local/boxes')]);
  const tables = routeTables({
    'control-plane': [part('plane', [row('control-plane', '/v2/deployments')])],
    sandboxes: [boxes],
    local: [boxes, part('controls', [row('local', '/_local/health')])],
    tracing: [],
    probe: [],
    dashboard: [],
    'agent-server': [],
    'agent-pods': [],
  });
  return { tables, loaded };
}

test('an API of the emulator loads only the modules with its own routes', async () => {
  const { tables, loaded } = startTables();
  expect(loaded).toEqual([]);
  expect((await tables.of('local')).map(({ path }) => path)).toEqual(['/_local/boxes', '/_local/health']);
  expect(loaded).toEqual(['boxes', 'controls']);
});

test('the list of all routes contains each route once', async () => {
  const { tables } = startTables();
  expect((await tables.all()).map(({ path }) => path).toSorted()).toEqual([
    '/_local/boxes',
    '/_local/health',
    '/v2/deployments',
    '/v2/sandboxes/boxes',
  ]);
});

test('a documented path belongs to the API that implements it', async () => {
  const { api } = await startPlane();
  const { paths } = (await api('GET', '/openapi.json')).body;
  const unknown: string[] = [];
  for (const path of Object.keys(paths).filter((one) => !one.startsWith('/d/'))) {
    const target = path.replaceAll(/\{[^}]+\}/g, '11111111-1111-4111-8111-111111111111');
    // The router itself responds to OPTIONS.
    const { status } = await api('OPTIONS', target);
    if (status !== 204) unknown.push(path);
  }
  expect(unknown).toEqual([]);
});
