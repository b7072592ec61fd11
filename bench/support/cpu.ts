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
