import process from 'node:process';
import { concealEnvironment } from '../../os/conceal-environment.ts';
import { errorMessage } from '../../os/errors.ts';
import { UsageError } from '../ports/usage-error.ts';
import { readCommandLine } from './command-line.ts';
import type { CommandContext } from './command.ts';
import { createCommandLog } from './log.ts';

const { log, configure } = createCommandLog(
  (text) => void process.stderr.write(text),
  () => Date.now(),
);
const context: CommandContext = {
  program: import.meta.filename.endsWith('.ts') ? 'npm run --silent emulator --' : 'agent-deploy-emulator',
  env: process.env,
  print: (text) => void process.stdout.write(text),
  log,
  configureLog: configure,
};

async function main(argv: readonly string[]): Promise<number> {
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
    log(`${called}: ${errorMessage(error)}`, { level: 'error' });
    return error instanceof UsageError ? 2 : 1;
  }
}

// Agents and builds run as this user: CI's and the key owner's variables must not be readable.
concealEnvironment();
// A reader that takes the ready line and leaves ends nothing.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.exit(await main(process.argv.slice(2)));
