/** Number that identifies a participant. */
export type Member = number;
/** Number that identifies one sleep or one advance. */
export type Ticket = number;

/** Result of one step of virtual time. */
type Step =
  /** Time has reached the end of the sleep `ticket`. */
  | { kind: 'wake'; ticket: Ticket }
  /** Time has reached the target of the advance, and every participant that the advance woke sleeps again. */
  | { kind: 'arrived'; advance: Ticket };

/**
 * A pending sleep of the participant `member`, or of the emulator itself if `member` is `undefined`. The end of the
 * sleep, `until`, is in milliseconds since the epoch.
 */
export interface Sleeper {
  ticket: Ticket;
  member: Member | undefined;
  until: number;
}

/**
 * Virtual time as a state machine of participants, sleeps and pauses, in milliseconds since the epoch. The caller of
 * the state machine calls `step` after every change until `step` returns `undefined`.
 */
export interface Timeline {
  now(): number;
  /** Returns the pending sleeps in the order of waking. */
  sleepers(): readonly Sleeper[];
  /**
   * Returns the participants that do not sleep, and the number of pauses. Time does not advance while a participant
   * does not sleep or a pause exists.
   */
  awake(): { members: Member[]; holds: number };
  /** Adds a participant that does not sleep at first. `parent` waits for the new participant. */
  join(parent?: Member): Member;
  /** Makes `child` a child of `parent`, unless the change would create a cycle. */
  adopt(parent: Member, child: Member): void;
  /**
   * Removes a participant and returns its pending sleeps, which never end. The participant's children continue without
   * a parent.
   */
  leave(member: Member): Ticket[];
  sleep(member: Member | undefined, until: number): Ticket;
  /** Cancels a sleep or an advance that is not completed. */
  cancel(ticket: Ticket): void;
  /** Stops virtual time until `release` has been called once for each `pause`. */
  pause(): void;
  release(): void;
  /** Advances time by `ms`, even while participants do not sleep. Several advances run one after another. */
  advance(ms: number): Ticket;
  /** Advances time to at least `instant`. Overdue sleeps end before time advances to `instant`. */
  notBefore(instant: number): void;
  /** Performs the next step, or returns `undefined` if no step is possible. */
  step(): Step | undefined;
}

interface MemberState {
  parent: Member | undefined;
  children: Set<Member>;
  /** Number of pending sleeps of the participant. */
  sleeping: number;
  /**
   * Position of the participant in the order of joining. Children of a participant come right after the participant.
   */
  rank: readonly number[];
}
interface SleepEntry extends Sleeper {
  rank: readonly number[];
}
interface Advance {
  ticket: Ticket;
  ms: number;
  target: number;
}

/**
 * Creates virtual time that begins at `start`. Time advances if it is not paused, and if all participants (at least
 * one) sleep or `advance` was called. A participant sleeps while it has a pending sleep, or while it has children and
 * all of them sleep. Sleeps end one at a time, ordered by their end. Sleeps with the same end are ordered by
 * participant: first the emulator, then the participants in the order of joining, each followed by its children. Sleeps
 * of one participant are ordered by their start. The order of sleeps therefore does not depend on which process is
 * faster.
 */
