import type { HostCapabilities } from './capabilities.ts';
import type { IsolationReport } from './box.ts';

/** Describes the isolation in sentences, and how to strengthen it. */
export function toIsolationReport(ability: HostCapabilities): IsolationReport {
  return {
    level: ability.level,
    findings: [found(ability), ...limits(ability)],
    remedies: remedies(ability),
  };
}

function found({ level, bwrap, method: way, platform, failures, seccomp }: HostCapabilities): string {
  if (level !== 'namespaces') {
    const failed = failures.map(({ way: tried, said }) => ` Tried as ${words(tried)}: ${said}.`).join('');
    const why =
      platform !== 'linux'
        ? `There are no Linux namespaces on ${platform}.`
        : bwrap === null
          ? 'bubblewrap (bwrap) is not installed.'
          : `${bwrap} could not make a box.${failed}`;
    return `${why} Programs run as children of this process, as its user, with access to its files and the network.`;
  }
  const filter = seccomp ? 'with a system call filter' : 'without a system call filter on this machine';
  return `Boxes are made by ${bwrap} as ${words(way ?? 'root')}, without a network, ${filter}.`;
}

function words(way: 'root' | 'user-namespace' | 'sudo'): string {
  switch (way) {
    case 'root':
      return 'root, without a user namespace, their programs being users without capabilities';
    case 'user-namespace':
      return 'an ordinary user, in a user namespace that no other can be made in';
    case 'sudo':
      return 'root by way of sudo, without a user namespace, their programs being this user without capabilities';
  }
}

function limits({ cgroups: groups, prlimit, platform, level }: HostCapabilities): string[] {
  if (platform !== 'linux') return ['Memory, CPU and number of processes are not limited.'];
  const by = groups === null ? 'no control group' : `control groups (v${groups.version})`;
  const has = (name: 'memory' | 'cpu' | 'pids') =>
    groups !== null && (groups.version === 2 || groups[name] !== null);
  const nothing = 'for there is no control group for it';
  const each = prlimit
    ? `Memory is limited for each process alone (RLIMIT_DATA), ${nothing}.`
    : `Memory is not limited, ${nothing} and no prlimit.`;
  const count =
    prlimit && level === 'namespaces'
      ? `The number of processes is limited by RLIMIT_NPROC, ${nothing}.`
      : `The number of processes is not limited, ${nothing}.`;
  return [
    has('memory') ? `Memory is limited by ${by}.` : each,
    has('cpu') ? `CPU is limited by ${by}.` : `CPU is not limited, ${nothing}.`,
    has('pids') ? `The number of processes is limited by ${by}.` : count,
  ];
}

function remedies({
  level,
  bwrap,
  platform,
  switches,
  failures,
  cgroups: groups,
}: HostCapabilities): string[] {
  if (platform !== 'linux') return ['Run it on Linux, with bubblewrap installed.'];
  if (level !== 'namespaces' && bwrap === null) {
    return [
      "Install bubblewrap: `sudo apt-get install -y bubblewrap` (Debian, Ubuntu) or your system's like.",
    ];
  }
  if (level !== 'namespaces') {
    return [
      ...(switches.apparmorRestricts
        ? [
            'Ubuntu 23.10 and newer keeps user namespaces from ordinary users (kernel.apparmor_restrict_unprivileged_userns=1). Narrowest first: let boxes be made as root by password-less sudo, where the program offers it (the sandbox action does, hosted runners have it);',
            'or allow bubblewrap alone: put `abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }` into /etc/apparmor.d/bwrap and run `sudo apparmor_parser -r /etc/apparmor.d/bwrap`;',
            'or lift it for all programs until the next boot: `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`.',
          ]
        : []),
      ...(switches.debianSwitch === false
        ? ['Allow user namespaces: `sudo sysctl -w kernel.unprivileged_userns_clone=1`.']
        : []),
      ...(switches.userNamespaces === 0
        ? ['Allow user namespaces: `sudo sysctl -w user.max_user_namespaces=10000`.']
        : []),
      ...(failures.some(({ said }) => /disable-userns|[Uu]nknown option/.test(said))
        ? ['Install bubblewrap 0.8 or newer: this one does not know how to keep other user namespaces out.']
        : []),
      'In a container: start it with the right to make namespaces (for example `--cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined`), or run outside of one.',
    ];
  }
  return groups === null
    ? [
        'For limits of a whole box, run as root or in a control group that is delegated to this user (for example `systemd-run --user --scope -p Delegate=yes …`).',
      ]
    : [];
}
