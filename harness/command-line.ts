import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import process from 'node:process';

/** A run of `agent-deploy`, or of a shell script that calls it. */
export interface CommandRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface CommandOptions {
  cwd: string;
  /** Everything it gets of an environment, but the search path. */
  env: Record<string, string>;
  /** For Node, before the program. */
  nodeArguments?: readonly string[];
  /** Its standard input. Default: none. */
  input?: string;
  /** Sends SIGINT, as Ctrl-C does, when it is aborted. */
  interrupt?: AbortSignal;
}

/** Runs `agent-deploy`, the program at this path, and waits until it has exited. */
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
  { cwd, env, input, interrupt }: Omit<CommandOptions, 'nodeArguments'>,
): Promise<CommandRun> {
  const child = spawn(command, args, { cwd, env: { PATH: process.env['PATH'] ?? '', ...env } });
  child.stdin.on('error', () => undefined).end(input);
  const onAbort = () => child.kill('SIGINT');
  interrupt?.addEventListener('abort', onAbort, { once: true });
  try {
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('exit', resolve);
    });
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, stdout, stderr };
  } finally {
    interrupt?.removeEventListener('abort', onAbort);
  }
}
