/** What the environment hands over: secrets never come by argv (DESIGN §3). */
export interface EnvironmentSettings {
  apiKey: string | undefined;
  keyringFile: string | undefined;
  databaseUrl: string | undefined;
}

const NAMES = ['EMULATOR_API_KEY', 'EMULATOR_KEYRING_FILE', 'EMULATOR_DATABASE_URL'] as const;

/**
 * Reads the emulator's variables and removes them from `env`, so that nothing started later inherits them. Throws for
 * a value that cannot be used.
 */
export function readEnvironment(env: Record<string, string | undefined>): EnvironmentSettings {
  const taken = Object.fromEntries(NAMES.map((name) => [name, env[name] === '' ? undefined : env[name]]));
  for (const name of NAMES) delete env[name];
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    throw new Error(
      'NODE_TLS_REJECT_UNAUTHORIZED: 0 would have the emulator trust any certificate where it sends secrets, such as to an identity provider; unset it, and name its CA in NODE_EXTRA_CA_CERTS',
    );
  }
  const databaseUrl = taken['EMULATOR_DATABASE_URL'];
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\/./.test(databaseUrl)) {
    // Not repeated: it may hold a password all the same.
    throw new Error(
      'EMULATOR_DATABASE_URL: must be of the form postgresql://user:password@host:port/database; unset it to keep the data in the data folder',
    );
  }
  const apiKey = taken['EMULATOR_API_KEY'];
  if (apiKey !== undefined && !/^[\x21-\x7e]{8,}$/.test(apiKey)) {
    throw new Error('EMULATOR_API_KEY: must be at least 8 visible ASCII characters without spaces');
  }
  return { apiKey, keyringFile: taken['EMULATOR_KEYRING_FILE'], databaseUrl };
}
