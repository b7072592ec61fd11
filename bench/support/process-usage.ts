import { readFileSync } from 'node:fs';

/** The kernel counts in these, everywhere it matters. */
const TICK_SECONDS = 0.01;

/** Seconds of processor time a process has used so far; NaN where the kernel does not tell (anything but Linux). */
export function cpuSeconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name, in brackets, may hold anything: fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_SECONDS;
}

/** Megabytes of memory a process has; NaN where the kernel does not tell (anything but Linux). */
export function memoryMb(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
  return Number(kilobytes) / 1024;
}
