import { readFileSync } from 'node:fs';
import { errorCode } from './errors.ts';

export interface ProcessStat {
  state: string;
  parent: number;
  processGroup: number;
  session: number;
  startTick: string;
  /**
   * Memory addresses of the first byte of the environment and of the byte after the last byte, both 0 if the system
   * hides the environment.
   */
  environment: { start: number; end: number };
}

/**
 * Reads `/proc/<pid>/stat` on Linux. Returns `undefined` if no process has this ID.
 * @throws the file system's error if the file cannot be read, for example because no file descriptor is free, although
 * the process might be running.
 */
export function readProcessStat(pid: number | string): ProcessStat | undefined {
  try {
    return parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}

/** Parses the content of `/proc/<pid>/stat`. The name in the second field can contain spaces and parentheses. */
export function parseProcessStat(text: string): ProcessStat {
  const afterName = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    state: afterName[0] ?? '',
    parent: Number(afterName[1]),
    processGroup: Number(afterName[2]),
    session: Number(afterName[3]),
    // The start time is field 22 of the whole line.
    startTick: afterName[19] ?? '',
    // The environment's addresses are the fields 50 and 51 of the whole line.
    environment: { start: Number(afterName[47] ?? 0), end: Number(afterName[48] ?? 0) },
  };
}

/**
 * Returns whether a process is running. A zombie is not running, although it accepts signals until its parent collects
 * its exit status.
 */
export function isRunning(stat: ProcessStat | undefined): boolean {
  return stat !== undefined && stat.state !== 'Z' && stat.state !== 'X';
}
