import { memoizeAsync } from '../../../clients/memoize.ts';
import { mkdir } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import type { ManagedProcess, ProcessEnd, Processes } from '../../ports/processes.ts';
import { type EngineInfo, readEngineInfo } from './engine-info.ts';

/** A container engine that works. */
export interface Engine {
  /** Its program: `podman` or `docker`. */
  readonly program: string;
  readonly info: EngineInfo;
  /** Runs one command to its end. */
  run(args: string[], options?: CommandOptions): Promise<CommandResult>;
  /** Starts one that goes on. */
  start(
    args: string[],
    env: Record<string, string>,
    onLine: (line: string, stream: 'stdout' | 'stderr') => void,
  ): ManagedProcess;
}

export interface CommandOptions {
  /** Told each line it prints. */
  onLine?: (line: string) => void;
  signal?: AbortSignal;
  timeoutMs?: number;
}
export interface CommandResult {
  end: ProcessEnd;
  /** It ended well. */
  ok: boolean;
  stdout: string;
  /** The last of what it said, for a reason. */
  errorTail: string;
}

/** An engine, or why there is none. */
export type FoundEngine = { kind: 'engine'; engine: Engine } | { kind: 'none'; reason: string };

export interface EngineOptions {
  processes: Processes;
  /** What the engine's program may see of our environment (see `engineEnvironment`). */
  env: Record<string, string>;
  /** Where its commands start. */
  folder: string;
}

const PROGRAMS = ['podman', 'docker'];
const COMMAND_MS = 30_000;
const MOST_OUTPUT = 4 * 1024 * 1024;

/**
 * Gives a function that finds the engine of this machine: the first of podman and docker whose program is on PATH and
 * whose server answers. One that was found is kept; one that was not is looked for again, so that starting it helps.
 */
export function createEngineFinder(options: EngineOptions): () => Promise<FoundEngine> {
  const found = memoizeAsync(() => find(options));
  return async () => {
    const result = await found();
    if (result.kind === 'none') found.forget();
    return result;
  };
}

async function find(options: EngineOptions): Promise<FoundEngine> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const reasons: string[] = [];
  for (const program of PROGRAMS) {
    const {
      end,
      ok,
      stdout,
      errorTail: said,
    } = await runCommand(program, ['info', '--format', '{{json .}}'], options);
    const info = ok ? readEngineInfo(stdout) : undefined;
    if (info) return { kind: 'engine', engine: engineOf(program, info, options) };
    reasons.push(`${program}: ${whyNot(end, stdout, said)}`);
  }
  return { kind: 'none', reason: reasons.join('; ') };
}

function whyNot(end: ProcessEnd, stdout: string, said: string): string {
  switch (end.kind) {
    case 'not-started':
      return 'not on PATH';
    case 'timeout':
      return `"info" did not end within ${end.afterMs / 1000} s`;
    default: {
      // docker reports a server that is away on standard output.
      const away = /"ServerErrors":\["((?:[^"\\]|\\.)*)"/.exec(stdout)?.[1];
      const why = away ?? said;
      return `it is there, but its server does not answer${why === '' ? '' : ` (${why.slice(0, 300)})`}`;
    }
  }
}

function engineOf(program: string, info: EngineInfo, options: EngineOptions): Engine {
  return {
    program,
    info,
    run: (args, command) => runCommand(program, args, options, command),
    start: (args, env, onLine) =>
      options.processes.start({
        command: program,
        args,
        cwd: options.folder,
        env: { ...env, ...options.env },
        kind: 'container',
        onLine,
      }),
  };
}

async function runCommand(
  program: string,
  args: string[],
  { processes, env, folder }: EngineOptions,
  { onLine, signal, timeoutMs = COMMAND_MS }: CommandOptions = {},
): Promise<CommandResult> {
  const stdout: string[] = [];
  const errors: string[] = [];
  const { ended } = processes.start({
    command: program,
    args,
    cwd: folder,
    env,
    kind: 'engine',
    timeoutMs,
    maxOutputBytes: MOST_OUTPUT,
    ...(signal === undefined ? {} : { signal }),
    onLine(line, stream) {
      const text = stripVTControlCharacters(line).trimEnd();
      if (stream === 'stdout') stdout.push(text);
      else if (text !== '') errors.push(text);
      if (text !== '') onLine?.(text);
    },
  });
  const end = await ended;
  return {
    end,
    ok: end.kind === 'exit' && end.code === 0,
    stdout: stdout.join('\n'),
    errorTail: errors.slice(-2).join(' '),
  };
}
