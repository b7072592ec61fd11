import type { ComponentChildren, JSX } from 'preact';
import { shortId } from '../logic/format.ts';
import type { State, Tone } from '../logic/words.ts';
import { CopyButton, UntrustedText } from './basics.tsx';
import { Icon, type IconName } from './icon.tsx';

/** Shows a state or a verdict as a symbol and a word. */
export function StateMark({ state, note }: { state: State; note?: ComponentChildren }): JSX.Element {
  return (
    <span class={`state ${state.tone}`}>
      <Icon name={state.icon} spins={state.moves === true} />
      <UntrustedText text={state.word} />
      {note === undefined ? null : <span class="dim">{note}</span>}
    </span>
  );
}

/**
 * Shows only the symbol of a state, for the first cell of a row. The name of the state is the tooltip and the text for
 * screen readers.
 */
export function StateSymbol({ state }: { state: State }): JSX.Element {
  return (
    <span class={`state ${state.tone}`} role="img" aria-label={state.word} title={state.word}>
      <Icon name={state.icon} spins={state.moves === true} />
    </span>
  );
}

/** A short label, such as the number of a revision or the kind of a row. */
export function Tag({
  children,
  tone,
  icon,
  outlined = false,
  title,
}: {
  children: ComponentChildren;
  tone?: Tone;
  icon?: IconName;
  outlined?: boolean;
  title?: string;
}): JSX.Element {
  return (
    <span class={`tag ${tone ?? ''} ${outlined ? 'line' : ''}`} {...(title === undefined ? {} : { title })}>
      {icon === undefined ? null : <Icon name={icon} size="small" />}
      {children}
    </span>
  );
}

/** Shows the first characters of a commit. The tooltip contains the whole commit ID. */
export function Commit({ commit }: { commit: string }): JSX.Element {
  return (
    <span class="commit" title={commit}>
      {shortId(commit)}
    </span>
  );
}

/** Shows the first eight characters of an ID, and a button that copies the whole ID. */
export function ShortId({ id, label = 'ID' }: { id: string; label?: string }): JSX.Element {
  return (
    <span class="id">
      <code title={id}>{shortId(id)}</code>
      <CopyButton text={id} label={`Copy ${label}`} />
    </span>
  );
}

/** Lists labels and values next to each other, in as many lines as necessary. */
export function Facts({
  list,
}: {
  list: readonly (readonly [label: string, value: ComponentChildren])[];
}): JSX.Element {
  return (
    <dl class="facts">
      {list.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists fields below each other, with the labels on the left and the values on the right. */
export function Pairs({
  pairs,
}: {
  pairs: readonly (readonly [label: string, value: ComponentChildren])[];
}): JSX.Element {
  return (
    <dl class="pairs">
      {pairs.map(([label, value]) => (
        <>
          <dt key={label}>
            <UntrustedText text={label} />
          </dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

/** Explains the meaning of the bars in a drawing. */
export function Legend({
  entries,
}: {
  entries: readonly (readonly [className: string, word: string])[];
}): JSX.Element {
  return (
    <div class="legend">
      {entries.map(([className, word]) => (
        <span key={word}>
          <svg aria-hidden="true">
            <rect class={className} width="12" height="12" rx="2" />
            {className === 'bar-failed' ? <rect fill="url(#hatch)" width="12" height="12" /> : null}
          </svg>
          {word}
        </span>
      ))}
    </div>
  );
}
