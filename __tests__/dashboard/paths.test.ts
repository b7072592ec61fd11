import { describe, expect, test } from '@jest/globals';
import {
  API,
  BASE,
  pathOf,
  type Route,
  routeOf,
  SESSION_HEADER,
  tokenOf,
} from '../../dashboard/src/logic/paths.ts';
import * as contract from '../../src/contract/dashboard/session.ts';

const ROUTES: Route[] = [
  { screen: 'runs' },
  { screen: 'run', id: 'a b/c', run: 'one' },
  { screen: 'playground', id: null, thread: null },
  { screen: 'playground', id: 'one', thread: null },
  { screen: 'playground', id: 'one', thread: 'two' },
  { screen: 'threads' },
  { screen: 'thread', id: 'one', thread: 'two' },
  { screen: 'inbox' },
  { screen: 'deployments' },
  { screen: 'deployment', id: 'a b/c', tab: 'revisions' },
  { screen: 'deployment', id: 'one', tab: 'settings' },
  { screen: 'experiments' },
  { screen: 'experiment', id: 'one' },
  { screen: 'requests', seq: null },
  { screen: 'requests', seq: 17 },
  { screen: 'logs', id: null },
  { screen: 'logs', id: 'one' },
  { screen: 'sandboxes', id: null },
  { screen: 'sandboxes', id: 'box' },
  { screen: 'events' },
  { screen: 'webhooks' },
  { screen: 'crons' },
  { screen: 'store' },
  { screen: 'previews' },
  { screen: 'faults' },
  { screen: 'clock' },
  { screen: 'pushes' },
  { screen: 'snapshots' },
  { screen: 'gallery' },
];

describe('the URLs of the dashboard', () => {
  test('are the same as in the contract', () => {
    expect([BASE, API, SESSION_HEADER]).toEqual([
      `${contract.DASHBOARD_PATH}/`,
      contract.DASHBOARD_API,
      contract.SESSION_HEADER,
    ]);
  });

  test('can be converted to routes and back', () => {
    for (const route of ROUTES) expect(routeOf(pathOf(route))).toEqual(route);
  });

  test('of former tabs lead to the screens that replaced the tabs', () => {
    expect(routeOf('/_local/ui/deployments/one/logs')).toEqual({ screen: 'logs', id: 'one' });
    expect(routeOf('/_local/ui/deployments/one/playground')).toEqual({
      screen: 'playground',
      id: 'one',
      thread: null,
    });
    expect(routeOf('/_local/ui/deployments/one/threads/two')).toEqual({
      screen: 'thread',
      id: 'one',
      thread: 'two',
    });
  });

  test("contain a screen's filters, but no empty values", () => {
    expect(pathOf({ screen: 'events' }, { text: 'a&b', only: '' })).toBe('/_local/ui/events?text=a%26b');
  });

  test('lead to the screen for unknown paths if the path is unknown', () => {
    for (const path of [
      '/',
      '/_local/ui/nothing',
      '/_local/ui/requests/x',
      '/_local/ui/deployments/a/b',
      '/_local/ui/%E0%A4%A',
    ]) {
      expect(routeOf(path).screen).toBe('unknown');
    }
  });

  test('can contain a one-time token only in the fragment', () => {
    expect(tokenOf(`#${'a'.repeat(43)}`)).toBe('a'.repeat(43));
    for (const other of ['', '#', '#top', '#<script>alert(1)</script>xxxxxxxx'])
      expect(tokenOf(other)).toBeUndefined();
  });
});
