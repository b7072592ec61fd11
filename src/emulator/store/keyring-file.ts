import { createSecretKey, randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorMessage, StoreError } from './errors.ts';
import { KEY_BYTES, type Keyring, MAX_VERSION, parseKeyring, readKeyringFile } from './keyring.ts';
import { takeLock } from './lock.ts';
import type { RandomBytes } from './seal.ts';

type Keys = Pick<Keyring, 'keys' | 'primary'>;

/**
 * Adds a random key to a keyring file and makes it the primary; the others stay. The file is replaced as a whole: a
 * command that is cut off has done it or has not.
 * @throws StoreError `keyring` when the file is missing, readable by others, malformed, or being changed.
 */
export function addKeyringVersion(path: string, random: RandomBytes = randomBytes): Promise<Keys> {
  return change(path, ({ keys }) => {
    const version = Math.max(...keys.keys()) + 1;
    if (version > MAX_VERSION) {
      throw new StoreError('keyring', `The keyring ${path} is at the last version there can be.`);
    }
    return { keys: new Map([[version, createSecretKey(random(KEY_BYTES))], ...keys]), primary: version };
  });
}

/**
 * Removes every version that is neither the primary nor among `needed`. Gives the keyring as it is then, and what was
 * removed.
 * @throws StoreError `keyring` as `addKeyringVersion`.
 */
export async function dropKeyringVersions(
  path: string,
  needed: ReadonlySet<number>,
): Promise<Keys & { removed: number[] }> {
  const removed: number[] = [];
  const left = await change(path, ({ keys, primary }) => {
    for (const version of keys.keys()) {
      if (version !== primary && !needed.has(version)) removed.push(version);
    }
    return { keys: new Map([...keys].filter(([version]) => !removed.includes(version))), primary };
  });
  return { ...left, removed };
}

async function change(given: string, to: (keys: Keys) => Keys): Promise<Keys> {
  // Read first: what cannot be used is refused before anything is made beside it.
  await readKeyringFile(given);
  // What is replaced is the file itself, not a link to it.
  const path = await realpath(given);
  const lock = lockFor(path);
  try {
    await removeDrafts(path);
    const before = parseKeyring(await readKeyringFile(path));
    const after = to(before);
    if (after.keys.size !== before.keys.size) await replace(path, textOf(after));
    return after;
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(
      'keyring',
      `The keyring ${path} could not be changed and is as it was: ${errorMessage(cause)}. It must be possible to write in its folder, as its owner.`,
      { cause },
    );
  } finally {
    lock.release();
  }
}

function lockFor(path: string) {
  try {
    return takeLock(path, process.pid);
  } catch (cause) {
    const isHeld = cause instanceof StoreError && cause.code === 'locked';
    throw new StoreError(
      'keyring',
      isHeld
        ? `Somebody else is changing the keyring ${path} at this moment: try again.`
        : `The keyring ${path} cannot be changed: ${errorMessage(cause)}. It must be possible to write in its folder.`,
      { cause },
    );
  }
}

/** The primary first. */
function textOf({ keys, primary }: Keys): string {
  const entries = [...keys].toSorted(([a], [b]) => Number(b === primary) - Number(a === primary));
  return `${entries.map(([version, key]) => `v${version}:${key.export().toString('base64')}`).join(',')}\n`;
}

async function replace(path: string, text: string): Promise<void> {
  const { uid, gid } = await stat(path);
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    await withFile(draft, 'wx', async (file) => {
      await file.writeFile(text);
      await file.chmod(0o600);
      const made = await file.stat();
      // Whoever reads it must be able to go on reading it.
      if (made.uid !== uid || made.gid !== gid) await file.chown(uid, gid);
      await file.sync();
    });
    await rename(draft, path);
    if (process.platform !== 'win32') await withFile(dirname(path), 'r', (folder) => folder.sync());
  } finally {
    await rm(draft, { force: true });
  }
}

async function withFile(path: string, flags: string, work: (file: FileHandle) => Promise<void>) {
  const file = await open(path, flags, 0o600);
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

/** What a command that was killed left half-made. */
async function removeDrafts(path: string): Promise<void> {
  const name = basename(path);
  for (const found of await readdir(dirname(path))) {
    const isDraft = found.startsWith(`${name}.`) && /^[0-9a-f]{16}$/.test(found.slice(name.length + 1));
    if (isDraft) await rm(join(dirname(path), found), { force: true });
  }
}
