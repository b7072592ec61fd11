import process from 'node:process';
import { type Clock, realClock } from '../clients/clock.ts';
import { concealEnvironment } from '../clients/conceal-environment.ts';
import { connectHttp } from './connect.ts';
import { createResolveRef } from './git/resolve-ref.ts';
import { createRunnerHost } from './host/runner-host.ts';
import { type ActionDefinition, DEPLOY_ACTION, runMain, VERIFY_ACTION } from './main.ts';
import type { RunSignals } from './pipeline.ts';

/** A module that is preloaded into this process may own its time: virtual time of tests. */
const CLOCK = Symbol.for('agent-deploy.clock');

/** A broken program has this long to report. Real milliseconds; the runner kills a cancelled step after 10 s. */
const LAST_WORDS_MS = 5000;

/** The main phase of `action.yml`, as the runner starts it. */
export const startDeploy = (): Promise<void> => startMain(DEPLOY_ACTION);

/** The main phase of `verify/action.yml`. */
export const startVerify = (): Promise<void> => startMain(VERIFY_ACTION);

/** The main phase of `sandbox/action.yml`. */
export const startSandbox = async (): Promise<void> => (await import('./sandbox/start.ts')).startSandbox();

/** The post phase of `sandbox/action.yml`. */
export const startSandboxPost = async (): Promise<void> =>
  (await import('./sandbox/start.ts')).startSandboxPost();

/** Real environment, real time, real network; ends the process. */
async function startMain(definition: ActionDefinition): Promise<void> {
  await startPhase((given) =>
    runMain({
      ...given,
      definition,
      host: createRunnerHost(process.env),
      connect: connectHttp,
      resolveRef: createResolveRef(process.env),
      packSource: async (...args) => (await import('./pack/pack.ts')).createPackSource(process.env)(...args),
    }),
  );
}

/** What every main phase is given of its process. */
export interface PhaseContext extends RunSignals {
  clock: Clock;
}

/** Runs a main phase and ends the process with its code. */
export async function startPhase(run: (given: PhaseContext) => Promise<0 | 1>): Promise<void> {
  concealEnvironment();
  const cancel = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => cancel.abort(new Error(`received ${signal}`)));
  }
  const crash = watchForCrash();
  const clock = preloadedClock() ?? realClock;
  let code = 1;
  try {
    code = await run({ clock, signal: cancel.signal, crash });
  } catch {
    // Not even the report could be written; what the error holds has not been through the redactor.
  }
  await exit(crash.aborted ? 1 : code);
}

/**
 * Errors that are not awaited would end the process with their text on stderr, secrets and all, and without outputs.
 * Now they end the run like any other error; when even that hangs, the process ends in silence.
 */
function watchForCrash(): AbortSignal {
  const crash = new AbortController();
  process.on('uncaughtException', (error) => {
    if (crash.signal.aborted) return;
    crash.abort(error);
    setTimeout(() => process.exit(1), LAST_WORDS_MS).unref();
  });
  return crash.signal;
}

function preloadedClock(): Clock | undefined {
  const found: unknown = Reflect.get(globalThis, CLOCK);
  return isClock(found) ? found : undefined;
}

function isClock(value: unknown): value is Clock {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'now') === 'function' &&
    typeof Reflect.get(value, 'sleep') === 'function'
  );
}

/** Exits at once, with connections still open, but not before the log is written. */
async function exit(code: number): Promise<void> {
  await new Promise<void>((resolve) => {
    process.stdout.write('', () => resolve());
  });
  process.exit(code);
}
