import { describe, expect, test } from '@jest/globals';
import { lazyWorkload } from '../../../../src/emulator/data-plane/data-plane.ts';
import type { Workload } from '../../../../src/emulator/data-plane/workload/workload.ts';

/** Creates a workload that records how often it was loaded, and which requests it received. */
function scripted({ hasData, failures = 0 }: { hasData: boolean; failures?: number }) {
  const calls: string[] = [];
  const note = (name: string) => () => {
    calls.push(name);
    return Promise.resolve(undefined);
  };
  const real: Workload = {
    isBuilt: () => Promise.resolve(true),
    build: note('build'),
    launch: note('launch'),
    discard: note('discard'),
    isDiskFull: () => Promise.resolve(false),
    listStored: () => Promise.resolve(['revision']),
    prune: note('prune'),
    close: note('close'),
  };
  let left = failures;
  const load = async () => {
    calls.push('load');
    left -= 1;
    if (left >= 0) throw new Error('the disk is full');
    return real;
  };
  return { calls, workload: lazyWorkload(load, () => hasData) };
}

const revision = {} as Parameters<Workload['isBuilt']>[0];

describe('a runtime that is loaded only when needed', () => {
  test('is not loaded if an emulator without data starts and ends', async () => {
    const { calls, workload } = scripted({ hasData: false });
    expect(await workload.listStored()).toEqual([]);
    await workload.discard([]);
    await workload.prune();
    await workload.close();
    expect(calls).toEqual([]);
  });

  test('is loaded if an emulator with data starts, and is closed once', async () => {
    const { calls, workload } = scripted({ hasData: true });
    expect(await workload.listStored()).toEqual(['revision']);
    await workload.discard(['revision']);
    await workload.prune();
    await workload.close();
    expect(calls).toEqual(['load', 'discard', 'prune', 'close']);
  });

  test('is loaded only once by its first tasks, and then also removes files of old revisions', async () => {
    const { calls, workload } = scripted({ hasData: false });
    expect(await Promise.all([workload.isBuilt(revision), workload.isBuilt(revision)])).toEqual([true, true]);
    await workload.discard(['revision']);
    await workload.close();
    expect(calls).toEqual(['load', 'discard', 'close']);
  });

  test('is loaded again after a failure', async () => {
    const { workload } = scripted({ hasData: false, failures: 1 });
    await expect(workload.isBuilt(revision)).rejects.toThrow('the disk is full');
    expect(await workload.isBuilt(revision)).toBe(true);
  });
});
