import { describe, expect, test } from '@jest/globals';
import { toJob } from '../../../src/emulator/agent-server/run-job.ts';
import { runRow, threadRow } from '../store/samples.ts';

const job = (kwargs: object, resume?: boolean) =>
  toJob(runRow(threadRow('deployment'), { kwargs: { assistant_id: 'agent', ...kwargs } }), resume);

describe('the job that a worker gets for a run', () => {
  test('is a command in the terms of the graph library, and none when it says nothing', () => {
    const goto = ['next', { node: 'other', input: { n: 1 } }];
    expect(job({ command: { goto, resume: false, update: [['a', 1]] } }).command).toEqual({
      goto: ['next', { lg_name: 'Send', node: 'other', args: { n: 1 } }],
      resume: false,
      update: [['a', 1]],
    });
    expect(job({ command: { goto: { node: 'other' } } }).command).toEqual({
      goto: { lg_name: 'Send', node: 'other', args: null },
    });
    for (const command of [null, {}, { update: null, goto: null }]) {
      expect(job({ command })).not.toHaveProperty('command');
    }
  });

  test.each([
    [{ durability: 'sync', checkpoint_during: false }, 'sync'],
    [{ checkpoint_during: false }, 'exit'],
    [{ checkpoint_during: true }, 'async'],
    [{}, undefined],
  ])('is how durable it is, in the older words too: %j', (kwargs, durability) => {
    expect(job(kwargs).durability).toBe(durability);
  });

  test('is where it begins, unless it continues from its own last checkpoint', () => {
    const at = { checkpoint_id: 'c1', checkpoint_ns: 'ns', checkpoint_map: { ns: 'c0' } };
    expect(job({ checkpoint: at }).config['configurable']).toMatchObject(at);
    expect(job({ checkpoint_id: 'c2' }).config['configurable']).toMatchObject({
      checkpoint_id: 'c2',
      checkpoint_ns: '',
    });
    const kwargs = { checkpoint: at, config: { configurable: { ...at, mine: 1 } } };
    const again = job(kwargs, true).config['configurable'] as object;
    // Not even as undefined: the library asks whether they are there.
    expect(Object.keys(again)).toEqual(['mine', 'assistant_id']);
  });
});
