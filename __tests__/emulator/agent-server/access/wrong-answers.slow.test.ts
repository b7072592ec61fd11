import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AuthEvent } from '../../../../src/emulator/ports/agent-auth.ts';
import { Cleanup, createCheckout, createFixture } from '../fixture.ts';
import {
  callerAt,
  createAliceObjects,
  expectFilteredRoute,
  expectRefusedRoute,
  guardedRoutes,
  ROUTE_EVENTS,
  type TokenCall,
  WRONG_FILTERS,
  WRONG_STORE_VALUES,
  WRONG_VALUES,
  wrongAnswersAuth,
} from './wrong-answers.ts';

const cleanup = new Cleanup();
let as: TokenCall;
let alices: Awaited<ReturnType<typeof createAliceObjects>>;
/** Events for which the handler was called. */
const asked = new Set<string>();

beforeAll(async () => {
  const fixture = await createFixture(cleanup);
  const graphs = 'export const echo = { invoke: (input) => ({ said: input?.say ?? null }) };\n';
  const checkout = await createCheckout(cleanup, { 'auth.mjs': wrongAnswersAuth(), 'graphs.mjs': graphs });
  const worker = await fixture.launch(checkout, { echo: 'graphs.mjs:echo' }, {}, { module: 'auth.mjs:auth' });
  fixture.live.serve(fixture.deploymentId, {
    ...worker,
    query(graphId, query) {
      const { kind, resource, action } = query as Partial<AuthEvent> & typeof query;
      if (kind === 'authorize') asked.add(`${resource}:${action}`);
      return worker.query(graphId, query);
    },
  });
  as = callerAt(fixture.base);
  alices = await createAliceObjects(as);
});
afterAll(() => cleanup.run());

const kindsOf = (event: string): string[] => [
  ...Object.keys(WRONG_FILTERS),
  ...(event.startsWith('store:') ? Object.keys(WRONG_STORE_VALUES) : []),
  ...Object.entries(WRONG_VALUES).flatMap(([kind, { events }]) => (events.includes(event) ? [kind] : [])),
];

// docs/agent-server/authentication.md#auth-fails
// docs/departures/agent-server.md#own-auth-filters
describe("an authorization handler in JavaScript that returns an invalid result for another user's object", () => {
  test('has a test case for every protected route', () => {
    expect(Object.keys(ROUTE_EVENTS).toSorted()).toEqual(guardedRoutes().toSorted());
  });

  test.each(Object.keys(ROUTE_EVENTS))(
    "makes %s respond with a 500 that contains the handler's name",
    async (route) => {
      const before = await alices.read();
      asked.clear();
      await expectRefusedRoute(as, route, alices.things, kindsOf, "on('*')");
      // The table contains all events of the route.
      expect([...asked].filter((event) => !ROUTE_EVENTS[route]?.includes(event))).toEqual([]);
      expect(await alices.read()).toEqual(before);
    },
  );
});

// docs/agent-server/authentication.md#auth-filters
test.each(Object.keys(ROUTE_EVENTS))(
  'a filter that matches no object hides every object from %s',
  async (route) => {
    const before = await alices.read();
    await expectFilteredRoute(as, route, alices.things);
    expect(await alices.read()).toEqual(before);
  },
);

// docs/departures/agent-server.md#own-auth-store-filters
describe('a filter that a handler of the store returns', () => {
  const item = { namespace: ['a'], key: 'k', value: { mark: 'bob was here' } };
  const path = '/store/items?namespace=a&key=k';

  test('shows the matching items and their namespaces', async () => {
    expect((await as('alice')('GET', path)).body).toMatchObject({ key: 'k' });
    expect((await as('alice')('POST', '/store/namespaces', {})).body).toEqual({ namespaces: [['a']] });
    const elsewhere = { ...item, namespace: ['b', 'c'] };
    expect((await as('alice')('PUT', '/store/items', elsewhere)).status).toBe(204);
    expect((await as('alice')('POST', '/store/namespaces', { max_depth: 1 })).body).toEqual({
      namespaces: [['a'], ['b']],
    });
    expect((await as('alice')('DELETE', '/store/items', elsewhere)).status).toBe(204);
    expect((await as('alice')('GET', '/store/items?namespace=b.c&key=k')).body).toBeNull();
  });

  test('hides all other items, so requests cannot return, replace, delete or list them', async () => {
    const bob = (action: string) => as(`bob|store:${action}|stranger`);
    const before = await alices.read();
    expect((await bob('get')('GET', path)).body).toBeNull();
    expect((await bob('search')('POST', '/store/items/search', {})).body).toEqual({ items: [] });
    expect((await bob('list_namespaces')('POST', '/store/namespaces', {})).body).toEqual({ namespaces: [] });
    expect((await bob('put')('PUT', '/store/items', item)).status).toBe(403);
    const visible = { ...item, value: { owner: 'stranger' } };
    expect((await bob('put')('PUT', '/store/items', visible)).status).toBe(403);
    expect((await bob('delete')('DELETE', '/store/items', item)).status).toBe(204);
    expect(await alices.read()).toEqual(before);
    // The caller's own item is stored if the filter matches it.
    expect((await bob('put')('PUT', '/store/items', { ...visible, key: 'own' })).status).toBe(204);
    expect((await bob('put')('PUT', '/store/items', { ...item, key: 'own' })).status).toBe(403);
  });
});
