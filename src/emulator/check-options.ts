import type { EmulatorOptions } from './options.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** Refuses options that do not go together, before anything is opened. @throws Error saying which, and what to do. */
export function checkOptions(options: EmulatorOptions, host: string): void {
  if (!LOOPBACK.test(host) && options.apiKey === undefined) {
    throw new Error(
      `listening on ${host} lets other machines in, so the key must be chosen: set EMULATOR_API_KEY, or leave --host out`,
    );
  }
  if (options.clock === 'virtual' && options.runtime !== 'stub') {
    throw new Error(
      'a virtual clock needs runtime stub: real builds and agents take real time. Leave the clock real, or choose --runtime stub',
    );
  }
  if (
    options.databaseUrl !== undefined &&
    (options.clock === 'virtual' || options.randomSeed !== undefined)
  ) {
    throw new Error(
      'a virtual clock and a random seed are of one process alone, and others may share the database: leave them out, or unset EMULATOR_DATABASE_URL',
    );
  }
}
