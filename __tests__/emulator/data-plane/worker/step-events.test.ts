import { describe, expect, test } from '@jest/globals';
import type { StreamedEvent } from '../../../../src/emulator/ports/worker.ts';
import {
  createStepEvents,
  toLibraryModes,
  type Step,
} from '../../../../src/emulator/data-plane/worker/step-events.ts';

function told(modes: string[], steps: Step[], heard: () => boolean = () => true): StreamedEvent[] {
  const events: StreamedEvent[] = [];
  const audience = {
    heard,
    tell: (event: StreamedEvent) => void events.push(event),
    room: () => undefined,
    told: () => Promise.resolve(),
  };
  const teller = createStepEvents({ modes, subgraphs: true, hasSubscriber: true }, audience);
  for (const step of steps) teller.take(step);
  return events;
}
const step = (mode: string, payload: unknown, ns: string[] = []): Step => ({ ns, mode, payload });

describe('the steps of a run', () => {
  test.each([
    [['values'], ['values']],
    [['events'], ['values']],
    [['messages'], ['messages', 'values']],
    [
      ['messages-tuple', 'updates'],
      ['updates', 'messages'],
    ],
    [[], ['values']],
  ])('for %p are asked of the library as %p', (modes, asked) => {
    expect(toLibraryModes(modes).toSorted()).toEqual(asked.toSorted());
  });

  test('are told in the modes that were asked for, and in no other', () => {
    const steps = [step('values', 1), step('updates', 2), step('messages', [{}, {}])];
    expect(told(['updates'], steps)).toEqual([{ event: 'updates', data: '2' }]);
  });

  test('of sub-graphs bear their namespace, on one line whatever a node is called', () => {
    expect(told(['updates'], [step('updates', null, ['a:1', 'b\r\nevent: end'])])).toEqual([
      { event: 'updates|a:1|b  event: end', data: 'null' },
    ]);
  });

  test('that JSON cannot hold fail no run: what is wrong is told in their place', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const [event] = told(['custom'], [step('custom', loop)]);
    expect(event?.event).toBe('custom');
    expect(JSON.parse(event?.data ?? '')).toEqual({
      error: 'TypeError',
      message: expect.stringContaining('contains itself'),
    });
  });

  test('are told from when somebody listens', () => {
    let heard = false;
    const steps: Step[] = [
      step('values', 1),
      {
        ns: [],
        mode: 'values',
        get payload() {
          heard = true;
          return 2;
        },
      },
    ];
    expect(told(['values'], steps, () => heard)).toEqual([{ event: 'values', data: '2' }]);
  });
});
