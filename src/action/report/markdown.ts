/** Text inside a table cell: one line, nothing that Markdown or HTML would take for markup. Pure. */
export function cell(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[&<>]/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[mark] ?? mark)
    .replace(/[\\`*_{}[\]()#|~!@]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** A table of plain texts. Pure. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n');
}

/** A block of text that is shown as it is: its fence is longer than any in it. Pure. */
export function fenced(lines: readonly string[]): string {
  const text = lines.join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** A link target that is an http(s) address and nothing else; undefined for any other text. Pure. */
export function safeUrl(text: string | undefined): string | undefined {
  const url = text === undefined ? null : URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !/[\s<>()]/.test(url.href) ? url.href : undefined;
}
