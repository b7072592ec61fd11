import { describe, expect, test } from '@jest/globals';
import { framesText, NO_FRAMES, withFrames } from '../../dashboard/src/logic/frame-rows.ts';
import { formOf, valueOfForm, toFormTexts } from '../../dashboard/src/logic/input-form.ts';
import { nodeState } from '../../dashboard/src/logic/run-view.ts';
import { resumeCommand, runBody } from '../../dashboard/src/logic/run-options.ts';
import { RunCreate } from '../../src/contract/run.ts';

describe("the list of a run's frames", () => {
  const frame = (data: string) => ({ id: '', event: 'values', data });

  test('numbers frames in the order of arrival, and drops the oldest frames above its limit', () => {
    const many = withFrames(
      NO_FRAMES,
      Array.from({ length: 5_003 }, () => frame('{}')),
    );
    expect(many.trimmed).toBe(3);
    expect([many.rows[0]?.seq, many.rows.at(-1)?.seq]).toEqual([4, 5_003]);
    expect(withFrames(many, [frame('{}')])).toMatchObject({ trimmed: 4 });
  });

  test('limits the total size, but always retains the newest frame', () => {
    const large = 'x'.repeat(20_000_000);
    const { rows, trimmed } = withFrames(NO_FRAMES, [frame(large), frame(large)]);
    expect([rows.length, trimmed]).toEqual([1, 1]);
    expect(withFrames(NO_FRAMES, [frame(large + large)]).rows).toHaveLength(1);
  });

  test('can be saved to a file in the format of the stream', () => {
    const frames = [
      { id: '7', event: 'values', data: '{"a":\n1}' },
      { id: '', event: 'end', data: 'null' },
    ];
    expect(framesText(withFrames(NO_FRAMES, frames))).toBe(
      'event: values\ndata: {"a":\ndata: 1}\nid: 7\n\nevent: end\ndata: null\n\n',
    );
  });
});

describe('a node of a drawn graph', () => {
  test('shows the state of its inner nodes if they are not drawn', () => {
    expect(nodeState('child', [], ['child:inner'])).toBe('running');
    expect(nodeState('child:inner', ['child:inner'], ['child'])).toBe('done');
    expect(nodeState('child', ['children'], ['children:x'])).toBe('');
  });
});

describe('a request that starts a run', () => {
  test('is valid for the agent server', () => {
    const body = runBody('agent', { input: { a: 1 } }, { multitask_strategy: undefined, after_seconds: 2 });
    expect(RunCreate.parse(body)).toMatchObject({ stream_resumable: true, after_seconds: 2 });
    expect(body).not.toHaveProperty('multitask_strategy');
  });

  test('has the multitask strategy `reject` if it answers a question, unless the user chose a strategy', () => {
    const command = { command: { resume: true } };
    expect(runBody('agent', command, {})).toMatchObject({ multitask_strategy: 'reject' });
    expect(runBody('agent', command, { multitask_strategy: 'enqueue' })).toMatchObject({
      multitask_strategy: 'enqueue',
    });
  });

  test('answers questions by ID, so an answer never reaches another question', () => {
    const id = '0123456789abcdef0123456789abcdef';
    expect(resumeCommand([{ id, value: 'sure?' }], [true])).toEqual({ resume: { [id]: true } });
    // Old libraries do not accept interrupt IDs as keys.
    expect(resumeCommand([{ id: 'ask:1', value: 'sure?' }], [true])).toEqual({ resume: true });
    expect(resumeCommand([], ['go on'])).toEqual({ resume: 'go on' });
    expect(resumeCommand([{ id: 'a' }, { id: 'b' }], ['yes', 'no'])).toEqual({
      resume: { a: 'yes', b: 'no' },
    });
  });

  test('omits empty fields, but not required booleans', () => {
    const fields =
      formOf({
        properties: { loud: { type: 'boolean' }, sure: { type: 'boolean' }, name: { type: 'string' } },
        required: ['sure'],
      }) ?? [];
    expect(valueOfForm(fields, {})).toEqual({ value: { sure: false } });
    expect(toFormTexts(fields, { loud: true, name: 'x', more: 1 })).toEqual({ loud: 'true', name: 'x' });
  });
});
