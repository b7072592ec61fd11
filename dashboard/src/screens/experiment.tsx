import type { JSX } from 'preact';
import type { Route } from '../logic/paths.ts';
import { PageHead } from '../parts/page.tsx';

/** Experiment. */
export default function Experiment(_: { route: Extract<Route, { screen: 'experiment' }> }): JSX.Element {
  return <PageHead title="Experiment" />;
}
