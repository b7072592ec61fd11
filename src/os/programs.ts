import {
  ChildProcess,
  type ChildProcessWithoutNullStreams,
  spawn,
  type StdioOptions,
} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

const WINDOWS = process.platform === 'win32';
/** Time limit in milliseconds for a killed program to close its output. */
const KILLED_MS = 1_000;
/** Maximum output in bytes of a program without its own limit. */
const OUTPUT_BYTES = 1024 * 1024;

interface StartOptions {
  /**
   * All environment variables of the program. The program does not inherit our environment, because our environment can
   * contain keys.
   */
  env: Readonly<Record<string, string | undefined>>;
  cwd?: string;
  /**
   * Process group of the program. `own`: a separate group, which is killed as a whole and does not receive the signals
   * that our group receives. `lasting`: like `own`, and on Windows the program also keeps running when this process
   * ends. By default, the program belongs to our group.
   */
  group?: 'own' | 'lasting';
}

/**
 * Starts a program. All programs are started with this function, except commands in boxes
 * (`src/box/supervisor/commands.ts`). Never throws: if the program cannot be started, the result has no process ID and
 * emits `error`.
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
      // Passes the command line unchanged, because cmd.exe has special quoting rules.
      windowsVerbatimArguments: WINDOWS && /^cmd(\.exe)?$/i.test(path.basename(command)),
    });
  } catch (error) {
    // For some errors, such as too many arguments, `spawn` throws instead of emitting an event.
    const child = unstartedProgram();
    process.nextTick(() => child.emit('error', error));
    return child;
  }
}

/** Returns the handle of a program that was not started, without process ID, streams and events. */
export function unstartedProgram(): ChildProcess {
  return new ChildProcess();
}

interface RunOptions extends StartOptions {
  /** Text for standard input; absent if the input is empty. */
  input?: string;
  /** `ignore` discards standard error. */
  stderr?: 'ignore';
  /** Time in milliseconds after which the program is killed. */
  timeoutMs?: number;
  /** Maximum total output in bytes on standard output and standard error. A program that prints more is killed. */
  maxOutputBytes?: number;
  /** Kills the program when the signal aborts. */
  signal?: AbortSignal;
  /** Receives the output, which is then not part of the result. `maxOutputBytes` does not apply to this output. */
  onOutput?: (chunk: Buffer) => void;
  /** Called when the program has started. The result waits for the returned promise. */
  onStart?: (pid: number) => Promise<void>;
  /**
   * Watches the running program. Calling `kill` ends the program with the result `killed`. The returned function stops
   * watching.
   */
  watch?: (kill: () => void) => () => void;
}

/** Result of running a program. `code` is null if a signal that this process did not send ended the program. */
export type RunResult =
  | { kind: 'ended'; code: number | null; signal: string | null; stdout: Buffer; stderr: Buffer }
  | { kind: 'too-long' | 'too-much' | 'aborted' | 'killed' };

/**
 * Runs a program until its output is closed. Kills a program that exceeds a limit, together with its own group if it
 * has one. After the kill, the promise resolves within one second.
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
      // Closes the pipes, because a process that left the group can keep them open.
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
  // Ignores errors, because a program can exit without reading its input.
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

/** Sends a signal to every process of a group. Succeeds if the group has already ended. */
export async function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (WINDOWS) {
    // Uses `taskkill` to stop the process tree of the leader, because Windows has neither process groups nor SIGTERM.
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

/** Returns the full path of a Windows system program. A bare name could run a file in the current folder. */
export function windowsProgram(name: string): string {
  return `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\${name}`;
}
