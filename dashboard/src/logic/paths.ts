/**
 * URL paths of the dashboard and its API. They repeat constants of the contract, because importing the contract would
 * add zod to the page.
 */
export const BASE = '/_local/ui/';
export const API = '/_local/ui/api';
export const SESSION_HEADER = 'x-ui-session';

export const DEPLOYMENT_TABS = [
  'revisions',
  'logs',
  'settings',
  'playground',
  'threads',
  'graph',
  'feedback',
] as const;
export type DeploymentTab = (typeof DEPLOYMENT_TABS)[number];

export type Place =
  | { screen: 'overview' }
  | { screen: 'deployment'; id: string; tab: DeploymentTab }
  | { screen: 'thread'; id: string; thread: string }
  | { screen: 'requests'; seq: number | null }
  | { screen: 'events' }
  | { screen: 'faults' }
  | { screen: 'clock' }
  | { screen: 'sandboxes'; id: string | null }
  | { screen: 'previews' }
  | { screen: 'pushes' }
  | { screen: 'snapshot' }
  | { screen: 'unknown'; path: string };

const PLAIN = ['events', 'faults', 'clock', 'previews', 'pushes', 'snapshot'] as const;

/** Returns the screen for a URL path. Unknown paths lead to the screen `unknown`. It links to the overview. */
export function placeOf(pathname: string): Place {
  const unknown: Place = { screen: 'unknown', path: pathname };
  if (!pathname.startsWith(BASE)) return unknown;
  const parts = pathname
    .slice(BASE.length)
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  const [first, second, third, fourth] = parts;
  if (first === undefined || (first === 'index.html' && parts.length === 1)) return { screen: 'overview' };
  if (first === 'deployments') return deploymentPlace(parts) ?? unknown;
  if (first === 'requests' && third === undefined) {
    if (second === undefined) return { screen: 'requests', seq: null };
    return /^[1-9]\d{0,14}$/.test(second) ? { screen: 'requests', seq: Number(second) } : unknown;
  }
  if (first === 'sandboxes' && third === undefined && fourth === undefined) {
    return { screen: 'sandboxes', id: second ?? null };
  }
  const plain = PLAIN.find((name) => name === first);
  return plain !== undefined && parts.length === 1 ? { screen: plain } : unknown;
}

function deploymentPlace([, id, tab, thread, more]: string[]): Place | undefined {
  if (id === undefined || more !== undefined) return undefined;
  if (tab === 'threads' && thread !== undefined) return { screen: 'thread', id, thread };
  const known = DEPLOYMENT_TABS.find((name) => name === (tab ?? 'revisions'));
  return known === undefined || thread !== undefined ? undefined : { screen: 'deployment', id, tab: known };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the URL path of a screen with its query string. Omits empty values. */
export function pathOf(place: Place, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return `${BASE}${tail(place)}${search === '' ? '' : `?${search}`}`;
}

function tail(place: Place): string {
  switch (place.screen) {
    case 'overview':
      return '';
    case 'deployment': {
      const own = `deployments/${encodeURIComponent(place.id)}`;
      return place.tab === 'revisions' ? own : `${own}/${place.tab}`;
    }
    case 'thread':
      return `deployments/${encodeURIComponent(place.id)}/threads/${encodeURIComponent(place.thread)}`;
    case 'requests':
      return place.seq === null ? 'requests' : `requests/${place.seq}`;
    case 'sandboxes':
      return place.id === null ? 'sandboxes' : `sandboxes/${encodeURIComponent(place.id)}`;
    case 'unknown':
      return '';
    default:
      return place.screen;
  }
}
