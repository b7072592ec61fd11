import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { visibleText } from '../logic/format.ts';
import { type DiffLine, type DiffPart, type DiffRow, lineDiff, wordDiff } from '../logic/text-diff.ts';

/** Shows two texts as one text, with removed words struck through and added words highlighted. */
export function WordDiff({ before, after }: { before: string; after: string }): JSX.Element {
  return (
    <p>
      <DiffParts parts={wordDiff(before, after)} />
    </p>
  );
}

/** Shows the parts of a difference. Removed parts are struck through, and added parts are highlighted. */
export function DiffParts({ parts }: { parts: readonly DiffPart[] }): JSX.Element {
  return (
    <>
      {parts.map(({ kind, text }, index) =>
        kind === 'same' ? (
          <bdi key={index}>{visibleText(text)}</bdi>
        ) : kind === 'added' ? (
          <ins key={index} class="now">
            {visibleText(text)}
          </ins>
        ) : (
          <del key={index} class="was">
            {visibleText(text)}
          </del>
        ),
      )}
    </>
  );
}

/**
 * Shows the difference of two texts line by line. Unchanged lines are folded into a line with the number of unchanged
 * lines.
 */
export function LineDiff({
  before,
  after,
  label,
}: {
  before: string;
  after: string;
  label: string;
}): JSX.Element {
  const rows = lineDiff(before, after);
  return (
    <div class="diff" role="group" aria-label={label} tabIndex={0}>
      {rows.map((row, index) => (
        <Row key={index} row={row} />
      ))}
    </div>
  );
}

function Row({ row }: { row: DiffRow }): JSX.Element {
  const open = useSignal(false);
  const lines = useComputed(() => (row.kind === 'lines' || open.value ? row.lines : []));
  return (
    <>
      {row.kind === 'folded' && !open.value ? (
        <button type="button" class="diff-folded" onClick={() => (open.value = true)}>
          {row.lines.length} unchanged lines
        </button>
      ) : null}
      {lines.value.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </>
  );
}

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;

function Line({ line }: { line: DiffLine }): JSX.Element {
  return (
    <div class={`diff-line ${line.kind}`}>
      <span>{line.number}</span>
      <span>{SIGNS[line.kind]}</span>
      <bdi>{visibleText(line.text)}</bdi>
    </div>
  );
}
