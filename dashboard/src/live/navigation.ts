import { computed, signal } from '@preact/signals';
import { BASE, pathOf, placeOf, type Place } from '../logic/paths.ts';

const address = signal({ pathname: location.pathname, search: location.search });

/** Where the page is; follows the address. */
export const place = computed(() => placeOf(address.value.pathname));

/** The search of the address: what a screen shows of its place, such as filters. */
export const query = computed<Readonly<Record<string, string>>>(() =>
  Object.fromEntries(new URLSearchParams(address.value.search)),
);

function follow(): void {
  address.value = { pathname: location.pathname, search: location.search };
}

/** Goes to a place. `replace`: without a step in the history, as for each letter of a filter. */
export function goTo(target: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', target);
  else history.pushState(null, '', target);
  follow();
}

/** Changes some of the search; empty text removes one. */
export function setQuery(change: Readonly<Record<string, string>>): void {
  goTo(pathOf(place.peek(), { ...query.peek(), ...change }), { replace: true });
}

/** Goes to a place with the search that it had. */
export const goToPlace = (next: Place, search: Readonly<Record<string, string>> = {}): void =>
  goTo(pathOf(next, search));

/** Follows links within the dashboard without loading it again; all others stay the browser's. */
export function startNavigation(): void {
  addEventListener('popstate', follow);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.target !== '' || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || !link.pathname.startsWith(BASE)) return;
    event.preventDefault();
    const before = location.pathname;
    goTo(link.pathname + link.search);
    // A new screen begins with its heading, for readers and keyboards alike.
    if (location.pathname !== before) queueMicrotask(() => document.querySelector('h1')?.focus());
  });
}
