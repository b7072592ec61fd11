import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseStat, type Stat } from '../../../credential-proxy/owner/start-token.ts';

const POLL_MS = 10;

/**
 * The program that our emulator was starting in `folder` when it ended, before it could tell us its number (Linux): it
 * may still be on its way, so it is looked for until `withinMs` have passed. `known`: the others that may be at work in
 * that folder. Undefined: there is none.
 */
export async function findUnreportedProcess(
  folder: string,
  known: ReadonlySet<number>,
  withinMs: number,
): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const until = performance.now() + withinMs;
  for (;;) {
    const found = orphanIn(folder, known);
    if (found !== undefined || performance.now() >= until) return found;
    await delay(POLL_MS);
  }
}

/**
 * Nobody else's program is all of this: the leader of a session of its own, begun after us, in a folder of the emulator's
 * data, and in the care of whoever has taken us in.
 */
function orphanIn(folder: string, known: ReadonlySet<number>): number | undefined {
  const own = statOf(process.pid);
  const real = realPath(folder);
  if (own === undefined || real === undefined) return undefined;
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && !known.has(pid))
    .find((pid) => {
      const stat = statOf(pid);
      return (
        stat?.session === pid &&
        stat.parent === own.parent &&
        Number(stat.startTick) >= Number(own.startTick) &&
        workingFolder(pid) === real
      );
    });
}

function statOf(pid: number): Stat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // It has just ended, or is somebody else's.
    return undefined;
  }
}

function realPath(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    return undefined;
  }
}
