import { describe, expect, test } from '@jest/globals';
import { ConcurrencyGroups } from '../../../harness/workflow/concurrency.ts';

const quiet = () => {};

describe('a concurrency group', () => {
  test('lets one in; the next waits until it has left', async () => {
    const groups = new ConcurrencyGroups();
    const first = await groups.enter('deploy', false, quiet);
    const order: string[] = [];
    const second = groups.enter('DEPLOY', false, quiet).then((admission) => {
      order.push('second in');
      return admission;
    });
    expect((await groups.enter('other', false, quiet)).admitted).toBe(true);
    order.push('first leaves');
    if (first.admitted) first.leave();
    expect((await second).admitted).toBe(true);
    expect(order).toEqual(['first leaves', 'second in']);
  });

  test('has one waiting place: who comes next takes it', async () => {
    const groups = new ConcurrencyGroups();
    const first = await groups.enter('g', false, quiet);
    const second = groups.enter('g', false, quiet);
    const third = groups.enter('g', false, quiet);
    expect((await second).admitted).toBe(false);
    if (first.admitted) first.leave();
    expect((await third).admitted).toBe(true);
  });

  test('cancels the running one when asked to, and still waits until it has left', async () => {
    const groups = new ConcurrencyGroups();
    let cancelled = 0;
    const first = await groups.enter('g', false, () => (cancelled += 1));
    const second = groups.enter('g', true, quiet);
    expect(cancelled).toBe(1);
    let entered = false;
    void second.then(() => (entered = true));
    await Promise.resolve();
    expect(entered).toBe(false);
    if (first.admitted) first.leave();
    expect((await second).admitted).toBe(true);
  });

  test('is left by who gives up waiting', async () => {
    const groups = new ConcurrencyGroups();
    const first = await groups.enter('g', false, quiet);
    const controller = new AbortController();
    const second = groups.enter('g', false, quiet, controller.signal);
    controller.abort();
    expect((await second).admitted).toBe(false);
    if (first.admitted) first.leave();
    expect((await groups.enter('g', false, quiet)).admitted).toBe(true);
  });
});
