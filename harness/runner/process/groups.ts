import { readdir, readFile } from 'node:fs/promises';

/** Whether any process of a group is alive. Windows has no groups: never. */
export function groupAlive(group: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/** Kills a process with its whole group. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
}

/**
 * Ends what the steps of a job left running, as the runner does when the job is over: by the mark in their environment
 * where the system shows it (Linux), and by their groups.
 * @param mark `RUNNER_TRACKING_ID=<id>`
 * @returns the processes found by their mark
 */
export async function endOrphans(mark: string, groups: Iterable<number>): Promise<number[]> {
  const marked = process.platform === 'linux' ? await processesWith(mark) : [];
  for (const pid of marked) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended in the meantime.
    }
  }
  for (const group of groups) killGroup(group);
  return marked;
}

async function processesWith(mark: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // Another user's process cannot be read, and is none of ours.
    const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '');
    if (environment.split('\0').includes(mark)) found.push(Number(name));
  }
  return found;
}
