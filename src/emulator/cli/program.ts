import process from 'node:process';
import { concealEnvironment } from '../../os/conceal-environment.ts';
import { errorMessage } from '../../os/errors.ts';
import { hideKeys } from '../../redaction/key-words.ts';
import { UsageError } from '../ports/usage-error.ts';
import { readCommandLine } from './command-line.ts';
import type { CommandContext } from './command.ts';
import { createCommandLog } from './log.ts';

/**
 * Runs the command line of this process and exits with its status: 2 for a usage error, 1 for a failure. `program` is
 * the command that the user entered to start the program.
 */
export async function runProgram(program: string): Promise<never> {
  // Hides this process's environment, which might contain secrets, from agents and builds that run as the same user.
  concealEnvironment();
  // If a reader closes the pipe after the ready line, the emulator must not exit.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const { log, configure } = createCommandLog(
    (text) => void process.stderr.write(text),
    () => Date.now(),
  );
  process.exit(
    await runCommand(process.argv.slice(2), {
      program,
      env: process.env,
      isTerminal: process.stderr.isTTY,
      print: (text) => void process.stdout.write(text),
      log,
      configureLog: configure,
    }),
  );
}

async function runCommand(argv: readonly string[], context: CommandContext): Promise<number> {
  let called = 'emulator';
  try {
    const { name, command, rest, help } = await readCommandLine(argv);
    called = name;
    if (help) {
      context.print(command.usage(context.program));
      return 0;
    }
    return await command.run(rest, context);
  } catch (error) {
    context.log(`${called}: ${hideKeys(errorMessage(error))}`, { level: 'error' });
    return error instanceof UsageError ? 2 : 1;
  }
}
