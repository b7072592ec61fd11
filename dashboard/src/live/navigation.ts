import { computed, signal } from '@preact/signals';
import { BASE, pathOf, type Route, routeOf } from '../logic/paths.ts';

const address = signal({ pathname: location.pathname, search: location.search });

/** The current screen, derived from the URL path. */
export const route = computed(() => routeOf(address.value.pathname));

/** The query parameters of the URL, such as the filters of the current screen. */
export const query = computed<Readonly<Record<string, string>>>(() =>
  Object.fromEntries(new URLSearchParams(address.value.search)),
);

function readAddress(): void {
  address.value = { pathname: location.pathname, search: location.search };
}

/**
 * Navigates to a URL of the dashboard. With `replace`, the navigation adds no entry to the browser's history, for
 * example while the user types a filter. Navigating to the current URL also adds no entry to the history.
 */
export function goTo(target: string, { replace = false } = {}): void {
  if (replace || target === location.pathname + location.search) history.replaceState(null, '', target);
  else history.pushState(null, '', target);
  readAddress();
}

/** Sets query parameters of the current screen. An empty value removes the parameter. */
export function setQuery(change: Readonly<Record<string, string>>): void {
  goTo(pathOf(route.peek(), { ...query.peek(), ...change }), { replace: true });
}

/** Navigates to a screen, with the given query parameters. */
export const navigateTo = (
  next: Route,
  search: Readonly<Record<string, string>> = {},
  options: { replace?: boolean } = {},
): void => goTo(pathOf(next, search), options);

/**
 * Starts handling clicks on links within the dashboard without reloading the page. Links that lead out of the dashboard
 * are handled by the browser.
 */
export function startNavigation(): void {
  addEventListener('popstate', readAddress);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.target !== '' || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || !link.pathname.startsWith(BASE)) return;
    event.preventDefault();
    const before = route.peek().screen;
    goTo(link.pathname + link.search);
    // After navigation to another screen, the focus moves to the heading for screen readers and keyboard users, and
    // the page scrolls to its top.
    if (route.peek().screen === before) return;
    scrollTo(0, 0);
    queueMicrotask(() => document.querySelector('h1')?.focus({ preventScroll: true }));
  });
}
