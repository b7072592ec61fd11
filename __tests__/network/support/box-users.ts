import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, linkSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { WAIT_LIMIT_MS } from '../../../harness/hang-limit.ts';
import type { IsolationReport } from '../../../src/box/box.ts';
import type { Asked, Report } from './box-program.ts';

const UNPRIVILEGED_UID = 65_534;

/**
 * Users that a test can run as on this machine: root starts sandboxes without a user namespace, and any other user
 * with one.
 */
export const USERS: { user: string; uid: number | null }[] =
  process.getuid?.() === 0
    ? [
        { user: 'root', uid: null },
        { user: 'an ordinary user', uid: UNPRIVILEGED_UID },
      ]
    : [{ user: 'an ordinary user', uid: null }];

/**
 * Creates a folder that any user can read, with a Node and the supervisor's program, because the checkout may be in a
 * private home.
 */
export function reachable(): { folder: string; node: string; program: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'box-users-'));
  chmodSync(folder, 0o1777);
  const node = path.join(folder, 'node');
  try {
    linkSync(process.execPath, node);
  } catch {
    copyFileSync(process.execPath, node);
  }
  const program = path.join(folder, 'program');
  cpSync(path.resolve(import.meta.dirname, '../../../src/box/supervisor'), program, { recursive: true });
  return { folder, node, program };
}

export interface BoxProgram extends AsyncDisposable {
  report: IsolationReport;
  reported: Report[];
  pid: number;
  /** Makes the program stop its sandbox and exit. */
  end(): Promise<void>;
  /** Kills the program with SIGKILL. */
  kill(): Promise<void>;
}

/**
 * Starts `box-program.ts`, and waits until it has run its commands. `inherited` contains open files that the program
 * inherits.
 */
export async function startBoxProgram(
  asked: Omit<Asked, 'timeoutMs'> & { timeoutMs?: number },
  env: Record<string, string> = {},
  inherited: number[] = [],
): Promise<BoxProgram> {
  const child = spawn(
    process.execPath,
    [
      '--no-warnings',
      path.join(import.meta.dirname, 'box-program.ts'),
      JSON.stringify({ timeoutMs: WAIT_LIMIT_MS, ...asked }),
    ],
    { env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: ['pipe', 'pipe', 'pipe', ...inherited] },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  let out = '';
  const lines = await new Promise<string[]>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const whole = out.split('\n').slice(0, -1);
      if (whole.length > asked.commands.length) resolve(whole);
    });
    void exited.then(() => reject(new Error(`the box's program ended: ${errors}`)));
  });
  const [report, ...reported] = lines.map((line) => JSON.parse(line));
  const end = async () => {
    child.stdin?.end();
    await exited;
  };
  return {
    report,
    reported,
    pid: child.pid ?? 0,
    end,
    [Symbol.asyncDispose]: end,
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
