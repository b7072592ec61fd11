import { readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { probeCommand } from '../launch/try.ts';
import { type CgroupPlace, type CgroupSteps, isBoxCgroup } from './cgroup-plan.ts';

const ROUNDS = 100;
const ROUND_MS = 10;
const OLD_MS = 60_000;

/** Ends whatever is left in a box's group and removes it. Never rejects: a group that stays is swept later. */
export async function removeCgroup({ folders, joins }: CgroupSteps, elevate: string[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const left = [...new Set(joins.flatMap(membersOf))];
    if (left.length > 0) await endAll(left, elevate);
    else if (await removed(folders, elevate)) return;
    await delay(ROUND_MS);
  }
}

/** Removes the empty groups of boxes whose host was killed. */
export function sweepCgroups(place: CgroupPlace): void {
  const parents = place.version === 2 ? [place.parent] : [place.memory, place.cpu, place.pids];
  for (const parent of parents.filter((each) => each !== null)) {
    for (const name of namesIn(parent).filter(isBoxCgroup)) {
      const folder = path.join(parent, name);
      try {
        // A young one may be about to be joined.
        if (Date.now() - statSync(folder).mtimeMs > OLD_MS) rmdirSync(folder);
      } catch {
        // In use, or gone.
      }
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function membersOf(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

async function endAll(pids: number[], elevate: string[]): Promise<void> {
  if (elevate.length > 0) {
    await probeCommand([...elevate, '/bin/kill', '-KILL', ...pids.map(String)]);
    return;
  }
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone between the look and the signal.
    }
  }
}

async function removed(folders: string[], elevate: string[]): Promise<boolean> {
  if (elevate.length > 0) return (await probeCommand([...elevate, '/bin/rmdir', ...folders])).ok;
  try {
    for (const folder of folders)
      if (statSync(folder, { throwIfNoEntry: false }) !== undefined) rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
