import type { JSX } from 'preact';
import type { Route } from '../logic/paths.ts';
import { PageHead } from '../parts/page.tsx';

/** Experiments. */
export default function Experiments(_: { route: Extract<Route, { screen: 'experiments' }> }): JSX.Element {
  return <PageHead title="Experiments" />;
}
