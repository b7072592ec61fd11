import { styleText } from 'node:util';

/** Where the program prints to: plain text with a little colour where the terminal has it (NO_COLOR is obeyed). */
export interface Terminal {
  /** Starts a numbered phase. */
  phase(title: string): void;
  /** Ends it: how long it took, and what came of it. */
  done(result: string): void;
  /** A line of detail below the phase. */
  detail(line: string): void;
  /** Somebody else's lines (the action's log), set off from our own. */
  quote(line: string): void;
  text(line?: string): void;
  error(line: string): void;
}

type Style = Parameters<typeof styleText>[0];

/** Writes to a stream; `now` gives milliseconds. */
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

/** Milliseconds as a short text in seconds. */
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
