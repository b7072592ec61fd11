import { signal } from '@preact/signals';
import type { FunctionComponent, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { errorText } from '../live/api.ts';
import type { Route } from '../logic/paths.ts';
import { Bones } from './bones.tsx';
import { Button } from './button.tsx';
import { Void } from './page.tsx';

type ScreenName = Exclude<Route['screen'], 'unknown'>;
type RouteTo<S extends ScreenName> = Extract<Route, { screen: S }>;

type Screen<S extends ScreenName> = FunctionComponent<{ route: RouteTo<S> }>;

const agents = () => import('../screens/bundles/agents.ts');
const deployments = () => import('../screens/bundles/deployments.ts');
const inspection = () => import('../screens/bundles/inspection.ts');

/** Scripts of the screens. Related screens share a script, which is loaded when the user opens any of the screens. */
const SCREENS: { readonly [S in ScreenName]: () => Promise<Screen<S>> } = {
  clock: async () => (await inspection()).Clock,
  crons: async () => (await inspection()).Crons,
  deployment: async () => (await deployments()).Deployment,
  deployments: async () => (await deployments()).Deployments,
  events: async () => (await inspection()).Events,
  experiment: async () => (await deployments()).Experiment,
  experiments: async () => (await deployments()).Experiments,
  faults: async () => (await inspection()).Faults,
  gallery: async () => (await import('../screens/gallery.tsx')).default,
  inbox: async () => (await inspection()).Inbox,
  logs: async () => (await deployments()).Logs,
  playground: async () => (await agents()).Playground,
  previews: async () => (await inspection()).Previews,
  pushes: async () => (await inspection()).Pushes,
  requests: async () => (await inspection()).Requests,
  run: async () => (await agents()).Run,
  runs: async () => (await agents()).Runs,
  sandboxes: async () => (await inspection()).Sandboxes,
  snapshots: async () => (await inspection()).Snapshots,
  store: async () => (await inspection()).Store,
  thread: async () => (await agents()).Thread,
  threads: async () => (await agents()).Threads,
  webhooks: async () => (await inspection()).Webhooks,
};

/** Components of the loaded screens, and errors of screens whose script could not be loaded. */
const loaded = signal<Readonly<Partial<Record<ScreenName, FunctionComponent<{ route: never }>>>>>({});
const problem = signal('');

async function load(name: ScreenName): Promise<void> {
  problem.value = '';
  try {
    const screen = await SCREENS[name]();
    loaded.value = { ...loaded.peek(), [name]: screen };
  } catch (error) {
    problem.value = errorText(error);
  }
}

/** Starts loading the script of a screen, even before the page has received its data. */
export function preloadScreen(route: Route): void {
  if (route.screen !== 'unknown' && loaded.peek()[route.screen] === undefined) void load(route.screen);
}

/** Shows the screen of a route. */
export function LazyScreen({ route }: { route: Exclude<Route, { screen: 'unknown' }> }): JSX.Element {
  const name = route.screen;
  // The table of modules ensures that the component accepts the routes of its screen.
  const Screen = loaded.value[name] as FunctionComponent<{ route: Route }> | undefined;
  useEffect(() => {
    if (loaded.peek()[name] === undefined) void load(name);
  }, [name]);
  if (Screen !== undefined) return <Screen route={route} />;
  if (problem.value === '') return <Bones />;
  return (
    <Void
      title="This screen could not be loaded"
      acts={
        <Button icon="replay" onAct={() => load(name)}>
          Try again
        </Button>
      }
    >
      {problem.value}
    </Void>
  );
}
