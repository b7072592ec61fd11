import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { parse } from 'node:path';
import { noDebuggerFlags } from '../../../../os/debugger.ts';
import { startProgram, windowsVariables } from '../../../../os/programs.ts';
import { PROGRAMS } from '../../../ports/installation.ts';

/** Connection to the supervisor of one emulator. */
export interface Supervisor {
  /**
   * Announces that a program will start in this folder, or ends the announcement if `folder` is `undefined`. If the
   * emulator ends before it reports the program's pid, the supervisor finds the program by the folder where it runs.
   */
  expectStart(folder: string | undefined): void;
  /** Makes the supervisor stop this process group when the emulator ends for any reason. */
  add(pid: number): void;
  remove(pid: number): void;
  /** Pid of the supervisor, or `undefined` while no supervisor is running. */
  readonly pid: number | undefined;
  /**
   * Closes the pipe, which makes the supervisor stop the remaining groups and exit. Resolves once the supervisor has
   * exited.
   */
  close(): Promise<void>;
}

/**
 * Creates the supervisor of one emulator, which starts with the first program. A supervisor that was killed is
 * restarted with all groups that are still running. `graceMs` is the time in milliseconds that groups have for their
 * exit after the emulator has ended.
 */
export function createSupervisor(graceMs: number): Supervisor {
  const groups = new Set<number>();
  let child: ChildProcess | undefined;
  let closed = false;

  const start = (): ChildProcess => {
    const started = startProgram(
      process.execPath,
      ['--no-warnings', ...noDebuggerFlags(), PROGRAMS.supervisor, String(graceMs)],
      {
        // The supervisor has its own process group, so signals to the terminal's or the emulator's group do not reach
        // it.
        group: 'lasting',
        stdio: ['pipe', 'ignore', 'ignore'],
        cwd: parse(process.cwd()).root,
        env: windowsVariables(),
      },
    );
    started.stdin?.on('error', () => undefined);
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (child !== started) return;
      child = undefined;
      if (!closed && groups.size > 0) child = start();
    });
    // The running supervisor does not prevent the emulator's exit.
    started.unref();
    if (started.stdin instanceof Socket) started.stdin.unref();
    // The pipe buffers these lines, so no line is lost if the emulator dies before the supervisor reads them.
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
