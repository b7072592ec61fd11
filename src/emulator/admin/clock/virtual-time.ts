import type { Clock } from '../../../clients/clock.ts';
import { createTimeline, type Member, type Sleeper, type Ticket } from './timeline.ts';

/** A participant of virtual time. Time does not advance unless the participant sleeps or all of its children sleep. */
export interface Participant extends Clock {
  /**
   * Adds a child participant. Time advances only while the child sleeps, and can then advance even if the parent does
   * not sleep.
   */
  child(): Participant;
  /** Removes the participant. The participant's sleeps reject, and its children continue without a parent. */
  leave(): void;
}

/** Running virtual time, in milliseconds since the epoch. */
export interface VirtualTime extends Clock {
  pause(): () => void;
  join(parent?: Participant): Participant;
  /** Makes `parent` wait for `child`, which might have joined earlier. */
  adopt(parent: Participant, child: Participant): void;
  /**
   * Advances time by `ms` even while participants do not sleep. Resolves once every woken participant sleeps again.
   * Rejects if virtual time stops or the signal aborts first.
   */
  advance(ms: number, signal?: AbortSignal): Promise<void>;
  notBefore(instant: number): void;
  /** Calls the listener whenever virtual time advances. */
  onAdvance(listener: () => void): void;
  /** Returns the pending sleeps in the order of waking. For a sleep of the emulator itself, `who` is `undefined`. */
  sleepers(): { who: Participant | undefined; until: number }[];
  /**
   * Returns the participants that keep time from advancing. In the list, `undefined` represents the emulator's own
   * work.
   */
  awake(): (Participant | undefined)[];
  /** Stops virtual time, and rejects every sleep with `reason`. */
  stop(reason: Error): void;
}

interface Waiting {
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** Creates virtual time that begins at `start`. Between two steps, the event loop runs all ready work. */
export function createVirtualTime(start: number): VirtualTime {
  const timeline = createTimeline(start);
  const members = new Map<Participant, Member>();
  const participants = new Map<Member, Participant>();
  const listeners: (() => void)[] = [];
  let isStepping = false;

  // The event loop runs all ready work between two steps, so the code that a step woke is either running or asleep
  // again.
  const changed = () => {
    if (isStepping || pending.isStopped()) return;
    isStepping = true;
    setImmediate(() => {
      isStepping = false;
      const before = timeline.now();
      const step = timeline.step();
      if (!step) return;
      moved(before);
      pending.take(step.kind === 'wake' ? step.ticket : step.advance)?.resolve();
      changed();
    });
  };
  const moved = (before: number) => {
    if (timeline.now() !== before) for (const listener of listeners) listener();
  };
  const pending = createPendingTickets((ticket) => {
    timeline.cancel(ticket);
    changed();
  });
  const wait = (begin: () => Ticket, signal?: AbortSignal): Promise<void> => {
    const ended = pending.wait(begin, signal);
    changed();
    return ended;
  };
  const sleepFor = (member: Member | undefined, ms: number, signal?: AbortSignal): Promise<void> => {
    if (!Number.isFinite(ms))
      return Promise.reject(new RangeError(`sleep(${ms}): expected a number of milliseconds`));
    return wait(() => timeline.sleep(member, timeline.now() + Math.max(0, ms)), signal);
  };
  const join: VirtualTime['join'] = (parent) => {
    const member = timeline.join(parent && members.get(parent));
    const participant: Participant = {
      now: () => timeline.now(),
      sleep: (ms, signal) => {
        if (!members.has(participant))
          return Promise.reject(new Error('This participant has left virtual time.'));
        return sleepFor(member, ms, signal);
      },
      child: () => join(participant),
      leave() {
        members.delete(participant);
        participants.delete(member);
        const gone = new Error('The participant left virtual time during its sleep.');
        for (const ticket of timeline.leave(member)) pending.take(ticket)?.reject(gone);
        changed();
      },
    };
    members.set(participant, member);
    participants.set(member, participant);
    return participant;
  };
  const who = ({ member }: Sleeper) => (member === undefined ? undefined : participants.get(member));

  return {
    now: () => timeline.now(),
    sleep: (ms, signal) => sleepFor(undefined, ms, signal),
    pause() {
      timeline.pause();
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        timeline.release();
        changed();
      };
    },
    join,
    adopt(parent, child) {
      const [above, below] = [members.get(parent), members.get(child)];
      if (above !== undefined && below !== undefined) timeline.adopt(above, below);
      changed();
    },
    advance: (ms, signal) => wait(() => timeline.advance(ms), signal),
    notBefore(instant) {
      const before = timeline.now();
      timeline.notBefore(instant);
      moved(before);
      changed();
    },
    onAdvance: (listener) => void listeners.push(listener),
    sleepers: () => timeline.sleepers().map((sleeper) => ({ who: who(sleeper), until: sleeper.until })),
    awake() {
      const { members: own, holds } = timeline.awake();
      return [...(holds > 0 ? [undefined] : []), ...own.flatMap((member) => participants.get(member) ?? [])];
    },
    stop: (reason) => pending.stop(reason),
  };
}

/** Creates the promises of pending sleeps and advances. `cancel` is called if a signal aborts a sleep or advance. */
function createPendingTickets(cancel: (ticket: Ticket) => void) {
  const waiting = new Map<Ticket, Waiting>();
  let stopped: Error | undefined;
  const take = (ticket: Ticket): Waiting | undefined => {
    const found = waiting.get(ticket);
    waiting.delete(ticket);
    return found;
  };
  return {
    /** Removes and returns the promise of a sleep or advance, which the caller settles. */
    take,
    isStopped: () => stopped !== undefined,
    /**
     * Starts a sleep or advance with `begin`, and resolves at its end. Rejects without starting if the signal has
     * aborted or time has stopped.
     */
    wait: (begin: () => Ticket, signal?: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (stopped) return reject(stopped);
        const ticket = begin();
        const onAbort = () => {
          take(ticket)?.reject(signal?.reason);
          cancel(ticket);
        };
        const done = () => signal?.removeEventListener('abort', onAbort);
        waiting.set(ticket, {
          resolve: () => (done(), resolve()),
          reject: (reason) => (done(), reject(reason)),
        });
        signal?.addEventListener('abort', onAbort, { once: true });
      }),
    /** Rejects every pending promise. */
    stop(reason: Error): void {
      stopped ??= reason;
      for (const ticket of waiting.keys()) take(ticket)?.reject(stopped);
    },
  };
}
