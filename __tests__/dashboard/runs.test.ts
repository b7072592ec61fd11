import { describe, expect, test } from '@jest/globals';
import { framesText, NO_FRAMES, withFrames } from '../../dashboard/src/logic/frame-rows.ts';
import { formOf, valueOfForm, writtenOf } from '../../dashboard/src/logic/input-form.ts';
import { parseInputs, withInput } from '../../dashboard/src/logic/last-inputs.ts';
import { nodeState } from '../../dashboard/src/logic/node-state.ts';
import { resumeCommand, runBody } from '../../dashboard/src/logic/run-options.ts';
import { statusKind } from '../../dashboard/src/logic/status-kind.ts';
import { nodesOfHistory } from '../../dashboard/src/logic/steps.ts';
import { RunCreate } from '../../src/contract/run.ts';

describe('the frames of a run', () => {
  const frame = (data: string) => ({ id: '', event: 'values', data });

  test('are numbered as they come, and the oldest go when there are too many', () => {
    const many = withFrames(
      NO_FRAMES,
      Array.from({ length: 5_003 }, () => frame('{}')),
    );
    expect(many.trimmed).toBe(3);
    expect([many.rows[0]?.seq, many.rows.at(-1)?.seq]).toEqual([4, 5_003]);
    expect(withFrames(many, [frame('{}')])).toMatchObject({ trimmed: 4 });
  });

  test('go by their size too, but the newest is always there', () => {
    const large = 'x'.repeat(20_000_000);
    const { rows, trimmed } = withFrames(NO_FRAMES, [frame(large), frame(large)]);
    expect([rows.length, trimmed]).toEqual([1, 1]);
    expect(withFrames(NO_FRAMES, [frame(large + large)]).rows).toHaveLength(1);
  });

  test('are a file as they came over the wire', () => {
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
  test('stands for what is in it, where that is not drawn', () => {
    expect(nodeState('child', [], ['child:inner'])).toBe('running');
    expect(nodeState('child:inner', ['child:inner'], ['child'])).toBe('done');
    expect(nodeState('child', ['children'], ['children:x'])).toBe('');
  });

  test('ran when the history says so, although no stream did', () => {
    const tasks = (...list: unknown[]) => ({ tasks: list });
    expect(
      nodesOfHistory([
        tasks(),
        tasks({ name: 'b', result: null }, { name: 'c', result: {} }),
        tasks({ name: 'a', result: {} }),
        tasks({ name: '__start__', result: {} }),
      ]),
    ).toEqual(['a', 'c']);
  });
});

describe('what starts a run', () => {
  test('is a request that the agent server takes', () => {
    const body = runBody('agent', { input: { a: 1 } }, { multitask_strategy: undefined, after_seconds: 2 });
    expect(RunCreate.parse(body)).toMatchObject({ stream_resumable: true, after_seconds: 2 });
    expect(body).not.toHaveProperty('multitask_strategy');
  });

  test('answers one question by itself, and several by their IDs', () => {
    expect(resumeCommand([{ id: 'a', value: 'sure?' }], [true])).toEqual({ resume: true });
    expect(resumeCommand([{ id: 'a' }, { id: 'b' }], ['yes', 'no'])).toEqual({
      resume: { a: 'yes', b: 'no' },
    });
  });

  test('is remembered, each input once and the newest first', () => {
    expect(withInput(withInput(withInput([], { a: 1 }), { a: 2 }), { a: 1 })).toEqual(['{"a":1}', '{"a":2}']);
    expect(withInput(['{}'], 'x'.repeat(200_000))).toEqual(['{}']);
    expect([parseInputs(null), parseInputs('{"a"'), parseInputs('["{}",1]')]).toEqual([[], [], ['{}']]);
  });

  test('leaves out what was not written into the form, except an answer of yes or no that is required', () => {
    const fields =
      formOf({
        properties: { loud: { type: 'boolean' }, sure: { type: 'boolean' }, name: { type: 'string' } },
        required: ['sure'],
      }) ?? [];
    expect(valueOfForm(fields, {})).toEqual({ value: { sure: false } });
    expect(writtenOf(fields, { loud: true, name: 'x', more: 1 })).toEqual({ loud: 'true', name: 'x' });
  });
});

test('a status is drawn as what it means, of runs, threads and revisions alike', () => {
  expect(['success', 'busy', 'interrupted', 'error', 'BUILD_FAILED', 'idle'].map(statusKind)).toEqual([
    'serving',
    'working',
    'waiting',
    'failed',
    'failed',
    'ended',
  ]);
});
