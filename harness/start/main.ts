// `npm start` runs this program: the built action deploys a real agent to a control plane on this machine.
import { once } from 'node:events';
import process from 'node:process';
import { concealEnvironment } from '../../src/os/conceal-environment.ts';
import { parseStartOptions, USAGE, type StartOptions } from './options.ts';
import { runOwnRepository } from './own.ts';
import { createTerminal, seconds } from './terminal.ts';
import { runTour } from './tour.ts';

// The deployed agent runs as the same user, so the environment is hidden from it.
concealEnvironment();
const terminal = createTerminal(process.stdout, () => performance.now());
const controller = new AbortController();
const undo: (() => Promise<void>)[] = [];

process.exitCode = await main();

async function main(): Promise<number> {
  let options: StartOptions;
  try {
    options = parseStartOptions(process.argv.slice(2));
  } catch (error) {
    terminal.error(message(error));
    terminal.text(USAGE);
    return 2;
  }
  if (options.kind === 'help') {
    terminal.text(USAGE);
    return 0;
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => controller.abort(new Error(`stopped by ${signal}`)));
  }
  // The reader has closed the pipe (`| head`), so no output is needed, but the cleanup must still run.
  process.stdout.on('error', () => controller.abort(new Error('standard output was closed')));
  const startedAt = performance.now();
  let code = 0;
  try {
    const context = {
      terminal,
      signal: controller.signal,
      defer: (step: () => Promise<void>) => void undo.push(step),
      dashboard: options.dashboard,
    };
    await (options.kind === 'tour' ? runTour(context) : runOwnRepository(options, context));
    if (options.dashboard) {
      terminal.text();
      terminal.text('The emulator runs until Ctrl-C; its dashboard stays open.');
      if (!controller.signal.aborted) await once(controller.signal, 'abort');
    }
  } catch (error) {
    terminal.text();
    terminal.error(controller.signal.aborted ? 'Stopped; cleaning up.' : `Failed: ${message(error)}`);
    code = controller.signal.aborted ? 130 : 1;
  }
  if (!(await cleanUp()) && code === 0) code = 1;
  terminal.text();
  terminal.text(
    code === 0
      ? `Done in ${seconds(performance.now() - startedAt)}. All started processes have ended.`
      : `Ended with exit code ${code} after ${seconds(performance.now() - startedAt)}.`,
  );
  return code;
}

/** Runs the cleanup steps, newest first, and returns false if a step failed. */
async function cleanUp(): Promise<boolean> {
  let clean = true;
  for (const step of undo.reverse()) {
    try {
      await step();
    } catch (error) {
      clean = false;
      terminal.error(`While cleaning up: ${message(error)}`);
    }
  }
  return clean;
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
