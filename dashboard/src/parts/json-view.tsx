import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { stringifyExactJson } from '../../../src/contract/exact-json.ts';
import { previewText } from '../logic/preview-text.ts';
import { exactText, formatNumber } from '../logic/format.ts';
import { CopyButton } from './basics.tsx';

/** Number of children that are displayed until the user requests more. */
const FIRST = 100;
/**
 * Number of characters of a text that are displayed until the user requests the whole text, because a text of 5 MB
 * would freeze the page.
 */
const SHOWN = 20_000;

/** Shows a JSON value as a tree of text, never as markup. */
export function JsonView({
  value,
  label,
  open = 2,
}: {
  value: unknown;
  label: string;
  open?: number;
}): JSX.Element {
  return (
    <div class="json" role="group" aria-label={label}>
      <CopyButton text={() => stringifyExactJson(value, 2)} label={`Copy ${label} as JSON`} />
      <Node name="" value={value} open={open} />
    </div>
  );
}

function Node({ name, value, open }: { name: string; value: unknown; open: number }): JSX.Element {
  const children = childrenOf(value);
  if (children === undefined) {
    return (
      <div class="leaf">
        <Name name={name} />
        <Leaf value={value} />
      </div>
    );
  }
  if (children.length === 0) {
    return (
      <div class="leaf">
        <Name name={name} />
        <span>{Array.isArray(value) ? '[]' : '{}'}</span>
      </div>
    );
  }
  return (
    <details open={open > 0}>
      <summary>
        <Name name={name} />
        <span class="dim">{Array.isArray(value) ? `[${children.length}]` : `{${children.length}}`}</span>{' '}
        <span class="dim preview">{exactText(previewText(value, 60))}</span>
      </summary>
      {children.slice(0, FIRST).map(([key, child]) => (
        <Node key={key} name={key} value={child} open={open - 1} />
      ))}
      {children.length <= FIRST ? null : (
        <details>
          <summary>{children.length - FIRST} more</summary>
          {children.slice(FIRST).map(([key, child]) => (
            <Node key={key} name={key} value={child} open={0} />
          ))}
        </details>
      )}
    </details>
  );
}

function childrenOf(value: unknown): [string, unknown][] | undefined {
  if (Array.isArray(value)) return (value as unknown[]).map((item, index) => [String(index), item]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : undefined;
}

const Name = ({ name }: { name: string }): JSX.Element | null =>
  name === '' ? null : <bdi class="name">{exactText(name)}: </bdi>;

function Leaf({ value }: { value: unknown }): JSX.Element {
  const isWhole = useSignal(false);
  if (typeof value !== 'string') return <span class="number">{String(value)}</span>;
  if (isWhole.value || value.length <= SHOWN) return <bdi class="text">{exactText(value)}</bdi>;
  return (
    <>
      <bdi class="text">{exactText(value.slice(0, SHOWN).toWellFormed())}…</bdi>{' '}
      <button type="button" class="button little" onClick={() => (isWhole.value = true)}>
        Show all {formatNumber(value.length)} characters
      </button>
    </>
  );
}
