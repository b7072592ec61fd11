import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { CgroupSteps } from '../limits/cgroup-plan.ts';
import { removeGroup } from '../limits/group.ts';
import { tryOut } from '../launch/try.ts';

/** Bash where there is one: it closes any descriptor, a plain shell only the first ten. */
const SHELL = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh';
const SAID = 4096;
const LONGEST_PID_LINE = 16;

/** The outermost process of a box, started by a shell script that says its number first. */
export interface Launched {
  stdin: Writable;
  /** Hands on what the supervisor says, from its first byte. */
  listen(heard: (chunk: Buffer) => void): void;
  /** The end of what was said on stderr: by the shell, bubblewrap or the supervisor. */
  said(): string;
  /** SIGKILL. */
  kill(): void;
  /** Settles when it has ended and its control group is gone; never rejects. */
  ended: Promise<void>;
}

/** Runs a launch script. Bytes of its output after the first line are the supervisor's. */
export function launch(script: string, group: CgroupSteps | null, elevate: string[]): Launched {
  const [file, ...args] = [...elevate, SHELL, '-c', script];
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(file, args, {
    // Nothing of the host's environment, which may hold keys.
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Away from the terminal's signals: the host decides when a box ends.
    detached: true,
  });
  let said = '';
  let pid: number | undefined;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-SAID);
  });
  child.stdin.on('error', () => undefined);
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      said += error.message;
      resolve();
    });
    // Not `close`: what a program left running would keep the pipes open.
    child.once('exit', () => resolve());
  });
  return {
    stdin: child.stdin,
    listen: (heard) => {
      child.stdout.on('error', () => undefined);
      child.stdout.on(
        'data',
        afterFirstLine((line) => (pid = /^\d+$/.test(line) ? Number(line) : undefined), heard),
      );
    },
    said: () => said.trim(),
    kill: () => {
      if (elevate.length > 0 && pid !== undefined)
        void tryOut([...elevate, '/bin/kill', '-KILL', String(pid)]);
      else child.kill('SIGKILL');
    },
    ended: exited.then(async () => {
      if (group !== null) await removeGroup(group, elevate);
    }),
  };
}

/** Tells the first line of what comes, and hands on the rest. A line that does not end soon is none. */
function afterFirstLine(
  found: (line: string) => void,
  rest: (chunk: Buffer) => void,
): (chunk: Buffer) => void {
  let head: Buffer | null = Buffer.alloc(0);
  return (chunk) => {
    if (head === null) return rest(chunk);
    head = Buffer.concat([head, chunk]);
    const at = head.indexOf(10);
    if (at < 0 && head.length <= LONGEST_PID_LINE) return;
    found(head.subarray(0, Math.max(at, 0)).toString('latin1'));
    const left = head.subarray(at + 1);
    head = null;
    if (left.length > 0) rest(left);
  };
}
