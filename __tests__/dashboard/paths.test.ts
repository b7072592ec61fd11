import { describe, expect, test } from '@jest/globals';
import { API, BASE, pathOf, type Place, placeOf, SESSION_HEADER } from '../../dashboard/src/logic/paths.ts';
import { tokenOf } from '../../dashboard/src/logic/link-token.ts';
import * as contract from '../../src/contract/dashboard/session.ts';

const PLACES: Place[] = [
  { screen: 'overview' },
  { screen: 'deployment', id: 'a b/c', tab: 'revisions' },
  { screen: 'deployment', id: 'one', tab: 'logs' },
  { screen: 'thread', id: 'one', thread: 'two' },
  { screen: 'requests', seq: null },
  { screen: 'requests', seq: 17 },
  { screen: 'sandboxes', id: null },
  { screen: 'sandboxes', id: 'box' },
  { screen: 'events' },
  { screen: 'faults' },
  { screen: 'clock' },
  { screen: 'previews' },
  { screen: 'pushes' },
  { screen: 'snapshot' },
];

describe('the addresses of the dashboard', () => {
  test('equal those of the contract', () => {
    expect([BASE, API, SESSION_HEADER]).toEqual([
      `${contract.DASHBOARD_PATH}/`,
      contract.DASHBOARD_API,
      contract.SESSION_HEADER,
    ]);
  });

  test('can be converted to screens and back', () => {
    for (const place of PLACES) expect(placeOf(pathOf(place))).toEqual(place);
  });

  test('contain the filters of a screen, without empty values', () => {
    expect(pathOf({ screen: 'events' }, { text: 'a&b', only: '' })).toBe('/_local/ui/events?text=a%26b');
  });

  test('lead to the unknown screen if the path is unknown', () => {
    for (const path of [
      '/',
      '/_local/ui/nothing',
      '/_local/ui/requests/x',
      '/_local/ui/deployments/a/b',
      '/_local/ui/%E0%A4%A',
    ]) {
      expect(placeOf(path).screen).toBe('unknown');
    }
  });

  test('contain a one-time token only in the fragment', () => {
    expect(tokenOf(`#${'a'.repeat(43)}`)).toBe('a'.repeat(43));
    for (const other of ['', '#', '#top', '#<script>alert(1)</script>xxxxxxxx'])
      expect(tokenOf(other)).toBeUndefined();
  });
});
