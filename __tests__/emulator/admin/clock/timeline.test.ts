import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  createTimeline,
  type Member,
  type Ticket,
  type Timeline,
} from '../../../../src/emulator/admin/clock/timeline.ts';

const START = 1_000;

/** Advances the timeline as far as possible, and returns the tickets of the ended sleeps with their times. */
function run(timeline: Timeline): [Ticket, number][] {
  const ended: [Ticket, number][] = [];
  for (let step = timeline.step(); step; step = timeline.step()) {
    ended.push([step.kind === 'wake' ? step.ticket : step.advance, timeline.now()]);
    if (ended.length > 10_000) throw new Error('time does not stop');
  }
  return ended;
}

describe('virtual time', () => {
  test("wakes the emulator's own work first, then participants in the order of joining", () => {
    const timeline = createTimeline(START);
    const [a, b] = [timeline.join(), timeline.join()];
    const child = timeline.join(a);
    const tickets = [
      timeline.sleep(b, START + 5),
      timeline.sleep(child, START + 5),
      timeline.sleep(undefined, START + 5),
      timeline.sleep(undefined, START + 5),
    ];
    const order = timeline.sleepers().map(({ ticket }) => tickets.indexOf(ticket));
    expect(order).toEqual([2, 3, 1, 0]);
    expect(run(timeline).map(([ticket]) => tickets.indexOf(ticket))).toEqual([2, 3, 1]);
  });

  test('keeps the children of a participant that leaves, and another participant can adopt them later', () => {
    const timeline = createTimeline(START);
    const parent = timeline.join();
    const child = timeline.join(parent);
    timeline.leave(parent);
    timeline.sleep(child, START + 5);
    expect(run(timeline)).toHaveLength(1);
    timeline.sleep(undefined, START + 6);
    expect(run(timeline)).toEqual([]);
    const late = timeline.join();
    timeline.adopt(late, child);
    // This parent would close a circle of parents.
    timeline.adopt(child, late);
    expect(run(timeline)).toEqual([]);
    timeline.cancel(timeline.sleepers()[0]?.ticket ?? 0);
    timeline.sleep(child, START + 10);
    expect(run(timeline)).toEqual([[expect.any(Number), START + 10]]);
  });

  test('an advance reaches its target even if a participant that the advance did not wake never sleeps', () => {
    const timeline = createTimeline(START);
    timeline.join();
    const sleeper = timeline.join();
    const first = timeline.sleep(sleeper, START + 5);
    const last = timeline.sleep(undefined, START + 20);
    const later = timeline.sleep(undefined, START + 21);
    const advance = timeline.advance(20);
    expect(run(timeline)).toEqual([[first, START + 5]]);
    timeline.sleep(sleeper, START + 30);
    expect(run(timeline)).toEqual([
      [last, START + 20],
      [advance, START + 20],
    ]);
    expect(timeline.sleepers().map(({ ticket }) => ticket)).toContain(later);
  });

  test('executes advances one after another, and skips an aborted advance', () => {
    const timeline = createTimeline(START);
    const [a, b, c] = [timeline.advance(5), timeline.advance(7), timeline.advance(9)];
    timeline.cancel(b);
    expect(run(timeline)).toEqual([
      [a, START + 5],
      [c, START + 14],
    ]);
  });

  test('an advance does not wait for participants that an earlier advance woke', () => {
    const timeline = createTimeline(START);
    const [sleeper] = [timeline.join(), timeline.join()];
    timeline.sleep(sleeper, START + 5);
    const first = timeline.advance(10);
    expect(run(timeline)).toHaveLength(1);
    const again = timeline.sleep(sleeper, START + 100);
    expect(run(timeline)).toEqual([[first, START + 10]]);
    timeline.cancel(again);
    const second = timeline.advance(10);
    expect(run(timeline)).toEqual([[second, START + 20]]);
  });

  test('an advance continues from the time that an aborted advance had reached', () => {
    const timeline = createTimeline(START);
    const sleeper = timeline.join();
    timeline.sleep(sleeper, START + 5);
    const [first, second] = [timeline.advance(10), timeline.advance(7)];
    expect(run(timeline)).toHaveLength(1);
    timeline.cancel(first);
    expect(run(timeline)).toEqual([[second, START + 12]]);
  });

  test("an advance waits until each child that it woke sleeps or leaves, even if the child's parent sleeps", () => {
    const timeline = createTimeline(START);
    const parent = timeline.join();
    const child = timeline.join(parent);
    timeline.sleep(parent, START + 100);
    const first = timeline.sleep(child, START + 5);
    const advance = timeline.advance(5);
    expect(run(timeline)).toEqual([[first, START + 5]]);
    timeline.leave(child);
    expect(run(timeline)[0]).toEqual([advance, START + 5]);
  });

  test('ends an overdue sleep at the current time, not in the past', () => {
    const timeline = createTimeline(START);
    const ticket = timeline.sleep(timeline.join(), START + 5);
    timeline.notBefore(START + 50);
    timeline.notBefore(START);
    expect(run(timeline)).toEqual([[ticket, START + 50]]);
  });
});

