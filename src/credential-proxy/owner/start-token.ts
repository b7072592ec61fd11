import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * When the kernel started this pid, as text that another process of the same number cannot have; undefined when there
 * is no such process. Linux: boot id and start tick; macOS: start time to the second; Windows: creation date.
 */
export async function startToken(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return linuxStartToken(pid);
  if (process.platform === 'win32') {
    const query = `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.ToFileTimeUtc()`;
    return output(ofWindows('WindowsPowerShell\\v1.0\\powershell.exe'), [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      query,
    ]);
  }
  return output('/bin/ps', ['-o', 'lstart=', '-p', String(pid)]);
}

function linuxStartToken(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const { state, startTick } = parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    // A zombie has ended; only its parent has not looked yet.
    return state === 'Z' || state === 'X' ? undefined : `${boot}:${startTick}`;
  } catch {
    return undefined;
  }
}

export interface Stat {
  state: string;
  parent: number;
  processGroup: number;
  session: number;
  startTick: string;
}

/** What we use of /proc/<pid>/stat. The second field, the name in brackets, may itself hold spaces and brackets. */
export function parseStat(stat: string): Stat {
  const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    state: afterName[0] ?? '',
    parent: Number(afterName[1]),
    processGroup: Number(afterName[2]),
    session: Number(afterName[3]),
    // Field 22 of the whole line.
    startTick: afterName[19] ?? '',
  };
}

/** A program of Windows itself: by its bare name one in the current folder, such as a checkout, would be taken. */
export function ofWindows(name: string): string {
  return `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\${name}`;
}

function output(command: string, args: string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Of the environment, which may hold keys, only what such programs need.
    const { SystemRoot, TZ } = process.env;
    const env = {
      LC_ALL: 'C',
      ...(TZ === undefined ? {} : { TZ }),
      ...(SystemRoot === undefined ? {} : { SystemRoot }),
    };
    const options = { windowsHide: true, env };
    execFile(command, args, options, (error, stdout) => {
      const text = stdout.trim();
      resolve(error || text === '' ? undefined : text);
    });
  });
}
