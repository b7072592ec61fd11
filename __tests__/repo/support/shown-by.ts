import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** A row of a table of statements: its anchor stands in the first cell, and the last one links to the suite that shows it. */
export interface ShownRow {
  cells: string[];
  /** Path of the suite; empty where none is linked. */
  file: string;
  /** Page and anchor, as the suite cites it above its test. */
  citation: string;
}

/** The cells of a row of a table. */
export function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** The rows of every table of a page, in order, without their heads. */
export function shownRows(page: string): ShownRow[] {
  const lines = readFileSync(path.join(root, page), 'utf8').split('\n');
  return lines
    .filter(
      (line, at) =>
        line.startsWith('|') && !/^\|[ |:-]+$/.test(line) && !/^\|[ |:-]+$/.test(lines[at + 1] ?? ''),
    )
    .map((line) => {
      const cells = cellsOf(line);
      const [, file = ''] = /^\[`[^`]+`\]\((?:\.\.\/)+(__tests__\/[^)]+)\)$/.exec(cells.at(-1) ?? '') ?? [];
      const [, anchor = ''] = /^<a id="([a-z][a-z0-9-]*)"><\/a>/.exec(cells[0] ?? '') ?? [];
      return { cells, file, citation: `${page}#${anchor}` };
    });
}

/** A cell without its anchor. */
export const withoutAnchor = (cell = ''): string => cell.replace(/^<a id="[^"]*"><\/a>/, '');

/** The statements that a suite says it shows: the comments above its tests. Empty when there is no such file. */
export function citationsIn(file: string): string[] {
  if (!existsSync(path.join(root, file))) return [];
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/^\s*\/\/ (docs\/[\w/-]+\.md#[a-z0-9-]+)$/gm)].map(
    ([, citation = '']) => citation,
  );
}
