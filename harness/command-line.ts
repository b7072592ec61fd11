import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import process from 'node:process';

/** Result of running `agent-deploy`, or a shell script that calls `agent-deploy`. */
export interface CommandRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  cwd: string;
  /** Environment of the run without the search path. */
  env: Record<string, string>;
  /** Arguments for Node before the program. */
  nodeArguments?: readonly string[];
  /** Standard input of the run, which is empty by default. */
  input?: string;
  /** True if standard input does not end. */
  keepsInput?: boolean;
  /** Called with the pid, a function that sends SIGINT as Ctrl-C does, and a function that returns the log so far. */
  onStart?: (running: { pid: number | undefined; interrupt: () => void; log: () => string }) => void;
}

/** Runs the program at this path as `agent-deploy`, and waits until it exits. */
export function runCommandLine(
  program: string,
  args: readonly string[],
  { nodeArguments = [], ...options }: CommandOptions,
): Promise<CommandRun> {
  return runProgram(process.execPath, [...nodeArguments, program, ...args], options);
}

/** Runs a shell script that finds `agent-deploy` on its search path, and ends at the first command that fails. */
export function runShellScript(
  program: string,
  script: string,
  options: Omit<CommandOptions, 'nodeArguments'>,
): Promise<CommandRun> {
  const folders = [path.join(path.dirname(program), '../../.bin'), path.dirname(process.execPath)];
  const search = [...folders, process.env['PATH'] ?? ''].join(path.delimiter);
  return runProgram('/bin/sh', ['-e', '-c', script], { ...options, env: { PATH: search, ...options.env } });
}

async function runProgram(
  command: string,
  args: readonly string[],
  { cwd, env, input, keepsInput = false, onStart }: Omit<CommandOptions, 'nodeArguments'>,
): Promise<CommandRun> {
  const child = spawn(command, args, { cwd, env: { PATH: process.env['PATH'] ?? '', ...env } });
  child.stdin.on('error', () => undefined);
  if (!keepsInput) child.stdin.end(input);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (log += part));
  onStart?.({ pid: child.pid, interrupt: () => void child.kill('SIGINT'), log: () => log });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('exit', resolve);
  });
  const closed = new Promise((resolve) => child.stderr.once('close', resolve));
  const [stdout, code] = await Promise.all([text(child.stdout), ended, closed]);
  return { code, stdout, stderr: log };
}
