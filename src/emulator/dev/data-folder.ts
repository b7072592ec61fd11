import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readPlainText } from '../../os/plain-file.ts';
import { errorCode, errorMessage } from '../../os/errors.ts';
import { UsageError } from '../ports/usage-error.ts';
import type { AgentFolder } from './agent-folder.ts';

interface Machine {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  home: string;
}

/**
 * Returns the folder that stores an agent's threads between sessions. The folder is in the user's state folder and not
 * in the agent's folder, because the emulator trusts the stored data, while the agent's folder might come from another
 * person.
 */
export function defaultDataFolder({ root, configPath, name }: AgentFolder, machine: Machine): string {
  const { env, platform, home } = machine;
  const local = path.join(home, 'AppData', 'Local');
  const given = platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_STATE_HOME'];
  const fallback = platform === 'win32' ? local : path.join(home, '.local', 'state');
  // The XDG specification ignores relative paths in its variables.
  const state = given !== undefined && path.isAbsolute(given) ? given : fallback;
  const place = createHash('sha256').update(path.join(root, configPath)).digest('hex').slice(0, 12);
  return path.join(state, 'agent-deploy', 'dev', `${name}-${place}`);
}

/** Subfolders that contain files of the agent from earlier sessions, including the agent's `.env`. */
const PRIVATE = ['working-tree', 'revisions', 'git'];

/**
 * Creates the data folder of a session. Makes subfolders with files of the agent readable only by this user, because
 * the data folder might have open permissions. `remove` deletes the folders that this call created, for a session that
 * cannot start.
 * @throws UsageError if the folder cannot be written or contains the agent itself.
 */
export async function openDevData(
  dataDir: string,
  { root, configPath }: AgentFolder,
): Promise<{ realPath: string; remove: () => Promise<void> }> {
  const existing = await realpath(dataDir).catch(() => undefined);
  if (existing !== undefined && path.join(root, configPath).startsWith(path.join(existing, path.sep))) {
    throw new UsageError(
      `--data-dir ${dataDir}: contains the agent itself; specify a separate folder for the data`,
    );
  }
  try {
    // Path of the outermost folder that `mkdir` created.
    const made = await mkdir(dataDir, { recursive: true, mode: 0o700 });
    for (const name of PRIVATE) await closeToOthers(path.join(dataDir, name));
    return {
      realPath: await realpath(dataDir),
      async remove() {
        if (made !== undefined) await rm(made, { recursive: true, force: true, maxRetries: 3 });
      },
    };
  } catch (cause) {
    throw new UsageError(
      `the data folder ${dataDir} cannot be used (${errorMessage(cause)}): specify a writable folder with --data-dir`,
      { cause },
    );
  }
}

async function closeToOthers(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}

const KEY_FILE = 'dev-api-key';

/**
 * Reads the API key of an existing data folder. The key stays the same across sessions, so clients need it only once.
 */
export async function readStoredApiKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, KEY_FILE);
  const key = `local_${randomBytes(24).toString('base64url')}`;
  try {
    await writeFile(file, key, { flag: 'wx', mode: 0o600 });
    return key;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const kept = await readPlainText(file, { maxBytes: 4096 });
    if (/^local_[\w-]{32}$/.test(kept)) return kept;
    await writeFile(file, key, { mode: 0o600 });
    return key;
  }
}
