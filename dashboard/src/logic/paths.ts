/**
 * URL paths of the dashboard and its API. The paths repeat constants of the contract, because importing the contract
 * would add zod to the bundle.
 */
export const BASE = '/_local/ui/';
export const API = '/_local/ui/api';
export const SESSION_HEADER = 'x-ui-session';

export const DEPLOYMENT_TABS = ['revisions', 'settings', 'graph', 'feedback'] as const;
export type DeploymentTab = (typeof DEPLOYMENT_TABS)[number];

/** A screen with its parameters. */
export type Route =
  | { screen: 'runs' }
  | { screen: 'run'; id: string; run: string }
  /** ID of a deployment, or null if the screen chooses the deployment. */
  | { screen: 'playground'; id: string | null; thread: string | null }
  | { screen: 'threads' }
  | { screen: 'thread'; id: string; thread: string }
  | { screen: 'inbox' }
  | { screen: 'deployments' }
  | { screen: 'deployment'; id: string; tab: DeploymentTab }
  | { screen: 'experiments' }
  | { screen: 'experiment'; id: string }
  | { screen: 'requests'; seq: number | null }
  | { screen: 'logs'; id: string | null }
  | { screen: 'events' }
  | { screen: 'webhooks' }
  | { screen: 'crons' }
  | { screen: 'store' }
  | { screen: 'sandboxes'; id: string | null }
  | { screen: 'previews' }
  | { screen: 'faults' }
  | { screen: 'clock' }
  | { screen: 'pushes' }
  | { screen: 'snapshots' }
  | { screen: 'gallery' }
  | { screen: 'unknown'; path: string };

export type ThreadRoute = Extract<Route, { screen: 'thread' }>;

/** Screens without parameters. */
const PLAIN = [
  'runs',
  'threads',
  'inbox',
  'deployments',
  'experiments',
  'events',
  'webhooks',
  'crons',
  'store',
  'previews',
  'faults',
  'clock',
  'pushes',
  'snapshots',
  'gallery',
] as const;

/**
 * Returns the screen for a URL path. For an unknown path, the screen is `unknown`, which links to the home screen.
 */
export function routeOf(pathname: string): Route {
  const unknown: Route = { screen: 'unknown', path: pathname };
  if (!pathname.startsWith(BASE)) return unknown;
  const parts = pathname
    .slice(BASE.length)
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  const [first, second] = parts;
  if (first === undefined || (first === 'index.html' && second === undefined)) return { screen: 'runs' };
  const plain = PLAIN.find((name) => name === first);
  if (plain !== undefined && second === undefined) return { screen: plain };
  return withParameters(parts) ?? unknown;
}

/** Returns the route of a screen with parameters. Paths have at most three parts, except paths below a deployment. */
function withParameters([first, second, third, fourth]: string[]): Route | undefined {
  if (first === 'deployments' && second !== undefined) return belowDeployment(second, third, fourth);
  if (fourth !== undefined) return undefined;
  switch (first) {
    case 'runs':
      return second === undefined || third === undefined
        ? undefined
        : { screen: 'run', id: second, run: third };
    case 'threads':
      return second === undefined || third === undefined
        ? undefined
        : { screen: 'thread', id: second, thread: third };
    case 'playground':
      return { screen: 'playground', id: second ?? null, thread: third ?? null };
    default:
      return third === undefined ? withOneParameter(first, second) : undefined;
  }
}

function withOneParameter(first: string | undefined, second: string | undefined): Route | undefined {
  switch (first) {
    case 'requests':
      if (second === undefined) return { screen: 'requests', seq: null };
      return /^[1-9]\d{0,14}$/.test(second) ? { screen: 'requests', seq: Number(second) } : undefined;
    case 'experiments':
      return second === undefined ? undefined : { screen: 'experiment', id: second };
    case 'logs':
      return { screen: 'logs', id: second ?? null };
    case 'sandboxes':
      return { screen: 'sandboxes', id: second ?? null };
    default:
      return undefined;
  }
}

/** Returns the route of a deployment's tab. The logs, playground and threads of a deployment are separate screens. */
function belowDeployment(id: string, tab = 'revisions', last?: string): Route | undefined {
  if (tab === 'threads') {
    return last === undefined ? { screen: 'threads' } : { screen: 'thread', id, thread: last };
  }
  if (last !== undefined) return undefined;
  if (tab === 'logs') return { screen: 'logs', id };
  if (tab === 'playground') return { screen: 'playground', id, thread: null };
  const known = DEPLOYMENT_TABS.find((name) => name === tab);
  return known === undefined ? undefined : { screen: 'deployment', id, tab: known };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the URL path of a screen with its query string. Parameters with empty values are omitted. */
export function pathOf(route: Route, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  const path = parts(route).map(encodeURIComponent).join('/');
  return `${BASE}${path}${search === '' ? '' : `?${search}`}`;
}

function parts(route: Route): string[] {
  switch (route.screen) {
    case 'runs':
    case 'unknown':
      return [];
    case 'run':
      return ['runs', route.id, route.run];
    case 'thread':
      return ['threads', route.id, route.thread];
    case 'playground':
      return ['playground', route.id, route.id === null ? null : route.thread].filter((one) => one !== null);
    case 'deployment':
      return route.tab === 'revisions' ? ['deployments', route.id] : ['deployments', route.id, route.tab];
    case 'experiment':
      return ['experiments', route.id];
    case 'requests':
      return route.seq === null ? ['requests'] : ['requests', String(route.seq)];
    case 'logs':
    case 'sandboxes':
      return route.id === null ? [route.screen] : [route.screen, route.id];
    default:
      return [route.screen];
  }
}

/** Returns the one-time token in the URL fragment of a sign-in link, or `undefined` without a token. */
export function tokenOf(fragment: string): string | undefined {
  const text = fragment.replace(/^#/, '');
  return /^[\w-]{20,200}$/.test(text) ? text : undefined;
}
