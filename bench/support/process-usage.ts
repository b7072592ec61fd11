import { readFileSync } from 'node:fs';

/** Unit in seconds of the kernel's counters, on all relevant systems. */
const TICK_SECONDS = 0.01;

/**
 * Returns the processor time of a process in seconds, or NaN on systems other than Linux, whose kernels do not provide
 * it.
 */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The process name in parentheses may contain any character, so the fields are counted after the parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_SECONDS;
}

/**
 * Returns the memory of a process in megabytes, or NaN on systems other than Linux, whose kernels do not provide it.
 */
export function memoryMb(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
  return Number(kilobytes) / 1024;
}
