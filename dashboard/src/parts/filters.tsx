import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { formatNumber, visibleLine, visibleText } from '../logic/format.ts';
import type { State } from '../logic/words.ts';
import { Icon } from './icon.tsx';

/** One filter of a group. A filter with the count zero is visible but dimmed. */
export interface Segment {
  value: string;
  word: string;
  count?: number;
  state?: State;
}

/** A group of filters with exactly one selected filter. */
export function Segments({
  label,
  segments,
  value,
  onValue,
}: {
  label: string;
  segments: readonly Segment[];
  value: string;
  onValue: (value: string) => void;
}): JSX.Element {
  return (
    <div class="segments" role="group" aria-label={label}>
      {segments.map((one) => (
        <button
          key={one.value}
          type="button"
          aria-pressed={one.value === value}
          class={one.count === 0 ? 'dim' : ''}
          onClick={() => onValue(one.value)}
        >
          {one.state === undefined ? null : (
            <Icon
              name={one.state.icon}
              size="small"
              tone={one.count === 0 ? 'rest' : one.state.tone}
              spins={one.state.moves === true && one.count !== 0}
            />
          )}
          {one.word}
          {one.count === undefined ? null : <span class="count">{formatNumber(one.count)}</span>}
        </button>
      ))}
    </div>
  );
}

/**
 * The search field of a screen. The key `/` moves the focus to the field. Escape clears the field, and a second
 * Escape removes the focus.
 */
export function Search({
  label,
  value,
  onValue,
}: {
  label: string;
  value: string;
  onValue: (value: string) => void;
}): JSX.Element {
  return (
    <label class="search">
      <Icon name="search" size="small" />
      <input
        type="search"
        data-search=""
        aria-label={label}
        placeholder={label}
        value={value}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}

/** A filter that offers a list of values, such as the deployments. */
export function Pick({
  label,
  value,
  options,
  onValue,
}: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onValue: (value: string) => void;
}): JSX.Element {
  const id = useId();
  return (
    <span class="pick">
      <label for={id} class="dim">
        {label}
      </label>
      <select id={id} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {visibleLine(name)}
          </option>
        ))}
      </select>
    </span>
  );
}

/** A setting that is on or off. */
export function Switch({
  label,
  on,
  onChange,
}: {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
}): JSX.Element {
  return (
    <button type="button" class="switch" role="switch" aria-checked={on} onClick={() => onChange(!on)}>
      <i />
      {label}
    </button>
  );
}

/** Shows a text and highlights the parts that match the search. */
export function Marked({
  text,
  search,
  multiline = false,
  breaks = [],
}: {
  text: string;
  search: string;
  multiline?: boolean;
  /** Indexes in the visible text before which a new row begins. */
  breaks?: readonly number[];
}): JSX.Element {
  const shown = multiline ? visibleText(text) : visibleLine(text);
  /** Returns a part of the text. The style sheet begins the new rows, so that copied text does not contain them. */
  const part = (from: number, to: number) => {
    const inner = breaks.filter((at) => at >= from && at < to);
    return [from, ...inner].map((at, index) => (
      <>
        {index === 0 ? null : <span class="row-end" />}
        {shown.slice(at, inner[index] ?? to)}
      </>
    ));
  };
  const lower = shown.toLowerCase();
  // If the lower-case text has another length, positions of matches would be wrong, so nothing is highlighted.
  if (search === '' || lower.length !== shown.length) return <bdi>{part(0, shown.length)}</bdi>;
  const parts: JSX.Element[] = [];
  const wanted = search.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
    parts.push(<>{part(from, at)}</>, <mark key={at}>{part(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  parts.push(<>{part(from, shown.length)}</>);
  return <bdi>{parts}</bdi>;
}
