import { existsSync } from 'node:fs';
import path from 'node:path';
import { errorMessage } from '../../os/errors.ts';
import { DATA_FILE } from '../storage.ts';
import { findLostSecrets, KEYRING_FILE } from '../store/index.ts';

/** Result of the check whether a keyring can decrypt all secrets of the data. Contains no key and no secret. */
export interface KeyringCheck {
  /** Report as a JSON object. */
  report: Record<string, unknown>;
  /** Report as readable lines. */
  lines: string[];
  isOk: boolean;
}

/**
 * Compares the keyring with the keys that encrypt the secrets of a data folder or a PostgreSQL database, and lists the
 * secrets that an emulator with this keyring could not read. Changes nothing. Returns `undefined` if neither a folder nor
 * a database was specified.
 */
export async function checkKeyring({
  keyringFile,
  databaseUrl,
  dataDir,
}: {
  keyringFile: string | undefined;
  databaseUrl: string | undefined;
  dataDir: string | undefined;
}): Promise<KeyringCheck | undefined> {
  const folder = dataDir === undefined ? undefined : path.resolve(dataDir);
  const keyring = keyringFile ?? (folder === undefined ? undefined : path.join(folder, KEYRING_FILE));
  const location = databaseUrl ?? (folder === undefined ? undefined : path.join(folder, DATA_FILE));
  if (location === undefined) return undefined;
  if (keyring === undefined) {
    return failed('no keyring is specified: set EMULATOR_KEYRING_FILE to the keyring of the database');
  }
  if (keyringFile === undefined && databaseUrl === undefined && !existsSync(location)) {
    return { report: { ok: true }, lines: ['keyring: the data folder contains no data yet'], isOk: true };
  }
  try {
    const { versions, secrets, examples } = await findLostSecrets(keyring, location);
    if (versions.length === 0) {
      const line = 'keyring: every secret can be decrypted';
      return { report: { ok: true, lost_secrets: 0 }, lines: [line], isOk: true };
    }
    const names = versions.map((version) => `v${version}`).join(', ');
    return {
      report: { ok: false, lost_keys: versions, lost_secrets: secrets, examples },
      lines: [
        `keyring: ${secrets} secrets need ${names}, but ${keyring} lacks this key or contains a different key. Every emulator refuses this keyring: restore the key from a backup of the keyring`,
        ...examples.map((one) => `keyring: cannot be decrypted: ${one}`),
        ...(secrets > examples.length ? [`keyring: and ${secrets - examples.length} more`] : []),
      ],
      isOk: false,
    };
  } catch (error) {
    return failed(errorMessage(error));
  }
}

function failed(reason: string): KeyringCheck {
  return { report: { ok: false, reason }, lines: [`keyring: ${reason}`], isOk: false };
}
