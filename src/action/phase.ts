import process from 'node:process';
import { type Clock, realClock } from '../clients/clock.ts';
import { concealEnvironment } from '../os/conceal-environment.ts';
import { isDebuggerOpen } from '../os/debugger.ts';
import { ActionError } from './outcome.ts';
import type { RunSignals } from './pipeline.ts';

/** Symbol under which a preloaded module can provide a clock, such as the virtual clock of a test. */
const CLOCK = Symbol.for('agent-deploy.clock');

/**
 * Time limit in real milliseconds for the report of a crashed program. The runner kills a cancelled step after 10 s.
 */
const REPORT_LIMIT_MS = 5000;

const DEBUGGER_OPEN =
  'A debugger is attached to this process, so every program on this machine can read the key; nothing was sent. Remove --inspect. If you did not set it, another program of this job sent SIGUSR1: find that program, and rotate the secrets of this step.';

export interface PhaseContext extends RunSignals {
  clock: Clock;
}

/** Runs a main phase and exits the process with its exit code. */
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
    // If even reporting the error fails, the error's text is not shown, because the text is not redacted.
  }
  // Exits immediately, even with open connections, because the log is already written.
  process.exit(crash.aborted ? 1 : code);
}

/**
 * Returns a signal that aborts on an unhandled error, so that the run ends with a redacted report and outputs. Without
 * a handler, Node would print the text of an unhandled error, including secrets, to stderr. Exits the process silently
 * if the report of an unhandled error takes too long. The returned signal is already aborted if a debugger is open.
 */
function watchForCrash(): AbortSignal {
  const crash = new AbortController();
  if (isDebuggerOpen()) crash.abort(new ActionError('invalid-input', DEBUGGER_OPEN));
  process.on('uncaughtException', (error) => {
    if (crash.signal.aborted) return;
    crash.abort(error);
    setTimeout(() => process.exit(1), REPORT_LIMIT_MS).unref();
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
