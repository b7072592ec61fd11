import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { currentBindings, paletteOpen, readableKey } from '../live/keys.ts';
import { goTo } from '../live/navigation.ts';
import { findRuns, paletteSources } from '../live/palette-sources.ts';
import { visits } from '../live/visits.ts';
import { type Found, type PaletteEntry, RECENT, searchPalette } from '../logic/palette.ts';
import { pathOf, type Route } from '../logic/paths.ts';
import { Icon, type IconName } from './icon.tsx';
import { useModal } from './overlays.tsx';

/** Milliseconds without a key after which the runs with the text are requested. */
const TYPING_MS = 120;

function openEntry(entry: PaletteEntry): void {
  if ('href' in entry) goTo(entry.href);
  else entry.run();
}

/** Requests the runs that contain a text, and ignores the response once the text has changed. */
function useFoundRuns(text: string): void {
  useEffect(() => {
    if (text.startsWith('>')) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => void findRuns(text, () => isCurrent), TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
}

/**
 * Finds screens, loaded data, runs and actions by their text, and opens them. If the text starts with `>`, finds only
 * actions.
 */
export function Palette({
  screens,
}: {
  screens: readonly { name: string; icon: IconName; route: Route }[];
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const text = useSignal('');
  const at = useSignal(0);
  const entries: PaletteEntry[] = [
    ...actsOfScreen(),
    ...visits.value
      .filter(({ href }) => href !== location.pathname)
      .map((visit): PaletteEntry => ({ group: RECENT, ...visit })),
    ...paletteSources().flatMap((source) => source()),
    ...screens.map(
      ({ name, icon, route }): PaletteEntry => ({
        group: 'Screens',
        name,
        icon,
        href: pathOf(route),
      }),
    ),
  ];
  const found = searchPalette(entries, text.value);
  useFoundRuns(text.value);
  useModal(dialog);
  const close = () => {
    dialog.current?.close();
    paletteOpen.value = false;
  };
  const choose = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    close();
    openEntry(entry);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') at.value = Math.min(at.peek() + 1, found.length - 1);
    else if (event.key === 'ArrowUp') at.value = Math.max(at.peek() - 1, 0);
    else if (event.key === 'Enter') choose(found[at.peek()]?.entry);
    else return;
    event.preventDefault();
    document.querySelector(`#palette-option-${at.peek()}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Search or jump to"
      onClose={() => (paletteOpen.value = false)}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <div class="palette-input">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded="true"
          aria-controls="palette-results"
          aria-activedescendant={`palette-option-${at.value}`}
          placeholder="Screen, name, text or ID"
          autocomplete="off"
          spellcheck={false}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
            at.value = 0;
          }}
        />
        <kbd aria-hidden="true">Esc</kbd>
      </div>
      <div class="palette-results" id="palette-results" role="listbox" aria-label="Results">
        {found.map((one, index) => (
          <Option
            key={index}
            found={one}
            index={index}
            heading={found[index - 1]?.entry.group === one.entry.group ? '' : one.entry.group}
            selected={index === at.value}
            onChoose={() => choose(one.entry)}
          />
        ))}
        {found.length === 0 ? <p class="palette-option dim">Nothing matches.</p> : null}
      </div>
      <footer>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>↵</kbd> open
        </span>
        <span>
          <kbd>&gt;</kbd> only actions
        </span>
      </footer>
    </dialog>
  );
}

/**
 * Keys that only move the selection of a list or close an element, so the palette does not offer these keys as actions.
 */
const MOVES = /^(?:j|k|Enter|Escape|\[|\]|Arrow\w+)$/;

/** Returns the actions of the current screen: one action for each shortcut of the screen. */
function actsOfScreen(): PaletteEntry[] {
  return currentBindings()
    .filter(({ key }) => !MOVES.test(key))
    .map(({ key, does, run }) => ({
      group: 'This screen',
      name: capitalised(does),
      icon: 'right' as const,
      note: readableKey(key),
      run: () => run(new KeyboardEvent('keydown', { key })),
    }));
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function Option({
  found: { entry, from, to },
  index,
  heading,
  selected,
  onChoose,
}: {
  found: Found;
  index: number;
  heading: string;
  selected: boolean;
  onChoose: () => void;
}): JSX.Element {
  return (
    <>
      {heading === '' ? null : <h3 role="presentation">{heading}</h3>}
      <div
        id={`palette-option-${index}`}
        class="palette-option"
        role="option"
        aria-selected={selected}
        onClick={onChoose}
      >
        <Icon name={entry.icon} {...(entry.tone === undefined ? {} : { tone: entry.tone })} />
        <bdi class="clipped">
          {entry.name.slice(0, from)}
          <mark>{entry.name.slice(from, to)}</mark>
          {entry.name.slice(to)}
        </bdi>
        {entry.note === undefined ? null : <span class="note">{entry.note}</span>}
      </div>
    </>
  );
}
