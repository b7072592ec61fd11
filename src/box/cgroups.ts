import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorMessage } from '../os/errors.ts';
import { lastLine, runProgram } from '../os/programs.ts';
import { joinCgroupLines } from './launch-command.ts';
import {
  type CgroupLocation,
  type CgroupSteps,
  isBoxCgroup,
  parseCgroupLocations,
  planCgroup,
} from './cgroup-plan.ts';
import { shellQuote } from './supervisor/shell.ts';

const SAMPLE = { memoryBytes: 1024 ** 3, cpuMillicores: 1000, processes: 1000 };
const ENABLE = ['memory', 'cpu', 'pids'];

/**
 * Finds the usable controllers with a test group, because the file system might also list controllers that do not work.
 */
export async function detectCgroups(elevate: string[]): Promise<CgroupLocation | null> {
  const places = readPlaces();
  if (places === null) return null;
  const works = (place: CgroupLocation, before: string[] = []) => {
    const { folders, writes, joins } = planCgroup(place, `trial-${randomBytes(4).toString('hex')}`, SAMPLE);
    const inside = [...joinCgroupLines({ folders, writes, joins }), 'exit 0'].join('\n');
    // Only a child shell joins the test group, so the group is empty when this script removes it.
    const remove = `rmdir ${folders.map(shellQuote).join(' ')} 2>/dev/null`;
    const script = [...before, `/bin/sh -c ${shellQuote(inside)}; code=$?`, remove, 'exit $code'].join('\n');
    return probeCommand([...elevate, '/bin/sh', '-c', script]);
  };
  const none = { version: 1, memory: null, cpu: null, pids: null } as const;
  const [memory, cpu, pids] = await Promise.all(
    (['memory', 'cpu', 'pids'] as const).map(async (name) => {
      const folder = places[name];
      if (folder === null) return null;
      return (await works({ ...none, [name]: folder })).ok ? folder : null;
    }),
  );
  if (memory || cpu || pids) {
    return { version: 1, memory: memory ?? null, cpu: cpu ?? null, pids: pids ?? null };
  }
  for (const parent of places.unified) {
    const place = { version: 2, parent } as const;
    const enable = ENABLE.map(
      (name) => `echo +${name} > ${shellQuote(`${parent}/cgroup.subtree_control`)} 2>/dev/null`,
    );
    if ((await works(place)).ok || (await works(place, enable)).ok) return place;
  }
  return null;
}

function readPlaces(): ReturnType<typeof parseCgroupLocations> | null {
  try {
    return parseCgroupLocations(
      readFileSync('/proc/self/cgroup', 'utf8'),
      readFileSync('/proc/self/mountinfo', 'utf8'),
    );
  } catch {
    return null;
  }
}

const ROUNDS = 100;
const ROUND_MS = 10;
const OLD_MS = 60_000;

/**
 * Kills the remaining processes of a box's group and removes the group, without ever rejecting. If the group cannot be
 * removed, a later sweep removes it.
 */
export async function removeCgroup({ folders, joins }: CgroupSteps, elevate: string[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    const left = [...new Set(joins.flatMap(membersOf))];
    if (left.length > 0) await endAll(left, elevate);
    else if (await removed(folders, elevate)) return;
    await delay(ROUND_MS);
  }
}

/** Removes empty groups of boxes whose host process was killed. */
export function sweepCgroups(place: CgroupLocation): void {
  const parents = place.version === 2 ? [place.parent] : [place.memory, place.cpu, place.pids];
  for (const parent of parents.filter((each) => each !== null)) {
    for (const name of namesIn(parent).filter(isBoxCgroup)) {
      const folder = path.join(parent, name);
      try {
        // Recently created groups are not removed, because a process might still be about to join a group.
        if (Date.now() - statSync(folder).mtimeMs > OLD_MS) rmdirSync(folder);
      } catch {}
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
    } catch {}
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

const TRIAL_MS = 10_000;

/** Result of a short program. `reason` is the last line of the program's stderr. */
type ProbeResult = { ok: true } | { ok: false; reason: string };

/** Runs a program with only PATH and LC_ALL set, to test whether the program works, and never rejects. */
export async function probeCommand([file = '', ...args]: string[]): Promise<ProbeResult> {
  const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
  try {
    const end = await runProgram(file, args, { env, timeoutMs: TRIAL_MS });
    if (end.kind !== 'ended') return { ok: false, reason: `it did not exit within ${TRIAL_MS} ms` };
    if (end.code === 0) return { ok: true };
    return { ok: false, reason: lastLine(end.stderr) || `it exited with ${end.code ?? end.signal}` };
  } catch (error) {
    return { ok: false, reason: errorMessage(error) };
  }
}
