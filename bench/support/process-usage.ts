import { readFileSync } from 'node:fs';

/** Unit of the kernel's counters on all relevant systems, in seconds. */
const TICK_SECONDS = 0.01;

/**
 * Returns the processor time of a process in seconds; NaN if the kernel does not provide it (on systems other than
 * Linux).
 */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name in brackets may contain any character, so the fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_SECONDS;
}

/**
 * Returns the memory of a process in megabytes; NaN if the kernel does not provide it (on systems other than Linux).
 */
export function memoryMb(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
  return Number(kilobytes) / 1024;
}
