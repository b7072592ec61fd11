// The module `src/os/programs.ts` is not available here, because the supervisor runs inside a box.
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import {
  CHUNK_BYTES,
  type ExitReason,
  type Hello,
  type HostChannel,
  type RunRequest,
  STDERR,
  STDOUT,
  WINDOW_BYTES,
} from './protocol.ts';
import { terminalCommand } from './shell.ts';

const CANNOT_START = 126;
const NOT_FOUND = 127;

interface Running {
  child: ChildProcess;
  output: OutputForwarder;
  end(reason: 'timeout' | 'killed'): void;
}

/** Running commands, keyed by operation number. */
export class Commands {
  private readonly running = new Map<number, Running>();
  private readonly hello: Hello;
  private readonly channel: HostChannel;

  constructor(hello: Hello, channel: HostChannel) {
    this.hello = hello;
    this.channel = channel;
  }

  run(request: RunRequest): void {
    const { id } = request;
    const cwd = path.resolve(this.hello.home, request.cwd ?? '.');
    if (!isFolder(cwd))
      return this.refuse(id, CANNOT_START, `cannot start in ${cwd}: the folder does not exist`);
    const [program, ...args] = this.line(request);
    if (program === undefined) return;
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawn(program, args, {
        cwd,
        env: this.environment(request),
        // Each command has its own process group, so the command can be killed with all its child processes.
        detached: true,
        stdio: ['pipe', 'pipe', 'pipe'],
      });
    } catch (error) {
      // For some errors, such as too long arguments, `spawn` throws instead of emitting an event.
      return this.refuse(id, CANNOT_START, cannotStart(error));
    }
    child.stdin.on('error', () => undefined);
    let why: ExitReason | undefined;
    const end = (reason: 'timeout' | 'killed') => {
      why ??= reason;
      killGroup(child.pid);
    };
    const timer =
      request.timeoutMs === null ? undefined : setTimeout(() => end('timeout'), request.timeoutMs);
    const output = new OutputForwarder(child.stdout, child.stderr, (kind, data) =>
      this.channel.sendData(kind, id, data),
    );
    this.running.set(id, { child, output, end });
    child.once('spawn', () => {
      offerToOutOfMemory(child.pid);
      this.channel.sendMessage({ say: 'started', id, pid: child.pid ?? 0 });
    });
    child.once('error', (error) => {
      if (child.pid !== undefined) return;
      clearTimeout(timer);
      this.running.delete(id);
      const code = 'code' in error && error.code === 'ENOENT' ? NOT_FOUND : CANNOT_START;
      this.refuse(id, code, `cannot start ${program}: ${error.message}`);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      const number = signal === null ? (code ?? CANNOT_START) : 128 + (constants.signals[signal] ?? 0);
      void output.drained().then(() => {
        this.running.delete(id);
        this.channel.sendMessage({
          say: 'exit',
          id,
          code: number,
          reason: why ?? (signal === null ? 'exit' : 'signal'),
        });
      });
    });
  }

  /** Writes to a command's stdin. Data is dropped if the command no longer reads stdin. */
  write(id: number, data: Buffer): boolean {
    const command = this.running.get(id);
    if (command === undefined) return false;
    const used = () => this.channel.sendMessage({ say: 'credit', id, bytes: data.length });
    const { stdin } = command.child;
    if (stdin === null || stdin.destroyed || stdin.writableEnded) used();
    else stdin.write(data, used);
    return true;
  }

  close(id: number): boolean {
    const command = this.running.get(id);
    command?.child.stdin?.end();
    return command !== undefined;
  }

  kill(id: number): void {
    this.running.get(id)?.end('killed');
  }

  grant(id: number, bytes: number): boolean {
    const command = this.running.get(id);
    command?.output.grant(bytes);
    return command !== undefined;
  }

  /** Sends SIGTERM to all commands. Resolves when all commands have ended, or after `graceMs` milliseconds. */
  async terminate(graceMs: number): Promise<void> {
    const children = [...this.running.values()].map(({ child }) => child);
    const ends = children
      .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      .map((child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        killGroup(child.pid, 'SIGTERM');
        return ended;
      });
    const late = new Promise((resolve) => setTimeout(resolve, graceMs).unref());
    if (ends.length > 0) await Promise.race([Promise.all(ends), late]);
    for (const { pid } of children) killGroup(pid);
  }

  private line({ shell, command, terminal }: RunRequest): string[] {
    const line = [...this.hello.prefix, shell, '-c', command];
    return terminal === null ? line : terminalCommand(line, terminal);
  }

  private environment({ env, terminal }: RunRequest): Record<string, string> {
    const { marker } = this.hello;
    const [name, value] = marker?.split('=', 2) ?? [];
    return {
      ...this.hello.env,
      ...(terminal === null ? {} : { TERM: 'xterm-256color' }),
      ...env,
      ...this.hello.fixedEnv,
      ...(name === undefined || value === undefined ? {} : { [name]: value }),
    };
  }

  private refuse(id: number, code: number, message: string): void {
    this.channel.sendMessage({ say: 'started', id, pid: 0 });
    this.channel.sendData(STDERR, id, Buffer.from(`${message}\n`));
    this.channel.sendMessage({ say: 'exit', id, code, reason: 'exit' });
  }
}

