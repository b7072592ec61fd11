import { type ParseArgsConfig, parseArgs } from 'node:util';
import { distance } from 'fastest-levenshtein';
import type { Log } from '../ports/context.ts';
import { UsageError } from '../ports/usage-error.ts';
import type { LogFormat } from './log.ts';

/** What a command may use of its process. */
export interface CommandContext {
  /** How the program was called, for usage and hints. */
  program: string;
  /** Commands remove from it what child processes must not inherit. */
  env: Record<string, string | undefined>;
  /** Whether standard error is a terminal; absent: it is not. */
  readonly isTerminal?: boolean;
  /** Writes to standard output, which is for programs. */
  readonly print: (text: string) => void;
  /** Writes a line to standard error. */
  readonly log: Log;
  /** Says how `log` writes from now on. */
  readonly configureLog: (format: LogFormat) => void;
}

/** One verb of the command line. */
export interface Command {
  /** What `--help` prints. */
  usage(program: string): string;
  /**
   * Carries it out and gives the exit status.
   * @throws UsageError for a wrong argument, before anything is started.
   */
  run(argv: readonly string[], context: CommandContext): Promise<number>;
}

type FlagSpecs = NonNullable<ParseArgsConfig['options']>;

/** The values that flags of this description have. */
export type FlagValues<Specs extends FlagSpecs> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Specs; strict: true; allowPositionals: true }>
>['values'];

interface ParsedFlags<Specs extends FlagSpecs> {
  values: FlagValues<Specs>;
  positionals: string[];
}

/**
 * Parses a command's arguments; `positionals` is how many it takes besides flags.
 * @throws UsageError with the nearest name for an unknown flag.
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

/** Node's message about a flag, in a line. */
function describeMistake(message: string, known: readonly string[]): string {
  const [, dashes, unknown] = /^Unknown option '(--?)([^']+)'/.exec(message) ?? [];
  if (unknown !== undefined) return `unknown flag ${dashes}${unknown}; ${suggest(unknown, known, '--')}`;
  const [, flag, mistake] =
    /^Option '(?:-\w, )?(--[^ ']+)(?: <value>)?' argument (missing|is ambiguous)/.exec(message) ?? [];
  if (flag === undefined) return message.replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
  const hint = mistake === 'missing' ? '' : `; one that begins with a dash is written ${flag}=-…`;
  return `${flag}: needs a value${hint}`;
}

/** The name with the smallest edit distance, unless it looks like no misspelling at all. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const near = names.toSorted((a, b) => distance(name, a) - distance(name, b))[0];
  return near === undefined || distance(name, near) > Math.max(2, name.length / 2) ? undefined : near;
}

/** The end of a message about an unknown name: what was probably meant, else what there is. */
export function suggest(name: string, names: readonly string[], prefix = ''): string {
  const near = nearest(name, names);
  return near === undefined
    ? `it knows ${names.map((one) => prefix + one).join(', ')}`
    : `did you mean ${prefix}${near}?`;
}
