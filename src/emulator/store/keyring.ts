import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readPlainText, WRITTEN_MAX_BYTES } from '../../os/plain-file.ts';
import { errorMessage } from '../../os/errors.ts';
import { property } from './errors.ts';
import { StoreError } from '../ports/store-errors.ts';
import type { RandomBytes } from './seal.ts';
import { acquireLock } from './sqlite/lock.ts';

const KEY_BYTES = 32;
const MAX_VERSION = 0xffff_ffff;
/** Name of a generated keyring's file in a data directory. */
export const KEYRING_FILE = 'keyring';
/** Matches the names of unfinished keyring files, for example of a killed process. */
const DRAFT = /^keyring\.[0-9a-f]{16}$/;

/** Master keys, keyed by version. A printed key object shows no bytes of the key. */
export interface Keyring {
  readonly keys: ReadonlyMap<number, KeyObject>;
  /** Version of the master key for new values. */
  readonly primary: number;
  /**
   * Origin of the keyring: `file` is a file of the operator. A `data-directory` keyring was generated in the data
   * directory. A generated keyring protects copies of the database, but not data on this machine. A `memory` keyring
   * ends with the process.
   */
  readonly origin: 'file' | 'data-directory' | 'memory';
  /** True if the keyring was generated, so the caller must explain what the keyring protects. */
  readonly generated: boolean;
  /** Reads the keyring file again, because a version might have been added. */
  readonly reread?: () => Promise<Pick<Keyring, 'keys' | 'primary'>>;
}

/**
 * Loads the keyring from the operator's file `file` (EMULATOR_KEYRING_FILE), or else from `dataDir`, where a missing
 * keyring is generated with mode 0600. If both are absent, a random keyring is created in memory. If `held` is true,
 * this process has locked the data directory, and unfinished files of a killed start are removed. If the data is
 * `sealed`, no keyring is generated, because a new keyring could not decrypt the data.
 * @throws StoreError `keyring` if the file is missing, readable by other users, or not in the format `v1:base64(32
 * bytes),v2:…`.
 */
export async function loadKeyring(options: {
  file?: string | undefined;
  dataDir?: string | undefined;
  random?: RandomBytes;
  held?: { sealed: boolean };
}): Promise<Keyring> {
  const random = options.random ?? randomBytes;
  if (options.file !== undefined) {
    return { ...(await fromFile(options.file)), origin: 'file', generated: false };
  }
  if (options.dataDir === undefined) {
    const keys = new Map([[1, createSecretKey(random(KEY_BYTES))]]);
    return { keys, primary: 1, origin: 'memory', generated: true };
  }
  const path = join(options.dataDir, KEYRING_FILE);
  if (options.held) await removeDrafts(options.dataDir);
  if (!existsSync(path)) {
    if (options.held?.sealed === true) throw missing(path);
    await makeIfAbsent(options.dataDir, path, random);
  }
  return { ...(await fromFile(path)), origin: 'data-directory', generated: true };
}

async function fromFile(path: string): Promise<Pick<Keyring, 'keys' | 'primary' | 'reread'>> {
  const reread = async () => parseKeyring(await readKeyringFile(path));
  return { ...(await reread()), reread };
}

/**
 * Parses `v1:base64(32 bytes),v2:…`, where the first version is the primary version.
 * @throws StoreError `keyring` with the position and problem of an entry, never the entry's content.
 */
export function parseKeyring(text: string): Pick<Keyring, 'keys' | 'primary'> {
  const keys = new Map<number, KeyObject>();
  let primary: number | undefined;
  for (const [index, entry] of text.trim().split(',').entries()) {
    const match = /^v([1-9][0-9]{0,9}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry.trim());
    const version = Number(match?.[1]);
    const bytes = Buffer.from(match?.[2] ?? '', 'base64');
    const problem = !match
      ? 'does not have the form v<number>:<base64>'
      : version > MAX_VERSION
        ? `has a version above ${MAX_VERSION}`
        : keys.has(version)
          ? `repeats version ${version}`
          : bytes.length !== KEY_BYTES
            ? `has ${bytes.length} bytes instead of ${KEY_BYTES}`
            : undefined;
    if (problem !== undefined) {
      throw new StoreError(
        'keyring',
        `The keyring's entry ${index + 1} ${problem}. Expected v1:base64(32 random bytes), newest version first, separated by commas; "openssl rand -base64 32" creates a key.`,
      );
    }
    keys.set(version, createSecretKey(bytes));
    bytes.fill(0);
    primary ??= version;
  }
  if (primary === undefined) throw new StoreError('keyring', 'The keyring is empty.');
  return { keys, primary };
}

/**
 * Returns whether only the owner can read or write a file. A file of root may also be readable by this process's group,
 * because Kubernetes mounts Secrets with such permissions.
 */
export function isPrivate(
  file: { mode: number; uid: number; gid: number },
  self: { uid: number; gid: number },
): boolean {
  if ((file.mode & 0o077) === 0) return true;
  const isMountedForGroup = file.uid === 0 && self.uid !== 0 && file.gid !== 0 && file.gid === self.gid;
  return isMountedForGroup && (file.mode & 0o037) === 0;
}

/**
 * Returns the text of a keyring file. @throws StoreError `keyring` if the file is missing or readable by other users.
 */
