import process from 'node:process';
import { startPhase } from '../action/phase.ts';
import { writeFully } from '../os/write-fully.ts';
import type { LogView } from './command-line-host.ts';
import { runCommandLine } from './command-line.ts';

// The process of `agent-deploy`. Everything else is handed what it uses of it.

/** A reader that leaves early, such as `head`, must not end a deploy halfway. */
function write(descriptor: 1 | 2, text: string): void {
  try {
    writeFully(descriptor, text);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

/** Standard output is for results, and the log is beside it. */
const writeLog = (text: string) => write(2, text);

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

let interrupts = 0;
process.on('SIGINT', () => {
  interrupts += 1;
  // The first one ends the run in order.
  if (interrupts > 1) process.exit(130);
});

await startPhase(async (given) => {
  try {
    return await runCommandLine(process.argv.slice(2), {
      ...given,
      env: process.env,
      cwd: process.cwd(),
      print: (text) => write(1, text),
      view: await openView(),
    });
  } catch (error) {
    // The engine reports what fails in it. The message of anything else is not redacted.
    const name = error instanceof Error ? error.name : typeof error;
    writeLog(`agent-deploy failed before it could report (${name}): this is a bug.\n`);
    return 1;
  }
});
