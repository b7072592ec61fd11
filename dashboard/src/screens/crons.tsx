import type { JSX } from 'preact';
import type { Route } from '../logic/paths.ts';
import { PageHead } from '../parts/page.tsx';

/** Crons. */
export default function Crons(_: { route: Extract<Route, { screen: 'crons' }> }): JSX.Element {
  return <PageHead title="Crons" />;
}
