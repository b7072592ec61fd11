import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..', '..', '..');

/** A row of a table of statements, whose last cell names the test that shows it. */
export interface ShownRow {
  cells: string[];
  file: string;
  title: string;
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
      const [, file = '', title = ''] = /^`(__tests__\/[^`]+)`: (.+)$/.exec(cells.at(-1) ?? '') ?? [];
      return { cells, file, title };
    });
}

/** Every title of a test in a file: what stands first in its parentheses. Empty when there is no such file. */
export function titlesOf(file: string): string[] {
  if (!existsSync(path.join(root, file))) return [];
  const text = readFileSync(path.join(root, file), 'utf8');
  return [...text.matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/g)].map(([, , title = '']) => title);
}
