import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import process from 'node:process';
import { readProcessStat } from './process-stat.ts';

/**
 * `concealed` means that `/proc/<pid>/environ` of this process is blank. `exposed` means that programs of the same user
 * can read the initial environment of this process, because the system forbids that a process writes its own memory, or
 * has no such file.
 */
export type ConcealmentResult = 'concealed' | 'exposed';

/**
 * Blanks the memory that the kernel shows as `/proc/<pid>/environ`, because deleting variables from `process.env` does
 * not change this memory. Copies every variable to other memory first, so `process.env` does not change. Call this
 * function before starting any program. A restart with `process.execve` and a smaller environment would work on more
 * systems, but would start Node twice (`npm run bench -- conceal-environment`).
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
 * Moves all variables from the initial environment block to memory of the C library, by deleting and setting each
 * variable.
 */
function moveVariables(env: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(env)) {
    Reflect.deleteProperty(env, name);
    env[name] = value;
  }
}
