import type { JSX } from 'preact';
import type { Route } from '../logic/paths.ts';
import { PageHead } from '../parts/page.tsx';

/** Store. */
export default function Store(_: { route: Extract<Route, { screen: 'store' }> }): JSX.Element {
  return <PageHead title="Store" />;
}
