import type { ProgramCommand } from '../../../graph-config/parse.ts';
import { stripVTControlCharacters } from 'node:util';
import type { ProcessEnd, Processes, ProcessSpec } from '../../ports/processes.ts';
import type { LogLine } from '../../ports/store.ts';
import { lastOutput } from './failure-lines.ts';

/**
 * Writes a line to a revision's log. The source `agent` marks output of the agent. A line without a source is a message
 * of the emulator.
 */
export type WriteLog = (message: string, level?: LogLine['level'], source?: 'agent') => void;

/** Context that all steps of a build share. */
export interface StepContext {
  processes: Processes;
  signal: AbortSignal;
  log: WriteLog;
  /** Environment variables for programs that download files, without secrets of the deployment. */
  env: Record<string, string>;
  limits: BuildLimits;
}

export interface BuildLimits {
  /** Time limit in milliseconds of a command that does not install packages, such as the build command. */
  commandMs: number;
  /** Time limit in milliseconds of each command that installs packages. */
  installMs: number;
  /** Interval in milliseconds between log lines about an install command that is still running. */
  progressMs: number;
  /** Maximum output of a command, in bytes. */
  outputBytes: number;
  /** Maximum size on disk of a checkout with its packages, in bytes. */
  folderBytes: number;
}

export const DEFAULT_LIMITS: BuildLimits = {
  commandMs: 15 * 60_000,
  installMs: 10 * 60_000,
  progressMs: 60_000,
  outputBytes: 16 * 1024 * 1024,
  folderBytes: 4 * 1024 * 1024 * 1024,
};

/** A program that a build runs, with variables to add to the context's environment. */
type ProgramSpec = Pick<ProcessSpec, 'command' | 'args' | 'cwd' | 'kind'> & { env?: Record<string, string> };

/** Result of a program that a build started, with the last lines of the program's output. */
export type ProgramEnd = ProcessEnd & { lastOutput: string };

/** Runs a program of a build until the program ends, and logs its output without colors. */
export async function runProgram(context: StepContext, spec: ProgramSpec): Promise<ProgramEnd> {
  return start(context, spec, context.limits.commandMs, (line) => context.log(line));
}

/**
 * Runs a program that installs packages, within the time limit for installs. The log reports how long the program has
 * been silent, and when it will be stopped. A silent program is not stopped early, because some installers print
 * nothing until they end. `onLine` receives the output lines without colors (default: logs each line).
 */
export async function runInstaller(
  context: StepContext,
  spec: ProgramSpec & { what: string; onLine?: ProcessSpec['onLine'] },
): Promise<ProgramEnd> {
  const { limits, log } = context;
  const { what, onLine = (line: string) => log(line), ...program } = spec;
  const startedAt = performance.now();
  let lastLineAt = startedAt;
  const timer = setInterval(() => {
    const now = performance.now();
    const silentMs = now - lastLineAt;
    const silence = silentMs < limits.progressMs ? '' : ` and has printed nothing for ${seconds(silentMs)}`;
    log(
      `${what} is still running after ${seconds(now - startedAt)}${silence}. It will be stopped after ${seconds(limits.installMs)}.`,
    );
  }, limits.progressMs);
  try {
    return await start(context, program, limits.installMs, (line, stream) => {
      lastLineAt = performance.now();
      onLine(line, stream);
    });
  } finally {
    clearInterval(timer);
  }
}

async function start(
  { processes, env, limits, signal }: StepContext,
  spec: ProgramSpec,
  timeoutMs: number,
  onLine: NonNullable<ProcessSpec['onLine']>,
): Promise<ProgramEnd> {
  const lines: string[] = [];
  const end = await processes.start({
    ...spec,
    env: { ...env, ...spec.env },
    timeoutMs,
    maxOutputBytes: limits.outputBytes,
    signal,
    onLine: (line, stream) => {
      const text = stripVTControlCharacters(line);
      if (lines.push(text) > LINES_KEPT) lines.shift();
      onLine(text, stream);
    },
  }).ended;
  return { ...end, lastOutput: lastOutput(lines) };
}

/** Number of last output lines that are stored, because help text and stack frames may follow an error line. */
const LINES_KEPT = 300;

function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

/** Returns the command that runs a command line in the platform's default shell. */
export function shellCommand(line: string): { command: string; args: string[] } {
  return process.platform === 'win32'
    ? { command: 'cmd.exe', args: ['/d', '/s', '/c', `"${line}"`] }
    : { command: '/bin/sh', args: ['-c', line] };
}