function cannotStart(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  if (code !== 'E2BIG') return `cannot start the command: ${code}`;
  return 'cannot start the command: the command line or its environment exceeds the system limit (128 KiB each): use a file instead';
}

function isFolder(folder: string): boolean {
  try {
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

function killGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {}
}

/** Makes the kernel kill the command instead of the supervisor if memory runs out. */
function offerToOutOfMemory(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // The process has ended, or this system has no `oom_score_adj` files.
  }
}

/**
 * Maximum number of bytes that an exited program might have left in its pipes. All bytes above the maximum come from
 * child processes of the program.
 */
const LEFT_IN_PIPES = 1024 * 1024;
/**
 * Milliseconds without output after which an exited program's output counts as complete, because any pipe that is still
 * open is assumed to belong to a child process.
 */
const SILENCE_MS = 50;

/**
 * Forwards a program's output to the host, but never more bytes than the host has requested. The program's pipes are
 * not read until the host requests more bytes, so the program blocks.
 */
class OutputForwarder {
  private credit = WINDOW_BYTES;
  private open = 0;
  private leftover: number | undefined;
  private silence: NodeJS.Timeout | undefined;
  private over = false;
  private readonly streams: Readable[];
  private readonly send: (kind: number, data: Uint8Array) => void;
  private readonly settled = Promise.withResolvers<void>();

  constructor(stdout: Readable, stderr: Readable, send: (kind: number, data: Uint8Array) => void) {
    this.streams = [stdout, stderr];
    this.send = send;
    this.carry(stdout, STDOUT);
    this.carry(stderr, STDERR);
  }

  /** Allows the program to send `bytes` more bytes, because the host has read the same number of bytes. */
  grant(bytes: number): void {
    const waiting = this.credit <= 0;
    this.credit += bytes;
    if (waiting && this.credit > 0 && !this.over) {
      for (const stream of this.streams) stream.resume();
      this.watch();
    }
  }

  /** Resolves once the program's own output has been sent. `drained` must be called after the program has exited. */
  drained(): Promise<void> {
    this.leftover = LEFT_IN_PIPES;
    if (this.open === 0) this.finish();
    else this.watch();
    return this.settled.promise;
  }

  private carry(stream: Readable, kind: number): void {
    this.open += 1;
    stream.on('data', (chunk: Buffer) => {
      if (this.over) return;
      for (let from = 0; from < chunk.length; from += CHUNK_BYTES) {
        this.send(kind, chunk.subarray(from, from + CHUNK_BYTES));
      }
      this.credit -= chunk.length;
      if (this.credit <= 0) for (const each of this.streams) each.pause();
      if (this.leftover === undefined) return;
      this.leftover -= chunk.length;
      if (this.leftover <= 0) this.finish();
      else this.watch();
    });
    stream.on('error', () => undefined);
    stream.on('close', () => {
      this.open -= 1;
      if (this.open === 0 && this.leftover !== undefined) this.finish();
    });
  }

  private watch(): void {
    clearTimeout(this.silence);
    if (this.leftover === undefined || this.credit <= 0) return;
    this.silence = setTimeout(() => this.finish(), SILENCE_MS);
  }

  /**
   * Output of child processes that still write is read and dropped, so the child processes neither block nor receive
   * SIGPIPE.
   */
  private finish(): void {
    clearTimeout(this.silence);
    this.over = true;
    for (const stream of this.streams) stream.resume();
    this.settled.resolve();
  }
}