type Op =
  | { op: 'join'; parent: number }
  | { op: 'leave' | 'cancel'; which: number }
  | { op: 'sleep'; who: number; ms: number }
  | { op: 'advance'; ms: number }
  | { op: 'hold' | 'release' | 'step' };

const index = fc.nat(12);
const ops: fc.Arbitrary<Op[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.record({ op: fc.constant('join' as const), parent: index }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('leave' as const), which: index }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('cancel' as const), which: index }) },
    { weight: 6, arbitrary: fc.record({ op: fc.constant('sleep' as const), who: index, ms: fc.nat(6) }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('advance' as const), ms: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ op: fc.constant('hold' as const) }) },
    { weight: 3, arbitrary: fc.record({ op: fc.constant('release' as const) }) },
    { weight: 8, arbitrary: fc.record({ op: fc.constant('step' as const) }) },
  ),
  { maxLength: 60 },
);

/** Returns a second, simpler model of the timeline, which checks the timeline's rules. */
function shadow(timeline: Timeline) {
  const parents = new Map<Member, Member | undefined>();
  const sleeps = new Map<Ticket, { member: Member | undefined; until: number }>();
  const advances = new Set<Ticket>();
  const all: Ticket[] = [];
  const woken = new Set<Ticket>();
  let holds = 0;
  let last = START;
  const pick = <T>(of: Iterable<T>, nth: number): T | undefined => {
    const list = [...of];
    return list[nth % (list.length + 1)];
  };
  const asleep = (member: Member): boolean => {
    const children = [...parents].filter(([, parent]) => parent === member).map(([child]) => child);
    return (
      [...sleeps.values()].some((sleep) => sleep.member === member) ||
      (children.length > 0 && children.every(asleep))
    );
  };
  const roots = () => [...parents].filter(([, parent]) => parent === undefined).map(([member]) => member);

  const step = (): boolean => {
    const mayPass = holds === 0 && ((roots().length > 0 && roots().every(asleep)) || advances.size > 0);
    const before = timeline.sleepers();
    const taken = timeline.step();
    expect(timeline.now()).toBeGreaterThanOrEqual(last);
    if (!taken) {
      expect(timeline.now()).toBe(last);
      // A sleep can always end if all participants sleep and no work is in progress.
      expect(holds === 0 && roots().length > 0 && [...parents.keys()].every(asleep)).toBe(false);
      return false;
    }
    expect(mayPass).toBe(true);
    if (taken.kind === 'arrived') expect(advances.delete(taken.advance)).toBe(true);
    else {
      const sleep = sleeps.get(taken.ticket);
      expect(sleep?.until).toBeLessThanOrEqual(timeline.now());
      expect(timeline.now()).toBe(Math.max(last, sleep?.until ?? Number.NaN));
      // No sleep with an earlier end remains, and the emulator's sleeps end before other sleeps.
      expect(before[0]?.ticket).toBe(taken.ticket);
      for (const other of sleeps.values()) {
        expect(other.until).toBeGreaterThanOrEqual(sleep?.until ?? 0);
        if (sleep?.member !== undefined && other.until === sleep.until) expect(other.member).toBeDefined();
      }
      for (const [ticket, other] of sleeps) {
        const same = other.until === sleep?.until && other.member === sleep.member;
        if (same) expect(ticket).toBeGreaterThanOrEqual(taken.ticket);
      }
      sleeps.delete(taken.ticket);
      woken.add(taken.ticket);
    }
    last = timeline.now();
    return true;
  };

  const apply = (op: Op) => {
    switch (op.op) {
      case 'join': {
        const parent = pick(parents.keys(), op.parent);
        parents.set(timeline.join(parent), parent);
        break;
      }
      case 'leave': {
        const member = pick(parents.keys(), op.which);
        if (member === undefined) break;
        const own = [...sleeps].filter(([, sleep]) => sleep.member === member).map(([ticket]) => ticket);
        expect(timeline.leave(member).toSorted()).toEqual(own.toSorted());
        for (const ticket of own) sleeps.delete(ticket);
        parents.delete(member);
        for (const [child, parent] of parents) if (parent === member) parents.set(child, undefined);
        break;
      }
      case 'sleep': {
        const member = pick(parents.keys(), op.who);
        const until = timeline.now() + op.ms;
        const ticket = timeline.sleep(member, until);
        sleeps.set(ticket, { member, until });
        all.push(ticket);
        break;
      }
      case 'cancel': {
        const ticket = pick(all, op.which);
        if (ticket === undefined) break;
        timeline.cancel(ticket);
        sleeps.delete(ticket);
        break;
      }
      case 'advance':
        advances.add(timeline.advance(op.ms));
        break;
      case 'hold':
        timeline.pause();
        holds += 1;
        break;
      case 'release':
        timeline.release();
        holds = Math.max(0, holds - 1);
        break;
      case 'step':
        step();
    }
    expect(
      timeline
        .sleepers()
        .map(({ ticket }) => ticket)
        .toSorted(),
    ).toEqual([...sleeps.keys()].toSorted());
  };

  /** Ends all work, removes all participants, and advances time beyond all sleeps. */
  const finish = () => {
    for (let left = holds; left > 0; left -= 1) apply({ op: 'release' });
    const emulators = [...sleeps].filter(([, { member }]) => member === undefined).map(([ticket]) => ticket);
    while (parents.size > 0) apply({ op: 'leave', which: 0 });
    apply({ op: 'advance', ms: 1_000 });
    while (step()) continue;
    expect(advances.size).toBe(0);
    expect(sleeps.size).toBe(0);
    for (const ticket of emulators) expect(woken).toContain(ticket);
  };
  return { apply, finish };
}

