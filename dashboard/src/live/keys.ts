import { signal } from '@preact/signals';
import { type Place, pathOf } from '../logic/paths.ts';
import { goTo } from './navigation.ts';

/** True while the dialog with the keyboard shortcuts is open. */
export const helpOpen = signal(false);

/** Screens that two-key shortcuts open, keyed by the second key. The first key is `g`. */
const SCREENS: Readonly<Record<string, Place>> = {
  o: { screen: 'overview' },
  r: { screen: 'requests', seq: null },
  e: { screen: 'events' },
  f: { screen: 'faults' },
  c: { screen: 'clock' },
  s: { screen: 'sandboxes', id: null },
  p: { screen: 'previews' },
  u: { screen: 'pushes' },
  b: { screen: 'snapshot' },
};

/** Keyboard shortcuts with their descriptions for the dialog. */
export const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['/', 'search or filter'],
  ['j, k', 'next, previous row'],
  ['g o', 'overview'],
  ['g r', 'requests'],
  ['g e', 'events'],
  ['g f', 'faults'],
  ['g c', 'clock'],
  ['g s', 'sandboxes'],
  ['g p', 'previews'],
  ['g u', 'pushes'],
  ['g b', 'snapshot and reset'],
  ['?', 'this list'],
  ['Esc', 'leave a field, close a dialog'],
];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

/** Starts handling the shortcuts of all screens. They are inactive while a form field has the focus. */
export function startKeys(): void {
  let wentTo = false;
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target)) {
      if (event.key === 'Escape' && event.target instanceof HTMLElement) {
        // By default, Escape would clear a search field.
        event.preventDefault();
        event.target.blur();
      }
      return;
    }
    const target = wentTo ? SCREENS[event.key] : undefined;
    wentTo = event.key === 'g';
    if (target !== undefined) goTo(pathOf(target));
    else if (event.key === '/') focusSearch(event);
    else if (event.key === '?') helpOpen.value = true;
    else if (event.key === 'j' || event.key === 'k') focusList(event);
  });
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector('[data-search]');
  if (!(field instanceof HTMLElement)) return;
  event.preventDefault();
  field.focus();
}

/** Moves the focus into the list. The list handles further `j` and `k` keys itself. */
function focusList(event: KeyboardEvent): void {
  const list = document.querySelector('[data-keys] .tbody');
  if (!(list instanceof HTMLElement)) return;
  event.preventDefault();
  list.focus();
}