/**
 * Returns the command of a revision's program: a string is a shell command, and a list is a program with its
 * arguments.
 */
export function programOf(command: ProgramCommand): { command: string; args: string[] } {
  if (typeof command === 'string') return shellCommand(command);
  const [program = '', ...args] = command;
  return { command: program, args };
}

/**
 * Thrown when a step of a revision fails for a reason that the agent developer can fix. The message becomes the
 * revision's status message and the last line of its log. The message states what happened, what was expected and what
 * to do, and never contains a secret.
 */
export class StepFailure extends Error {
  override readonly name = 'StepFailure';
}

/**
 * Thrown when a step did not fail, but was cancelled because this instance no longer works on the revision.
 */
export class StepAborted extends Error {
  override readonly name = 'StepAborted';
}

/**
 * Checks that a program succeeded. `what` is the name of the program in messages, such as `"npm ci"`. `startHint` is
 * the hint if the program could not be started.
 * @throws StepFailure with the reason
 * @throws StepAborted if the program was cancelled
 */
export function expectSuccess(
  end: ProgramEnd,
  what: string,
  startHint = 'Install it on the machine that runs the emulator, and add it to the PATH of the emulator.',
): void {
  const printed = describeOutput(end);
  switch (end.kind) {
    case 'exit': {
      if (end.code === 0) return;
      const message = `${what} ended with exit code ${end.code}. ${printed}`;
      const hint = missingProgramHint(end.code, end.lastOutput);
      throw new StepFailure(hint === undefined ? message : `${message.replace(/[.,]*$/, '')}. ${hint}`);
    }
    case 'signal':
      throw new StepFailure(`${what} was stopped by ${end.signal}. ${printed}`);
    case 'timeout':
      throw new StepFailure(`${what} took longer than ${seconds(end.afterMs)} and was stopped. ${printed}`);
    case 'output-limit':
      throw new StepFailure(
        `${what} printed more than ${end.bytes} bytes and was stopped. Reduce its output.`,
      );
    case 'not-started':
      throw new StepFailure(
        `${what} could not be started: ${end.reason}. ${startHint.replace(/[.?]?$/, (mark) => mark || '.')}`,
      );
    case 'aborted':
      throw new StepAborted(`${what} was aborted`);
  }
}

/** Checks an end of `runInstaller` like {@link expectSuccess}, and explains after a timeout how to raise the limit. */
export function expectInstalled(end: ProgramEnd, what: string, startHint?: string): void {
  if (end.kind === 'timeout') {
    throw new StepFailure(
      `${what} took longer than ${seconds(end.afterMs)} and was stopped. If it needs more time, start the emulator with a larger --install-timeout. ${describeOutput(end)}`,
    );
  }
  expectSuccess(end, what, startHint);
}

/** Hint for a program that the user's shell finds but the emulator does not: docs/emulator.md#programs-on-path. */
export const PACKAGES_NOT_ON_PATH =
  'Programs in folders node_modules/.bin on PATH are ignored, because they belong to the packages of a project.';

/** Matches a POSIX shell's message about a program that PATH does not contain. */
const NOT_FOUND = /(?:^|[ :])([\w@.-]+): (?:command )?not found/;
const NOT_FOUND_ON_WINDOWS = /'([\w@.-]+)' is not recognized as an internal/;
const MANAGERS: Readonly<Record<string, string>> = {
  yarn: 'npm install --global yarn',
  pnpm: 'npm install --global pnpm',
  bun: 'npm install --global bun',
  uv: 'python3 -m pip install uv',
  poetry: 'pipx install poetry',
  pdm: 'pipx install pdm',
  pipenv: 'pipx install pipenv',
};

/** Returns a hint if a command of the deployment failed because a program is not on PATH; otherwise `undefined`. */
function missingProgramHint(code: number, words: string): string | undefined {
  const program = (code === 127 ? NOT_FOUND.exec(words) : NOT_FOUND_ON_WINDOWS.exec(words))?.[1];
  if (program === undefined) return undefined;
  const command = Object.hasOwn(MANAGERS, program) ? MANAGERS[program] : undefined;
  return command === undefined
    ? `If ${program} belongs to the project's packages, run it with \`npx ${program}\`. Otherwise, install it on the machine that runs the emulator. ${PACKAGES_NOT_ON_PATH}`
    : `Run \`${command}\` on the machine that runs the emulator. ${PACKAGES_NOT_ON_PATH}`;
}

function describeOutput({ lastOutput: words }: ProgramEnd): string {
  return words === '' ? 'It printed nothing.' : `Last output: ${words}`;
}
