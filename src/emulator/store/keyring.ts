import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage, property, StoreError } from './errors.ts';
import type { RandomBytes } from './seal.ts';

export const KEY_BYTES = 32;
export const MAX_VERSION = 0xffff_ffff;
/** The keyring's name in a data directory that makes its own. */
export const KEYRING_FILE = 'keyring';
/** One that is being made, or was when its maker was killed. */
const DRAFT = /^keyring\.[0-9a-f]{16}$/;

/** The master keys, by version. Key objects print no bytes. */
export interface Keyring {
  readonly keys: ReadonlyMap<number, KeyObject>;
  /** The version new values are sealed with. */
  readonly primary: number;
  /**
   * `file`: the operator's. `data-directory`: made by us beside the data, so it protects copies of the database and
   * not the machine. `memory`: gone with the process.
   */
  readonly origin: 'file' | 'data-directory' | 'memory';
  /** True when nobody gave a keyring: the caller says what that does and does not protect. */
  readonly generated: boolean;
  /** Reads it again: somebody may have added a version since. */
  readonly reread?: () => Promise<Pick<Keyring, 'keys' | 'primary'>>;
}

/**
 * Gives the keyring the secrets are sealed with (DESIGN §5 "secrets at rest").
 * `file`: the operator's keyring file (EMULATOR_KEYRING_FILE). Otherwise `dataDir`: the one kept there, made with mode
 * 0600 when absent. Neither: a random one in memory.
 * `held`: the data directory is ours alone. What a killed start left half-made is then removed, and where something is
 * `sealed` no keyring is made: it could not be the right one.
 * @throws StoreError `keyring` when the file is missing, readable by others, or not `v1:base64(32 bytes),v2:…`.
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
 * Reads `v1:base64(32 bytes),v2:…`; the first is the primary.
 * @throws StoreError `keyring` naming the entry's place and problem, never its content.
 */
export function parseKeyring(text: string): Pick<Keyring, 'keys' | 'primary'> {
  const keys = new Map<number, KeyObject>();
  let primary: number | undefined;
  for (const [index, entry] of text.trim().split(',').entries()) {
    const match = /^v([1-9][0-9]{0,9}):([A-Za-z0-9+/_-]+={0,2})$/.exec(entry.trim());
    const version = Number(match?.[1]);
    const bytes = Buffer.from(match?.[2] ?? '', 'base64');
    const problem = !match
      ? 'is not of the form v<number>:<base64>'
      : version > MAX_VERSION
        ? `has a version above ${MAX_VERSION}`
        : keys.has(version)
          ? `repeats version ${version}`
          : bytes.length !== KEY_BYTES
            ? `is ${bytes.length} bytes long, not ${KEY_BYTES}`
            : undefined;
    if (problem !== undefined) {
      throw new StoreError(
        'keyring',
        `The keyring's entry ${index + 1} ${problem}. Expected v1:base64(32 random bytes), newest version first, separated by commas; "openssl rand -base64 32" makes a key.`,
      );
    }
    keys.set(version, createSecretKey(bytes));
    bytes.fill(0);
    primary ??= version;
  }
  if (primary === undefined) throw new StoreError('keyring', 'The keyring is empty.');
  return { keys, primary };
}

/** The text of a keyring file. @throws StoreError `keyring` when it is not there, or is open to others. */
export async function readKeyringFile(path: string): Promise<string> {
  try {
    const { mode } = await stat(path);
    // Windows has no such bits: there the folder's access list decides.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new StoreError(
        'keyring',
        `The keyring file ${path} can be read or written by others (mode ${(mode & 0o777).toString(8).padStart(4, '0')}). Run: chmod 600 ${path}`,
      );
    }
    return await readFile(path, 'utf8');
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
    `The keyring ${path} is missing, and secrets in this data directory are sealed with it. Put it back, name the keyring they were sealed with by EMULATOR_KEYRING_FILE, or start with an empty data directory. Nothing was changed.`,
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
    // It appears whole or not at all: a half-written keyring would lock its owner out.
    const draft = `${path}.${randomBytes(8).toString('hex')}`;
    try {
      const file = await open(draft, 'wx', 0o600);
      try {
        await file.writeFile(`v1:${Buffer.from(random(KEY_BYTES)).toString('base64')}\n`);
        // The first sealed row must never outlive its key.
        await file.sync();
      } finally {
        await file.close();
      }
      await chmod(draft, 0o600);
      // Whoever comes second finds it there, and uses it.
      await link(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  } catch (cause) {
    if (property(cause, 'code') === 'EEXIST') return;
    throw new StoreError(
      'keyring',
      `A keyring cannot be made in ${dataDir}: ${errorMessage(cause)}. Give a data directory that can be written, or a keyring by EMULATOR_KEYRING_FILE.`,
      { cause },
    );
  }
}
