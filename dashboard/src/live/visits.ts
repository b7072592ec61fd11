import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { visibleLine } from '../logic/format.ts';
import type { IconName } from '../logic/icon-names.ts';
import { withVisit, type Visit } from '../logic/palette.ts';
import { pathOf, type Route } from '../logic/paths.ts';

/** Visits in this tab, newest first. */
export const visits = signal<readonly Visit[]>([]);

/** Remembers the visit of a run, a thread or another object once its name is known. */
export function useVisit(route: Route, { name, icon }: { name: string; icon: IconName }): void {
  const href = pathOf(route);
  useEffect(() => {
    if (name !== '') {
      visits.value = withVisit(visits.peek(), { href, icon, name: visibleLine(name).slice(0, 200) });
    }
  }, [href, name]);
}