export function createTimeline(start: number): Timeline {
  let now = start;
  let holds = 0;
  let counter = 0;
  const members = createMembers();
  const entries: SleepEntry[] = [];
  const advances: Advance[] = [];
  /** Participants that the current advance has woken. The advance ends once the woken participants sleep again. */
  const stirred = new Set<Member>();

  const take = (index: number): void => {
    const [entry] = entries.splice(index, 1);
    if (entry) members.countSleep(entry.member, -1);
  };
  /** The next advance starts from the current time. */
  const endAdvance = () => {
    advances.shift();
    stirred.clear();
    if (advances[0]) advances[0].target = now + advances[0].ms;
  };

  return {
    now: () => now,
    sleepers: () => entries.map(({ ticket, member, until }) => ({ ticket, member, until })),
    awake: () => ({ members: members.awake(), holds }),
    join(parent) {
      counter += 1;
      members.add(counter, parent);
      return counter;
    },
    adopt: (parent, child) => members.adopt(parent, child),
    leave(member) {
      const left = entries.filter((entry) => entry.member === member).map(({ ticket }) => ticket);
      for (const ticket of left) take(entries.findIndex((entry) => entry.ticket === ticket));
      members.remove(member);
      return left;
    },
    sleep(member, until) {
      counter += 1;
      const rank = members.countSleep(member, 1);
      // Timers and the store use whole milliseconds.
      const entry: SleepEntry = { ticket: counter, member, until: Math.ceil(until), rank };
      const later = entries.findIndex((other) => compare(other, entry) > 0);
      entries.splice(later === -1 ? entries.length : later, 0, entry);
      return counter;
    },
    cancel(ticket) {
      const entry = entries.findIndex((other) => other.ticket === ticket);
      if (entry !== -1) take(entry);
      const advance = advances.findIndex((other) => other.ticket === ticket);
      if (advance === 0) endAdvance();
      else if (advance !== -1) advances.splice(advance, 1);
    },
    pause() {
      holds += 1;
    },
    release() {
      holds = Math.max(0, holds - 1);
    },
    advance(ms) {
      counter += 1;
      advances.push({ ticket: counter, ms: Math.ceil(ms), target: now + Math.ceil(ms) });
      return counter;
    },
    notBefore(instant) {
      now = Math.max(now, instant);
    },
    step() {
      if (holds > 0) return undefined;
      const [advance] = advances;
      const mayAdvance = advance !== undefined && [...stirred].every(members.isAsleep);
      if (!mayAdvance && !members.areAllAsleep()) return undefined;
      const [next] = entries;
      if (advance !== undefined && (next === undefined || advance.target < next.until)) {
        if (!mayAdvance) return undefined;
        now = Math.max(now, advance.target);
        endAdvance();
        return { kind: 'arrived', advance: advance.ticket };
      }
      if (next === undefined) return undefined;
      take(0);
      now = Math.max(now, next.until);
      if (advance !== undefined && next.member !== undefined) stirred.add(next.member);
      return { kind: 'wake', ticket: next.ticket };
    },
  };
}

/**
 * Creates the tree of participants. A participant sleeps while it has a pending sleep, or while it has children and all
 * of them sleep. A participant that has left counts as asleep.
 */
function createMembers() {
  const members = new Map<Member, MemberState>();
  const isAsleep = (member: Member): boolean => {
    const state = members.get(member);
    if (!state) return true;
    return state.sleeping > 0 || (state.children.size > 0 && [...state.children].every(isAsleep));
  };
  const detach = (child: Member, state: MemberState) => {
    if (state.parent !== undefined) members.get(state.parent)?.children.delete(child);
    state.parent = undefined;
  };
  const isWithin = (member: Member | undefined, ancestor: Member): boolean =>
    member !== undefined && (member === ancestor || isWithin(members.get(member)?.parent, ancestor));
  return {
    isAsleep,
    /** Returns whether at least one participant exists and all participants sleep. */
    areAllAsleep: (): boolean =>
      members.size > 0 &&
      [...members].every(([member, { parent }]) => parent !== undefined || isAsleep(member)),
    awake: (): Member[] => [...members.keys()].filter((member) => !isAsleep(member)),
    add(member: Member, parent: Member | undefined): void {
      const above = parent === undefined ? undefined : members.get(parent);
      above?.children.add(member);
      members.set(member, {
        parent: above && parent,
        children: new Set(),
        sleeping: 0,
        rank: [...(above?.rank ?? []), member],
      });
    },
    adopt(parent: Member, child: Member): void {
      const [above, state] = [members.get(parent), members.get(child)];
      if (!above || !state || isWithin(parent, child)) return;
      detach(child, state);
      state.parent = parent;
      above.children.add(child);
    },
    remove(member: Member): void {
      const state = members.get(member);
      if (!state) return;
      detach(member, state);
      for (const child of state.children) {
        const orphan = members.get(child);
        if (orphan) orphan.parent = undefined;
      }
      members.delete(member);
    },
    /**
     * Adds or removes one pending sleep of a participant, or of the emulator if `member` is `undefined`. Returns the
     * participant's rank.
     */
    countSleep(member: Member | undefined, change: 1 | -1): readonly number[] {
      const state = member === undefined ? undefined : members.get(member);
      if (state) state.sleeping += change;
      return state?.rank ?? [];
    },
  };
}

/** Returns 0 for sleeps of equal rank and end, so sorting does not change their order. */
function compare(a: SleepEntry, b: SleepEntry): number {
  return a.until - b.until || compareRanks(a.rank, b.rank);
}

/** Compares ranks element by element. The emulator's rank is empty and comes first. */
function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
