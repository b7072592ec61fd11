import { styleText } from 'node:util';
import type { ActionRun } from '../runner/types.ts';

/** The program's output: plain text, with some color if the terminal supports it (NO_COLOR is respected). */
export interface Terminal {
  /** Starts a numbered phase. */
  phase(title: string): void;
  /** Ends the phase with its duration and its result. */
  done(result: string): void;
  /** Prints a detail of the phase. */
  detail(line: string): void;
  /** Prints a line of another program (the action's log), in a different style from the program's own lines. */
  quote(line: string): void;
  text(line?: string): void;
  error(line: string): void;
}

type Style = Parameters<typeof styleText>[0];

/** Creates a terminal that writes to a stream; `now` returns milliseconds. */
export function createTerminal(stream: NodeJS.WriteStream, now: () => number): Terminal {
  const style = (format: Style, text: string) => styleText(format, text, { stream });
  const print = (line = '') => void stream.write(`${line.trimEnd()}\n`);
  let number = 0;
  let startedAt = now();
  return {
    phase(title) {
      number += 1;
      startedAt = now();
      print();
      print(style('bold', `${number}. ${title}`));
    },
    done(result) {
      print(`   ${style('green', 'ok')} ${seconds(now() - startedAt)}  ${result}`);
    },
    detail: (line) => print(`   ${line}`),
    quote: (line) => print(`   ${style('dim', '|')} ${paint(line, style)}`),
    text: print,
    error: (line) => print(style('red', line)),
  };
}

/** Formats milliseconds as a short text in seconds. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function paint(line: string, style: (format: Style, text: string) => string): string {
  const marked = /^##\[(\w+)\](.*)$/s.exec(line);
  if (marked === null) return line;
  const [, kind = '', text = ''] = marked;
  if (kind === 'endgroup') return '';
  if (kind === 'group') return style('cyan', text);
  if (kind === 'debug') return style('dim', text);
  return `${style(kind === 'error' ? 'red' : 'yellow', `${kind}:`)} ${text}`;
}

/** Returns the run, or throws with the action's own reasons if the run did not succeed. */
export function succeed(run: ActionRun, signal: AbortSignal): ActionRun {
  signal.throwIfAborted();
  if (run.outcome === 'success') return run;
  // Only the first line is shown, because the log that was already shown contains the other lines.
  const reasons = run.annotations
    .filter((item) => item.level === 'error')
    .map((item) => item.message.split('\n')[0]);
  throw new Error(
    `the action ended with ${run.outputs['outcome'] ?? run.outcome} (exit code ${run.exitCode}): ${reasons.join('; ') || 'see its log above'}`,
  );
}

/** Returns a required output. */
export function output(run: ActionRun, name: string): string {
  const value = run.outputs[name] ?? '';
  expectThat(value !== '', `the action should have set the output ${name}`);
  return value;
}

/** Prints the outputs and the summary of a run. */
export function show(run: ActionRun, terminal: Terminal): void {
  terminal.detail(`outputs (in ${seconds(run.main?.durationMs ?? run.durationMs)}):`);
  for (const [name, value] of Object.entries(run.outputs)) {
    if (value !== '' && name !== 'result') terminal.detail(`  ${name.padEnd(20)} ${value}`);
  }
  terminal.detail('job summary:');
  for (const line of renderMarkdown(run.summary)) terminal.detail(line === '' ? '' : `  ${line}`);
}

/** Throws if an expectation of the tour does not hold. */
export function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`${what}, but this is not the case`);
}

/** Returns the first characters of an ID or a commit. */
export function short(id: string | undefined): string {
  return id === undefined || id === '' ? '(none)' : id.slice(0, 8);
}

/** Renders a job summary for a plain terminal: underlined headings, aligned tables, no markup, tags and charts. */
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
  // Keeps at most one consecutive empty line, and none at the ends.
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
