import path from 'node:path';
import { DATA_FILE } from '../storage.ts';
import {
  addKeyringVersion,
  KEYRING_FILE,
  pruneDatabaseKeyring,
  pruneKeyring,
  readDatabaseKeyringStatus,
  readKeyringStatus,
} from '../store/index.ts';
import { UsageError } from '../ports/usage-error.ts';
import { type Command, parseFlags } from './command.ts';
import { readEnvironment } from './environment.ts';

const KEYRING_ACTIONS = ['rotate', 'status', 'prune'] as const;

/** A parsed `keyring` command. */
export interface KeyringRequest {
  action: (typeof KEYRING_ACTIONS)[number];
  dataDir: string | undefined;
}

/** Rotates, shows or prunes a keyring (docs/data.md#the-keyring). Exits with 1 if the keyring refuses the command. */
export const keyring: Command = {
  usage: (program) => `usage: ${program} keyring <rotate|status|prune> [--data-dir <folder>]

  rotate                adds a new primary key, which an emulator uses from its next start
  status                shows which keys the data needs, even while an emulator runs
  prune                 removes keys that the data no longer needs: from a data folder only while no emulator runs, with
                        EMULATOR_DATABASE_URL at any time

  --data-dir <folder>   folder of the data with its keyring
  EMULATOR_KEYRING_FILE a keyring in another place
  EMULATOR_DATABASE_URL reads the data in this PostgreSQL database instead of the data folder`,
  async run(argv, { env, print, log }) {
    const request = readKeyringRequest(argv);
    const { keyringFile, databaseUrl } = readEnvironment(env);
    const result = await runKeyring({ ...request, keyringFile, databaseUrl });
    print(`${JSON.stringify(result.answer)}\n`);
    for (const line of result.lines) log(`keyring: ${line}`);
    return result.refused ? 1 : 0;
  },
};

/**
 * Parses the arguments of a `keyring` command, such as `rotate --data-dir …`.
 * @throws UsageError for an invalid argument.
 */
export function readKeyringRequest(argv: readonly string[]): KeyringRequest {
  const { values, positionals } = parseFlags(
    argv,
    { 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    { positionals: 1 },
  );
  const [given] = positionals;
  const action = KEYRING_ACTIONS.find((one) => one === given);
  if (action === undefined) {
    throw new UsageError(`keyring ${given ?? ''}: must be ${KEYRING_ACTIONS.join(', ')}`);
  }
  const { 'data-dir': dataDir } = values;
  if (dataDir === '') throw new UsageError('--data-dir: must not be empty');
  return { action, dataDir };
}

/**
 * Result of a `keyring` command: a JSON object for programs, and lines of text for people. The result never contains a
 * key.
 */
export interface KeyringResult {
  answer: Record<string, unknown>;
  lines: string[];
  /** True if the keyring refused a valid command. */
  refused: boolean;
}

/**
 * Runs `keyring rotate`, `status` or `prune` (docs/data.md#the-keyring) on the data of the folder, or of the database. The keyring is the file that the environment
 * specifies, or else the file in the data directory.
 * @throws Error with the reason and a hint if the keyring or the data cannot be used.
 */
export async function runKeyring({
  action,
  dataDir,
  keyringFile,
  databaseUrl,
}: KeyringRequest & {
  keyringFile: string | undefined;
  databaseUrl?: string | undefined;
}): Promise<KeyringResult> {
  const folder = dataDir === undefined ? undefined : path.resolve(dataDir);
  const keyring = keyringFile ?? (folder === undefined ? undefined : path.join(folder, KEYRING_FILE));
  if (keyring === undefined) {
    throw new UsageError(
      'no keyring was specified: use --data-dir <folder> for the keyring of a data folder, or set EMULATOR_KEYRING_FILE',
    );
  }
  if (action === 'rotate') return rotate(keyring);
  if (databaseUrl !== undefined) {
    return action === 'status'
      ? describeStatus(keyring, await readDatabaseKeyringStatus(keyring, databaseUrl))
      : describePruned(keyring, await pruneDatabaseKeyring(keyring, databaseUrl));
  }
  if (folder === undefined) {
    throw new UsageError(`keyring ${action} needs to read the data: specify its folder with --data-dir`);
  }
  const data = path.join(folder, DATA_FILE);
  return action === 'status'
    ? describeStatus(keyring, await readKeyringStatus(keyring, data))
    : describePruned(keyring, await pruneKeyring(keyring, data));
}

async function rotate(keyring: string): Promise<KeyringResult> {
  const { keys, primary } = await addKeyringVersion(keyring);
  return {
    answer: { keyring, primary, versions: [...keys.keys()] },
    lines: [
      `v${primary} was added to ${keyring} and is the primary key now; keep a copy of the file with your backups`,
      'an emulator uses the new key from its next start, and then re-encrypts all secrets in the background',
    ],
    refused: false,
  };
}

function describeStatus(
  keyring: string,
  found: Awaited<ReturnType<typeof readKeyringStatus>>,
): KeyringResult {
  const { primary, versions, missing, unused, behind, strange } = found;
  return {
    answer: { keyring, ...found },
    lines: [
      ...versions.map(
        ({ version, data_keys: keys }) =>
          `v${version}${version === primary ? ' (primary)' : ''} encrypts ${keys} data keys`,
      ),
      ...missing.map((version) => `v${version} is missing, but data keys are encrypted with it`),
      ...unused.map(
        (version) => `v${version} is not needed: remove it from the keyring when no backup needs it`,
      ),
      `${behind} values are not re-encrypted yet; a running emulator re-encrypts them`,
      ...(strange > 0
        ? [`${strange} values were truncated or copied from another place, so no key can decrypt them`]
        : []),
    ],
    refused: false,
  };
}

function describePruned(
  keyring: string,
  { primary, removed, needed }: Awaited<ReturnType<typeof pruneKeyring>>,
): KeyringResult {
  const names = (versions: readonly number[]) => versions.map((version) => `v${version}`).join(', ');
  return {
    answer: { keyring, primary, removed, needed },
    lines: [
      removed.length > 0
        ? `${names(removed)} removed from ${keyring}; older backups and snapshots need a copy of the file that contains it`
        : `nothing was removed from ${keyring}`,
      ...needed.map(
        ({ version, data_keys: keys }) =>
          `v${version} is still needed: it encrypts ${keys} data keys. Start an emulator with this keyring once, and try again`,
      ),
    ],
    refused: removed.length === 0 && needed.length > 0,
  };
}
