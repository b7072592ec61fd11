import { X509Certificate } from 'node:crypto';
import { WRITTEN_MAX_BYTES, readPlainText } from '../../os/plain-file.ts';
import { StoreError } from '../ports/store-errors.ts';
import { UsageError } from '../ports/usage-error.ts';
import type { EmulatorOptions } from '../config.ts';
import { type Command, type CommandContext, parseFlags } from './command.ts';
import { logDashboard, servesDashboard } from './dashboard.ts';
import { readApiKeyFile, readEnvironment } from './environment.ts';
import { EMULATOR_FLAGS, type EmulatorFlags, emulatorUsage, readEmulatorFlags } from './flags.ts';
import { untilSignal, watchProcess } from './lifetime.ts';

/** Parses the flags of a plain start. Throws UsageError. */
export function readRunFlags(argv: readonly string[]): EmulatorFlags {
  return readEmulatorFlags(parseFlags(argv, EMULATOR_FLAGS).values);
}

/** Serves until a signal, or the end of the process that `--parent-pid` names. */
export const run: Command = {
  usage: emulatorUsage,
  async run(argv, { env, print, log, configureLog, isTerminal = false }) {
    const flags = readRunFlags(argv);
    configureLog(flags.log);
    const { options, keyFromFile } = await readStartOptions(flags, env);
    const end = await untilEnded(flags.parentPid);
    // Loaded only now: a wrong flag is reported at once.
    const { createEmulator } = await import('../index.ts');
    const dashboard = servesDashboard(options, { isTerminal, env });
    const emulator = await createEmulator({ ...options, dashboard, log }).catch(refuseData);
    try {
      const { urls, apiKey, workspaceId } = emulator;
      // Who mounts a key as a file does not want it where output is collected.
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
 * What an emulator is started with: the flags, the environment and the files that both name.
 * @throws UsageError for a variable or a file that cannot be used.
 */
export async function readStartOptions(
  { options, seedFile, faultsFile }: EmulatorFlags,
  env: CommandContext['env'],
): Promise<{ options: EmulatorOptions; keyFromFile: boolean }> {
  const { python, apiKey, apiKeyFile, agentImage, planeUrl, ...settings } = readEnvironment(env);
  await checkRoots(options.sandboxRootsFile);
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
        },
      }),
      apiKey: apiKeyFile === undefined ? apiKey : await readApiKeyFile(apiKeyFile),
      pythons: [...(options.pythons ?? []), ...(python === undefined ? [] : [python])],
      seed:
        seedFile === undefined ? undefined : await (await import('./seed-file.ts')).readSeedFile(seedFile),
      faults:
        faultsFile === undefined
          ? undefined
          : await (await import('./faults-file.ts')).readFaultsFile(faultsFile),
    },
  };
}

/** Otherwise the first sandbox would find it out. Throws UsageError. */
async function checkRoots(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const text = await readPlainText(file, { maxBytes: WRITTEN_MAX_BYTES }, 'latin1').catch(
    (cause: unknown) => {
      throw new UsageError(`--sandbox-roots ${file}: cannot be read; name a PEM file`, { cause });
    },
  );
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0 || !certificates.every(isCertificate)) {
    throw new UsageError(`--sandbox-roots ${file}: must be a PEM file that holds certificates`);
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/** Data that cannot be opened as it is has been left as it is: the flags have to change, or what else uses it. */
export function refuseData(error: unknown): never {
  const refused = ['locked', 'newer', 'unusable', 'keyring'];
  if (error instanceof StoreError && refused.includes(error.code)) {
    throw new UsageError(error.message, { cause: error });
  }
  throw error;
}

/**
 * Begins to wait for the end of this process; `reason` resolves with why it has to end.
 * @throws UsageError when there is no process with that ID.
 */
export async function untilEnded(parentPid: number | undefined): Promise<{ reason: Promise<string> }> {
  const { promise: parentEnded, resolve } = Promise.withResolvers<string>();
  const reason = Promise.race([untilSignal(), parentEnded]);
  if (parentPid !== undefined) {
    const watched = await watchProcess(parentPid, () => resolve(`process ${parentPid} has ended`));
    if (!watched) throw new UsageError(`--parent-pid ${parentPid}: there is no such process`);
  }
  return { reason };
}
