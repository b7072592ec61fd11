import { readFileSync } from 'node:fs';

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

/** Reads /proc/<pid>/stat (Linux); undefined when there is no such process. */
export function readProcessStat(pid: number | string): ProcessStat | undefined {
  try {
    return parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
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
