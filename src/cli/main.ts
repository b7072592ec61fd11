import process from 'node:process';
import { startPhase } from '../action/phase.ts';
import { writeFully } from '../os/write-fully.ts';
import type { LogView } from './command-line-host.ts';
import { runCommandLine } from './command-line.ts';

// Entry point of `agent-deploy`, which passes dependencies such as the clock to all other modules.

/**
 * Writes results to standard output. Ignores errors, because a reader that exits early, such as `head`, must not stop a
 * deployment.
 */
function print(text: string): void {
  try {
    writeFully(1, text);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

/**
 * Writes the log to standard error. Ignores errors, because a full disk or a closed terminal must not stop a
 * deployment.
 */
function writeLog(text: string): void {
  try {
    writeFully(2, text);
  } catch {
    // A failed write is ignored, because the log is only informative.
  }
}

async function openView(): Promise<LogView> {
  const { env, stderr } = process;
  // A CI is excluded, because a CI can provide a terminal although it stores the output as text.
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

/** Reads standard input asynchronously, because signals would not arrive during a synchronous read. */
async function readInput(limit: number, signal: AbortSignal): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) throw new Error('it is a terminal, which would display the typed value');
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
  // The first interrupt cancels the run, and the second interrupt exits immediately.
  if (interrupts > 1) process.exit(130);
});

// A closed terminal cancels the run like an interrupt.
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
    // Only the name of an unexpected error is shown, because the message is not redacted.
    const name = error instanceof Error ? error.name : typeof error;
    writeLog(
      `agent-deploy failed before it could report the error (${name}). This is a bug; please report it.\n`,
    );
    return 1;
  }
});
