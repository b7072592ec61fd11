import { describe, expect, test } from '@jest/globals';
import { parseCgroupLocations, OWN_MEMORY, OWN_TASKS, planCgroup } from '../../src/box/cgroup-plan.ts';

const LIMITS = { memoryBytes: 512 * 1024 * 1024, cpuMillicores: 1500, processes: 100 };

describe('the location of control groups', () => {
  test('in version 1 is a separate hierarchy and path for each controller', () => {
    const self = '8:pids:/\n4:memory:/jobs/7\n1:cpu,cpuacct:/\n0::/\n';
    const mounts = [
      '30 25 0:26 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory',
      '31 25 0:27 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids',
      '32 25 0:28 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct',
    ].join('\n');
    expect(parseCgroupLocations(self, mounts)).toEqual({
      memory: '/sys/fs/cgroup/memory/jobs/7',
      cpu: '/sys/fs/cgroup/cpu,cpuacct',
      pids: '/sys/fs/cgroup/pids',
      unified: [],
    });
  });

  test("in version 2 is one of the folders from the process's own group up to the mount", () => {
    const self = '0::/system.slice/runner.service\n';
    const mounts = '30 25 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n';
    expect(parseCgroupLocations(self, mounts)).toEqual({
      memory: null,
      cpu: null,
      pids: null,
      unified: [
        '/sys/fs/cgroup/system.slice/runner.service',
        '/sys/fs/cgroup/system.slice',
        '/sys/fs/cgroup',
      ],
    });
  });

  test('is correct even if a mount shows only a part of the hierarchy', () => {
    const mounts = '30 25 0:26 /docker/1a /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n';
    expect(parseCgroupLocations('4:memory:/docker/1a\n', mounts).memory).toBe('/sys/fs/cgroup/memory');
    expect(parseCgroupLocations('4:memory:/docker/1a/x\n', mounts).memory).toBe('/sys/fs/cgroup/memory/x');
  });
});

describe('the control group of a box', () => {
  test('in version 2 is one folder with all limits', () => {
    const folder = '/cg/agent-deploy-box-b';
    expect(planCgroup({ version: 2, parent: '/cg' }, 'b', LIMITS)).toEqual({
      folders: [folder],
      writes: [
        { file: `${folder}/memory.max`, value: String(LIMITS.memoryBytes + OWN_MEMORY) },
        { file: `${folder}/memory.swap.max`, value: '0' },
        { file: `${folder}/cpu.max`, value: '150000 100000' },
        { file: `${folder}/pids.max`, value: String(100 + OWN_TASKS) },
      ],
      joins: [`${folder}/cgroup.procs`],
    });
  });

  test('in version 1 is one folder for each available controller', () => {
    const plan = planCgroup({ version: 1, memory: '/m', cpu: null, pids: '/p' }, 'b', LIMITS);
    expect(plan.folders).toEqual(['/p/agent-deploy-box-b', '/m/agent-deploy-box-b']);
    expect(plan.writes.map(({ file }) => file)).toEqual([
      '/m/agent-deploy-box-b/memory.limit_in_bytes',
      '/p/agent-deploy-box-b/pids.max',
    ]);
  });

  test('is created even without limits, so remaining processes can be killed', () => {
    const none = { memoryBytes: null, cpuMillicores: null, processes: null };
    expect(planCgroup({ version: 2, parent: '/cg' }, 'b', none).writes).toEqual([]);
    expect(planCgroup({ version: 1, memory: '/m', cpu: '/c', pids: '/p' }, 'b', none)).toEqual({
      folders: ['/p/agent-deploy-box-b'],
      writes: [],
      joins: ['/p/agent-deploy-box-b/cgroup.procs'],
    });
  });
});
