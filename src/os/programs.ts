import {
  ChildProcess,
  type ChildProcessWithoutNullStreams,
  spawn,
  type StdioOptions,
} from 'node:child_process';
import path from 'node:path';
import process from 'node:process';

const WINDOWS = process.platform === 'win32';
/** Milliseconds in which a killed program should close its output. */
const KILLED_MS = 1_000;
/** Maximum output of a program without its own limit, in bytes. */
const OUTPUT_BYTES = 1024 * 1024;

interface StartOptions {
  /** All variables of the program. Our own environment, which may contain keys, is never inherited. */
  env: Readonly<Record<string, string | undefined>>;
  cwd?: string;
  /**
   * `own`: a separate process group, which signals to our group do not reach and which is killed as a whole.
   * `lasting`: additionally, a program on Windows keeps running when this process ends. By default the program belongs
   * to our group.
   */
  group?: 'own' | 'lasting';
}

/**
 * Starts a program. All programs are started here, except commands in boxes (`src/box/supervisor/commands.ts`). Never
 * throws: if the program cannot be started, the result has no process ID and emits `error`.
 *
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
  /** Standard input; absent for none. */
  input?: string;
  /** `ignore`: standard error is discarded by the system. */
  stderr?: 'ignore';
  /** Kills the program after this time. */
  timeoutMs?: number;
  /** Kills the program if it prints more bytes, standard output and standard error together. */
  maxOutputBytes?: number;
  /** Kills the program when it aborts. */
  signal?: AbortSignal;
  /** Receives the output instead of the result; `maxOutputBytes` does not apply. */
  onOutput?: (chunk: Buffer) => void;
  /** Called once the program runs. The result waits for it. */
  onStart?: (pid: number) => Promise<void>;
  /**
   * Watches the running program. Calling `kill` ends the program as `killed`. The returned function ends the watch.
   */
  watch?: (kill: () => void) => () => void;
}

/** How a program ended: `code` is null if a signal ended it that this process did not send. */
export type RunResult =
  | { kind: 'ended'; code: number | null; signal: string | null; stdout: Buffer; stderr: Buffer }
  | { kind: 'too-long' | 'too-much' | 'aborted' | 'killed' };

/**
 * Runs a program until its output is closed. A program that exceeds a limit is killed, together with its group if it
 * has one; the result is then available after one second at the latest.
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
      // A process that left the group may hold the pipes open.
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
 * Returns the standard output of a program that must succeed (see {@link runProgram}).
 * @throws Error if the program fails or exceeds a limit, with its last line on standard error.
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

/** Sends a signal to every process of the group. Succeeds if the group has already ended. */
export async function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (WINDOWS) {
    // Windows has neither groups nor SIGTERM, so the process tree below the leader is stopped.
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

/** Returns `SystemRoot`, which programs on Windows need, and no variable on other systems. */
export function windowsVariables(): Record<string, string> {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}

/**
 * Returns the full path of a program of Windows itself, because a bare name could find a file in the current folder,
 * such as a checkout.
 */
export function windowsProgram(name: string): string {
  return `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\${name}`;
}
