import { describe, expect, test } from '@jest/globals';
import type { HostCapabilities } from '../../src/box/capabilities.ts';
import { toIsolationReport } from '../../src/box/isolation-report.ts';

const LINUX: HostCapabilities = {
  level: 'process',
  platform: 'linux',
  bwrap: '/usr/bin/bwrap',
  method: null,
  elevate: [],
  cgroups: null,
  prlimit: true,
  seccomp: true,
  failures: [{ way: 'user-namespace', output: 'bwrap: setting up uid map: Permission denied' }],
  switches: { apparmorRestricts: false, userNamespaces: 100, debianSwitch: null },
};

describe('the isolation report', () => {
  test('suggests nothing if the machine supports everything', () => {
    const groups = { version: 2, parent: '/sys/fs/cgroup' } as const;
    const report = toIsolationReport({
      ...LINUX,
      level: 'namespaces',
      method: 'root',
      cgroups: groups,
      failures: [],
    });
    expect(report).toMatchObject({ level: 'namespaces', remedies: [] });
    expect(report.findings).toEqual([
      expect.stringContaining('as root, without a user namespace'),
      'Memory is limited by control groups (v2).',
      'CPU is limited by control groups (v2).',
      'The number of processes is limited by control groups (v2).',
    ]);
  });

  // docs/boxes.md#none
  test('reports missing namespaces with a hint', () => {
    const windows = toIsolationReport({
      ...LINUX,
      level: 'none',
      platform: 'win32',
      bwrap: null,
      failures: [],
    });
    expect(windows.findings[0]).toContain('win32 has no Linux namespaces');
    expect(windows.remedies).toEqual(['Run it on Linux, with bubblewrap installed.']);
    const bare = toIsolationReport({ ...LINUX, bwrap: null, failures: [] });
    expect(bare.findings[0]).toMatch(/not installed.*with access to its files/);
    expect(bare.remedies[0]).toContain('apt-get install -y bubblewrap');
  });

  // docs/boxes.md#one
  test('reports that Ubuntu denies user namespaces to ordinary users, and lists the narrowest remedy first', () => {
    const switches = { ...LINUX.switches, apparmorRestricts: true };
    const { findings, remedies } = toIsolationReport({ ...LINUX, switches });
    expect(findings[0]).toContain('setting up uid map: Permission denied');
    expect(remedies.slice(0, 3)).toEqual([
      expect.stringContaining('password-less sudo'),
      expect.stringContaining('/etc/apparmor.d/bwrap'),
      expect.stringContaining('kernel.apparmor_restrict_unprivileged_userns=0'),
    ]);
  });

  test.each([
    ['user.max_user_namespaces', { userNamespaces: 0 }],
    ['kernel.unprivileged_userns_clone', { debianSwitch: false }],
  ])('reports that the kernel setting %s is off', (name, off) => {
    const { remedies } = toIsolationReport({ ...LINUX, switches: { ...LINUX.switches, ...off } });
    expect(remedies[0]).toContain(name);
  });

  test('reports an outdated bubblewrap', () => {
    const failures = [{ way: 'user-namespace', output: 'bwrap: Unknown option --disable-userns' } as const];
    expect(toIsolationReport({ ...LINUX, failures }).remedies[0]).toContain('bubblewrap 0.8');
  });

  test('distinguishes limits for each process from limits for the box', () => {
    const report = toIsolationReport({
      ...LINUX,
      level: 'namespaces',
      method: 'user-namespace',
      failures: [],
    });
    expect(report.findings).toContainEqual(
      expect.stringContaining('Memory is only limited for each process'),
    );
    expect(report.findings).toContainEqual(expect.stringContaining('CPU is not limited'));
    expect(report.remedies[0]).toContain('Delegate=yes');
  });
});
