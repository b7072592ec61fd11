import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { visibleLine } from '../logic/format.ts';
import type { IconName } from '../logic/icon-names.ts';
import { parseVisits, withVisit, type Visit } from '../logic/palette.ts';
import { pathOf, type Route } from '../logic/paths.ts';

const KEY = 'emulator-visits';

/**
 * Visits in this tab, newest first. The browser keeps the visits when the page is reloaded, and deletes them when the
 * tab is closed.
 */
export const visits = signal<readonly Visit[]>(parseVisits(sessionStorage.getItem(KEY)));

/** Remembers the visit to a run, a thread or another object once the object's name is known. */
export function useVisit(route: Route, { name, icon }: { name: string; icon: IconName }): void {
  const href = pathOf(route);
  useEffect(() => {
    if (name !== '') {
      visits.value = withVisit(visits.peek(), { href, icon, name: visibleLine(name).slice(0, 200) });
      sessionStorage.setItem(KEY, JSON.stringify(visits.peek()));
    }
  }, [href, name]);
}
