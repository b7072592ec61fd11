import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import process from 'node:process';
import { readProcessStat } from './process-stat.ts';

/**
 * `concealed`: `/proc/<pid>/environ` of this process is blank. `exposed`: the system has no such file, or forbids that
 * a process writes its own memory, so programs of the same user can read the initial environment.
 */
export type ConcealmentResult = 'concealed' | 'exposed';

/**
 * Blanks the memory that the kernel shows as `/proc/<pid>/environ`, because deleting from `process.env` does not change
 * that memory. First copies every variable to other memory, so `process.env` stays the same for this process and its
 * children. Call this function before starting any program. A restart with a smaller environment (`process.execve`)
 * would work on more systems, but would start Node twice (`npm run bench -- conceal-environment`).
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

/**
 * Moves all variables from the initial environment block into memory of the C library, by deleting and setting each.
 */
function moveVariables(env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(env)) {
    Reflect.deleteProperty(env, name);
    env[name] = value;
  }
}
