import {
  ChildProcess,
  type ChildProcessWithoutNullStreams,
  spawn,
  type StdioOptions,
} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

const WINDOWS = process.platform === 'win32';
/** Maximum time in milliseconds until a killed program has closed its output. */
const KILLED_MS = 1_000;
/** Default maximum of a program's output in bytes. */
const OUTPUT_BYTES = 1024 * 1024;

interface StartOptions {
  /** All environment variables of the program. The program does not inherit our environment, which can contain keys. */
  env: Readonly<Record<string, string | undefined>>;
  cwd?: string;
  /**
   * Process group of the program, by default our process group. `own` means a separate process group, which is killed
   * as a whole and does not receive the signals for our process group. `lasting` means `own`, and on Windows also that
   * the program continues when this process ends.
   */
  group?: 'own' | 'lasting';
}

/**
 * Starts a program. Use this function for all programs except commands in boxes (`src/box/supervisor/commands.ts`).
 * Never throws. If the program cannot be started, the result has no process ID and emits `error`.
 * @param command Path of the program, or the name of a program on the search path of `env`.
 */
export function startProgram(
  command: string,
  args: readonly string[],
  options: StartOptions & { stdio: 'pipe' },
): ChildProcessWithoutNullStreams;
export function startProgram(
  command: string,
  args: readonly string[],
  options: StartOptions & { stdio: StdioOptions },
): ChildProcess;
export function startProgram(
  command: string,
  args: readonly string[],
  { group, ...options }: StartOptions & { stdio: StdioOptions },
): ChildProcess {
  try {
    return spawn(command, args, {
      ...options,
      detached: group === 'lasting' || (group === 'own' && !WINDOWS),
      windowsHide: true,
      // The arguments are passed without quoting, because cmd.exe has special quoting rules.
      windowsVerbatimArguments: WINDOWS && /^cmd(\.exe)?$/i.test(path.basename(command)),
    });
  } catch (error) {
    // For some errors, such as too many arguments, `spawn` throws instead of emitting an event.
    const child = unstartedProgram();
    process.nextTick(() => child.emit('error', error));
    return child;
  }
}

/** Returns the handle of a program that was not started, without a process ID, streams and events. */
export function unstartedProgram(): ChildProcess {
  return new ChildProcess();
}

interface RunOptions extends StartOptions {
  /** Text for standard input, or absent for no input. */
  input?: string;
  /** The value `ignore` discards standard error. */
  stderr?: 'ignore';
  /** Time in milliseconds after which the program is killed. */
  timeoutMs?: number;
  /** Maximum total output in bytes on standard output and standard error. A program with more output is killed. */
  maxOutputBytes?: number;
  /** Signal that kills the program when the signal aborts. */
  signal?: AbortSignal;
  /** Called with each chunk of the output, which is then not limited and not part of the result. */
  onOutput?: (chunk: Buffer) => void;
  /** Called when the program has started. `runProgram` waits for the returned promise. */
  onStart?: (pid: number) => Promise<void>;
  /**
   * Called to watch the running program. `kill` ends the program with the result `killed`. The returned function stops
   * watching.
   */
  watch?: (kill: () => void) => () => void;
}

/** Result of running a program. `code` is null if a signal from outside this process ended the program. */
export type RunResult =
  | { kind: 'ended'; code: number | null; signal: string | null; stdout: Buffer; stderr: Buffer }
  | { kind: 'too-long' | 'too-much' | 'aborted' | 'killed' };

/**
 * Runs a program until its output is closed. Kills a program that exceeds a limit, together with the separate process
 * group of the program, if any. Resolves at most one second after a kill.
 * @throws the system's error if the program could not be started, or the error of `onStart`.
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  {
    input,
    stderr,
    timeoutMs,
    maxOutputBytes = OUTPUT_BYTES,
    signal,
    onOutput,
    onStart,
    watch,
    ...start
  }: RunOptions,
): Promise<RunResult> {
  if (signal?.aborted === true) return { kind: 'aborted' };
  const child = startProgram(command, args, {
    ...start,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', stderr ?? 'pipe'],
  });
  const { promise: closed, resolve, reject } = Promise.withResolvers<RunResult>();
  let stopped: RunResult | undefined;
  let late: NodeJS.Timeout | undefined;
  const stop = (kind: 'too-long' | 'too-much' | 'aborted' | 'killed'): void => {
    if (stopped !== undefined || child.pid === undefined) return;
    stopped = { kind };
    if (start.group === undefined) child.kill('SIGKILL');
    else void signalGroup(child.pid, 'SIGKILL');
    late = setTimeout(() => {
      // The pipes are closed, because a process that left the process group can keep the pipes open.
      for (const stream of child.stdio) stream?.destroy();
      resolve({ kind });
    }, KILLED_MS);
  };
  const output: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  let bytes = 0;
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (chunk: Buffer) => {
      if (onOutput !== undefined) return onOutput(chunk);
      bytes += chunk.length;
      if (bytes > maxOutputBytes) stop('too-much');
      else output[name].push(chunk);
    });
  }
  // Errors are ignored, because a program can exit without reading its input.
  child.stdin?.on('error', () => undefined).end(input);
  // A failed kill emits another error, which is ignored.
  child.on('error', reject).once('close', (code: number | null, ended: string | null) => {
    const printed = { stdout: Buffer.concat(output.stdout), stderr: Buffer.concat(output.stderr) };
    resolve(stopped ?? { kind: 'ended', code, signal: ended, ...printed });
  });
  const onAbort = (): void => stop('aborted');
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs, 'too-long');
  const unwatch = watch?.(() => stop('killed'));
  const started = child.pid === undefined ? undefined : onStart?.(child.pid);
  started?.catch((error: unknown) => {
    stop('killed');
    reject(error);
  });
  try {
    const [result] = await Promise.all([closed, started]);
    return result;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    clearTimeout(timer);
    clearTimeout(late);
    unwatch?.();
  }
}

/**
 * Runs a program that must succeed (see {@link runProgram}) and returns its standard output.
 * @throws Error with the last line of standard error if the program fails or exceeds a limit.
 */
export async function outputOf(
  command: string,
  args: readonly string[],
  options: Omit<RunOptions, 'onOutput'>,
): Promise<string> {
  const end = await runProgram(command, args, options);
  if (end.kind === 'ended' && end.code === 0) return end.stdout.toString();
  const how =
    end.kind === 'ended' ? `exit code ${end.code ?? end.signal}: ${lastLine(end.stderr)}` : end.kind;
  throw new Error(`${path.basename(command)} failed (${how}).`);
}

/** Returns the trimmed last line of a program's output, or an empty string if the program printed nothing. */
export function lastLine(output: Buffer): string {
  return output.toString().trim().split('\n').at(-1) ?? '';
}

/** Sends a signal to every process of a process group. Succeeds if the process group has already ended. */
export async function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (WINDOWS) {
    // `taskkill` stops the process tree of the leader, because Windows has neither process groups nor SIGTERM.
    const args = ['/PID', String(pid), '/T', ...(signal === 'SIGKILL' ? ['/F'] : [])];
    await runProgram(windowsProgram('taskkill.exe'), args, { env: windowsVariables() }).catch(
      () => undefined,
    );
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {}
}

/** Returns `SystemRoot`, which Windows programs need, or no variables on other systems. */
export function windowsVariables(): Record<string, string> {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}

/** Returns the full path of a Windows system program, because a bare name could run a file in the current folder. */
export function windowsProgram(name: string): string {
  return `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\${name}`;
}
