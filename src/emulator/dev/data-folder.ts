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
 * Where the threads of an agent are kept from one session to the next: among the user's own state, because the agent's
 * folder may have come from elsewhere, and what is there must not decide what an emulator trusts.
 */
export function defaultDataFolder({ root, configPath, name }: AgentFolder, machine: Machine): string {
  const { env, platform, home } = machine;
  const local = path.join(home, 'AppData', 'Local');
  const given = platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_STATE_HOME'];
  const fallback = platform === 'win32' ? local : path.join(home, '.local', 'state');
  // As the specification of these folders says: a relative one does not count.
  const state = given !== undefined && path.isAbsolute(given) ? given : fallback;
  const place = createHash('sha256').update(path.join(root, configPath)).digest('hex').slice(0, 12);
  return path.join(state, 'agent-deploy', 'dev', `${name}-${place}`);
}

/** Those of earlier sessions hold files of the agent, its `.env` among them. */
const PRIVATE = ['working-tree', 'revisions', 'git'];

/**
 * Makes the data folder of a session. What holds files of the agent is for this user alone: the folder itself may have been
 * there before, open to others. `remove` takes away what was made here, for a session that cannot begin.
 * @throws UsageError when it cannot be written, or holds the agent itself.
 */
export async function openDevData(
  dataDir: string,
  { root, configPath }: AgentFolder,
): Promise<{ realPath: string; remove: () => Promise<void> }> {
  const existing = await realpath(dataDir).catch(() => undefined);
  if (existing !== undefined && path.join(root, configPath).startsWith(path.join(existing, path.sep))) {
    throw new UsageError(`--data-dir ${dataDir}: holds the agent itself; name a folder for its data alone`);
  }
  try {
    // The first of the folders that were not there.
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
      `the data folder ${dataDir} cannot be used (${errorMessage(cause)}): choose one that can be written with --data-dir`,
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

/** The key of a data folder that exists: the same in each session, so that clients of the agent need it once. */
export async function readKeptKey(dataDir: string): Promise<string> {
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
