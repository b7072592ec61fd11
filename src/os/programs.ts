import {
  ChildProcess,
  type ChildProcessWithoutNullStreams,
  spawn,
  type StdioOptions,
} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

const WINDOWS = process.platform === 'win32';
/** Milliseconds within which a killed program should close its output. */
const KILLED_MS = 1_000;
/** Maximum output of a program without its own limit, in bytes. */
const OUTPUT_BYTES = 1024 * 1024;

interface StartOptions {
  /** All variables of the program. The program does not inherit our environment, because it may contain keys. */
  env: Readonly<Record<string, string | undefined>>;
  cwd?: string;
  /**
   * Process group of the program. `own`: a separate group, which is killed as a whole and does not receive signals to
   * our group. `lasting`: the same, and on Windows the program also keeps running when this process ends. By default,
   * the program belongs to our group.
   */
  group?: 'own' | 'lasting';
}

/**
 * Starts a program. Only commands in boxes (`src/box/supervisor/commands.ts`) are started elsewhere. Never throws: if
 * the program cannot be started, the result has no process ID and emits `error`.
 * @param command The program's path, or its name on the search path of `env`.
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
      // cmd.exe has special quoting rules, so the command line is passed unchanged.
      windowsVerbatimArguments: WINDOWS && /^cmd(\.exe)?$/i.test(path.basename(command)),
    });
  } catch (error) {
    // `spawn` throws instead of emitting an event for some errors, such as too many arguments.
    const child = unstartedProgram();
    process.nextTick(() => child.emit('error', error));
    return child;
  }
}

/** Returns the handle of a program that was not started: without process ID, streams and events. */
export function unstartedProgram(): ChildProcess {
  return new ChildProcess();
}

interface RunOptions extends StartOptions {
  /** Text for standard input; absent for an empty input. */
  input?: string;
  /** `ignore` makes the system discard standard error. */
  stderr?: 'ignore';
  /** Time in milliseconds after which the program is killed. */
  timeoutMs?: number;
  /** Maximum output in bytes, standard output and standard error together. A program that prints more is killed. */
  maxOutputBytes?: number;
  /** Kills the program when the signal aborts. */
  signal?: AbortSignal;
  /** Receives the output, which is then missing from the result. `maxOutputBytes` does not apply. */
  onOutput?: (chunk: Buffer) => void;
  /** Called once the program runs. The result waits for the returned promise. */
  onStart?: (pid: number) => Promise<void>;
  /**
   * Watches the running program. Calling `kill` ends the program as `killed`. The returned function ends the watch.
   */
  watch?: (kill: () => void) => () => void;
}

/**
 * Result of running a program. `code` is null if the program was ended by a signal that this process did not send.
 */
export type RunResult =
  | { kind: 'ended'; code: number | null; signal: string | null; stdout: Buffer; stderr: Buffer }
  | { kind: 'too-long' | 'too-much' | 'aborted' | 'killed' };

/**
 * Runs a program until its output is closed. A program that exceeds a limit is killed, together with its own group if
 * it has one. The result then follows within one second.
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
      // A process that left the group may keep the pipes open.
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
  // A program may exit without reading its input.
  child.stdin?.on('error', () => undefined).end(input);
  // A failed kill emits a further error.
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

/** Returns the last line of a program's output, trimmed; empty if it printed nothing. */
export function lastLine(output: Buffer): string {
  return output.toString().trim().split('\n').at(-1) ?? '';
}

/** Sends a signal to every process of a group. Succeeds if the group has already ended. */
export async function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (WINDOWS) {
    // Windows has neither process groups nor SIGTERM, so `taskkill` stops the process tree of the leader.
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

/** Returns `SystemRoot`, which Windows programs need; empty on other systems. */
export function windowsVariables(): Record<string, string> {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}

/** Returns the full path of a Windows system program. A bare name could run a file of the current folder. */
export function windowsProgram(name: string): string {
  return `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\${name}`;
}
