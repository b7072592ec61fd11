import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import process from 'node:process';
import { readProcessStat } from './process-stat.ts';

/**
 * `concealed`: `/proc/<pid>/environ` of this process is blank. `exposed`: this system has no such file, or does not let
 * a process write to its own memory; programs of the same user may then read the initial environment.
 */
export type ConcealmentResult = 'concealed' | 'exposed';

/**
 * Blanks the memory that the kernel shows as `/proc/<pid>/environ`, which deleting from `process.env` does not
 * change. Every variable is first copied out of it and stays in `process.env`, for this process and its children.
 * Call it before any program is started. A restart with less environment (`process.execve`) would work on more
 * systems, but would start Node twice: `npm run bench -- conceal-environment`.
 */
export function concealEnvironment(): ConcealmentResult {
  if (process.platform !== 'linux') return 'exposed';
  try {
    const { start, end } = readProcessStat('self')?.environment ?? { start: 0, end: 0 };
    if (!(start > 0 && end > start)) return 'exposed';
    const memory = openSync('/proc/self/mem', 'r+');
    try {
      moveVariables(process.env);
      writeSync(memory, Buffer.alloc(end - start), 0, end - start, start);
    } finally {
      closeSync(memory);
    }
    const left = readFileSync('/proc/self/environ');
    return left.equals(Buffer.alloc(left.length)) ? 'concealed' : 'exposed';
  } catch {
    return 'exposed';
  }
}

/** Removing and setting a variable again moves it from the block to memory of the C library. */
function moveVariables(env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(env)) {
    Reflect.deleteProperty(env, name);
    env[name] = value;
  }
}
