import { describe, expect, test } from '@jest/globals';
import { ConcurrencyGroups } from '../../../harness/workflow/concurrency.ts';

const quiet = () => {};
const group = (name: string, cancelInProgress = false) => ({ group: name, cancelInProgress });

describe('a concurrency group', () => {
  test("admits one run, and lets the next run wait until the first run has ended, regardless of the name's letter case", async () => {
    const groups = new ConcurrencyGroups();
    const leave = await groups.enter(group('deploy'), quiet);
    const order: string[] = [];
    const second = groups.enter(group('DEPLOY'), quiet).then(() => order.push('second in'));
    expect(await groups.enter(group('other'), quiet)).not.toBeNull();
    order.push('first leaves');
    leave?.();
    await second;
    expect(order).toEqual(['first leaves', 'second in']);
  });

  test('lets one run wait, and a newer run replaces the waiting run', async () => {
    const groups = new ConcurrencyGroups();
    const leave = await groups.enter(group('g'), quiet);
    const second = groups.enter(group('g'), quiet);
    const third = groups.enter(group('g'), quiet);
    expect(await second).toBeNull();
    leave?.();
    expect(await third).not.toBeNull();
  });

  test('cancels the current run on request, and still waits until that run has left', async () => {
    const groups = new ConcurrencyGroups();
    let cancelled = 0;
    const leave = await groups.enter(group('g'), () => (cancelled += 1));
    let entered = false;
    const second = groups.enter(group('g', true), quiet).then(() => (entered = true));
    await Promise.resolve();
    expect([cancelled, entered]).toEqual([1, false]);
    leave?.();
    await second;
  });

  test('lets another run wait when the waiting run stops waiting', async () => {
    const groups = new ConcurrencyGroups();
    const leave = await groups.enter(group('g'), quiet);
    const controller = new AbortController();
    const second = groups.enter(group('g'), quiet, controller.signal);
    controller.abort();
    expect(await second).toBeNull();
    leave?.();
    expect(await groups.enter(group('g'), quiet)).not.toBeNull();
  });
});
