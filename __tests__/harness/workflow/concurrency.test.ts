import { describe, expect, test } from '@jest/globals';
import { ConcurrencyGroups } from '../../../harness/workflow/concurrency.ts';

const quiet = () => {};
const group = (name: string, cancelInProgress = false) => ({ group: name, cancelInProgress });

describe('a concurrency group', () => {
  test("admits one run at a time, regardless of the letter case of the group's name", async () => {
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

  test('lets one run wait, and replaces the waiting run by a newer run', async () => {
    const groups = new ConcurrencyGroups();
    const leave = await groups.enter(group('g'), quiet);
    const second = groups.enter(group('g'), quiet);
    const third = groups.enter(group('g'), quiet);
    expect(await second).toBeNull();
    leave?.();
    expect(await third).not.toBeNull();
  });

  test('cancels the current run on request, but admits the next run only after its end', async () => {
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

  test('lets another run wait after the waiting run stops waiting', async () => {
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
