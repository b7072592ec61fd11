import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { parse } from 'node:path';
import { noDebuggerFlags } from '../../../os/debugger.ts';
import { PROGRAMS } from '../../ports/installation.ts';

/** The emulator's end of the supervisor's pipe. */
export interface Supervisor {
  /**
   * Announces that a program is about to be started in this folder, by which it is found should the emulator end before
   * it can report the pid. Undefined: no longer.
   */
  expectStart(folder: string | undefined): void;
  /** Ends this group when the emulator ends, for any reason. */
  add(pid: number): void;
  remove(pid: number): void;
  /** Its pid, once it runs. */
  readonly pid: number | undefined;
  /** Closes the pipe, upon which it ends what is left and exits. Resolves when it is gone. */
  close(): Promise<void>;
}

/**
 * One supervisor for one emulator, started with the first program, and restarted with everything that is still alive when it
 * is killed. `graceMs`: how long groups may take to exit after the emulator is gone.
 */
export function createSupervisor(graceMs: number): Supervisor {
  const groups = new Set<number>();
  let child: ChildProcess | undefined;
  let closed = false;

  const start = (): ChildProcess => {
    const started = spawn(
      process.execPath,
      ['--no-warnings', ...noDebuggerFlags(), PROGRAMS.supervisor, String(graceMs)],
      {
        // A session of its own, so that a signal to the terminal's or the emulator's group does not reach it.
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
        cwd: parse(process.cwd()).root,
        env: process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {},
        windowsHide: true,
      },
    );
    started.stdin?.on('error', () => undefined);
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (child !== started) return;
      child = undefined;
      if (!closed && groups.size > 0) child = start();
    });
    // It must not keep the emulator from exiting.
    started.unref();
    if (started.stdin instanceof Socket) started.stdin.unref();
    // The pipe buffers this before the program has started: nothing is lost if we die now.
    started.stdin?.write([...groups].map((pid) => `+${pid}\n`).join(''));
    return started;
  };

  return {
    expectStart(folder) {
      if (closed) return;
      if (folder !== undefined) child ??= start();
      child?.stdin?.write(folder === undefined ? '?\n' : `?${JSON.stringify(folder)}\n`);
    },
    add(pid) {
      if (closed) return;
      groups.add(pid);
      if (child) child.stdin?.write(`+${pid}\n`);
      else child = start();
    },
    remove(pid) {
      if (groups.delete(pid)) child?.stdin?.write(`-${pid}\n`);
    },
    get pid() {
      return child?.pid;
    },
    async close() {
      closed = true;
      const last = child;
      if (!last || last.exitCode !== null || last.signalCode !== null) return;
      last.ref();
      const gone = new Promise<void>((resolve) => last.once('exit', () => resolve()));
      last.stdin?.end();
      await gone;
    },
  };
}
