import process from 'node:process';
import { startPhase } from '../action/phase.ts';
import { writeFully } from '../os/write-fully.ts';
import type { LogView } from './command-line-host.ts';
import { runCommandLine } from './command-line.ts';

// The process of `agent-deploy`. Everything else is handed what it uses of it.

/** Standard output is for results. Not even a reader that leaves early, such as `head`, must end a deploy halfway. */
function print(text: string): void {
  try {
    writeFully(1, text);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

/** The log is beside it: nor does a full disk, or a terminal that was closed. */
function writeLog(text: string): void {
  try {
    writeFully(2, text);
  } catch {
    // It is for people to read, and changes nothing.
  }
}

async function openView(): Promise<LogView> {
  const { env, stderr } = process;
  // A CI that offers a terminal still keeps its text.
  const isWatched = stderr.isTTY && env['TERM'] !== 'dumb' && !env['CI'];
  if (!isWatched) return { print: (line) => writeLog(`${line}\n`), progress: undefined };
  const { createLiveView } = await import('./live-view.ts');
  const view = createLiveView({
    write: writeLog,
    width: () => stderr.columns || 80,
    now: () => performance.now(),
  });
  return { print: view.print, progress: view };
}

/** Not by a read at once, during which no signal would arrive. */
async function readInput(limit: number, signal: AbortSignal): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) throw new Error('it is a terminal, which would show what is typed');
  const { addAbortSignal } = await import('node:stream');
  let text = '';
  for await (const part of addAbortSignal(signal, stdin.setEncoding('utf8'))) {
    text += String(part);
    if (text.length > limit) throw new Error(`it is longer than ${limit} characters`);
  }
  return text;
}

let interrupts = 0;
process.on('SIGINT', () => {
  interrupts += 1;
  // The first one ends the run in order.
  if (interrupts > 1) process.exit(130);
});

// A terminal that is closed is a Ctrl-C without anyone to press it.
process.on('SIGHUP', () => process.emit('SIGTERM'));

await startPhase(async (given) => {
  try {
    return await runCommandLine(process.argv.slice(2), {
      ...given,
      env: process.env,
      cwd: process.cwd(),
      print,
      readInput,
      view: await openView(),
    });
  } catch (error) {
    // The engine reports what fails in it. The message of anything else is not redacted.
    const name = error instanceof Error ? error.name : typeof error;
    writeLog(`agent-deploy failed before it could report (${name}): this is a bug.\n`);
    return 1;
  }
});