test('virtual time never goes back, wakes sleepers in order, and advances only while no participant is awake', () => {
  fc.assert(
    fc.property(ops, (list) => {
      const beside = shadow(createTimeline(START));
      for (const op of list) beside.apply(op);
      beside.finish();
    }),
    { numRuns: fc.readConfigureGlobal().numRuns ?? 300 },
  );
});

test('sleepers wake in the same order, whatever the order in which they fell asleep', () => {
  const sleeper = fc.record({ who: fc.nat(4), ms: fc.nat(3) });
  fc.assert(
    fc.property(
      fc.uniqueArray(sleeper, { selector: ({ who, ms }) => `${who}/${ms}` }),
      fc.nat(),
      (list, turn) => {
        const order = (sleepers: typeof list) => {
          const timeline = createTimeline(START);
          const members = [undefined, timeline.join(), timeline.join(), timeline.join(), timeline.join()];
          for (const { who, ms } of sleepers) timeline.sleep(members[who], START + ms);
          return timeline.sleepers().map(({ member, until }) => [members.indexOf(member), until]);
        };
        const by = list.length === 0 ? 0 : turn % list.length;
        expect(order([...list.slice(by), ...list.slice(0, by)].toReversed())).toEqual(order(list));
      },
    ),
    { numRuns: fc.readConfigureGlobal().numRuns ?? 200 },
  );
});
