import { diffLines, diffWordsWithSpace } from 'diff';

type DiffKind = 'same' | 'added' | 'removed';

export interface DiffPart {
  kind: DiffKind;
  text: string;
}

export interface DiffLine extends DiffPart {
  /** Number of the line in the new text, or in the old text if the line was removed. */
  number: number;
}

/** Lines to display, or a number of unchanged lines that are folded. */
export interface DiffRow {
  kind: 'lines' | 'folded';
  lines: DiffLine[];
}

/** Maximum number of differences to search for. Texts with more differences are shown as entirely different. */
const MAX_EDITS = 2_000;
/** Number of displayed unchanged lines around a difference. */
const CONTEXT = 3;

const kindOf = ({ added, removed }: { added?: boolean; removed?: boolean }): DiffKind =>
  added === true ? 'added' : removed === true ? 'removed' : 'same';

const whole = (before: string, after: string): DiffPart[] =>
  [
    { kind: 'removed' as const, text: before },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text !== '');

/** Returns the words that two texts share, the removed words and the added words. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS });
  if (parts === undefined) return whole(before, after);
  return parts.map((part) => ({ kind: kindOf(part), text: part.value }));
}

/** Returns the difference of two texts by line. Unchanged lines far from any difference are folded. */
export function lineDiff(before: string, after: string): DiffRow[] {
  const changes = diffLines(before, after, { maxEditLength: MAX_EDITS });
  const parts =
    changes === undefined
      ? whole(before, after)
      : changes.map((part) => ({ kind: kindOf(part), text: part.value }));
  const lines = numbered(parts);
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(index - CONTEXT, 0), index + CONTEXT + 1).some(({ kind }) => kind !== 'same'),
  );
  const rows: DiffRow[] = [];
  for (const [index, line] of lines.entries()) {
    const kind = isNear[index] === true ? 'lines' : 'folded';
    const last = rows.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else rows.push({ kind, lines: [line] });
  }
  return rows;
}

function numbered(parts: readonly DiffPart[]): DiffLine[] {
  let [oldNumber, newNumber] = [0, 0];
  return parts.flatMap(({ kind, text }) =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line): DiffLine => {
        if (kind !== 'added') oldNumber += 1;
        if (kind !== 'removed') newNumber += 1;
        return { kind, text: line, number: kind === 'removed' ? oldNumber : newNumber };
      }),
  );
}
