import type { DiffLine } from './text-diff.ts';

/** The differing lines of one file. */
export interface FilePatch {
  name: string;
  added: number;
  removed: number;
  lines: DiffLine[];
}

/** Maximum number of displayed lines per file. */
const SHOWN = 2_000;

/** Parses the output of `git diff`. Omits lines outside of hunks, such as file modes and index lines. */
export function parsePatch(patch: string): FilePatch[] {
  const files: FilePatch[] = [];
  let [oldNumber, newNumber, inHunk] = [0, 0, false];
  for (const line of patch.split('\n')) {
    const name = nameOfFile(line);
    if (name !== undefined) {
      files.push({ name, added: 0, removed: 0, lines: [] });
      inHunk = false;
      continue;
    }
    const file = files.at(-1);
    if (file === undefined) continue;
    const hunk = /^@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@(.*)$/.exec(line);
    if (hunk !== null) {
      [oldNumber, newNumber, inHunk] = [Number(hunk[1]), Number(hunk[2]), true];
      if (file.lines.length > 0) add(file, { kind: 'same', text: `…${hunk[3] ?? ''}`, number: 0 });
    } else if (!inHunk) {
      if (line.startsWith('Binary files '))
        add(file, { kind: 'same', text: 'A binary file differs.', number: 0 });
    } else if (line.startsWith('+')) {
      add(file, { kind: 'added', text: line.slice(1), number: newNumber });
      file.added += 1;
      newNumber += 1;
    } else if (line.startsWith('-')) {
      add(file, { kind: 'removed', text: line.slice(1), number: oldNumber });
      file.removed += 1;
      oldNumber += 1;
    } else if (line.startsWith(' ')) {
      add(file, { kind: 'same', text: line.slice(1), number: newNumber });
      oldNumber += 1;
      newNumber += 1;
    }
  }
  return files;
}

/**
 * Returns the file's name in the first line of its patch, or `undefined` for any other line. The line contains the name
 * twice, because the patch has no renames, and git quotes names with special characters.
 */
function nameOfFile(line: string): string | undefined {
  const quoted = /^diff --git "a\/(?:[^"\\]|\\.)*" "b\/((?:[^"\\]|\\.)*)"$/.exec(line)?.[1];
  if (quoted !== undefined) return unquote(quoted);
  return /^diff --git a\/(.*) b\/\1$/.exec(line)?.[1];
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Decodes a name that git has quoted, with bytes as three octal digits and special characters after a backslash. */
function unquote(quoted: string): string {
  const bytes = quoted
    .split(/\\([0-7]{3}|.)/)
    .flatMap((part, index) => (index % 2 === 0 ? [...new TextEncoder().encode(part)] : [byteOf(part)]));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const byteOf = (escape: string): number =>
  escape.length === 3 ? Number.parseInt(escape, 8) : (ESCAPES[escape] ?? escape.charCodeAt(0));

function add(file: FilePatch, line: DiffLine): void {
  if (file.lines.length < SHOWN) file.lines.push(line);
}
