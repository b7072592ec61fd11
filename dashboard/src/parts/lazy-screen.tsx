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

/** A module of a screen. Its default export is the screen. */
interface ScreenModule<S extends ScreenName> {
  default: FunctionComponent<{ route: RouteTo<S> }>;
}

/** Each screen is a separate script that is loaded when the screen is opened. */
const MODULES: { readonly [S in ScreenName]: () => Promise<ScreenModule<S>> } = {
  clock: () => import('../screens/clock.tsx'),
  crons: () => import('../screens/crons.tsx'),
  deployment: () => import('../screens/deployment.tsx'),
  deployments: () => import('../screens/deployments.tsx'),
  events: () => import('../screens/events.tsx'),
  experiment: () => import('../screens/experiment.tsx'),
  experiments: () => import('../screens/experiments.tsx'),
  faults: () => import('../screens/faults.tsx'),
  gallery: () => import('../screens/gallery.tsx'),
  inbox: () => import('../screens/inbox.tsx'),
  logs: () => import('../screens/logs.tsx'),
  playground: () => import('../screens/playground.tsx'),
  previews: () => import('../screens/previews.tsx'),
  pushes: () => import('../screens/pushes.tsx'),
  requests: () => import('../screens/requests.tsx'),
  run: () => import('../screens/run.tsx'),
  runs: () => import('../screens/runs.tsx'),
  sandboxes: () => import('../screens/sandboxes.tsx'),
  snapshots: () => import('../screens/snapshots.tsx'),
  store: () => import('../screens/store.tsx'),
  thread: () => import('../screens/thread.tsx'),
  threads: () => import('../screens/threads.tsx'),
  webhooks: () => import('../screens/webhooks.tsx'),
};

/** Components of loaded screens, and the error of a screen that could not be loaded. */
const loaded = signal<Readonly<Partial<Record<ScreenName, FunctionComponent<{ route: never }>>>>>({});
const problem = signal('');

async function load(name: ScreenName): Promise<void> {
  problem.value = '';
  try {
    const { default: screen } = await MODULES[name]();
    loaded.value = { ...loaded.peek(), [name]: screen };
  } catch (error) {
    problem.value = errorText(error);
  }
}

/** Starts loading the script of a screen before the data of the page arrives. */
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
