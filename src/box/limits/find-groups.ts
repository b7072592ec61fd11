import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { joinCgroupLines } from '../launch/script.ts';
import { probeCommand } from '../launch/try.ts';
import { shellQuote } from '../in-box/terminal.ts';
import { type CgroupPlace, parseCgroupPlaces, planCgroup } from './cgroup-plan.ts';

const SAMPLE = { memoryBytes: 1024 ** 3, cpuMillicores: 1000, processes: 1000 };
const ENABLE = ['memory', 'cpu', 'pids'];

/** The controllers that a group can be limited by here, found by making one: what a file system promises is not enough. */
export async function detectCgroups(elevate: string[]): Promise<CgroupPlace | null> {
  const places = readPlaces();
  if (places === null) return null;
  const works = (place: CgroupPlace, before: string[] = []) => {
    const { folders, writes, joins } = planCgroup(place, `trial-${randomBytes(4).toString('hex')}`, SAMPLE);
    const inside = [...joinCgroupLines({ folders, writes, joins }), 'exit 0'].join('\n');
    // The shell that joins is a child, so that the group is empty again when it is to be removed.
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

function readPlaces(): ReturnType<typeof parseCgroupPlaces> | null {
  try {
    return parseCgroupPlaces(
      readFileSync('/proc/self/cgroup', 'utf8'),
      readFileSync('/proc/self/mountinfo', 'utf8'),
    );
  } catch {
    return null;
  }
}
