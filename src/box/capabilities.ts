import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setprivArguments, ROOT_CAPABILITIES, type BoxIdentity } from './launch-command.ts';
import { detectCgroups, probeCommand, sweepCgroups } from './cgroups.ts';
import type { CgroupLocation } from './cgroup-plan.ts';
import type { IsolationLevel } from './box.ts';

type NamespaceMethod = 'root' | 'user-namespace' | 'sudo';

export interface HostCapabilities {
  level: IsolationLevel;
  platform: string;
  bwrap: string | null;
  method: NamespaceMethod | null;
  /** Command prefix that runs a program as root, or an empty list if no prefix is needed. */
  elevate: string[];
  cgroups: CgroupLocation | null;
  prlimit: boolean;
  seccomp: boolean;
  /** Methods that failed, each with the error output of the attempt. */
  failures: { way: NamespaceMethod; output: string }[];
  /** Kernel settings, or null if the kernel does not have them. */
  switches: { apparmorRestricts: boolean; userNamespaces: number | null; debianSwitch: boolean | null };
}

const SUDO = ['sudo', '-n', '--'];
const PRLIMIT = '/usr/bin/prlimit';

/**
 * Tests the features of this machine that boxes need. The isolation level depends on the features that work, not on the
 * operating system.
 */
export async function detectCapabilities(options: { sudo: boolean }): Promise<HostCapabilities> {
  const found: HostCapabilities = {
    level: process.platform === 'win32' ? 'none' : 'process',
    platform: process.platform,
    bwrap: findProgram('bwrap'),
    method: null,
    elevate: [],
    cgroups: null,
    prlimit: existsSync(PRLIMIT),
    seccomp: process.arch === 'x64' || process.arch === 'arm64',
    failures: [],
    switches: readSwitches(),
  };
  if (process.platform !== 'linux') return found;
  const { bwrap } = found;
  const ways: NamespaceMethod[] =
    process.getuid?.() === 0 ? ['root'] : ['user-namespace', ...(options.sudo ? (['sudo'] as const) : [])];
  for (const way of bwrap === null ? [] : ways) {
    const trial = await tryWay(way, bwrap ?? '');
    if (trial.ok) {
      found.level = 'namespaces';
      found.method = way;
      found.elevate = way === 'sudo' ? SUDO : [];
      break;
    }
    found.failures.push({ way, output: trial.reason });
  }
  found.cgroups = await detectCgroups(found.elevate);
  if (found.cgroups !== null) sweepCgroups(found.cgroups);
  return found;
}

function tryWay(way: NamespaceMethod, bwrap: string) {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const identity: BoxIdentity =
    way === 'user-namespace' ? { kind: way, uid, gid } : { kind: 'root', uid: 65_534, gid: 65_534 };
  const namespaces = ['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts'];
  const user = way === 'user-namespace' ? ['--unshare-user', '--disable-userns'] : ROOT_CAPABILITIES;
  return probeCommand(
    [
      way === 'sudo' ? SUDO : [],
      [bwrap, ...namespaces, ...user, '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'],
      // Older versions of bubblewrap do not support `--size` and `--perms`.
      ['--size', '1048576', '--perms', '1777', '--tmpfs', '/dev/shm', '--'],
      [...setprivArguments(identity), '/bin/sh', '-c', ':'],
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

function readSwitches(): HostCapabilities['switches'] {
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
