import { UsageError } from '../ports/usage-error.ts';
import { type Command, suggest } from './command.ts';

/** Command modules, keyed by verb. Each module is loaded only when its command is called. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  keyring: async () => (await import('./keyring.ts')).keyring,
  migrate: async () => (await import('./migrate.ts')).migrate,
  dev: async () => (await import('./dev.ts')).dev,
  doctor: async () => (await import('./doctor.ts')).doctor,
  agent: async () => (await import('./agent.ts')).agent,
  build: async () => (await import('./build.ts')).build,
};

/**
 * Returns the command that a command line calls. Arguments without a verb start an emulator.
 * @throws UsageError that suggests the nearest verb for an unknown verb.
 */
export async function readCommandLine(
  argv: readonly string[],
): Promise<{ name: string; command: Command; rest: readonly string[]; help: boolean }> {
  const help = argv.includes('--help') || argv.includes('-h');
  const [verb = ''] = argv;
  const load = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb] : undefined;
  if (load !== undefined) return { name: verb, command: await load(), rest: argv.slice(1), help };
  if (verb !== '' && !verb.startsWith('-')) {
    throw new UsageError(
      `unknown command ${verb}; ${suggest(verb, Object.keys(COMMANDS))} To start an emulator, use only flags`,
    );
  }
  const { run } = await import('./run.ts');
  return { name: 'emulator', command: run, rest: argv, help };
}
