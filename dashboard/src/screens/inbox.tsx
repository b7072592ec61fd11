import type { JSX } from 'preact';
import type { Route } from '../logic/paths.ts';
import { PageHead } from '../parts/page.tsx';

/** Inbox. */
export default function Inbox(_: { route: Extract<Route, { screen: 'inbox' }> }): JSX.Element {
  return <PageHead title="Inbox" />;
}
