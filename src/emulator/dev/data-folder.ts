import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../../os/errors.ts';
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

const KEY_FILE = 'dev-api-key';

/** The key of this data folder: the same in each session, so that clients of the agent need it once. */
export async function readKeptKey(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const file = path.join(dataDir, KEY_FILE);
  const key = `local_${randomBytes(24).toString('base64url')}`;
  try {
    await writeFile(file, key, { flag: 'wx', mode: 0o600 });
    return key;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const kept = await readFile(file, 'utf8');
    if (/^local_[\w-]{32}$/.test(kept)) return kept;
    await writeFile(file, key, { mode: 0o600 });
    return key;
  }
}
