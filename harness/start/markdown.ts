/**
 * Makes a job summary readable in a plain terminal: headings underlined, tables aligned, marks, tags and charts dropped.
 */
export function renderMarkdown(markdown: string): string[] {
  const out: string[] = [];
  let table: string[][] = [];
  let fenced = false;
  let charted = false;
  const flush = () => {
    out.push(...alignTable(table));
    table = [];
  };
  for (const line of markdown.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) {
      flush();
      fenced = !fenced;
      charted = fenced && line.trim() === '```mermaid';
    } else if (fenced) {
      if (!charted) out.push(`    ${line}`);
    } else if (/^\s*\|.*\|\s*$/.test(line)) {
      const cells = splitRow(line).map(plain);
      if (!cells.every((cell) => /^:?-+:?$/.test(cell))) table.push(cells);
    } else {
      flush();
      out.push(...renderLine(line));
    }
  }
  flush();
  // At most one empty line in a row, none at the ends.
  const tight = out.filter((line, index) => line !== '' || (out[index - 1] ?? '') !== '');
  while (tight.at(-1) === '') tight.pop();
  return tight;
}

function renderLine(line: string): string[] {
  const heading = /^(#{1,6})\s+(.*)$/.exec(line);
  if (heading !== null) {
    const text = plain(heading[2] ?? '');
    return ['', text, (heading[1] === '#' || heading[1] === '##' ? '=' : '-').repeat(text.length)];
  }
  const text = plain(line.replace(/^(\s*)[*+] /, '$1- '));
  return text === '' && line.trim() !== '' ? [] : [text];
}

function splitRow(line: string): string[] {
  return line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function plain(text: string): string {
  return text
    .replaceAll(/<br\s*\/?>/gi, ' ')
    .replaceAll(/<(https?:[^<>\s]+)>/g, '$1')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/!?\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, (_all, label: string, url: string) =>
      label === url || url.startsWith('#') ? label : `${label} (${url})`,
    )
    .replaceAll(/(\*\*|__)(.+?)\1/g, '$2')
    .replaceAll(/(?<![\w`])`+([^`]+)`+/g, '$1')
    .replaceAll(/&(?:#(\d+)|(\w+));/g, decodeEntity)
    .replaceAll(/\\([\\`*_{}[\]()#+.!<>~-])/g, '$1')
    .trimEnd();
}

function alignTable(rows: readonly string[][]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  }
  return rows.map((row) =>
    `  ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  ')}`.trimEnd(),
  );
}

const NAMED: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  amp: '&',
};

function decodeEntity(whole: string, code: string | undefined, name: string | undefined): string {
  return code === undefined ? (NAMED[name ?? ''] ?? whole) : String.fromCodePoint(Number(code));
}
