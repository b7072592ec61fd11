import { describe, expect, test } from '@jest/globals';
import type { StreamedEvent } from '../../../../src/emulator/ports/worker.ts';
import {
  createStepEvents,
  toLibraryModes,
  type Step,
} from '../../../../src/emulator/data-plane/worker/step-events.ts';

function eventsOf(modes: string[], steps: Step[], hasSubscriber = () => true): StreamedEvent[] {
  const emitted: StreamedEvent[] = [];
  const events = createStepEvents(
    { modes, subgraphs: true, hasSubscriber: true },
    {
      hasSubscriber,
      emit: (event) => void emitted.push(event),
      room: () => undefined,
      flushed: () => Promise.resolve(),
    },
  );
  for (const one of steps) events.addStep(one);
  return emitted;
}
const step = (mode: string, payload: unknown, ns: string[] = []): Step => ({ ns, mode, payload });

describe("the events of a run's steps", () => {
  test.each([
    [['values'], ['values']],
    [['events'], ['values']],
    [['messages'], ['messages', 'values']],
    [
      ['messages-tuple', 'updates'],
      ['updates', 'messages'],
    ],
    [[], ['values']],
  ])('for the stream modes %p are requested from the graph library as %p', (modes, asked) => {
    expect(toLibraryModes(modes).toSorted()).toEqual(asked.toSorted());
  });

  test.each([[['updates']], [['values']], [['events']]])(
    'for the stream modes %p are requested as `updates` and `values` from an early graph library',
    (modes) => {
      expect(toLibraryModes(modes, false).toSorted()).toEqual(['updates', 'values']);
    },
  );

  test('are emitted only in the requested modes', () => {
    const steps = [step('values', 1), step('updates', 2), step('messages', [{}, {}])];
    expect(eventsOf(['updates'], steps)).toEqual([{ event: 'updates', data: '2' }]);
  });

  test("have a name on one line, even if a subgraph's node contains a line break", () => {
    expect(eventsOf(['updates'], [step('updates', null, ['a:1', 'b\r\nevent: end'])])).toEqual([
      { event: 'updates|a:1|b  event: end', data: 'null' },
    ]);
  });

  test('do not fail the run if JSON cannot represent them, but are replaced by an error', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const [event] = eventsOf(['custom'], [step('custom', loop)]);
    expect(event?.event).toBe('custom');
    expect(JSON.parse(event?.data ?? '')).toEqual({
      error: 'TypeError',
      message: expect.stringContaining('contains itself'),
    });
  });

  test('are emitted only after the first subscription', () => {
    let subscribed = false;
    const steps: Step[] = [
      step('values', 1),
      {
        ns: [],
        mode: 'values',
        get payload() {
          subscribed = true;
          return 2;
        },
      },
    ];
    expect(eventsOf(['values'], steps, () => subscribed)).toEqual([{ event: 'values', data: '2' }]);
  });
});
