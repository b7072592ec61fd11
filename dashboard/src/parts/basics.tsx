import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { errorText } from '../live/api.ts';
import { now } from '../live/store.ts';
import { clipText, formatAge, linkTarget, shortId, visibleLine } from '../logic/format.ts';
import { stateOf } from '../logic/words.ts';
import { Icon } from './icon.tsx';

/** Shows untrusted text with escaped invisible characters and an isolated text direction. */
export function UntrustedText({
  text,
  title,
  limit,
}: {
  text: string;
  title?: string;
  /** Maximum number of characters to show. */
  limit?: number;
}): JSX.Element {
  const shown = visibleLine(clipText(text, limit));
  return <bdi {...(title === undefined ? {} : { title: visibleLine(clipText(title)) })}>{shown}</bdi>;
}

/** Shows the age of a time by the service's clock, with the time as tooltip. */
export function Age({ at }: { at: number }): JSX.Element {
  if (!Number.isFinite(at)) return <span>–</span>;
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={iso}>
      {formatAge(at, now.value)}
    </time>
  );
}

/** Shows a status as a symbol and a word. */
export function Status({ status, active = false }: { status: string; active?: boolean }): JSX.Element {
  const state = stateOf(status, { serves: active });
  return (
    <span class={`state ${state.tone}`}>
      <Icon name={state.icon} spins={state.moves === true} />
      <UntrustedText text={state.word} />
    </span>
  );
}

/** Shows a shortened ID with the full ID as its title, and a button that copies the ID. */
export function Id({ id, label = 'ID' }: { id: string; label?: string }): JSX.Element {
  return (
    <span class="id">
      <code title={id}>{shortId(id)}</code>
      <CopyButton text={id} label={`Copy ${label}`} />
    </span>
  );
}

/**
 * A button that copies a text and confirms the copy for two seconds. `load` creates the text when the user clicks.
 */
export function CopyButton({
  text,
  label,
  children,
}: {
  text: string | (() => string);
  label: string;
  children?: ComponentChildren;
}): JSX.Element {
  const state = useSignal<'' | 'copied' | 'failed'>('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      state.value = 'copied';
    } catch {
      state.value = 'failed';
    }
    setTimeout(() => (state.value = ''), 2_000);
  };
  return (
    <button
      type="button"
      class={children === undefined ? 'button bare little square' : 'button little'}
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      <Icon name={state.value === 'copied' ? 'tick' : 'copy'} size="small" />
      {children}
      <span role="status" class="visually-hidden">
        {state.value}
      </span>
    </button>
  );
}

/**
 * A button for an asynchronous action. The button is disabled while the action runs, and an error of the action is
 * shown next to the button.
 */
export function ActionButton({
  onAct,
  children,
  kind = '',
  disabled = false,
}: {
  onAct: () => Promise<unknown>;
  children: ComponentChildren;
  kind?: '' | 'danger' | 'bare' | 'main-act';
  disabled?: boolean;
}): JSX.Element {
  const busy = useSignal(false);
  const problem = useSignal('');
  const run = async () => {
    busy.value = true;
    problem.value = '';
    try {
      await onAct();
    } catch (error) {
      problem.value = errorText(error);
    }
    busy.value = false;
  };
  return (
    <>
      <button
        type="button"
        class={`button ${kind}`}
        disabled={disabled || busy.value}
        onClick={() => void run()}
      >
        {children}
      </button>
      <Problem text={problem.value} />
    </>
  );
}

/** Shows an error message, which screen readers announce. */
export function Problem({ text }: { text: string }): JSX.Element {
  return (
    <span role="alert" class="problem">
      {text === '' ? null : <UntrustedText text={text} />}
    </span>
  );
}

/** Explains why a screen is empty, and shows a command that creates its first content. */
export function Empty({ children, command }: { children: ComponentChildren; command?: string }): JSX.Element {
  return (
    <div class="empty">
      <p>{children}</p>
      {command === undefined ? null : (
        <div class="command">
          <pre tabIndex={0}>{command}</pre>
          <CopyButton text={command} label="Copy the command" />
        </div>
      )}
    </div>
  );
}

/** Shows an `http` or `https` URL as a link, and any other text as text. */
export function WebLink({ url }: { url: string }): JSX.Element {
  const target = linkTarget(url);
  if (target === undefined) return <UntrustedText text={url} />;
  return (
    <a class="link" href={target} target="_blank" rel="noopener noreferrer">
      <UntrustedText text={url} />
    </a>
  );
}

/**
 * Attributes of input elements by type. The types are constants, because each type of element allows different
 * attributes.
 */
const INPUTS = { text: { type: 'text' }, search: { type: 'search' }, number: { type: 'number' } } as const;

/** A form field with its label. */
export function Field({
  label,
  value,
  onValue,
  type = 'text',
  placeholder = '',
  problem = '',
  options,
  search = false,
}: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  type?: 'text' | 'search' | 'number' | 'textarea';
  placeholder?: string;
  problem?: string;
  /** Options of a select field, each with its value and name. */
  options?: readonly (readonly [value: string, name: string])[];
  /** True if the key `/` moves the focus to the field. */
  search?: boolean;
}): JSX.Element {
  const id = useId();
  const shared = {
    id,
    class: 'input',
    'aria-invalid': problem !== '',
    ...(problem === '' ? {} : { 'aria-describedby': `${id}-problem` }),
    ...(search ? { 'data-search': '' } : {}),
  };
  const onInput = (event: Event) => {
    const { target } = event;
    if (
      target instanceof HTMLInputElement ||
      target instanceof HTMLTextAreaElement ||
      target instanceof HTMLSelectElement
    ) {
      onValue(target.value);
    }
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {options !== undefined ? (
        <select {...shared} value={value} onChange={onInput}>
          {options.map(([one, name]) => (
            <option key={one} value={one}>
              {visibleLine(name)}
            </option>
          ))}
        </select>
      ) : type === 'textarea' ? (
        <textarea
          {...shared}
          value={value}
          placeholder={placeholder}
          rows={4}
          spellcheck={false}
          onInput={onInput}
        />
      ) : (
        <input
          {...shared}
          {...INPUTS[type]}
          value={value}
          placeholder={placeholder}
          autocomplete="off"
          spellcheck={false}
          onInput={onInput}
        />
      )}
      {problem === '' ? null : (
        <span id={`${id}-problem`} class="problem">
          {problem}
        </span>
      )}
    </div>
  );
}

/** Starts the download of a text as a file. */
export function downloadText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
