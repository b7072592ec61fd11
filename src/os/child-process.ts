import type * as module from 'node:child_process';

/** Node's module, loaded at its first use: an emulator that runs no code starts without it. */
export function childProcess(): typeof module {
  return process.getBuiltinModule('node:child_process');
}
