import { readFileSync } from 'node:fs';
import { errorCode } from './errors.ts';

/** The fields used of /proc/<pid>/stat. */
export interface ProcessStat {
  state: string;
  parent: number;
  processGroup: number;
  session: number;
  startTick: string;
  /** Where the environment lies in memory: first address, and the one behind the last. 0 where that is hidden. */
  environment: { start: number; end: number };
}

/**
 * Reads /proc/<pid>/stat (Linux). Returns `undefined` if no such process exists.
 * @throws the error of the file system if the file cannot be read for another reason, such as missing file descriptors: the
 * process may still run then.
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

/** Parses /proc/<pid>/stat. The second field, the name in brackets, may itself hold spaces and brackets. */
export function parseProcessStat(text: string): ProcessStat {
  const afterName = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    state: afterName[0] ?? '',
    parent: Number(afterName[1]),
    processGroup: Number(afterName[2]),
    session: Number(afterName[3]),
    // Field 22 of the whole line.
    startTick: afterName[19] ?? '',
    // Fields 50 and 51.
    environment: { start: Number(afterName[47] ?? 0), end: Number(afterName[48] ?? 0) },
  };
}

/**
 * Whether a process with this stat still runs. A zombie does not: it answers signals until its parent, perhaps a lazy init,
 * collects it.
 */
export function isRunning(stat: ProcessStat | undefined): boolean {
  return stat !== undefined && stat.state !== 'Z' && stat.state !== 'X';
}
