import { X509Certificate } from 'node:crypto';
import { WRITTEN_MAX_BYTES, readPlainText } from '../../os/plain-file.ts';
import { StoreError } from '../ports/store-errors.ts';
import { UsageError } from '../ports/usage-error.ts';
import type { EmulatorOptions } from '../config.ts';
import { type Command, type CommandContext, parseFlags } from './command.ts';
import { logDashboard, servesDashboard } from './dashboard.ts';
import { readAdminKeyFile, readApiKeyFile, readEnvironment } from './environment.ts';
import { EMULATOR_FLAGS, type EmulatorFlags, emulatorUsage, readEmulatorFlags } from './flags.ts';
import { untilSignal, watchProcess } from './lifetime.ts';

/**
 * Parses the flags of a command line without a verb.
 * @throws UsageError for an invalid flag.
 */
export function readRunFlags(argv: readonly string[]): EmulatorFlags {
  return readEmulatorFlags(parseFlags(argv, EMULATOR_FLAGS).values);
}

/** Runs an emulator until a signal arrives, or until the process of `--parent-pid` exits. */
export const run: Command = {
  usage: emulatorUsage,
  async run(argv, { env, print, log, configureLog, isTerminal = false }) {
    const flags = readRunFlags(argv);
    configureLog(flags.log);
    const { options, keyFromFile } = await readStartOptions(flags, env);
    const end = await waitForEnd(flags.parentPid);
    // Loads the emulator after the flags are parsed, so that an invalid flag is reported immediately.
    const { createEmulator } = await import('../index.ts');
    const dashboard = servesDashboard(options, { isTerminal, env });
    const stop = new AbortController();
    void end.reason.then((reason) => stop.abort(reason));
    const emulator = await createEmulator({ ...options, dashboard, log, signal: stop.signal }).catch(
      (error: unknown) => (stop.signal.aborted ? undefined : refuseData(error)),
    );
    if (emulator === undefined) {
      log(`emulator: stopping before it was ready, ${await end.reason}`, { level: 'info' });
      return 0;
    }
    try {
      const { apiKey, workspaceId, metricsUrl: metrics } = emulator;
      const urls = { ...emulator.urls, ...(metrics !== undefined && { metrics }) };
      // An API key in a file is not printed, because the user does not want the key in the program's output.
      const shownKey = keyFromFile ? {} : { apiKey };
      print(`${JSON.stringify({ ready: true, urls, ...shownKey, workspaceId })}\n`);
      log(`emulator: serving on ${urls.controlPlane}`, { level: 'info' });
      logDashboard(emulator, options, log);
      log(`emulator: ending, ${await end.reason}`, { level: 'info' });
    } finally {
      await emulator.close();
    }
    return 0;
  },
};

/**
 * Combines flags, environment variables and the files that they specify into the options of an emulator.
 * @throws UsageError for an invalid variable or file.
 */
export async function readStartOptions(
  { options, seedFile, faultsFile, clusterSettingsFile }: EmulatorFlags,
  env: CommandContext['env'],
): Promise<{ options: EmulatorOptions; keyFromFile: boolean }> {
  const {
    python,
    apiKey,
    apiKeyFile,
    adminKey,
    adminKeyFile,
    agentImage,
    planeUrl,
    caFile,
    registryCredentialsFile,
    ...settings
  } = readEnvironment(env);
  await checkRoots('--sandbox-roots', options.sandboxRootsFile);
  if (options.runtime === 'kubernetes') await checkRoots('EMULATOR_CA_FILE', caFile);
  if (options.runtime !== 'kubernetes' && clusterSettingsFile !== undefined) {
    throw new UsageError(
      '--cluster-settings requires the runtime kubernetes: remove it, or set --runtime kubernetes',
    );
  }
  const [firstKey, ...additionalApiKeys] =
    apiKeyFile === undefined ? [apiKey] : await readApiKeyFile(apiKeyFile);
  const hasAdminPort = options.adminPort !== undefined;
  const adminKeys = adminKeyFile === undefined ? [] : await readAdminKeyFile(adminKeyFile, hasAdminPort);
  return {
    keyFromFile: apiKeyFile !== undefined,
    options: {
      ...options,
      ...settings,
      ...(options.runtime === 'kubernetes' && {
        kubernetes: {
          ...options.kubernetes,
          agentImage: options.kubernetes?.agentImage ?? agentImage,
          planeUrl: options.kubernetes?.planeUrl ?? planeUrl,
          caFile,
          registryCredentialsFile,
          settings:
            clusterSettingsFile === undefined
              ? undefined
              : await (await import('./yaml-file.ts')).readClusterSettings(clusterSettingsFile),
        },
      }),
      apiKey: firstKey,
      additionalApiKeys: additionalApiKeys.filter((key) => key !== undefined),
      adminKeys: adminKey === undefined ? adminKeys : [adminKey],
      pythons: [...(options.pythons ?? []), ...(python === undefined ? [] : [python])],
      seed:
        seedFile === undefined ? undefined : await (await import('./seed-file.ts')).readSeedFile(seedFile),
      faults:
        faultsFile === undefined
          ? undefined
          : await (await import('./yaml-file.ts')).readFaultsFile(faultsFile),
    },
  };
}

/**
 * Validates the file of trusted roots before the emulator starts, so that an invalid file is reported immediately and
 * not at the first sandbox.
 * @throws UsageError for an invalid file.
 */
async function checkRoots(name: string, file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const text = await readPlainText(file, { maxBytes: WRITTEN_MAX_BYTES }, 'latin1').catch(
    (cause: unknown) => {
      throw new UsageError(`${name} ${file}: cannot be read; specify a PEM file`, { cause });
    },
  );
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0 || !certificates.every(isCertificate)) {
    throw new UsageError(`${name} ${file}: must be a PEM file that contains certificates`);
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/**
 * Throws a UsageError if the data cannot be opened, because the user must change the flags or stop another process that
 * uses the data. An error that is not about opening the data is thrown unchanged.
 */
export function refuseData(error: unknown): never {
  const refused = ['locked', 'newer', 'unusable', 'keyring'];
  if (error instanceof StoreError && refused.includes(error.code)) {
    throw new UsageError(error.message, { cause: error });
  }
  throw error;
}

/**
 * Starts to wait for a signal or the exit of the process `parentPid`. `reason` resolves with the reason to stop.
 * @throws UsageError if no process has the ID `parentPid`.
 */
export async function waitForEnd(parentPid: number | undefined): Promise<{ reason: Promise<string> }> {
  const { promise: parentEnded, resolve } = Promise.withResolvers<string>();
  const reason = Promise.race([untilSignal(), parentEnded]);
  if (parentPid !== undefined) {
    const watched = await watchProcess(parentPid, () => resolve(`process ${parentPid} has exited`));
    if (!watched) throw new UsageError(`--parent-pid ${parentPid}: the process does not exist`);
  }
  return { reason };
}
