import { randomBytes } from 'node:crypto';
import path from 'node:path';
import process from 'node:process';
import { realClock } from '../../clients/clock.ts';
import { concealEnvironment } from '../../os/conceal-environment.ts';
import { createRunnerHost } from '../host/runner-host.ts';
import { startPhase } from '../phase.ts';
import { createEmulatorMachine } from './machine.ts';
import { runEmulatorMain } from './main.ts';
import { runEmulatorPost } from './post.ts';

/**
 * Time limit for reporting a cancelled run, in milliseconds of wall-clock time. The limit is shorter than the grace
 * period that the runner grants a cancelled step.
 */
const REPORT_LIMIT_MS = 5000;

/**
 * Returns the path of the folder `emulator` next to `dist`, which contains this action's `action.yml` and, in a
 * release, the emulator package.
 */
const packageFolder = (): string => path.resolve(path.dirname(process.argv[1] ?? ''), '..', 'emulator');

/** Runs the main phase of `emulator/action.yml` from the program file that the runner starts. */
export async function startEmulator(): Promise<void> {
  await startPhase((given) =>
    runEmulatorMain({
      ...given,
      host: createRunnerHost(process.env),
      createKey: () => `local_${randomBytes(24).toString('base64url')}`,
      machine: createEmulatorMachine(process.env, packageFolder()),
      cancelGracePeriod: () => realClock.sleep(REPORT_LIMIT_MS),
    }),
  );
}

/** Runs the post phase of `emulator/action.yml` from the program file that the runner starts. */
export async function startEmulatorPost(): Promise<void> {
  concealEnvironment();
  await runEmulatorPost({
    host: createRunnerHost(process.env),
    machine: createEmulatorMachine(process.env, packageFolder()),
  });
}
