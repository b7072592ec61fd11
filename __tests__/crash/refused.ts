import { spawn } from 'node:child_process';
import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** The unprivileged user, on every system we know. */
const UNPRIVILEGED_UID = 65_534;

/** How a start ended that did not come to serve. */
export interface Refusal {
  code: number | null;
  /** Everything it said, line by line. */
  lines: string[];
  /** What it printed for programs: the ready line, had it served. */
  printed: string;
}

/**
 * Starts an emulator on a data directory, by its command, and waits for its end. `asUserNobody`: as a user to whom permission
 * bits apply, which they do not to root.
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
  let said = '';
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    // It serves, against expectation: the test has to see that, and not to wait.
    child.kill('SIGKILL');
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, lines: said.split('\n').filter((line) => line !== ''), printed };
}

function compileCache(): string {
  return process.env['NODE_COMPILE_CACHE'] ?? path.join(tmpdir(), 'node-compile-cache');
}

/** Every file below a folder with its content, but for the lock's, whose content is who asked last. */
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

/** Lets other users reach a folder that the test made, through every folder above it that is ours. */
export async function letOthersReach(folder: string): Promise<void> {
  for (let at = path.dirname(folder); at !== path.dirname(at); at = path.dirname(at)) {
    const { mode, uid } = await stat(at);
    if (uid === process.getuid?.() && (mode & 0o001) === 0) await chmod(at, mode | 0o011);
  }
}