export async function readKeyringFile(path: string): Promise<string> {
  try {
    const file = await stat(path);
    const { mode } = file;
    // Windows has no permission bits, so the folder's access control list protects the file there.
    const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
    if (process.platform !== 'win32' && !isPrivate(file, self)) {
      throw new StoreError(
        'keyring',
        `Other users can read or write the keyring file ${path} (mode ${(mode & 0o777).toString(8).padStart(4, '0')}). Run: chmod 600 ${path}`,
      );
    }
    return await readPlainText(path, { maxBytes: WRITTEN_MAX_BYTES });
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError('keyring', `The keyring file ${path} cannot be read: ${errorMessage(cause)}`, {
      cause,
    });
  }
}

function missing(path: string): StoreError {
  return new StoreError(
    'keyring',
    `The keyring ${path} is missing, but secrets in this data directory are sealed with it. Restore it, set EMULATOR_KEYRING_FILE to the keyring they were sealed with, or start with an empty data directory. Nothing was changed.`,
  );
}

async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (DRAFT.test(name)) await rm(join(dataDir, name), { force: true });
  }
}

async function makeIfAbsent(dataDir: string, path: string, random: RandomBytes): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    // Only a complete draft is linked to the final path, because an incomplete keyring would make data unreadable.
    const draft = `${path}.${randomBytes(8).toString('hex')}`;
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(`v1:${Buffer.from(random(KEY_BYTES)).toString('base64')}\n`);
        // A key must be on the disk before the key encrypts the first value.
        await file.sync();
      } finally {
        await file.close();
      }
      await chmod(draft, 0o600);
      // If two processes create the file at the same time, the second process uses the file of the first process.
      await link(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  } catch (cause) {
    if (property(cause, 'code') === 'EEXIST') return;
    throw new StoreError(
      'keyring',
      `A keyring cannot be created in ${dataDir}: ${errorMessage(cause)}. Use a writable data directory, or set EMULATOR_KEYRING_FILE to a keyring.`,
      { cause },
    );
  }
}

type Keys = Pick<Keyring, 'keys' | 'primary'>;

/** Formats the versions of a keyring, primary first, for the settings that replicas show each other: `v2,v1`. */
export function keyringSetting({ keys, primary }: Keys): string {
  const others = [...keys.keys()].filter((version) => version !== primary);
  return [primary, ...others].map((version) => `v${version}`).join(',');
}

/** Parses the result of `keyringSetting`, or returns `undefined` for a replica of a version that has no such setting. */
export function parseKeyringSetting(
  text: string | undefined,
): { primary: number; versions: ReadonlySet<number> } | undefined {
  const versions = (text ?? '').split(',').map((one) => Number(one.slice(1)));
  const [primary] = versions;
  return primary === undefined || !versions.every((one) => one >= 1)
    ? undefined
    : { primary, versions: new Set(versions) };
}

/**
 * Adds a random key to a keyring file as the primary key, and does not change the other keys. Replaces the keyring file
 * atomically.
 * @throws StoreError `keyring` if the file is missing, readable by other users, malformed, or being changed.
 */
export function addKeyringVersion(path: string, random: RandomBytes = randomBytes): Promise<Keys> {
  return change(path, ({ keys }) => {
    const version = Math.max(...keys.keys()) + 1;
    if (version > MAX_VERSION) {
      throw new StoreError(
        'keyring',
        `The keyring ${path} has the highest possible version, so no key can be added.`,
      );
    }
    return { keys: new Map([[version, createSecretKey(random(KEY_BYTES))], ...keys]), primary: version };
  });
}

/**
 * Removes every version except the primary version and the versions in `needed`. Returns the resulting keyring and the
 * removed versions.
 * @throws StoreError `keyring` like `addKeyringVersion`.
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
  // An invalid file is refused before a draft is created next to it.
  await readKeyringFile(given);
  // If the path is a link, the link's target is replaced.
  const path = await realpath(given);
  const lock = lockFor(path);
  try {
    await removeFileDrafts(path);
    const before = parseKeyring(await readKeyringFile(path));
    const after = to(before);
    if (after.keys.size !== before.keys.size) await replace(path, textOf(after));
    return after;
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(
      'keyring',
      `The keyring ${path} could not be changed and is unmodified: ${errorMessage(cause)}. Make sure that its owner can write to its folder.`,
      { cause },
    );
  } finally {
    lock.release();
  }
}

function lockFor(path: string) {
  try {
    return acquireLock(path, process.pid);
  } catch (cause) {
    const isHeld = cause instanceof StoreError && cause.code === 'locked';
    throw new StoreError(
      'keyring',
      isHeld
        ? `Another process is changing the keyring ${path}: try again.`
        : `The keyring ${path} cannot be changed: ${errorMessage(cause)}. Make its folder writable.`,
      { cause },
    );
  }
}

/** Formats a keyring with the primary version first. */
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
      // The new file gets the owner of the old file, so all readers of the old file can read the new file.
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

async function removeFileDrafts(path: string): Promise<void> {
  const name = basename(path);
  for (const found of await readdir(dirname(path))) {
    const isDraft = found.startsWith(`${name}.`) && /^[0-9a-f]{16}$/.test(found.slice(name.length + 1));
    if (isDraft) await rm(join(dirname(path), found), { force: true });
  }
}
