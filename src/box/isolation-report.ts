import type { HostCapabilities } from './capabilities.ts';
import type { IsolationReport } from './box.ts';

/** Returns sentences about the isolation of boxes on this machine and about ways to strengthen the isolation. */
export function toIsolationReport(ability: HostCapabilities): IsolationReport {
  return {
    level: ability.level,
    findings: [found(ability), ...limits(ability)],
    remedies: remedies(ability),
  };
}

function found({ level, bwrap, method: way, platform, failures, seccomp }: HostCapabilities): string {
  if (level !== 'namespaces') {
    const failed = failures.map(({ way: tried, output }) => ` Tried as ${words(tried)}: ${output}.`).join('');
    const why =
      platform !== 'linux'
        ? `${platform} has no Linux namespaces.`
        : bwrap === null
          ? 'bubblewrap (bwrap) is not installed.'
          : `${bwrap} could not create a box.${failed}`;
    return `${why} Programs run as child processes of this process, as its user, with access to its files and the network.`;
  }
  const filter = seccomp ? 'with a system call filter' : 'without a system call filter on this machine';
  return `Boxes are created by ${bwrap} as ${words(way ?? 'root')}, without a network, ${filter}.`;
}

function words(way: 'root' | 'user-namespace' | 'sudo'): string {
  switch (way) {
    case 'root':
      return 'root, without a user namespace, and their programs run as users without capabilities';
    case 'user-namespace':
      return 'an ordinary user, in a user namespace that cannot create further user namespaces';
    case 'sudo':
      return 'root through sudo, without a user namespace, and their programs run as this user without capabilities';
  }
}

function limits({ cgroups: groups, prlimit, platform, level }: HostCapabilities): string[] {
  if (platform !== 'linux') return ['Memory, CPU and number of processes are not limited.'];
  const by = groups === null ? 'no control group' : `control groups (v${groups.version})`;
  const has = (name: 'memory' | 'cpu' | 'pids') =>
    groups !== null && (groups.version === 2 || groups[name] !== null);
  const nothing = 'because there is no control group for it';
  const each = prlimit
    ? `Memory is only limited for each process (RLIMIT_DATA), ${nothing}.`
    : `Memory is not limited, ${nothing}, and prlimit is missing.`;
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
      "Install bubblewrap: `sudo apt-get install -y bubblewrap` (Debian, Ubuntu) or your system's equivalent.",
    ];
  }
  if (level !== 'namespaces') {
    return [
      ...(switches.apparmorRestricts
        ? [
            'Ubuntu 23.10 and newer denies user namespaces to ordinary users (kernel.apparmor_restrict_unprivileged_userns=1). Remedies, the least intrusive first: create boxes as root with password-less sudo, where the program supports it (the sandbox action does, and hosted runners have it);',
            'or allow only bubblewrap: put `abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }` into /etc/apparmor.d/bwrap and run `sudo apparmor_parser -r /etc/apparmor.d/bwrap`;',
            'or allow all programs until the next boot: `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`.',
          ]
        : []),
      ...(switches.debianSwitch === false
        ? ['Allow user namespaces: `sudo sysctl -w kernel.unprivileged_userns_clone=1`.']
        : []),
      ...(switches.userNamespaces === 0
        ? ['Allow user namespaces: `sudo sysctl -w user.max_user_namespaces=10000`.']
        : []),
      ...(failures.some(({ output }) => /disable-userns|[Uu]nknown option/.test(output))
        ? ['Install bubblewrap 0.8 or newer: the installed version cannot prevent further user namespaces.']
        : []),
      'In a container: start it with the permission to create namespaces (for example `--cap-add SYS_ADMIN --security-opt seccomp=unconfined --security-opt apparmor=unconfined`), or run outside a container.',
    ];
  }
  return groups === null
    ? [
        'For limits of a whole box, run as root or in a control group that is delegated to this user (for example `systemd-run --user --scope -p Delegate=yes …`).',
      ]
    : [];
}
