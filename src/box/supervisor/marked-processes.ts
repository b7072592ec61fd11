import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Maximum number of searches for leftover processes. Several searches are needed, because a process can start another
 * process before it is killed.
 */
const KILL_ROUNDS = 20;

/**
 * Returns the IDs of all processes except this process that were started with a variable (`NAME=value`), or an empty
 * list without `/proc`.
 */
function findMarked(marker: string): number[] {
  return processIds().filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(marker);
    } catch {
      return false;
    }
  });
}

/**
 * Kills the leftover processes of a box without a PID namespace: all processes whose initial environment contains the
 * marker. A program can remove the marker and escape.
 */
export function killMarked(marker: string): void {
  for (let round = 0; round < KILL_ROUNDS; round += 1) {
    const found = findMarked(marker);
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has ended or belongs to another user.
      }
    }
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map(Number);
  } catch {
    // Returns no processes on a system without /proc.
    return [];
  }
}

/**
 * Returns which programs listen on a TCP port of this machine: `marked` if only marked programs listen, `others` if any
 * unmarked program listens, or `none`.
 */
export function findListeners(port: number, marker: string): 'marked' | 'others' | 'none' {
  const listening = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => listenersIn(file, port)));
  if (listening.size === 0) return 'none';
  for (const pid of findMarked(marker)) for (const socket of socketsOf(pid)) listening.delete(socket);
  return listening.size === 0 ? 'marked' : 'others';
}

/** Code of a listening socket in the kernel's socket table. */
const LISTENS = '0A';

function listenersIn(file: string, port: number): string[] {
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n').slice(1);
  } catch {
    return [];
  }
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => state === LISTENS && local.endsWith(suffix))
    .map((columns) => `socket:[${columns[9]}]`);
}

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
      } catch {
        // The process or file has disappeared.
        return [];
      }
    });
  } catch {
    return [];
  }
}
