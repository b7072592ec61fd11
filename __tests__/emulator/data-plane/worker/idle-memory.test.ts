import { describe, expect, test } from '@jest/globals';
import { createIdleMemory } from '../../../../src/emulator/data-plane/worker/idle-memory.ts';

/** Creates an idle worker whose timers the test ends. */
function idleWorker() {
  const timers: { ms: number; work: () => void }[] = [];
  const state = { isBusy: false, heapTotal: 100, collections: 0 };
  const noteCommand = createIdleMemory({
    isBusy: () => state.isBusy,
    heap: () => ({ heapTotal: state.heapTotal }),
    collect: () => {
      state.collections += 1;
      state.heapTotal = 20;
    },
    after(ms, work) {
      const timer = { ms, work };
      timers.push(timer);
      return () => timers.splice(timers.indexOf(timer), 1);
    },
  });
  const passTime = (): void => {
    for (const { work } of timers.splice(0)) work();
  };
  return { state, timers, noteCommand, passTime };
}

describe('memory of an idle worker', () => {
  test('is returned a second after the last command', () => {
    const { state, timers, noteCommand, passTime } = idleWorker();
    noteCommand();
    noteCommand();
    expect(timers.map(({ ms }) => ms)).toEqual([1_000]);
    expect(state.collections).toBe(0);
    passTime();
    expect(state.collections).toBe(1);
    expect(timers).toEqual([]);
  });

  test('is not returned while a run is in progress, but a second after its end', () => {
    const { state, noteCommand, passTime } = idleWorker();
    state.isBusy = true;
    noteCommand();
    passTime();
    passTime();
    expect(state.collections).toBe(0);
    state.isBusy = false;
    passTime();
    expect(state.collections).toBe(1);
  });

  test('is returned again only after the heap has grown', () => {
    const { state, noteCommand, passTime } = idleWorker();
    const work = (heapTotal: number): void => {
      state.heapTotal = heapTotal;
      noteCommand();
      passTime();
    };
    work(100);
    work(29);
    expect(state.collections).toBe(1);
    work(30);
    expect(state.collections).toBe(2);
  });
});
