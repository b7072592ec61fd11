import process from 'node:process';
import { type Clock, realClock } from '../../clients/clock.ts';
import { connectHttp } from '../connect.ts';
import { createResolveRef } from '../git/resolve-ref.ts';
import { createRunnerHost } from '../host/runner-host.ts';
import { runMain } from '../main.ts';

/** Whoever preloads a module into this process may own its time (DESIGN §3, virtual time). */
const CLOCK = Symbol.for('agent-deploy.clock');

/** The main phase as the runner starts it: real environment, real time, real network; ends the process. */
export async function main(): Promise<void> {
  const cancel = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => cancel.abort(new Error(`received ${signal}`)));
  }
  const clock = preloadedClock() ?? realClock;
  const code = await runMain({
    host: createRunnerHost(process.env),
    clock,
    signal: cancel.signal,
    connect: connectHttp,
    resolveRef: createResolveRef(process.env, clock),
  });
  await exit(code);
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

/** Ends at once, whatever is still open, but not before the log is written. */
async function exit(code: number): Promise<void> {
  await new Promise<void>((resolve) => {
    process.stdout.write('', () => resolve());
  });
  process.exit(code);
}
