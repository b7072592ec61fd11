import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { becomeUser, CAPABILITIES, type BoxIdentity } from '../launch/bubblewrap-arguments.ts';
import { tryOut } from '../launch/try.ts';
import type { CgroupPlace } from '../limits/cgroup-plan.ts';
import { findGroups } from '../limits/find-groups.ts';
import { sweepGroups } from '../limits/group.ts';
import type { IsolationLevel } from '../port.ts';

/** How namespaces are made here, when they are. */
export type Way = 'root' | 'user-namespace' | 'sudo';

/** What this machine was found to give. */
export interface Ability {
  level: IsolationLevel;
  platform: string;
  bwrap: string | null;
  way: Way | null;
  /** Put before what has to run as root. */
  elevate: string[];
  groups: CgroupPlace | null;
  prlimit: boolean;
  seccomp: boolean;
  /** What was tried and did not work, in the words of the program. */
  failures: { way: Way; said: string }[];
  /** The kernel's switches, as far as they exist. */
  switches: { apparmorRestricts: boolean; userNamespaces: number | null; debianSwitch: boolean | null };
}

export const SUDO = ['sudo', '-n', '--'];
const PRLIMIT = '/usr/bin/prlimit';

/** Tries what a box needs, for real: a level is what was found, not what the system's name promises. */
export async function findAbility(options: { sudo: boolean }): Promise<Ability> {
  const found: Ability = {
    level: process.platform === 'win32' ? 'none' : 'process',
    platform: process.platform,
    bwrap: findProgram('bwrap'),
    way: null,
    elevate: [],
    groups: null,
    prlimit: existsSync(PRLIMIT),
    seccomp: process.arch === 'x64' || process.arch === 'arm64',
    failures: [],
    switches: readSwitches(),
  };
  if (process.platform !== 'linux') return found;
  const { bwrap } = found;
  const ways: Way[] =
    process.getuid?.() === 0 ? ['root'] : ['user-namespace', ...(options.sudo ? (['sudo'] as const) : [])];
  for (const way of bwrap === null ? [] : ways) {
    const trial = await tryWay(way, bwrap ?? '');
    if (trial.ok) {
      found.level = 'namespaces';
      found.way = way;
      found.elevate = way === 'sudo' ? SUDO : [];
      break;
    }
    found.failures.push({ way, said: trial.said });
  }
  found.groups = await findGroups(found.elevate);
  if (found.groups !== null) sweepGroups(found.groups);
  return found;
}

function tryWay(way: Way, bwrap: string) {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const identity: BoxIdentity =
    way === 'user-namespace' ? { kind: way, uid, gid } : { kind: 'root', uid: 65_534, gid: 65_534 };
  const namespaces = ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'];
  const user = way === 'user-namespace' ? ['--unshare-user', '--disable-userns'] : CAPABILITIES;
  return tryOut(
    [
      way === 'sudo' ? SUDO : [],
      [bwrap, ...namespaces, ...user, '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'],
      // What older ones do not know.
      ['--size', '1048576', '--perms', '1777', '--tmpfs', '/dev/shm', '--'],
      [...becomeUser(identity), '/bin/sh', '-c', ':'],
    ].flat(),
  );
}

function findProgram(name: string): string | null {
  const folders = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  const files = [...folders, '/usr/bin', '/usr/local/bin', '/bin'].map((folder) => path.join(folder, name));
  return (
    files.find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }) ?? null
  );
}

function readSwitches(): Ability['switches'] {
  const read = (name: string) => {
    try {
      return Number(readFileSync(`/proc/sys/${name}`, 'utf8'));
    } catch {
      return null;
    }
  };
  const debian = read('kernel/unprivileged_userns_clone');
  return {
    apparmorRestricts: read('kernel/apparmor_restrict_unprivileged_userns') === 1,
    userNamespaces: read('user/max_user_namespaces'),
    debianSwitch: debian === null ? null : debian === 1,
  };
}
