import type { JSX } from 'preact';
import type { Route } from '../logic/paths.ts';
import { PageHead } from '../parts/page.tsx';

/** Webhooks. */
export default function Webhooks(_: { route: Extract<Route, { screen: 'webhooks' }> }): JSX.Element {
  return <PageHead title="Webhooks" />;
}
