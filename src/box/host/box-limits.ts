import { randomBytes } from 'node:crypto';
import { type CgroupSteps, OWN_TASKS, planCgroup } from '../limits/cgroup-plan.ts';
import type { BoxOptions } from '../port.ts';
import type { HostCapabilities } from './ability.ts';

/** The control group of a box, or null where none can be made. */
export function cgroupFor(
  { cgroups: groups }: HostCapabilities,
  { id, limits }: BoxOptions,
): CgroupSteps | null {
  if (groups === null) return null;
  const steps = planCgroup(groups, `${id}-${randomBytes(4).toString('hex')}`, limits);
  return steps.folders.length === 0 ? null : steps;
}

/** What sets limits on each command where no control group does: less, as the report says. */
export function prlimitPrefix(
  { cgroups: groups, prlimit, level }: HostCapabilities,
  { limits }: BoxOptions,
  group: CgroupSteps | null,
): string[] {
  const by = (name: 'memory' | 'pids') =>
    group !== null && groups !== null && (groups.version === 2 || groups[name] !== null);
  const set = [
    ...(limits.memoryBytes === null || by('memory') ? [] : [`--data=${limits.memoryBytes}`]),
    // Counted for a user: only in a box is that user the box's own.
    ...(limits.processes === null || by('pids') || level !== 'namespaces'
      ? []
      : [`--nproc=${limits.processes + OWN_TASKS}`]),
  ];
  return set.length === 0 || !prlimit ? [] : ['/usr/bin/prlimit', ...set, '--'];
}
