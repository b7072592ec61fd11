import process from 'node:process';
import { concealEnvironment } from '../../os/conceal-environment.ts';
import { readApiKeyFile, readEnvironment, readFlags, USAGE } from './flags.ts';
import { watchParent } from './parent.ts';
import { isAlive } from '../../os/processes.ts';

const PARENT_POLL_MS = 500;

/** Resolves with the reason to exit: a signal, the parent having exited, or a ready line that is not read. */
function endOf(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        resolve(signal);
        // A second signal exits at once.
        process.once(signal, () => process.exit(130));
      });
    }
    // The parent may have exited before our first check, and then it is not noticed.
    process.stdout.once('error', () => resolve('its output is not read any more'));
    const machine = { ppid: () => process.ppid, alive: isAlive };
    watchParent(() => resolve('the process that started it ended'), machine, PARENT_POLL_MS);
  });
}

async function run(argv: readonly string[]): Promise<number> {
  const log = (line: string) => process.stderr.write(`${line}\n`);
  const command = readFlags(argv);
  if (command.kind === 'help') {
    process.stdout.write(USAGE);
    return 0;
  }
  if (command.kind === 'wrong') {
    log(`emulator: ${command.message}`);
    return 2;
  }
  if (command.kind === 'doctor') {
    const { reportIsolation } = await import('../../box/host.ts');
    const report = await reportIsolation({ sudo: false });
    process.stdout.write(`${JSON.stringify(report)}\n`);
    for (const line of [`isolation: ${report.level}`, ...report.findings, ...report.remedies]) log(line);
    return report.level === 'namespaces' ? 0 : 1;
  }
  if (command.kind === 'keyring') {
    try {
      const { keyringFile, databaseUrl } = readEnvironment(process.env);
      const { runKeyring } = await import('./keyring.ts');
      const result = await runKeyring({ ...command, keyringFile, databaseUrl });
      process.stdout.write(`${JSON.stringify(result.answer)}\n`);
      for (const line of result.lines) log(`keyring: ${line}`);
      return result.refused ? 1 : 0;
    } catch (error) {
      log(`keyring: ${error instanceof Error ? error.message : String(error)}`);
      return 1;
    }
  }
  const ended = endOf();
  try {
    const { python, apiKeyFile, apiKey: given, ...handed } = readEnvironment(process.env);
    const chosenKey = apiKeyFile === undefined ? given : await readApiKeyFile(apiKeyFile);
    const pythons = [...(command.options.pythons ?? []), ...(python === undefined ? [] : [python])];
    const seed =
      command.seedFile === undefined
        ? undefined
        : await (await import('./seed-file.ts')).readSeedFile(command.seedFile);
    // Loaded only now: a wrong flag is reported at once.
    const { createEmulator } = await import('../index.ts');
    const emulator = await createEmulator({
      ...command.options,
      ...handed,
      apiKey: chosenKey,
      pythons,
      seed,
      log,
    });
    try {
      const { urls, apiKey, workspaceId } = emulator;
      // Who mounts a key as a file does not want it where output is collected.
      const shownKey = apiKeyFile === undefined ? { apiKey } : {};
      process.stdout.write(`${JSON.stringify({ ready: true, urls, ...shownKey, workspaceId })}\n`);
      log(`emulator: serving on ${urls.controlPlane}`);
      log(`emulator: ending, ${await ended}`);
    } finally {
      await emulator.close();
    }
    return 0;
  } catch (error) {
    log(`emulator: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

// Agents and builds run as this user: CI's and the key owner's variables must not be readable.
concealEnvironment();
// A closed output is no failure: `endOf` then shuts the emulator down in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.exit(await run(process.argv.slice(2)));
