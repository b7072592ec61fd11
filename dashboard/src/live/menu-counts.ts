import { signal } from '@preact/signals';
import type { Route } from '../logic/paths.ts';

/** A count next to a name in the sidebar. The count is amber or red only if a person must act. */
export interface MenuCount {
  text: string;
  tone?: 'wait' | 'bad';
}

/** Counts in the sidebar, keyed by screen. */
export const menuCounts = signal<Readonly<Partial<Record<Route['screen'], MenuCount>>>>({});

/** Sets or removes the count that the sidebar shows next to a screen. */
export function setMenuCount(screen: Route['screen'], count: MenuCount | undefined): void {
  const before = menuCounts.peek();
  const same = before[screen]?.text === count?.text && before[screen]?.tone === count?.tone;
  if (same) return;
  const next = { ...before };
  if (count === undefined) delete next[screen];
  else next[screen] = count;
  menuCounts.value = next;
}
