import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

export interface PortHolder {
  pid: number;
  /** File name of the program, without arguments, because the arguments can contain secrets. */
  program: string;
}

/** Code of the state LISTEN in `/proc/net/tcp`. */
const LISTENING = '0A';

/**
 * Finds the process that listens on a TCP port of this machine. Returns `undefined` if no process listens, if the
 * system hides the process from this user, and on systems other than Linux. Never throws.
 */
export function findPortHolder(port: number): PortHolder | undefined {
  const sockets = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => listenersIn(file, port)));
  if (sockets.size === 0) return undefined;
  const pids = entriesOf('/proc').filter((name) => /^\d+$/.test(name));
  const pid = pids.find((one) =>
    entriesOf(`/proc/${one}/fd`).some((fd) => sockets.has(linkOf(`/proc/${one}/fd/${fd}`) ?? '')),
  );
  return pid === undefined ? undefined : { pid: Number(pid), program: programOf(pid) };
}

/** Returns the sockets that listen on a port, in the format of `/proc/<pid>/fd`. */
function listenersIn(file: string, port: number): string[] {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  return (textOf(file) ?? '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => state === LISTENING && local?.endsWith(`:${hexPort}`))
    .map((fields) => `socket:[${fields[9] ?? ''}]`);
}

function programOf(pid: string): string {
  const file = linkOf(`/proc/${pid}/exe`)?.replace(/ \(deleted\)$/, '');
  const name = file === undefined ? textOf(`/proc/${pid}/comm`) : path.basename(file);
  // Unusual characters are replaced, because any user can choose a program's name.
  return name?.trim().replaceAll(/[^\x20-\x7e]/g, '?') || 'an unknown program';
}

function entriesOf(folder: string): string[] {
  return attempt(() => readdirSync(folder)) ?? [];
}

function linkOf(file: string): string | undefined {
  return attempt(() => readlinkSync(file));
}

function textOf(file: string): string | undefined {
  return attempt(() => readFileSync(file, 'utf8'));
}

/** Returns the result of `read`, or `undefined` if the process has ended or belongs to another user. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
