import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Route, pathOf } from '../logic/paths.ts';
import { goTo } from './navigation.ts';

/** True while the dialog with the keyboard shortcuts is open. */
export const helpOpen = signal(false);
export const paletteOpen = signal(false);

/** Screens that two-key shortcuts open, keyed by the second key. The first key of a two-key shortcut is `g`. */
export const SCREEN_KEYS = {
  r: ['runs', { screen: 'runs' }],
  p: ['playground', { screen: 'playground', id: null, thread: null }],
  t: ['threads', { screen: 'threads' }],
  i: ['inbox', { screen: 'inbox' }],
  d: ['deployments', { screen: 'deployments' }],
  x: ['experiments', { screen: 'experiments' }],
  q: ['requests', { screen: 'requests', seq: null }],
  l: ['logs', { screen: 'logs', id: null }],
  e: ['events', { screen: 'events' }],
  w: ['webhooks', { screen: 'webhooks' }],
  o: ['crons', { screen: 'crons' }],
  k: ['store', { screen: 'store' }],
  s: ['sandboxes', { screen: 'sandboxes', id: null }],
  v: ['previews', { screen: 'previews' }],
  f: ['faults', { screen: 'faults' }],
  c: ['clock', { screen: 'clock' }],
  u: ['pushes', { screen: 'pushes' }],
  b: ['snapshots', { screen: 'snapshots' }],
} as const satisfies Readonly<Record<string, readonly [name: string, route: Route]>>;

/**
 * A keyboard shortcut of a screen. `key` is a value of `KeyboardEvent.key`, with the prefix `mod+` for Ctrl or ⌘.
 * Names of keys such as `Enter` can have the prefix `shift+`.
 */
export interface KeyBinding {
  key: string;
  does: string;
  run: (event: KeyboardEvent) => void;
  /** True if the shortcut also works while a form field has the focus. */
  inFields?: boolean;
}

/** Returns whether the reader's keyboard has a ⌘ key in place of Ctrl. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns the readable name of a key. */
export const readableKey = (key: string): string =>
  key
    .replace('mod+', isApple() ? '⌘' : 'Ctrl ')
    .replace('shift+', '⇧')
    .replace('Enter', '↵')
    .replace('Escape', 'Esc')
    .replace(/^ $/, 'Space');

const bound = signal<readonly { readonly bindings: readonly KeyBinding[] }[]>([]);

/** Returns the shortcuts of the current screen, for the help dialog. */
export const currentBindings = (): KeyBinding[] => bound.value.flatMap(({ bindings }) => bindings);

/**
 * Binds shortcuts while the calling component is mounted. If two components bind the same key, the component that was
 * mounted last receives the key.
 */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const own = useRef({ bindings });
  own.current.bindings = bindings;
  useLayoutEffect(() => {
    const entry = own.current;
    bound.value = [...bound.peek(), entry];
    return () => (bound.value = bound.peek().filter((one) => one !== entry));
  }, []);
}

/**
 * Returns whether the target is a form field that the user can see. A field of a closed dialog keeps the focus until the
 * browser draws the page again.
 */
const isTyping = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement) &&
  target.closest('dialog:not([open])') === null;

/** Starts handling the shortcuts of all screens. Most shortcuts are inactive while a form field has the focus. */
export function startKeys(): void {
  let isGoing = false;
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      paletteOpen.value = !paletteOpen.peek();
      return;
    }
    if (document.querySelector('dialog[open]') !== null) return;
    const name = `${mod ? 'mod+' : ''}${event.shiftKey && event.key.length > 1 ? 'shift+' : ''}${event.key}`;
    const typing = isTyping(event.target);
    const target = isGoing && !typing && !mod ? screenOf(event.key) : undefined;
    isGoing = !typing && !mod && event.key === 'g';
    if (target !== undefined) {
      event.preventDefault();
      goTo(pathOf(target));
      return;
    }
    if (activates(event)) return;
    const binding = currentBindings().findLast(
      ({ key, inFields = false }) => key === name && (inFields || !typing),
    );
    if (binding !== undefined) {
      event.preventDefault();
      binding.run(event);
      return;
    }
    if (typing) leaveField(event);
    else if (!mod && (event.key === 'j' || event.key === 'k')) moveInList(event);
    else if (!mod && event.key === '/') focusSearch(event);
    else if (!mod && event.key === '?') helpOpen.value = true;
  });
}

/**
 * Returns whether the key activates the focused link or button. A shortcut must not intercept a key that activates the
 * focused element.
 */
const activates = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') &&
  target instanceof Element &&
  target.matches('a[href], button, summary, [role=menuitem], [role=option]');

function screenOf(key: string): Route | undefined {
  const entry = Object.entries(SCREEN_KEYS).find(([letter]) => letter === key);
  return entry?.[1][1];
}

/**
 * Escape clears a search field that contains text. In an empty search field or any other field, Escape removes the
 * focus.
 */
function leaveField(event: KeyboardEvent): void {
  const { target } = event;
  if (event.key !== 'Escape' || !(target instanceof HTMLElement)) return;
  event.preventDefault();
  if (target instanceof HTMLInputElement && 'search' in target.dataset && target.value !== '') {
    target.value = '';
    target.dispatchEvent(new Event('input', { bubbles: true }));
  } else {
    target.blur();
  }
}

/** Row links of lists that do not bind `j` and `k` themselves. Lists with a chosen row bind `j` and `k`. */
const ROWS = '#main .row-link, #main [data-row]';

/** Moves the focus to the next or the previous row of the screen. Enter opens the focused row, like any link. */
function moveInList(event: KeyboardEvent): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = rows[Math.min(Math.max(at + (event.key === 'j' ? 1 : -1), 0), rows.length - 1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector('[data-search]');
  if (!(field instanceof HTMLElement)) return;
  event.preventDefault();
  field.focus();
}
