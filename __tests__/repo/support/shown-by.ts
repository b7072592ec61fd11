import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..', '..');

/**
 * A row in a table of claims. The first cell contains the claim's anchor, and the last cell links to the suite that
 * proves the claim.
 */
export interface ShownRow {
  cells: string[];
  /** Path of the suite, or an empty string if no suite is linked. */
  file: string;
  /** Page and anchor, in the format in which the suite cites the claim above its test. */
  citation: string;
}

/** Returns the cells of a table row. */
export function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** Returns the rows of all tables on a page, in order, without table heads. */
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

/** Returns a cell without its anchor. */
export const withoutAnchor = (cell = ''): string => cell.replace(/^<a id="[^"]*"><\/a>/, '');

const citations = new Map<string, readonly string[]>();

/** Returns the claims that a suite cites in comments above its tests, or none if the file does not exist. */
export function citationsIn(file: string): readonly string[] {
  const known = citations.get(file) ?? readCitations(file);
  citations.set(file, known);
  return known;
}

function readCitations(file: string): string[] {
  if (!existsSync(path.join(root, file))) return [];
  const text = readFileSync(path.join(root, file), 'utf8');
  return Array.from(
    text.matchAll(/^\s*\/\/ (docs\/[\w/-]+\.md#[a-z0-9-]+)$/gm),
    ([, citation = '']) => citation,
  );
}
