import type { BoxLimits } from './box.ts';

/**
 * Folders for the control groups of boxes: one folder for each controller (version 1), or one folder for all
 * controllers (version 2).
 */
export type CgroupLocation =
  | { version: 1; memory: string | null; cpu: string | null; pids: string | null }
  | { version: 2; parent: string };

/**
 * Steps that create a control group: folders to create, values to write, and files that a process writes to in order to
 * join the group.
 */
export interface CgroupSteps {
  folders: string[];
  writes: { file: string; value: string }[];
  joins: string[];
}

/**
 * Number of tasks of a box that do not count toward the limit of its programs: two tasks of bubblewrap, and the
 * supervisor's threads.
 */
export const OWN_TASKS = 24;
/** Memory reserved for the supervisor in addition to the programs' limit, in bytes. */
export const OWN_MEMORY = 96 * 1024 * 1024;
const PERIOD_US = 100_000;
const PREFIX = 'agent-deploy-box-';

/** Returns whether the control group with this folder name belongs to a box. */
export function isBoxCgroup(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Plans the group `name` with these limits. The plan skips unavailable controllers, and limits that are null. */
export function planCgroup(place: CgroupLocation, name: string, limits: BoxLimits): CgroupSteps {
  const memory = limits.memoryBytes === null ? null : String(limits.memoryBytes + OWN_MEMORY);
  const quota = limits.cpuMillicores === null ? null : String(Math.max(1_000, limits.cpuMillicores * 100));
  const tasks = limits.processes === null ? null : String(limits.processes + OWN_TASKS);
  if (place.version === 2) {
    const folder = `${place.parent}/${PREFIX}${name}`;
    return {
      folders: [folder],
      writes: [
        ...(memory === null ? [] : [{ file: `${folder}/memory.max`, value: memory }]),
        ...(memory === null ? [] : [{ file: `${folder}/memory.swap.max`, value: '0' }]),
        ...(quota === null ? [] : [{ file: `${folder}/cpu.max`, value: `${quota} ${PERIOD_US}` }]),
        ...(tasks === null ? [] : [{ file: `${folder}/pids.max`, value: tasks }]),
      ],
      joins: [`${folder}/cgroup.procs`],
    };
  }
  const at = (parent: string | null) => (parent === null ? null : `${parent}/${PREFIX}${name}`);
  // The pids controller is always used, because only this controller makes it possible to kill the group. Controllers
  // other than pids are used only for limits.
  const pids = at(place.pids);
  const inMemory = memory === null ? null : at(place.memory);
  const inCpu = quota === null ? null : at(place.cpu);
  const folders = [...new Set([pids, inMemory, inCpu].filter((folder) => folder !== null))];
  return {
    folders,
    writes: [
      ...(inMemory === null || memory === null
        ? []
        : [{ file: `${inMemory}/memory.limit_in_bytes`, value: memory }]),
      ...(inCpu === null || quota === null
        ? []
        : [
            { file: `${inCpu}/cpu.cfs_period_us`, value: String(PERIOD_US) },
            { file: `${inCpu}/cpu.cfs_quota_us`, value: quota },
          ]),
      ...(pids === null || tasks === null ? [] : [{ file: `${pids}/pids.max`, value: tasks }]),
    ],
    joins: folders.map((folder) => `${folder}/cgroup.procs`),
  };
}

/**
 * Finds the control groups of this process. `self` is the content of /proc/self/cgroup, and `mounts` is the content of
 * /proc/self/mountinfo. For version 2, returns candidate groups, the nearest group first. Only a trial shows which
 * candidate allows child groups, because the kernel forbids processes in inner groups.
 */
export function parseCgroupLocations(
  self: string,
  mounts: string,
): { memory: string | null; cpu: string | null; pids: string | null; unified: string[] } {
  const own = new Map(
    self
      .split('\n')
      .map((line) => /^(\d+):([^:]*):(.*)$/.exec(line))
      .filter((match) => match !== null)
      .flatMap(([, , names = '', path = '']) => names.split(',').map((name) => [name, path] as const)),
  );
  const found = mounts
    .split('\n')
    .map((line) => /^\S+ \S+ \S+ (\S+) (\S+) .* - (cgroup2?) \S+ (\S+)/.exec(line))
    .filter((match) => match !== null);
  const controller = (name: string): string | null => {
    const [, root, mount] =
      found.find((match) => match[3] === 'cgroup' && match[4]?.split(',').includes(name)) ?? [];
    const path = own.get(name);
    return root === undefined || mount === undefined || path === undefined ? null : below(mount, root, path);
  };
  const [, root, mount] = found.find((match) => match[3] === 'cgroup2') ?? [];
  const unified: string[] = [];
  if (root !== undefined && mount !== undefined) {
    let at = below(mount, root, own.get('') ?? '/') ?? mount;
    for (; at.length > mount.length; at = at.slice(0, at.lastIndexOf('/'))) unified.push(at);
    unified.push(mount);
  }
  return { memory: controller('memory'), cpu: controller('cpu'), pids: controller('pids'), unified };
}

/**
 * Returns the folder of a group below a mount point. `path` is the group's path in the hierarchy, and `root` is the
 * part of the hierarchy that is mounted.
 */
function below(mount: string, root: string, path: string): string | null {
  const rest =
    root === '/' ? path : path === root ? '' : path.startsWith(`${root}/`) ? path.slice(root.length) : null;
  if (rest === null || rest.startsWith('/..')) return mount;
  return `${mount}${rest}`.replace(/(?<!\/)\/+$/, '');
}
