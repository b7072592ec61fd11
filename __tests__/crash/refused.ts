import { spawn } from 'node:child_process';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** User ID of the unprivileged user `nobody` on every supported system. */
const UNPRIVILEGED_UID = 65_534;

/** Result of a failed start. */
export interface Refusal {
  code: number | null;
  /** All lines of the program's output. */
  lines: string[];
  /** Output for programs. After a successful start, this output would contain the ready line. */
  printed: string;
}

/**
 * Starts an emulator on a data directory with its command, and waits for its end. `asUserNobody` starts the emulator
 * as a user for whom permission bits apply, unlike for root.
 */
export async function start(
  dataDir: string,
  options: { env?: Record<string, string>; asUserNobody?: boolean } = {},
): Promise<Refusal> {
  const flags = ['--port', '0', '--runtime', 'stub', '--data-dir', dataDir];
  const env = {
    PATH: process.env['PATH'],
    TMPDIR: tmpdir(),
    NODE_COMPILE_CACHE: compileCache(),
    ...options.env,
  };
  const user =
    options.asUserNobody && process.getuid?.() === 0 ? { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID } : {};
  const child = spawn(process.execPath, ['scripts/run.mjs', 'src/emulator/cli/main.ts', ...flags], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  let reported = '';
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (reported += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    // An emulator that unexpectedly accepts requests is killed, so that the test fails instead of waiting.
    child.kill('SIGKILL');
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, lines: reported.split('\n').filter((line) => line !== ''), printed };
}

function compileCache(): string {
  return process.env['NODE_COMPILE_CACHE'] ?? path.join(tmpdir(), 'node-compile-cache');
}

/**
 * Returns every file below a folder with its content. The content of the lock is omitted, because it contains the ID
 * of the last process.
 */
export async function contentOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const pairs = await Promise.all(
    files
      .filter((file) => !file.endsWith('.lock'))
      .map(async (file) => [path.relative(folder, file), (await readFile(file)).toString('base64')] as const),
  );
  return Object.fromEntries(pairs.toSorted());
}

/** Makes a folder of the test accessible for other users, including the parent folders that belong to this user. */
export async function makeReachable(folder: string): Promise<void> {
  for (let at = path.dirname(folder); at !== path.dirname(at); at = path.dirname(at)) {
    const { mode, uid } = await stat(at);
    if (uid === process.getuid?.() && (mode & 0o001) === 0) await chmod(at, mode | 0o011);
  }
}
