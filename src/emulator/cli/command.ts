import { type ParseArgsConfig, parseArgs } from 'node:util';
import { distance } from 'fastest-levenshtein';
import type { Log } from '../ports/context.ts';
import { UsageError } from '../ports/usage-error.ts';
import type { LogFormat } from './log.ts';

/** Parts of the process that a command may use. */
export interface CommandContext {
  /** Command that the user entered to start the program, for usage texts and hints. */
  program: string;
  /** Environment variables. Commands remove the variables that child processes must not inherit. */
  env: Record<string, string | undefined>;
  /** True if standard error is a terminal, and false by default. */
  readonly isTerminal?: boolean;
  /** Writes to standard output, for programs that read the output. */
  readonly print: (text: string) => void;
  /** Writes a line to standard error. */
  readonly log: Log;
  /** Sets the format of all later calls of `log`. */
  readonly configureLog: (format: LogFormat) => void;
}

/** One verb of the command line. */
export interface Command {
  /** Returns the text that `--help` prints. */
  usage(program: string): string;
  /**
   * Runs the command and returns its exit status.
   * @throws UsageError for an invalid argument, before the command starts anything.
   */
  run(argv: readonly string[], context: CommandContext): Promise<number>;
}

type FlagSpecs = NonNullable<ParseArgsConfig['options']>;

/** Values of the flags that `Specs` describes. */
export type FlagValues<Specs extends FlagSpecs> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Specs; strict: true; allowPositionals: true }>
>['values'];

interface ParsedFlags<Specs extends FlagSpecs> {
  values: FlagValues<Specs>;
  positionals: string[];
}

/**
 * Parses the arguments of a command. `positionals` is the number of accepted arguments besides flags.
 * @throws UsageError that suggests the nearest flag for an unknown flag.
 */
export function parseFlags<const Specs extends FlagSpecs>(
  argv: readonly string[],
  options: Specs,
  { positionals: most = 0 }: { positionals?: number } = {},
): ParsedFlags<Specs> {
  try {
    const parsed = parseArgs({ args: [...argv], options, strict: true, allowPositionals: true });
    const extra = parsed.positionals[most];
    if (extra !== undefined) throw new UsageError(`unexpected argument ${extra}`);
    return parsed;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const message = String(error).replace(/^TypeError( \[\w+\])?: /, '');
    throw new UsageError(describeMistake(message, Object.keys(options)), { cause: error });
  }
}

/** Converts Node's error message about a flag to one line. */
function describeMistake(message: string, known: readonly string[]): string {
  const [, dashes, unknown] = /^Unknown option '(--?)([^']+)'/.exec(message) ?? [];
  if (unknown !== undefined) return `unknown flag ${dashes}${unknown}; ${suggest(unknown, known, '--')}`;
  const [, flag, mistake] =
    /^Option '(?:-\w, )?(--[^ ']+)(?: <value>)?' argument (missing|is ambiguous)/.exec(message) ?? [];
  if (flag === undefined) return message.replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
  const hint = mistake === 'missing' ? '' : `; write a value that begins with a dash as ${flag}=-…`;
  return `${flag}: needs a value${hint}`;
}

/** Returns the name with the smallest edit distance, or `undefined` if no name is similar. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const near = names.toSorted((a, b) => distance(name, a) - distance(name, b))[0];
  return near === undefined || distance(name, near) > Math.max(2, name.length / 2) ? undefined : near;
}

/** Returns the end of an error message about an unknown name: the probably intended name, or else all valid names. */
export function suggest(name: string, names: readonly string[], prefix = ''): string {
  const near = nearestName(name, names);
  return near === undefined
    ? `it knows ${names.map((one) => prefix + one).join(', ')}`
    : `did you mean ${prefix}${near}?`;
}
