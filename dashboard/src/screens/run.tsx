import type { JSX } from 'preact';
import type { Route } from '../logic/paths.ts';
import { PageHead } from '../parts/page.tsx';

/** Run. */
export default function Run(_: { route: Extract<Route, { screen: 'run' }> }): JSX.Element {
  return <PageHead title="Run" />;
}
