import { existsSync } from 'node:fs';
import { errorCode } from '../../os/errors.ts';
import { PlainFileError, readFileOrPipe } from '../../os/plain-file.ts';
import { UsageError } from '../ports/usage-error.ts';
import { pythonCommand } from './flags.ts';
import { API_KEY_RULE, isApiKey, parsePublicUrl, PUBLIC_URL_RULE } from './values.ts';

/** Settings from environment variables. Secrets are read only from variables and files, never from arguments. */
interface EnvironmentSettings {
  apiKey: string | undefined;
  /** Path of a file that contains the API keys and takes precedence over `apiKey`. */
  apiKeyFile: string | undefined;
  /** Key that opens `/_local` in place of the API key. */
  adminKey: string | undefined;
  /** Path of a file that contains the admin keys and takes precedence over `adminKey`. */
  adminKeyFile: string | undefined;
  keyringFile: string | undefined;
  databaseUrl: string | undefined;
  /** Image of agent pods. `agentImage` and `planeUrl` are used only with the runtime `kubernetes`. */
  agentImage: string | undefined;
  planeUrl: string | undefined;
  /** Path of a PEM file with certificates for builds in a cluster. */
  caFile: string | undefined;
  /** Path of a file with credentials for registries, used only with the runtime `kubernetes`. */
  registryCredentialsFile: string | undefined;
  /** Command of a Python interpreter to try after the interpreters of the flags. */
  python: string[] | undefined;
}

const NAMES = [
  'EMULATOR_API_KEY',
  'EMULATOR_API_KEY_FILE',
  'EMULATOR_ADMIN_KEY',
  'EMULATOR_ADMIN_KEY_FILE',
  'EMULATOR_KEYRING_FILE',
  'EMULATOR_DATABASE_URL',
  'EMULATOR_AGENT_IMAGE',
  'EMULATOR_PLANE_URL',
  'EMULATOR_CA_FILE',
  'EMULATOR_REGISTRY_CREDENTIALS_FILE',
  'EMULATOR_PYTHON',
] as const;

const API_KEY_FILE_MAX_BYTES = 4096;

/**
 * Reads the API keys from a file, such as a mounted secret, with one key in each line. During a rotation, the file
 * contains the new key and the old key.
 * @throws UsageError with the file's path and a hint, never with the file's content.
 */
export function readApiKeyFile(file: string): Promise<[string, ...string[]]> {
  return readKeyFile(file, 'EMULATOR_API_KEY_FILE');
}

/**
 * Reads the admin keys from a file in the form of `readApiKeyFile`. If the file does not exist and `isOptional` is
 * true, returns no key, and `/_local` stays closed.
 * @throws UsageError like `readApiKeyFile`.
 */
export async function readAdminKeyFile(file: string, isOptional: boolean): Promise<string[]> {
  if (isOptional && !existsSync(file)) return [];
  return readKeyFile(file, 'EMULATOR_ADMIN_KEY_FILE');
}

async function readKeyFile(file: string, variable: string): Promise<[string, ...string[]]> {
  const prefix = `${variable} ${file}`;
  let text: string;
  try {
    text = (await readFileOrPipe(file, { maxBytes: API_KEY_FILE_MAX_BYTES })).toString('latin1');
  } catch (cause) {
    if (cause instanceof PlainFileError) {
      throw new UsageError(`${prefix}: ${cause.message}; specify a file that contains only the key`, {
        cause,
      });
    }
    throw new UsageError(
      `${prefix}: cannot be read (${errorCode(cause) ?? 'unknown reason'}); specify a readable file that contains only the key`,
      { cause },
    );
  }
  const [first = '', ...others] = text.replace(/\r?\n$/, '').split(/\r?\n/);
  if (![first, ...others].every(isApiKey)) {
    throw new UsageError(
      `${prefix}: must contain only the key, or several keys in separate lines; each ${API_KEY_RULE}`,
    );
  }
  return [first, ...others];
}

/**
 * Reads the emulator's variables and removes them from `env`, so that child processes do not inherit them.
 * @throws UsageError for an invalid value.
 */
export function readEnvironment(env: Record<string, string | undefined>): EnvironmentSettings {
  const taken = Object.fromEntries(NAMES.map((name) => [name, env[name] === '' ? undefined : env[name]]));
  for (const name of NAMES) delete env[name];
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    throw new UsageError(
      'NODE_TLS_REJECT_UNAUTHORIZED: 0 would make the emulator accept any certificate of servers that receive secrets, such as identity providers; unset it, and set NODE_EXTRA_CA_CERTS to their CA',
    );
  }
  const databaseUrl = taken['EMULATOR_DATABASE_URL'];
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\/./.test(databaseUrl)) {
    // The message does not repeat the value, because the value might contain a password.
    throw new UsageError(
      'EMULATOR_DATABASE_URL: must be of the form postgresql://user:password@host:port/database; unset it to keep the data in the data folder',
    );
  }
  const apiKey = taken['EMULATOR_API_KEY'];
  const apiKeyFile = taken['EMULATOR_API_KEY_FILE'];
  if (apiKey !== undefined && apiKeyFile !== undefined) {
    throw new UsageError('EMULATOR_API_KEY and EMULATOR_API_KEY_FILE: set only one of them');
  }
  if (apiKey !== undefined && !isApiKey(apiKey)) throw new UsageError(`EMULATOR_API_KEY: ${API_KEY_RULE}`);
  const adminKey = taken['EMULATOR_ADMIN_KEY'];
  const adminKeyFile = taken['EMULATOR_ADMIN_KEY_FILE'];
  if (adminKey !== undefined && adminKeyFile !== undefined) {
    throw new UsageError('EMULATOR_ADMIN_KEY and EMULATOR_ADMIN_KEY_FILE: set only one of them');
  }
  if (adminKey !== undefined && !isApiKey(adminKey)) {
    throw new UsageError(`EMULATOR_ADMIN_KEY: ${API_KEY_RULE}`);
  }
  const url = taken['EMULATOR_PLANE_URL'];
  const planeUrl = url === undefined ? undefined : parsePublicUrl(url);
  if (url !== undefined && planeUrl === undefined)
    throw new UsageError(`EMULATOR_PLANE_URL: ${PUBLIC_URL_RULE}`);
  const python = taken['EMULATOR_PYTHON'];
  return {
    apiKey,
    apiKeyFile,
    adminKey,
    adminKeyFile,
    keyringFile: taken['EMULATOR_KEYRING_FILE'],
    databaseUrl,
    agentImage: taken['EMULATOR_AGENT_IMAGE'],
    planeUrl,
    caFile: taken['EMULATOR_CA_FILE'],
    registryCredentialsFile: taken['EMULATOR_REGISTRY_CREDENTIALS_FILE'],
    python: python === undefined ? undefined : pythonCommand('EMULATOR_PYTHON', python),
  };
}
