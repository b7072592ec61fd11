import { runInit } from '../init/command.ts';
import { type CommandLineContext, readRelease } from './run.ts';

/** Runs `agent-deploy init` and returns the exit code. */
export async function init(argv: readonly string[], context: CommandLineContext): Promise<0 | 1> {
  const { cwd, env, signal, print, view } = context;
  return runInit(argv, {
    cwd,
    env,
    signal,
    print,
    log: (line) => view.print(line),
    release: await readRelease(),
  });
}
