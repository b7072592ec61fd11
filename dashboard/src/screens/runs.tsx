import type { JSX } from 'preact';
import type { Route } from '../logic/paths.ts';
import { PageHead } from '../parts/page.tsx';

/** Runs. */
export default function Runs(_: { route: Extract<Route, { screen: 'runs' }> }): JSX.Element {
  return <PageHead title="Runs" />;
}
